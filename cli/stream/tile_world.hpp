#pragma once

#include <cstdint>
#include <vector>

#include <ferry/schedule/priority.hpp>

#include "camera_path.hpp"

namespace ferry::cli {

/// A tile that the camera is near enough to want.
struct WantedTile {
  std::uint32_t tile = 0;
  /// On the ground, from the camera to the tile's middle.
  double distance = 0;
  /// Within the camera's reach and its angle of view: it is drawn.
  bool visible = false;
  LoadPriority priority = LoadPriority::kBackground;

  friend bool operator==(const WantedTile&, const WantedTile&) = default;
};

/// A square plane of tiles, and which of them a camera wants. Pure: it knows nothing of what is loaded.
///
/// A tile is wanted within the reach and a margin. What is in view is immediate in the nearest third of the
/// reach, high up to two thirds, and normal beyond; what is not in view is low in front and nearby,
/// background else.
class TileWorld {
 public:
  /// Beyond the reach: where tiles are asked for, and where they are let go. Between the two a tile is
  /// neither, so that a camera that turns does not load one again and again.
  static constexpr double kAskMargin = 1.5;
  static constexpr double kKeepMargin = 3;

  TileWorld(std::uint32_t side, double reach) : side_(side), reach_(reach) {}

  [[nodiscard]] std::uint32_t side() const { return side_; }
  [[nodiscard]] double reach() const { return reach_; }
  [[nodiscard]] std::uint32_t x_of(std::uint32_t tile) const { return tile % side_; }
  [[nodiscard]] std::uint32_t z_of(std::uint32_t tile) const { return tile / side_; }

  /// What the camera wants, the most urgent first; of one priority the nearest first.
  [[nodiscard]] std::vector<WantedTile> wanted(const Camera& camera, double aspect) const;
  /// Whether a tile that was asked for is still near enough to be kept.
  [[nodiscard]] bool keeps(std::uint32_t tile, const Camera& camera) const;
  /// The most tiles that can be kept at once.
  [[nodiscard]] std::uint32_t most_kept() const;

 private:
  [[nodiscard]] double distance(std::uint32_t tile, const Camera& camera) const;

  std::uint32_t side_;
  double reach_;
};

}  // namespace ferry::cli
