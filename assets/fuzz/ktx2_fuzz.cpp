// Any bytes as a KTX2 file: read, strictly and not, and every texel written.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>

#include <ferry/assets/ktx2.hpp>

#include "allowance.hpp"
#include "touch_image.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ferry::fuzz::Allowance allowance(size);
  const std::span<const std::byte> file = std::as_bytes(std::span(data, size));
  ferry::Ktx2Options options;
  options.limits.max_texture_bytes = std::uint64_t{4} << 20;
  const auto info = ferry::read_ktx2_info(file);
  if (info && info->supercompression != ferry::Ktx2Supercompression::kNone) {
    // Zstandard's own state; and it packs up to 32768 times. Depth and stencil are there packed and apart.
    const std::uint64_t most = std::min(options.limits.max_texture_bytes * 3, std::uint64_t{size} << 15);
    allowance.raise_to(std::max(most, std::uint64_t{1} << 18));
  }
  const auto image = ferry::read_ktx2(file, options);
  if (image && !info) std::abort();
  if (image) ferry::fuzz::touch(*image);
  options.strict = true;
  const auto strict = ferry::read_ktx2(file, options);
  if (strict && !image) std::abort();
  return 0;
}
