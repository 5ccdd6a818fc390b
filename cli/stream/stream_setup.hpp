#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <ferry/gpu/device.hpp>

#include "camera_path.hpp"
#include "terrain_renderer.hpp"
#include "tile_source.hpp"
#include "tile_world.hpp"

namespace ferry::cli {

/// What the modes have in common.
struct StreamSetup {
  std::shared_ptr<Device> device;
  const TileSource* source = nullptr;
  TileWorld world{1, 1};
  CameraPath path{1, 1};
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t grid = 8;
  std::uint32_t glow_taps = 0;
  std::uint32_t frames_before = 0;
  std::uint32_t frames_flying = 0;
  std::uint32_t frames_after = 0;
  std::uint64_t rate_limit = 0;  ///< Bytes a second; 0: none.
  std::uint64_t ring_bytes = 0;
  std::uint32_t threads = 0;
  double copy_rate = 0;  ///< Of measure_copy_rate(): bytes a second; 0: unknown.
  std::uint32_t film_frames = 12;
  std::string save_folder;  ///< UTF-8; empty: frames are not saved.
  std::uint32_t save_every = 1;
  std::size_t trace_events = 0;  ///< 0: no trace.
};

/// How the tiles of such a run are drawn.
TerrainOptions terrain_options(const StreamSetup& setup);

}  // namespace ferry::cli
