#include "stream_setup.hpp"

namespace ferry::cli {

TerrainOptions terrain_options(const StreamSetup& setup) {
  TerrainOptions options;
  options.width = setup.width;
  options.height = setup.height;
  options.grid = setup.grid;
  options.reach = setup.world.reach();
  options.glow_taps = setup.glow_taps;
  // Each texture has one for each of its mips, and there are some more textures than tiles.
  options.views = setup.world.most_kept() * 24 + 64;
  return options;
}

}  // namespace ferry::cli
