#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <ferry/base/result.hpp>
#include <ferry/gpu/device.hpp>

#include "camera_path.hpp"
#include "stream_result.hpp"
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

/// What one mode gives.
struct StreamRunResult {
  ModeResult result;
  std::string loader_trace;  ///< Chrome's format; empty where there is none.
  /// The steady clock's time at which the mode's frames began, which is 0 in `result`.
  std::chrono::nanoseconds began{};
};

/// Told before each frame: which part of all frames is done, from 0 to 1, and in which phase.
using StreamProgress = std::function<void(double done, std::string_view phase)>;

/// Flies once over the tiles. kCancelled where it was interrupted; errors of the device.
Result<StreamRunResult> run_stream_mode(const StreamSetup& setup, StreamMode mode,
                                        const StreamProgress& progress);

/// How many glow taps make a frame take about this long on the GPU; 0 where that cannot be measured.
Result<std::uint32_t> taps_for(const StreamSetup& setup, std::chrono::nanoseconds frame_time);

}  // namespace ferry::cli
