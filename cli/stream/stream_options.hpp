#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "../debug_options.hpp"
#include "stream_mode.hpp"

namespace ferry::cli {

/// `ferry stream` as typed. 0 stands for what suits the adapter, where not said otherwise.
struct StreamCommandOptions {
  std::string folder;  ///< Of textures; empty: they are generated.
  std::string adapter;
  std::uint32_t frames = 600;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t tiles = 0;  ///< Of the plane.
  std::vector<StreamMode> modes = {StreamMode::kBlocking, StreamMode::kDirect, StreamMode::kCopy};
  std::uint64_t rate = 0;  ///< Bytes a second that may be asked for; 0: no limit.
  double frame_ms = -1;    ///< What drawing takes; below 0: what suits the adapter, 0: as long as it takes.
  std::uint64_t ring_bytes = 0;  ///< 0: what suits the adapter.
  std::uint32_t threads = 0;
  std::string report;
  std::string save_frames;  ///< A folder.
  std::uint32_t save_every = 1;
  std::string trace;
  bool checked = false;
  DebugOptions debug;
  bool json = false;
};

}  // namespace ferry::cli
