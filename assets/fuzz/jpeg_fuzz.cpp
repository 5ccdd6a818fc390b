// Any bytes as a JPEG: decoded whole and by rows, which must agree.
#include <cstdint>
#include <span>

#include <ferry/assets/jpeg.hpp>

#include "allowance.hpp"
#include "whole_and_rows.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ferry::fuzz::Allowance allowance(size);
  const std::span<const std::byte> file = std::as_bytes(std::span(data, size));
  // A block of 64 texels takes a bit: a small file can truly hold some MiB.
  const ferry::JpegOptions options = {
      .limits = {.max_width = 2048, .max_height = 2048, .max_decoded_bytes = 2 << 20, .max_scans = 20},
      .apply_orientation = size % 2 == 0};

  ferry::fuzz::whole_and_rows_agree(
      ferry::JpegReader::open(file, options),
      [&](const ferry::JpegInfo& info) {
        // The picture; rows of its components; where there are several scans, all coefficients, 2 bytes each.
        allowance.raise_to((std::uint64_t{info.width} + 64) * (std::uint64_t{info.height} + 64) * 16);
      },
      [&] { return ferry::decode_jpeg(file, options); });
  return 0;
}
