#include <ferry/transfer/readback_ticket.hpp>

#include <array>
#include <optional>
#include <utility>

#include <ferry/base/units.hpp>
#include <ferry/layout/row_copy.hpp>

#include "readback_state.hpp"
#include "sliced_copy.hpp"
#include "transfer_core.hpp"

namespace ferry {
namespace {

Error empty_ticket() {
  return {ErrorCode::kInvalidArgument, 0, "this ReadbackTicket is empty; use one that a read_ call gave"};
}

Error not_submitted() {
  return {ErrorCode::kNotSubmitted, 0,
          "the list that brings this readback was not retired yet; execute it and call retire_with"};
}

/// Results from this size on are copied out by several threads, where there are some.
constexpr std::uint64_t kWorthHelpers = 1_MiB;
/// Results from this size on do not stay in the CPU's caches anyway.
constexpr std::uint64_t kBeyondCaches = 32_MiB;

/// Copies pieces of a result out of the READBACK buffer, in order.
class ResultCopier {
 public:
  ResultCopier(const ReadbackState& state, std::span<std::byte> out) : state_(state), out_(out) {
    if (state.tight_bytes >= kWorthHelpers) crew_ = state.core->crew.get();
    if (crew_ != nullptr && state.tight_bytes >= kBeyondCaches) hint_ = StoreHint::kStreaming;
  }
  ~ResultCopier() { finish(); }
  ResultCopier(const ResultCopier&) = delete;
  ResultCopier& operator=(const ResultCopier&) = delete;

  /// A piece that has arrived. Helpers may still be copying it when this returns.
  Result<void> add(const ReadbackPiece& piece) {
    if (state_.footprints.empty()) {
      RowCopy copy;
      copy.dst = out_.data() + piece.begin;
      copy.row_bytes = piece.end - piece.begin;
      return copy_from(piece.begin, piece.end - piece.begin, copy);
    }
    for (std::uint32_t i = piece.first_footprint; i < piece.first_footprint + piece.footprint_count; ++i) {
      const Footprint& whole = state_.footprints[i];
      Footprint part = whole;
      if (piece.footprint_count == 1 && piece.rows != whole.rows) {
        part.offset += whole.row_pitch * piece.first_row;
        part.rows = piece.rows;
        part.total_bytes = whole.row_pitch * (piece.rows - 1) + whole.row_bytes;
      }
      const std::uint64_t offset = std::exchange(part.offset, 0);
      const RowCopy copy = from_footprint(part, nullptr, out_.data() + tight_);
      if (auto copied = copy_from(offset, part.total_bytes, copy); !copied) return copied;
      tight_ += tight_bytes(part);
    }
    return {};
  }
  /// Whether there are pieces that helpers may still be copying.
  [[nodiscard]] bool busy() const { return count_ != 0; }
  /// Takes part in the copy of the oldest of them and waits for its end.
  void finish_oldest() {
    Open& place = open_[oldest_];
    place.copy->finish(*crew_);
    place.mapping = {};
    oldest_ = (oldest_ + 1) % open_.size();
    --count_;
  }
  void finish() {
    while (busy()) finish_oldest();
  }

 private:
  struct Open {
    ReadMapping mapping;
    std::optional<SlicedCopy> copy;
  };

