// Any bytes as a PNG: decoded whole and by rows, which must agree.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include <ferry/assets/png.hpp>

#include "allowance.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ferry::fuzz::Allowance allowance(size);
  const std::span<const std::byte> file = std::as_bytes(std::span(data, size));
  // Deflate packs up to 1032 times, so a small file can truly hold some MiB.
  const ferry::PngOptions options = {.limits = {.max_decoded_bytes = 4 << 20, .max_chunk_bytes = 16 << 10},
                                     .apply_gamma = size % 2 == 1};
  // The curve of all 16-bit samples.
  if (options.apply_gamma) allowance.raise_to(std::uint64_t{1} << 17);

  ferry::Result<ferry::PngReader> reader = ferry::PngReader::open(file, options);
  std::vector<std::byte> rows;
  bool whole_by_rows = false;
  if (reader) {
    const ferry::PngInfo info = reader->info();
    allowance.raise_to(info.row_bytes * info.height);
    rows.resize(info.row_bytes * info.height);
    std::byte* out = rows.data();
    whole_by_rows = true;
    while (whole_by_rows && reader->rows_left() != 0) {
      whole_by_rows = reader->read_rows(out, info.row_bytes, 1).has_value();
      out += info.row_bytes;
    }
  }
  const ferry::Result<ferry::Picture> picture = ferry::decode_png(file, options);
  if (picture.has_value() != whole_by_rows) std::abort();
  if (picture && (picture->pixels.size() != rows.size() ||
                  std::memcmp(picture->pixels.data(), rows.data(), rows.size()) != 0)) {
    std::abort();
  }
  return 0;
}
