// On its own because libjpeg's header and Direct3D 12's both define INT32.
#include "jpeg_of.hpp"

#include "../assets/test/jpeg_making.hpp"

namespace bench {

std::vector<std::byte> jpeg_of(std::span<const std::uint8_t> rgba, std::uint32_t width,
                               std::uint32_t height) {
  std::vector<std::uint8_t> rgb;
  rgb.reserve(rgba.size() / 4 * 3);
  for (std::size_t i = 0; i < rgba.size(); i += 4) {
    for (std::size_t channel = 0; channel < 3; ++channel) rgb.push_back(rgba[i + channel]);
  }
  ferry::test::JpegKind kind;
  kind.width = width;
  kind.height = height;
  kind.quality = 90;
  kind.sampling_x = 2;
  kind.sampling_y = 2;
  return ferry::test::make_jpeg(kind, rgb);
}

}  // namespace bench
