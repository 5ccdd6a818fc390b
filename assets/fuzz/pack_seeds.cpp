// Small packs of every kind of asset, plain and compressed.
#include <filesystem>

#include <ferry/assets/file.hpp>
#include <ferry/assets/pack_write.hpp>
#include <ferry/base/units.hpp>

#include "../test/pack_making.hpp"
#include "seeds.hpp"

namespace ferry::fuzz {

std::vector<Seed> make_seeds() {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "ferry-pack-seeds.ferry";
  std::vector<Seed> seeds;
  const auto add = [&](const std::string& name, int level, auto&& fill) {
    auto writer = PackWriter::create(path, {.piece_bytes = 64_KiB, .zstd_level = level});
    if (!writer) return;
    fill(*writer);
    if (writer->finish()) seeds.push_back({name, test::file_bytes(path)});
  };
  const auto texture = [](PackWriter& writer, const char* name, const TextureDesc& desc) {
    (void)writer.add_texture(name, test::make_image(desc, 1)).has_value();
  };
  add("empty", 0, [](PackWriter&) {});
  for (const int level : {0, 1}) {
    const std::string end = "_" + std::to_string(level);
    add("buffers" + end, level, [](PackWriter& writer) {
      for (const std::size_t size : {0, 5, 900}) {
        (void)writer.add_buffer("buffer " + std::to_string(size), test::noise(size, 1)).has_value();
      }
    });
    add("textures" + end, level, [&](PackWriter& writer) {
      texture(writer, "2d", {Dimension::kTexture2D, Format::kR8G8B8A8Unorm, 20, 9, 1, 3, 1});
      texture(writer, "array", {Dimension::kTexture2D, Format::kBc1Unorm, 8, 8, 6, 2, 1});
      texture(writer, "3d", {Dimension::kTexture3D, Format::kR8Unorm, 5, 4, 6, 3, 1});
      texture(writer, "1d", {Dimension::kTexture1D, Format::kR32Float, 9, 1, 2, 4, 1});
    });
    add("cut" + end, level, [&](PackWriter& writer) {
      texture(writer, "rows", {Dimension::kTexture2D, Format::kR8Unorm, 300, 200, 1, 1, 1});
      texture(writer, "slices", {Dimension::kTexture3D, Format::kR8Unorm, 100, 100, 4, 1, 1});
    });
  }
  std::error_code none;
  std::filesystem::remove(path, none);
  return seeds;
}

}  // namespace ferry::fuzz
