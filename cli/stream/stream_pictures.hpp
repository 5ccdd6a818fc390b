#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include <ferry/base/result.hpp>
#include <ferry/transfer/frame_capture.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include "picture_sink.hpp"
#include "stream_result.hpp"
#include "stream_setup.hpp"
#include "terrain_renderer.hpp"

namespace ferry::cli {

/// The pictures that a mode's run keeps: a film of small ones for the page, and, where a folder was named,
/// whole frames as files. They are read back some frames late and written on another thread.
///
/// Threading: one thread, the one that draws.
class StreamPictures {
 public:
  /// `result` gets the film and the counts. All of them outlive it.
  StreamPictures(const StreamSetup& setup, TransferManager& manager, const TerrainRenderer& renderer,
                 ModeResult& result);

  /// Whether the next frame belongs to the film: they are spread over all frames but those of the start.
  bool film_turn(FramePhase phase);
  /// A frame was submitted, with its small picture where film_turn() said so.
  Result<void> frame_drawn(std::uint64_t number, FramePhase phase, bool reduced);
  /// Every frame is complete: takes what is still on its way and waits for the files.
  Result<void> finish();

 private:
  Result<void> ask_for_film(std::uint64_t number);
  Result<void> collect();
  Result<void> take_film();
  Result<void> save(const CapturedFrame& captured);

  const StreamSetup& setup_;
  TransferManager& manager_;
  const TerrainRenderer& renderer_;
  ModeResult& result_;
  std::optional<FrameCapture> capture_;
  std::deque<std::uint64_t> captured_;  // The frames that capture_ was asked for.
  std::deque<std::pair<std::uint32_t, ReadbackTicket>> film_;
  std::uint32_t film_counter_ = 0;
  std::uint32_t film_taken_ = 0;
  PictureSink sink_;
};

}  // namespace ferry::cli
