// Any bytes as a DDS, with the options all off and all on.
#include <cstdint>
#include <span>

#include <ferry/assets/dds.hpp>

#include "allowance.hpp"
#include "touch_image.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ferry::fuzz::Allowance allowance(size);
  const std::span<const std::byte> file = std::as_bytes(std::span(data, size));
  for (const bool other : {false, true}) {
    const ferry::DdsOptions options = {
        .strict = other, .expand_luminance = other, .exact_10_bit_masks = other};
    const ferry::Result<ferry::TextureImage> image = ferry::read_dds(file, options);
    if (image) ferry::fuzz::touch(*image);
  }
  return 0;
}
