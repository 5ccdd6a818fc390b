#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include <ferry/base/result.hpp>
#include <ferry/transfer/readback_request.hpp>
#include <ferry/transfer/readback_ticket.hpp>

namespace ferry {

class TransferManager;

struct CaptureOptions {
  /// Captures frames 0, n, 2n, ... Default: every frame.
  std::uint32_t every_nth = 1;
  /// Readbacks that may be on their way at once; a frame whose turn comes above that is skipped, never waited
  /// for. Default: 3, enough for a GPU that is two frames behind.
  std::uint32_t max_in_flight = 3;
  /// `next` gives only the newest frame that has arrived and forgets older ones. Default: every frame, in
  /// order.
  bool latest_only = false;
};

/// One frame that was asked for.
struct CapturedFrame {
  /// The number of the `frame` call that asked for it, from 0.
  std::uint64_t frame = 0;
  ReadbackTicket ticket;
};

/// Reads frames back while they are drawn, without ever stalling one: asynchronous, from the pool, every Nth
/// frame, with a bound on what is in flight.
///
/// Threading: one thread at a time. The TransferManager must outlive it.
class FrameCapture {
 public:
  enum class Outcome : std::uint8_t {
    kAsked,        ///< On its way.
    kNotItsTurn,   ///< Only every Nth frame is captured.
    kSkippedFull,  ///< `max_in_flight` readbacks are on their way: the reader or the GPU is behind.
  };

  /// `every_nth` and `max_in_flight` of 0 count as 1.
  explicit FrameCapture(TransferManager& manager, const CaptureOptions& options = {});

  /// Counts a frame and, if it is its turn, asks for `request` (a back buffer in PRESENT needs no state:
  /// PRESENT is COMMON). Errors as TransferManager::read_texture; the frame counts even so.
  Result<Outcome> frame(const TextureReadback& request, const ReadbackOptions& options = {});

  /// A frame that has arrived and was not given yet; none where none has. Never waits. After device loss,
  /// frames that were on their way are given with tickets whose `wait` says so.
  std::optional<CapturedFrame> next();

  [[nodiscard]] std::size_t in_flight() const { return waiting_.size(); }
  [[nodiscard]] std::uint64_t skipped() const { return skipped_; }

 private:
  TransferManager& manager_;
  CaptureOptions options_;
  std::deque<CapturedFrame> waiting_;
  std::uint64_t frames_ = 0;
  std::uint64_t skipped_ = 0;
};

}  // namespace ferry
