// Small KTX2 files of every shape and supercompression, and of every way in which texels change.
#include <algorithm>
#include <string>

#include "../test/ktx2_making.hpp"
#include "seeds.hpp"

namespace ferry::fuzz {

std::vector<Seed> make_seeds() {
  std::vector<Seed> seeds;
  const auto add = [&](const std::string& name, const test::Ktx2File& file) {
    seeds.push_back({name, file.make()});
  };
  for (const std::uint32_t scheme : {0u, 2u, 3u}) {
    const std::string end = "_" + std::to_string(scheme);
    test::Ktx2File file;
    file.scheme = scheme;
    file.width = file.height = 4;
    file.levels = {test::pattern(64, 1), test::pattern(16, 2), test::pattern(4, 3)};
    file.metadata = {
        {"KTXorientation", std::string("ru\0", 3)}, {"KTXswizzle", "rrr1"}, {"KTXwriter", "seeds"}};
    add("2d" + end, file);
    file.metadata.clear();
    file.layers = 2;
    file.levels = {test::pattern(128, 1)};
    add("array" + end, file);
    file.faces = 6;
    file.levels = {test::pattern(64 * 12, 1)};
    add("cubes" + end, file);
    file.faces = 1;
    file.layers = 0;
    file.depth = 3;
    file.levels = {test::pattern(192, 1), test::pattern(16, 1)};
    add("3d" + end, file);
    file.depth = file.height = 0;
    file.levels = {test::pattern(16, 1)};
    file.level_count = 0;
    add("1d" + end, file);
    file = {};
    file.scheme = scheme;
    file.vk_format = 145;  // BC7_UNORM_BLOCK
    file.block_bytes = 16;
    file.width = file.height = 8;
    file.levels = {test::pattern(64, 1), test::pattern(16, 2)};
    add("bc7" + end, file);
    file = {};
    file.scheme = scheme;
    file.vk_format = 130;  // D32_SFLOAT_S8_UINT
    file.block_bytes = 8;
    file.levels = {test::pattern(8, 1)};
    add("depth" + end, file);
    file.depth = 2;
    file.levels = {test::pattern(16, 1)};
    add("depth_3d" + end, file);
  }
  // One of each change of texels, and a format by DXGI's number.
  for (const std::uint32_t format :
       {3u, 5u, 6u, 7u, 15u, 23u, 30u, 45u, 58u, 90u, 129u, 1000340001u, 1000470000u}) {
    test::Ktx2File file;
    file.vk_format = format;
    const std::size_t bytes = format == 15                                    ? 1
                              : format == 23 || format == 30                  ? 3
                              : format == 90                                  ? 6
                              : format == 45 || format == 58 || format == 129 ? 4
                                                                              : 2;
    file.block_bytes = static_cast<std::uint8_t>(bytes);
    file.levels = {test::pattern(bytes, 1)};
    add("format_" + std::to_string(format), file);
  }
  test::Ktx2File file;
  file.vk_format = 0;
  file.levels = {test::pattern(4, 1)};
  file.metadata = {{"KTXdxgiFormat__", std::string("\x59\0\0\0", 4)}};
  add("dxgi_format", file);
  file.color_model = 166;
  add("uastc", file);
  return seeds;
}

}  // namespace ferry::fuzz
