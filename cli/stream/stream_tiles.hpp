#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/transfer/barrier.hpp>

#include "camera_path.hpp"
#include "stream_result.hpp"
#include "stream_setup.hpp"
#include "terrain_renderer.hpp"
#include "tile_streamer.hpp"
#include "tile_textures.hpp"
#include "tile_views.hpp"
#include "tile_world.hpp"

namespace ferry::cli {

/// The tiles of one mode's run: asked for as the camera wants them, made visible as they arrive, let go of
/// when they are far; and the account of their requests.
///
/// Threading: one thread, the one that draws.
class StreamTiles {
 public:
  /// `streamer` brings the textures, `views` looks at them; what happens is written into `result`, whose
  /// times begin at `begin`. All of them outlive it.
  StreamTiles(const StreamSetup& setup, TileStreamer& streamer, TileViews& views, ModeResult& result,
              std::chrono::steady_clock::time_point begin);

  // In the order in which a frame calls them.

  /// Gives up the tiles that are too far to be kept.
  void drop_far(const Camera& camera);
  /// Takes what the streamer has done: new mips, ends. kTimeout where nothing arrives any more.
  Result<void> take_news(FrameRecord& frame);
  /// Asks for what is wanted and not there, and says anew how much it is wanted.
  Result<void> ask(const std::vector<WantedTile>& wanted);
  /// What is in view, with the best that there is of each; what arrived is moved to where shaders read it.
  std::vector<TileDraw> draws(const std::vector<WantedTile>& wanted, FrameRecord& frame);
  /// The changes of state that come before the next frame's drawing.
  [[nodiscard]] std::vector<Barrier> take_barriers() { return std::exchange(barriers_, {}); }

  /// Before the flight: creates the textures that it will need beside those that are there, and all views.
  /// Memory and views take their time, which no frame of the flight shall give.
  Result<void> get_ready_to_fly();
  /// Frames up to this one are complete.
  void frame_completed(std::uint64_t frame);

  /// All that was wanted at the last `draws` is there, and nothing else on its way.
  [[nodiscard]] bool complete() const { return complete_; }
  /// Of every texture that exists.
  [[nodiscard]] std::uint64_t bytes() const { return textures_.bytes(); }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] StreamTime now() const { return Clock::now() - begin_; }
  [[nodiscard]] bool blocking() const { return result_.mode == StreamMode::kBlocking; }
  [[nodiscard]] std::uint64_t next_frame() const { return result_.frames.size(); }
  Result<TilePtr> tile_for(const WantedTile& wanted);
  void note_view(const StreamTile& tile, StreamTime time, FrameRecord& frame);
  void note_end(StreamTile& tile, FrameRecord& frame);
  void move(const StreamTile& tile, std::uint32_t first, std::uint32_t last, std::uint32_t before,
            std::uint32_t after);
  void prepare(StreamTile& tile);
  void let_go(StreamTile& tile);

  const StreamSetup& setup_;
  TileStreamer& streamer_;
  ModeResult& result_;
  Clock::time_point begin_;
  Clock::time_point last_news_;
  TileTextures textures_;
  std::unordered_map<std::uint32_t, TilePtr> tiles_;
  std::uint32_t pending_ = 0;
  double allowance_ = 0;  // Bytes that may be asked for.
  StreamTime allowance_time_{};
  bool complete_ = false;
  std::vector<Barrier> barriers_;  // For the next frame.
};

}  // namespace ferry::cli
