#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <ferry/check/model/description.hpp>
#include <ferry/check/model/object_id.hpp>

/// What the rules of advice remember (Options::advise_on_use). Nothing else looks at it.
namespace ferry::check::model {

/// Counts the frames in a row in which something was true.
class Streak {
 public:
  /// It is true in this frame. Gives the length of the row, this frame included.
  std::uint64_t hit(std::uint64_t frame) {
    if (length_ == 0 || frame > last_ + 1) {
      length_ = 1;
    } else if (frame == last_ + 1) {
      ++length_;
    }
    last_ = std::max(last_, frame);
    return length_;
  }
  void clear() { length_ = 0; }

 private:
  std::uint64_t last_ = 0;
  std::uint64_t length_ = 0;
};

/// What a recording does, as far as advice asks.
struct Workload {
  /// A texture's bytes that are copied into a READBACK buffer.
  struct TextureRead {
    ObjectId texture{};
    std::uint64_t bytes = 0;
    const char* call = "";
  };
  /// An UPLOAD buffer from which a draw takes vertices or indices.
  struct Fetch {
    ObjectId buffer{};
    const char* as = "";
    const char* call = "";
  };

  void add(const Workload& other) {
    copied_bytes += std::min(other.copied_bytes, UINT64_MAX - copied_bytes);
    copies = copies || other.copies;
    more_than_copies = more_than_copies || other.more_than_copies;
    texture_reads.insert(texture_reads.end(), other.texture_reads.begin(), other.texture_reads.end());
    fetches.insert(fetches.end(), other.fetches.begin(), other.fetches.end());
  }

  std::uint64_t copied_bytes = 0;
  bool copies = false;
  bool more_than_copies = false;  ///< Draws, dispatches, clears and the like; barriers are neither.
  std::vector<TextureRead> texture_reads;
  std::vector<Fetch> fetches;
};

/// How frames are told apart; a surer way ends the use of the ones before it.
enum class FrameSign : std::uint8_t { kNone, kSignal, kPresented, kFrameEnd };

/// The latest Signal of a queue that covers work, while nothing was recorded or submitted since.
struct FreshSignal {
  ObjectId fence{};  ///< kNone where there is none.
  std::uint64_t value = 0;
  std::uint64_t thread = 0;
  std::uint64_t frame = 0;
  const char* waited = nullptr;  ///< The call by which the same thread waited for it.
  bool seen = false;             ///< The program has read the value.
};

struct QueueHabits {
  std::uint64_t tiny_in_a_row = 0;
  std::uint64_t tiny_in_frame = 0;
  bool executed = false;          ///< Since the last Signal.
  bool more_than_copies = false;  ///< Likewise.
  FreshSignal fresh;
  std::uint64_t waits_in_a_row = 0;
  Streak waits_by_frame;
  bool tiny_told = false;
  bool wait_told = false;
};

/// Bytes of a staging buffer that a submission copies from, until the program knows that it is complete.
struct StagingRead {
  std::uint32_t queue = 0;  ///< Index.
  std::uint64_t submission = 0;
  ByteRange bytes;
};

struct BufferHabits {
  // Any UPLOAD buffer.
  std::uint64_t made_in_frame = 0;
  std::uint64_t submissions = 0;  ///< That name it.
  std::uint64_t last_submission = 0;

  // As a vertex or index buffer.
  Streak fetched;
  bool fetch_told = false;

  // As a ring.
  bool written = false;     ///< Unmapped or declared written since the last submission that copies from it.
  bool other_uses = false;  ///< By more than copies.
  std::vector<StagingRead> reads;
  std::uint64_t copies_from = 0;  ///< Submissions.
  std::uint64_t carried = 0;
  std::uint64_t most_at_once = 0;
  std::uint64_t most_in_submission = 0;
  std::uint64_t in_flight_at_wait =
      0;  ///< When the CPU last began to wait; 0: not since the last submission.
  std::uint64_t draining_waits = 0;
  bool size_told = false;
};

/// Calls of GetCompletedValue in a row, by one thread on one fence.
struct Looks {
  ObjectId fence{};
  std::uint64_t thread = 0;
  std::uint64_t count = 0;
};

/// What belongs to no one object.
struct Habits {
  FrameSign frame_sign = FrameSign::kNone;
  std::uint64_t frame = 0;
  ObjectId pacing_queue{};  ///< FrameSign::kSignal: whose Signals end frames.
  std::uint64_t submissions = 0;
  std::uint64_t back_buffer_texels = 0;  ///< Of the biggest back buffer.
  Looks looks;
  std::vector<ObjectId> rings;

  Streak momentary_by_frame;
  std::uint64_t momentary_before_frames = 0;
  bool momentary_told = false;

  ObjectId texture_read{};  ///< The one whose bytes are added up, in `texture_read_frame`.
  std::uint64_t texture_read_frame = 0;
  std::uint64_t texture_read_bytes = 0;
  Streak texture_reads;
  bool texture_read_told = false;
};

}  // namespace ferry::check::model
