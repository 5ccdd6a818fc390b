#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <vector>

#include <ferry/assets/picture.hpp>
#include <ferry/base/result.hpp>

namespace ferry::test {

/// A file decoded as a whole and row by row (`open()` gives a reader): both must agree on whether it is good,
/// and on every pixel. Gives the pixels, or nothing for an error (which must have a message).
template <typename Open>
std::vector<std::byte> decode_both(const Result<Picture>& whole, const Open& open) {
  std::vector<std::byte> rows;
  const auto by_rows = [&]() -> Result<void> {
    auto reader = open();
    if (!reader) return fail(reader.error());
    rows.resize(reader->info().row_bytes * reader->info().height);
    std::byte* out = rows.data();
    while (reader->rows_left() != 0) {
      if (Result<void> row = reader->read_rows(out, reader->info().row_bytes, 1); !row) return row;
      out += reader->info().row_bytes;
    }
    return {};
  }();
  EXPECT_EQ(whole.has_value(), by_rows.has_value());
  if (!whole || !by_rows) {
    EXPECT_FALSE(whole.has_value() || whole.error().message.empty());
    EXPECT_FALSE(by_rows.has_value() || by_rows.error().message.empty());
    return {};
  }
  EXPECT_TRUE(rows.size() == whole->pixels.size() &&
              std::memcmp(rows.data(), whole->pixels.data(), rows.size()) == 0);
  return rows;
}

}  // namespace ferry::test
