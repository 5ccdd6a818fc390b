#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <ferry/assets/picture.hpp>
#include <ferry/base/result.hpp>

namespace ferry::fuzz {

/// Ends the run where decoding row by row and decoding the whole do not agree. `may_take(info)` is called
/// with what the header says, before memory for its rows is asked for; `decode()` gives the whole picture.
template <typename Reader, typename MayTake, typename Decode>
void whole_and_rows_agree(Result<Reader> reader, const MayTake& may_take, const Decode& decode) {
  std::vector<std::byte> rows;
  bool whole_by_rows = false;
  if (reader) {
    const auto info = reader->info();
    may_take(info);
    rows.resize(info.row_bytes * info.height);
    std::byte* out = rows.data();
    whole_by_rows = true;
    while (whole_by_rows && reader->rows_left() != 0) {
      whole_by_rows = reader->read_rows(out, info.row_bytes, 1).has_value();
      out += info.row_bytes;
    }
  }
  const Result<Picture> picture = decode();
  if (picture.has_value() != whole_by_rows) std::abort();
  if (picture && (picture->pixels.size() != rows.size() ||
                  std::memcmp(picture->pixels.data(), rows.data(), rows.size()) != 0)) {
    std::abort();
  }
}

}  // namespace ferry::fuzz
