// Any bytes as a PNG: decoded whole and by rows, which must agree.
#include <cstdint>
#include <span>

#include <ferry/assets/png.hpp>

#include "allowance.hpp"
#include "whole_and_rows.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ferry::fuzz::Allowance allowance(size);
  const std::span<const std::byte> file = std::as_bytes(std::span(data, size));
  // Deflate packs up to 1032 times, so a small file can truly hold some MiB.
  const ferry::PngOptions options = {.limits = {.max_decoded_bytes = 4 << 20, .max_chunk_bytes = 16 << 10},
                                     .apply_gamma = size % 2 == 1};
  // The curve of all 16-bit samples.
  if (options.apply_gamma) allowance.raise_to(std::uint64_t{1} << 17);

  ferry::fuzz::whole_and_rows_agree(
      ferry::PngReader::open(file, options),
      [&](const ferry::PngInfo& info) { allowance.raise_to(info.row_bytes * info.height); },
      [&] { return ferry::decode_png(file, options); });
  return 0;
}