  Result<void> copy_from(std::uint64_t offset, std::uint64_t bytes, RowCopy copy) {
    auto mapping = ReadMapping::map(state_.buffer.resource.get(), offset, bytes);
    if (!mapping) return fail(std::move(mapping).error());
    copy.src = mapping->bytes().data();
    copy.hint = hint_;
    if (crew_ == nullptr) {
      copy_rows(copy);
      return {};
    }
    if (count_ == open_.size()) finish_oldest();
    Open& place = open_[(oldest_ + count_) % open_.size()];
    place.mapping = *std::move(mapping);
    place.copy.emplace(copy);
    place.copy->start(*crew_);
    ++count_;
    return {};
  }
  const ReadbackState& state_;
  std::span<std::byte> out_;
  /// Where the next footprint's result begins in `out_`.
  std::uint64_t tight_ = 0;
  CopyCrew* crew_ = nullptr;
  StoreHint hint_ = StoreHint::kCached;
  std::array<Open, 4> open_;
  std::size_t oldest_ = 0;
  std::size_t count_ = 0;
};

/// Waits until the bytes of this point are in the READBACK buffer. What a lost device leaves there is nobody's
/// to read, even where the copy was complete before.
Result<void> wait_for_bytes(const ReadbackState& state, FencePoint point, std::chrono::nanoseconds timeout) {
  if (auto waited = state.core->device->timelines().wait(point, timeout); !waited) return waited;
  return state.pieces.empty() ? Result<void>() : state.core->device->check_alive();
}

}  // namespace

ReadbackState::~ReadbackState() {
  if (!buffer.resource) return;
  if (submitted.load(std::memory_order_acquire) || !recorded) {
    core->readbacks.give_back(std::move(buffer), last_point());
  } else {
    core->readbacks.keep(std::move(buffer));
  }
}

FencePoint ReadbackState::last_point() const {
  return pieces.empty() ? FencePoint{} : pieces.back().point;
}

void ReadbackState::submitted_at(FencePoint point) {
  for (ReadbackPiece& piece : pieces) piece.point = point;
  submitted.store(true, std::memory_order_release);
}

std::size_t ReadbackView::texel_count() const {
  return state_ ? state_->footprints.size() : 0;
}

ReadbackView::Texels ReadbackView::texels(std::size_t index) const {
  const Footprint& footprint = state_->footprints[index];
  return {mapping_.bytes().data() + footprint.offset, footprint};
}

bool ReadbackTicket::ready() const {
  if (!state_ || !state_->submitted.load(std::memory_order_acquire)) return false;
  if (!state_->core->device->timelines().is_complete(state_->last_point())) return false;
  return state_->pieces.empty() || state_->core->device->check_alive();
}

Result<void> ReadbackTicket::wait(std::chrono::nanoseconds timeout) const {
  if (!state_) return Failure{empty_ticket()};
  if (!state_->submitted.load(std::memory_order_acquire)) return Failure{not_submitted()};
  return wait_for_bytes(*state_, state_->last_point(), timeout);
}

std::uint64_t ReadbackTicket::size() const {
  return state_ ? state_->tight_bytes : 0;
}

Result<void> ReadbackTicket::copy_to(std::span<std::byte> out, std::chrono::nanoseconds timeout) const {
  if (!state_) return Failure{empty_ticket()};
  if (!state_->submitted.load(std::memory_order_acquire)) return Failure{not_submitted()};
  if (out.size() < state_->tight_bytes) {
    return fail(ErrorCode::kInvalidArgument, "the readback has ", state_->tight_bytes,
                " bytes and the memory for it ", out.size(), "; give at least size() bytes");
  }
  const auto begin = std::chrono::steady_clock::now();
  ResultCopier copier(*state_, out);
  const TimelineRegistry& timelines = state_->core->device->timelines();
  for (const ReadbackPiece& piece : state_->pieces) {
    // Rather than wait for what is to come: the copies of what has come.
    while (copier.busy() && !timelines.is_complete(piece.point)) copier.finish_oldest();
    const std::chrono::nanoseconds waited_for = std::chrono::steady_clock::now() - begin;
    const auto left = waited_for < timeout ? timeout - waited_for : std::chrono::nanoseconds(0);
    if (auto waited = wait_for_bytes(*state_, piece.point, left); !waited) return waited;
    if (auto copied = copier.add(piece); !copied) return copied;
  }
  copier.finish();
  // It may have gone while they were copied.
  return state_->pieces.empty() ? Result<void>() : state_->core->device->check_alive();
}

Result<ByteBuffer> ReadbackTicket::take(std::chrono::nanoseconds timeout) const {
  if (!state_) return Failure{empty_ticket()};
  auto buffer = ByteBuffer::make(state_->tight_bytes, "the result of a readback");
  if (!buffer) return buffer;
  if (auto copied = copy_to(buffer->bytes(), timeout); !copied) return fail(std::move(copied).error());
  return buffer;
}

Result<ReadbackView> ReadbackTicket::view() const {
  if (!state_) return Failure{empty_ticket()};
  if (!ready()) {
    if (auto waited = wait(std::chrono::nanoseconds(0));
        !waited && waited.error().code != ErrorCode::kTimeout) {
      return fail(std::move(waited).error());
    }
    if (!ready())
      return fail(ErrorCode::kNotReady, "the readback has not arrived yet; poll ready() or wait()");
  }
  auto mapping = ReadMapping::map(state_->buffer.resource.get(), 0, state_->mapped_bytes);
  if (!mapping) return fail(std::move(mapping).error());
  ReadbackView view;
  view.state_ = state_;
  view.mapping_ = *std::move(mapping);
  return view;
}

void ReadbackTicket::then(std::function<void(const ReadbackTicket&)> done) const {
  if (!state_ || !done) return;
  // Holds the ticket: buffer and point stay until it has run.
  state_->core->call_when_done([ticket = *this] { return ticket.is_over(); },
                               [ticket = *this, done = std::move(done)] { done(ticket); });
}

bool ReadbackTicket::is_over() const {
  if (!state_->submitted.load(std::memory_order_acquire)) return false;
  const FencePoint point = state_->last_point();
  const auto& timelines = state_->core->device->timelines();
  if (timelines.is_complete(point)) return true;
  const auto timeline = timelines.find(point.timeline);
  return !timeline || timeline->lost() || !state_->core->device->check_alive();
}

FencePoint ReadbackTicket::point() const {
  return state_ ? state_->last_point() : FencePoint{};
}

std::span<const Footprint> ReadbackTicket::footprints() const {
  return state_ ? std::span<const Footprint>(state_->footprints) : std::span<const Footprint>();
}

}  // namespace ferry
