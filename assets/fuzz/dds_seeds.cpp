// Small DDS files of every kind of texel and every shape.
#include "../test/dds_making.hpp"
#include "seeds.hpp"

namespace ferry::fuzz {

using test::counted_bytes;
using test::DdsFile;

std::vector<Seed> make_seeds() {
  std::vector<Seed> seeds;
  const auto add = [&](const std::string& name, const DdsFile& file) {
    seeds.push_back({name, file.bytes()});
  };

  for (const char* const code :
       {"DXT1", "DXT2", "DXT3", "DXT4", "DXT5", "RXGB", "ATI1", "ATI2", "A2XY", "BC4U", "BC4S", "BC5U",
        "BC5S", "BC6H", "BC7L", "RGBG", "GRGB", "YUY2", "UYVY"}) {
    add(code, test::coded_dds(test::letters(code), 4, 4, counted_bytes(32)));
  }
  for (const std::uint32_t number : {36, 110, 111, 112, 113, 114, 115, 116, 117}) {
    add("d3dfmt_" + std::to_string(number), test::coded_dds(number, 2, 1, counted_bytes(32)));
  }
  struct Masked {
    const char* name;
    std::uint32_t flags, bits;
    std::array<std::uint32_t, 4> masks;
  };
  const Masked masked[] = {
      {"bgra8", 0x41, 32, {0xff0000, 0xff00, 0xff, 0xff000000}},
      {"rgbx8", 0x40, 32, {0xff, 0xff00, 0xff0000, 0}},
      {"rgb8", 0x40, 24, {0xff0000, 0xff00, 0xff, 0}},
      {"rgb10a2", 0x41, 32, {0x3ff, 0xffc00, 0x3ff00000, 0xc0000000}},
      {"bgr565", 0x40, 16, {0xf800, 0x7e0, 0x1f, 0}},
      {"bgrx5551", 0x40, 16, {0x7c00, 0x3e0, 0x1f, 0}},
      {"r3g3b2", 0x40, 8, {0xe0, 0x1c, 0x03, 0}},
      {"odd", 0x41, 32, {0xfff, 0x1ff000, 0x0fe00000, 0xf0000000}},
      {"l8", 0x20000, 8, {0xff, 0, 0, 0}},
      {"a4l4", 0x20001, 8, {0x0f, 0, 0, 0xf0}},
      {"a8", 0x2, 8, {0, 0, 0, 0xff}},
      {"v8u8", 0x80000, 16, {0xff, 0xff00, 0, 0}},
      {"l6v5u5", 0x40000, 16, {0x1f, 0x3e0, 0xfc00, 0}},
      {"a2w10v10u10", 0x80001, 32, {0x3ff00000, 0xffc00, 0x3ff, 0xc0000000}},
  };
  for (const Masked& kind : masked) {
    add(kind.name, test::masked_dds(kind.flags, kind.bits, kind.masks, counted_bytes(kind.bits)));
  }
  add("p8", test::masked_dds(0x20, 8, {}, counted_bytes(1024 + 6)));
  seeds.back().bytes[16] = std::byte{6};  // width; the palette comes before the texels
  seeds.back().bytes[17] = std::byte{0};

  DdsFile mips = test::coded_dds(test::letters("DXT1"), 16, 8, counted_bytes(64 + 16 + 8 + 8 + 8));
  mips.flags |= 0x20000;
  mips.mips = 5;
  add("mips", mips);
  DdsFile cube = test::masked_dds(0x41, 32, {0xff, 0xff00, 0xff0000, 0xff000000}, counted_bytes(6 * 5 * 4));
  cube.width = cube.height = 2;
  cube.flags |= 0x20000;
  cube.mips = 2;
  cube.caps2 = 0xfe00;
  add("cube", cube);
  DdsFile volume = test::masked_dds(0x20000, 8, {0xff, 0, 0, 0}, counted_bytes(24 + 2 + 1));
  volume.flags |= 0x820000;
  volume.caps2 = 0x200000;
  volume.width = 4;
  volume.height = 3;
  volume.depth = 2;
  volume.mips = 3;
  add("volume", volume);
  DdsFile array = test::dx10_dds(98, 4, 4, counted_bytes(3 * 16));
  array.array = 3;
  array.misc2 = 2;
  add("bc7_array", array);
  DdsFile cubes = test::dx10_dds(61, 2, 2, counted_bytes(12 * 4));
  cubes.misc = 4;
  cubes.array = 2;
  add("cube_array", cubes);
  DdsFile nv12 = test::dx10_dds(103, 4, 2, counted_bytes(12));
  add("nv12", nv12);
  DdsFile line = test::dx10_dds(2, 3, 1, counted_bytes(48));
  line.dimension = 2;
  add("line", line);
  return seeds;
}

}  // namespace ferry::fuzz
