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
      {"grey", SPNG_COLOR_TYPE_GRAYSCALE, 1, {1, 2, 4, 8, 16}},
      {"truecolour", SPNG_COLOR_TYPE_TRUECOLOR, 3, {8, 16}},
      {"palette", SPNG_COLOR_TYPE_INDEXED, 1, {1, 2, 4, 8}},
      {"grey_alpha", SPNG_COLOR_TYPE_GRAYSCALE_ALPHA, 2, {8, 16}},
      {"truecolour_alpha", SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, 4, {8, 16}},
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
        const auto more = [&](spng_ctx* context) {
          if (kind.color_type == SPNG_COLOR_TYPE_INDEXED) {
            spng_plte palette = {};
            palette.n_entries = 1U << depth;
            spng_set_plte(context, &palette);
          }
          if (!transparent) return;
          spng_trns trns = {};
          trns.n_type3_entries = 1U << depth;
          if (kind.color_type != SPNG_COLOR_TYPE_INDEXED) trns.n_type3_entries = 0;
          spng_set_trns(context, &trns);
          spng_set_gama(context, 0.45);
          static char content[] = "a text that is packed";
          spng_text text = {};
          std::strcpy(text.keyword, "Title");
          text.type = SPNG_ZTXT;
          text.text = content;
          text.length = std::strlen(content);
          spng_set_text(context, &text, 1);
        };
        std::string name = std::string(kind.name) + "_" + std::to_string(depth);
        if (transparent) name += "_transparent";
        seeds.push_back({name, test::make_png(width, height, kind.color_type, depth, rows, more)});
      }
    }
  }
  return seeds;
}

}  // namespace ferry::fuzz
