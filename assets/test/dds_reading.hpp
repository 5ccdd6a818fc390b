#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <ferry/assets/dds.hpp>
#include <ferry/layout/footprint.hpp>

#include "dds_making.hpp"

namespace ferry::test {

/// The texels of one subresource as the texture takes them, tightly packed.
inline Bytes subresource_bytes(const TextureImage& image, std::uint32_t subresource) {
  const Result<Footprint> whole = footprint(image.desc, subresource);
  if (!whole) {
    ADD_FAILURE() << whole.error().message;
    return {};
  }
  Bytes out(static_cast<std::size_t>(tight_bytes(*whole)));
  const std::size_t slice_bytes = out.size() / whole->depth;
  for (std::uint32_t slice = 0; slice < whole->depth; ++slice) {
    const Result<void> written = write_rows(image, {subresource, slice, 0, whole->rows},
                                            out.data() + slice * slice_bytes, whole->row_bytes);
    if (!written) ADD_FAILURE() << written.error().message;
  }
  return out;
}

/// A file with the image read from it. A file that is refused fails the test, and gives an image of one texel.
struct ReadDds {
  Bytes file;
  TextureImage image;

  explicit ReadDds(Bytes bytes, const DdsOptions& options = {}) : file(std::move(bytes)) {
    Result<TextureImage> read = read_dds(file, options);
    if (read) {
      image = *std::move(read);
    } else {
      ADD_FAILURE() << read.error().message;
    }
  }
  explicit ReadDds(const DdsFile& made, const DdsOptions& options = {}) : ReadDds(made.bytes(), options) {}

  [[nodiscard]] Bytes subresource(std::uint32_t number) const { return subresource_bytes(image, number); }
  [[nodiscard]] bool odd(const std::string& piece) const {
    return std::any_of(image.oddities.begin(), image.oddities.end(),
                       [&](const std::string& oddity) { return oddity.find(piece) != std::string::npos; });
  }
};

/// Why a file is refused. A file that is taken fails the test.
inline Error refusal(const DdsFile& made, const DdsOptions& options = {}) {
  const Bytes file = made.bytes();
  const Result<TextureImage> read = read_dds(file, options);
  EXPECT_FALSE(read);
  return read ? Error{} : read.error();
}

}  // namespace ferry::test
