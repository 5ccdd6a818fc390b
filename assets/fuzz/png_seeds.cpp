// A small PNG of every colour type and depth, plain and interlaced, some with transparency and with texts.
#include <random>

#include "../test/png_making.hpp"
#include "seeds.hpp"

namespace ferry::fuzz {

std::vector<Seed> make_seeds() {
  struct Kind {
    const char* name;
    int color_type;
    int samples;
    std::vector<int> depths;
  };
  const Kind kinds[] = {
      {"grey", test::kGrey, 1, {1, 2, 4, 8, 16}},
      {"truecolour", test::kTruecolor, 3, {8, 16}},
      {"palette", test::kPalette, 1, {1, 2, 4, 8}},
      {"grey_alpha", test::kGreyAlpha, 2, {8, 16}},
      {"truecolour_alpha", test::kTruecolorAlpha, 4, {8, 16}},
  };
  std::mt19937 random(3);
  std::vector<Seed> seeds;
  for (const Kind& kind : kinds) {
    for (const int depth : kind.depths) {
      for (const bool transparent : {false, true}) {
        if (transparent && kind.samples % 2 == 0) continue;
        const std::uint32_t width = 1 + static_cast<std::uint32_t>(random()) % 9;
        const std::uint32_t height = 1 + static_cast<std::uint32_t>(random()) % 9;
        std::vector<std::uint8_t> rows((width * static_cast<std::uint32_t>(kind.samples * depth) + 7) / 8 *
                                       height);
        for (std::uint8_t& byte : rows) byte = static_cast<std::uint8_t>(random());
        test::PngChunksAdded more;
        const bool palette = kind.color_type == test::kPalette;
        if (palette) more.palette.resize(std::size_t{1} << depth);
        if (transparent) {
          if (palette) more.palette_alpha.resize(std::size_t{1} << depth);
          if (!palette) more.transparent.resize(static_cast<std::size_t>(kind.samples));
          more.gamma = 45000;
          more.packed_text = "a text that is packed";
        }
        std::string name = std::string(kind.name) + "_" + std::to_string(depth);
        if (transparent) name += "_transparent";
        seeds.push_back({name, test::make_png(width, height, kind.color_type, depth, rows, more)});
      }
    }
  }
  return seeds;
}

}  // namespace ferry::fuzz
