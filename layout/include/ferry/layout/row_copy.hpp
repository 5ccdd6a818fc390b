#pragma once

#include <cstddef>
#include <cstdint>

#include <ferry/base/result.hpp>
#include <ferry/layout/footprint.hpp>

namespace ferry {

/// Which stores a copy uses for what it writes.
enum class StoreHint : std::uint8_t {
  /// Streaming for rows of 256 bytes and more, if `write_combined` is set or the copy is of 8 MiB or more;
  /// cached otherwise. On ordinary memory streaming also wins for smaller copies (1.05 to 1.2 from 64 KiB on)
  /// if the destination is surely not in the cache, as in a ring far bigger than the cache: say kStreaming
  /// then.
  kAuto,
  /// Ordinary stores. What is written is likely to be in the cache afterwards: right where the CPU reads it
  /// soon, and for READBACK results.
  kCached,
  /// Non-temporal stores where the CPU has them: whole lines go past the cache to memory, which is not read
  /// first. Right for write-combined memory, and for big blocks that this CPU does not read again.
  kStreaming,
};

/// When the stores of a copy become visible to whoever is told of them after. Matters for non-temporal stores
/// and for write-combined memory, whose stores the CPU may hold back.
enum class WriteFence : std::uint8_t {
  kAtEnd,  ///< The copy ends with a store fence (`sfence`) where it needs one.
  kLater,  ///< The caller runs store_fence() on this same thread, before anybody is told.
};

/// Makes earlier stores of this thread, non-temporal and to write-combined memory, visible before whatever it
/// stores next. Waits for them: some 100 ns after a copy of 4 KiB to write-combined memory.
void store_fence() noexcept;

/// A copy of `slices` x `rows` rows of `row_bytes` bytes. Pitches are bytes from row to row and from slice to
/// slice, not below the bytes that a row or a slice covers; they may be anything where there is only one row
/// or one slice. The two sides must not overlap. Exactly the bytes of the rows are read and written; the
/// padding between them is not touched.
struct RowCopy {
  void* dst = nullptr;
  std::uint64_t dst_row_pitch = 0;
  std::uint64_t dst_slice_pitch = 0;
  const void* src = nullptr;
  std::uint64_t src_row_pitch = 0;
  std::uint64_t src_slice_pitch = 0;
  std::uint64_t row_bytes = 0;
  std::uint64_t rows = 1;
  std::uint64_t slices = 1;
  StoreHint hint = StoreHint::kAuto;
  /// Whether `dst` is write-combined memory: UPLOAD and GPU_UPLOAD heaps on a device that is not cache
  /// coherent with the CPU. kAuto decides by it; and where it is set, a store fence ends the copy, whichever
  /// stores were used.
  bool write_combined = false;
  WriteFence fence = WriteFence::kAtEnd;
};

/// Whether copy_rows may be called with this: pitches cover their rows and slices, nothing overflows, no null
/// pointer where there is something to copy, no overlap. kInvalidArgument names what is wrong.
Result<void> validate(const RowCopy& copy);

/// Copies. `copy` must satisfy validate(), which is not called here. Rows that lie together on both sides are
/// copied as one block. Allocates nothing; safe from any thread for different memory. Nothing to copy is
/// fine.
void copy_rows(const RowCopy& copy) noexcept;

/// Copies `bytes` bytes; `src` and `dst` must not overlap. As copy_rows for one row.
void copy_bytes(void* dst, const void* src, std::size_t bytes, StoreHint hint = StoreHint::kAuto,
                bool write_combined = false, WriteFence fence = WriteFence::kAtEnd) noexcept;

/// The copy that fills a footprint in a mapped buffer: `buffer` points at the buffer's first byte (its
/// offset is added here), `src` at the first row. Source pitches of 0 stand for tightly packed rows and
/// slices. Set `hint` and `write_combined` on the result.
RowCopy to_footprint(const Footprint& footprint, void* buffer, const void* src,
                     std::uint64_t src_row_pitch = 0, std::uint64_t src_slice_pitch = 0) noexcept;

/// The copy that takes a footprint out of a mapped buffer. Destination pitches of 0 stand for tightly packed.
RowCopy from_footprint(const Footprint& footprint, const void* buffer, void* dst,
                       std::uint64_t dst_row_pitch = 0, std::uint64_t dst_slice_pitch = 0) noexcept;

}  // namespace ferry
