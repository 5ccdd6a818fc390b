#include <ferry/transfer/frame_capture.hpp>

#include <algorithm>
#include <chrono>

#include <ferry/transfer/transfer_manager.hpp>

namespace ferry {
namespace {

/// Arrived, or never will.
bool is_over(const ReadbackTicket& ticket) {
  if (ticket.ready()) return true;
  const auto waited = ticket.wait(std::chrono::nanoseconds(0));
  return waited || waited.error().code == ErrorCode::kDeviceLost;
}

}  // namespace

FrameCapture::FrameCapture(TransferManager& manager, const CaptureOptions& options)
    : manager_(manager), options_(options) {
  options_.every_nth = std::max(options_.every_nth, 1u);
  options_.max_in_flight = std::max(options_.max_in_flight, 1u);
}

Result<FrameCapture::Outcome> FrameCapture::frame(const TextureReadback& request,
                                                  const ReadbackOptions& options) {
  const std::uint64_t number = frames_++;
  if (number % options_.every_nth != 0) return Outcome::kNotItsTurn;
  // Of what arrived and was not fetched, only the newest matters here: the rest makes room.
  if (options_.latest_only) {
    while (waiting_.size() >= 2 && is_over(waiting_[1].ticket)) waiting_.pop_front();
  }
  if (waiting_.size() >= options_.max_in_flight) {
    ++skipped_;
    return Outcome::kSkippedFull;
  }
  auto ticket = manager_.read_texture(request, options);
  if (!ticket) return fail(std::move(ticket).error());
  waiting_.push_back({number, *std::move(ticket)});
  return Outcome::kAsked;
}

std::optional<CapturedFrame> FrameCapture::next() {
  if (options_.latest_only) {
    while (waiting_.size() >= 2 && is_over(waiting_[1].ticket)) waiting_.pop_front();
  }
  if (waiting_.empty() || !is_over(waiting_.front().ticket)) return std::nullopt;
  CapturedFrame arrived = std::move(waiting_.front());
  waiting_.pop_front();
  return arrived;
}

}  // namespace ferry
