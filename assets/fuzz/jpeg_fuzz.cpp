// Any bytes as a JPEG: decoded whole and by rows, which must agree.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include <ferry/assets/jpeg.hpp>

#include "allowance.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ferry::fuzz::Allowance allowance(size);
  const std::span<const std::byte> file = std::as_bytes(std::span(data, size));
  // A block of 64 texels takes a bit: a small file can truly hold some MiB.
  const ferry::JpegOptions options = {
      .limits = {.max_width = 2048, .max_height = 2048, .max_decoded_bytes = 2 << 20, .max_scans = 20},
      .apply_orientation = size % 2 == 0};

  ferry::Result<ferry::JpegReader> reader = ferry::JpegReader::open(file, options);
  std::vector<std::byte> rows;
  bool whole_by_rows = false;
  if (reader) {
    const ferry::JpegInfo info = reader->info();
    // The picture; rows of its components; where there are several scans, all coefficients, 2 bytes each.
    const std::uint64_t texels = (std::uint64_t{info.width} + 64) * (std::uint64_t{info.height} + 64);
    allowance.raise_to(texels * 16);
    rows.resize(info.row_bytes * info.height);
    std::byte* out = rows.data();
    whole_by_rows = true;
    while (whole_by_rows && reader->rows_left() != 0) {
      whole_by_rows = reader->read_rows(out, info.row_bytes, 1).has_value();
      out += info.row_bytes;
    }
  }
  const ferry::Result<ferry::Picture> picture = ferry::decode_jpeg(file, options);
  if (picture.has_value() != whole_by_rows) std::abort();
  if (picture && (picture->pixels.size() != rows.size() ||
                  std::memcmp(picture->pixels.data(), rows.data(), rows.size()) != 0)) {
    std::abort();
  }
  return 0;
}
