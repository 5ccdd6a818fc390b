#pragma once

#include <cstdint>

#include <ferry/base/units.hpp>

/// From when on a habit is worth a word: the thresholds of the rules that Options::advise_on_use switches on.
///
/// A frame ends with check::frame_end(). Where the program never calls that, it ends with
/// check::presented(); where it does not call that either, with a Signal that covers work other than copies
/// on one queue: the first DIRECT queue that does such work, or before there is one, the first COMPUTE queue.
/// Where several of these happen in a real frame, a rule that counts frames sees a habit in some of them only
/// and stays quiet: rather a miss than a false alarm.
namespace ferry::check::advice {

/// Frames in a row that show a habit before it is reported.
inline constexpr std::uint64_t kFramesInARow = 16;
/// How often it must be seen where no frame has ended yet: loading may be simple rather than fast.
inline constexpr std::uint64_t kTimesBeforeFrames = 64;

/// `tiny-submissions`: a submission is tiny where it does nothing but copy this many bytes or fewer. At the
/// 25 GB/s of a good bus they take less than a microsecond, and the submission tens of them.
inline constexpr std::uint64_t kTinyCopyBytes = 16_KiB;
/// `tiny-submissions`: so many in a row on one queue. Other work, a bigger copy, or a Wait of the queue ends
/// the row, and so does a frame with fewer than kTinySubmissionsPerFrame.
inline constexpr std::uint64_t kTinySubmissions = 16;
inline constexpr std::uint64_t kTinySubmissionsPerFrame = 4;

/// `submit-and-wait`: a wait for the newest value of a queue, by the thread that signalled it, before anything
/// else was recorded or submitted. With frame_end or presented it counts once a frame, otherwise each time; a
/// Signal that nobody waits for at once then ends the row.
/// So many calls of GetCompletedValue in a row are taken for a wait.
inline constexpr std::uint64_t kLooksOfAWait = 4;

/// `upload-buffer-per-frame`: a committed UPLOAD buffer that no more submissions than these used before its
/// release is one for the moment.
inline constexpr std::uint64_t kFewSubmissions = 4;

/// `full-frame-readback`: from this size on a texture is worth it. It must also be a back buffer, a render
/// target or as big as a back buffer, and no smaller than the biggest back buffer known.
inline constexpr std::uint64_t kFrameBytes = 1_MiB;

/// `ring-too-big` and `ring-too-small`: an UPLOAD buffer from this size on that is copied from while it is
/// mapped, or after it was.
inline constexpr std::uint64_t kSmallestRing = 64_KiB;
/// `ring-too-big`: more than kUsualRing is unusual, and it is kFarTooBig times as big as it should be. Said
/// once it has carried kTurnsOfARing times its own size, or when it is released after kRingSubmissions
/// submissions.
inline constexpr std::uint64_t kUsualRing = 64_MiB;
inline constexpr std::uint64_t kFarTooBig = 8;
inline constexpr std::uint64_t kTurnsOfARing = 4;
inline constexpr std::uint64_t kRingSubmissions = 64;
/// `ring-too-small`: so many times the CPU waited with three quarters or more of it in flight, until a quarter
/// or less was: the two took turns.
inline constexpr std::uint64_t kDrainingWaits = 16;

}  // namespace ferry::check::advice
