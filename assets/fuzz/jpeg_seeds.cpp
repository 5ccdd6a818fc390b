// A small JPEG of every colour model and sampling, sequential and progressive, with restarts and orientations.
#include <random>

#include "../test/jpeg_making.hpp"
#include "seeds.hpp"

namespace ferry::fuzz {

std::vector<Seed> make_seeds() {
  struct Kind {
    const char* name;
    J_COLOR_SPACE given;
    J_COLOR_SPACE stored;
    int sampling_x;
    int sampling_y;
    bool adobe_marker;
  };
  const Kind kinds[] = {
      {"grey", JCS_GRAYSCALE, JCS_GRAYSCALE, 1, 1, true},
      {"ycc_444", JCS_RGB, JCS_YCbCr, 1, 1, true},
      {"ycc_422", JCS_RGB, JCS_YCbCr, 2, 1, true},
      {"ycc_420", JCS_RGB, JCS_YCbCr, 2, 2, true},
      {"rgb", JCS_RGB, JCS_RGB, 1, 1, true},
      {"cmyk", JCS_CMYK, JCS_CMYK, 1, 1, true},
      {"cmyk_plain", JCS_CMYK, JCS_CMYK, 1, 1, false},
      {"ycck", JCS_CMYK, JCS_YCCK, 2, 2, true},
  };
  std::mt19937 random(4);
  std::vector<Seed> seeds;
  int orientation = 0;
  for (const Kind& kind : kinds) {
    for (const bool progressive : {false, true}) {
      test::JpegKind jpeg;
      jpeg.width = 5 + static_cast<std::uint32_t>(random()) % 20;
      jpeg.height = 5 + static_cast<std::uint32_t>(random()) % 20;
      jpeg.given = kind.given;
      jpeg.stored = kind.stored;
      jpeg.quality = 40;
      jpeg.sampling_x = kind.sampling_x;
      jpeg.sampling_y = kind.sampling_y;
      jpeg.progressive = progressive;
      jpeg.adobe_marker = kind.adobe_marker;
      jpeg.restart_interval = progressive ? 2 : 0;
      orientation = orientation % 8 + 1;
      jpeg.app1 = test::exif_orientation(orientation, progressive);
      std::vector<std::uint8_t> rows(std::size_t{jpeg.width} * jpeg.height * 4);
      for (std::uint8_t& sample : rows) sample = static_cast<std::uint8_t>(random());
      seeds.push_back(
          {std::string(kind.name) + (progressive ? "_progressive" : ""), test::make_jpeg(jpeg, rows)});
    }
  }
  return seeds;
}

}  // namespace ferry::fuzz
