#include "tile_world.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

namespace ferry::cli {

namespace {

/// Around a tile's middle: all of it, hills included.
constexpr double kTileBall = 0.8;

LoadPriority priority_of(const WantedTile& tile, double reach, bool in_front) {
  if (tile.visible) {
    if (tile.distance < reach / 3) return LoadPriority::kImmediate;
    return tile.distance < reach * 2 / 3 ? LoadPriority::kHigh : LoadPriority::kNormal;
  }
  return in_front || tile.distance < reach / 3 ? LoadPriority::kLow : LoadPriority::kBackground;
}

}  // namespace

double TileWorld::distance(std::uint32_t tile, const Camera& camera) const {
  return std::hypot(x_of(tile) + 0.5 - camera.x, z_of(tile) + 0.5 - camera.z);
}

std::vector<WantedTile> TileWorld::wanted(const Camera& camera, double aspect) const {
  const Frustum frustum(camera, aspect, reach_);
  const double farthest = reach_ + kAskMargin;
  const auto clamped = [this](double at) {
    return static_cast<std::uint32_t>(std::clamp(std::floor(at), 0.0, static_cast<double>(side_)));
  };
  std::vector<WantedTile> tiles;
  for (std::uint32_t z = clamped(camera.z - farthest); z < clamped(camera.z + farthest + 1); ++z) {
    for (std::uint32_t x = clamped(camera.x - farthest); x < clamped(camera.x + farthest + 1); ++x) {
      WantedTile tile;
      tile.tile = z * side_ + x;
      tile.distance = distance(tile.tile, camera);
      if (tile.distance > farthest) continue;
      const double middle_x = x + 0.5;
      const double middle_z = z + 0.5;
      tile.visible = tile.distance <= reach_ && frustum.may_see(middle_x, 0, middle_z, kTileBall);
      const bool in_front =
          (middle_x - camera.x) * std::cos(camera.yaw) + (middle_z - camera.z) * std::sin(camera.yaw) > 0;
      tile.priority = priority_of(tile, reach_, in_front);
      tiles.push_back(tile);
    }
  }
  std::sort(tiles.begin(), tiles.end(), [](const WantedTile& a, const WantedTile& b) {
    return std::tuple(a.priority, a.distance, a.tile) < std::tuple(b.priority, b.distance, b.tile);
  });
  return tiles;
}

bool TileWorld::keeps(std::uint32_t tile, const Camera& camera) const {
  return distance(tile, camera) <= reach_ + kKeepMargin;
}

std::uint32_t TileWorld::most_kept() const {
  const double radius = reach_ + kKeepMargin + 1;
  const double all = static_cast<double>(side_) * side_;
  return static_cast<std::uint32_t>(std::min(all, std::ceil(std::numbers::pi * radius * radius)));
}

}  // namespace ferry::cli
