#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <ferry/base/error.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/queue.hpp>
#include <ferry/layout/texture_desc.hpp>
#include <ferry/loader/load_ticket.hpp>
#include <ferry/schedule/priority.hpp>

#include "accounting.hpp"
#include "stream_result.hpp"
#include "tile_source.hpp"
#include "tile_textures.hpp"

namespace ferry::cli {

/// A tile's texture on its way into GPU memory, from the request until nothing uses it.
struct StreamTile {
  std::uint32_t tile = 0;
  std::uint32_t content = 0;
  std::uint64_t bytes = 0;
  LoadPriority priority = LoadPriority::kNormal;
  TextureDesc desc;
  TileTexture texture;

  // Written by the streamer.
  std::uint32_t usable_mip = 0;  ///< From this mip on all are there; desc.mip_levels: none is.
  bool started = false;
  bool over = false;
  RequestOutcome outcome = RequestOutcome::kReady;
  std::optional<Error> error;
  LoadTicket ticket;

  // The frame loop's own.
  std::uint32_t prepared_mip = 0;     ///< From this mip on they are in PIXEL_SHADER_RESOURCE.
  std::optional<std::uint32_t> view;  ///< Of the mips from prepared_mip on.
  bool dropped = false;
  bool counted = false;    ///< Its end is in the account.
  std::size_t record = 0;  ///< Its place among ModeResult::requests.
};
using TilePtr = std::shared_ptr<StreamTile>;

/// A way to bring tiles into GPU memory. The tile's texture is in COMMON, and the streamer's until it is
/// over; mips that are usable may be moved to other states meanwhile.
///
/// Threading: one thread, the one that draws.
class TileStreamer {
 public:
  virtual ~TileStreamer() = default;
  virtual Result<void> ask(const std::vector<TilePtr>& tiles) = 0;
  virtual void set_priority(const TilePtr& tile, LoadPriority priority) = 0;
  /// What is not over yet will be soon.
  virtual void cancel(const TilePtr& tile) = 0;
  /// Tiles of which more is usable than before, or which are over, since the last call.
  virtual Result<std::vector<TilePtr>> update() = 0;
  virtual void end_frame(std::chrono::nanoseconds frame_time, std::chrono::nanoseconds slack) = 0;
  /// Gives up what is pending and waits for what still runs. `update` gives what ended.
  virtual void stop() = 0;

  /// How long `ask` has waited for the GPU so far.
  [[nodiscard]] virtual std::chrono::nanoseconds waited() const { return {}; }
  /// Copies since the last call. After stop() these are the last.
  virtual std::vector<TimedWork> take_copies() { return {}; }
  /// The timeline, in Chrome's trace format; empty where there is none.
  [[nodiscard]] virtual std::string chrome_trace() const { return {}; }
};

/// What people do first: each texture is read, put into an UPLOAD buffer of its own, copied on the queue
/// that draws, and waited for, before the frame goes on.
std::unique_ptr<TileStreamer> make_blocking_streamer(const std::shared_ptr<Device>& device,
                                                     const std::shared_ptr<Queue>& queue,
                                                     const TileSource& source);

struct LoaderStreamerOptions {
  std::uint32_t threads = 4;
  std::uint64_t ring_bytes = 0;
  std::size_t trace_events = 0;
};

/// Ferry's loader, on a COPY queue of its own or, where `queue` is not null, on that one.
Result<std::unique_ptr<TileStreamer>> make_loader_streamer(const std::shared_ptr<Device>& device,
                                                           const std::shared_ptr<Queue>& queue,
                                                           const TileSource& source,
                                                           const LoaderStreamerOptions& options);

}  // namespace ferry::cli
