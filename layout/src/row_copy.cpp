#include <ferry/layout/row_copy.hpp>

#include <cstring>

#include <ferry/base/units.hpp>

#include "stream_kernels.hpp"

namespace ferry {
namespace {

using detail::StreamLines;

constexpr std::size_t kLine = 64;

// Below this a row has too few whole lines for non-temporal stores to pay.
constexpr std::uint64_t kStreamRowBytes = 256;

// From here on, non-temporal stores win on ordinary memory as well, by 1.1 to 1.25, even where the same CPU
// reads the bytes right after: what is written no longer fits beside what is read, and is not fetched before
// it is overwritten. Below, it depends on whether the destination is still in the cache: 0.4 to 0.9 where it
// is, up to 1.2 where not. bench/layout_bench.cpp measures it.
constexpr std::uint64_t kStreamCachedBytes = std::uint64_t{8} << 20;

StreamLines stream_lines() noexcept {
  const auto kernels = detail::stream_kernels();
  return kernels.empty() ? nullptr : kernels.front().copy_lines;
}

/// Whether to use non-temporal stores for rows of `row_bytes` bytes, `total` bytes in all.
bool wants_streaming(StoreHint hint, bool write_combined, std::uint64_t row_bytes,
                     std::uint64_t total) noexcept {
  switch (hint) {
    case StoreHint::kCached:
      return false;
    case StoreHint::kStreaming:
      return row_bytes >= kLine;
    case StoreHint::kAuto:
      break;
  }
  return row_bytes >= kStreamRowBytes && (write_combined || total >= kStreamCachedBytes);
}

void stream_row(StreamLines lines, void* dst, const void* src, std::size_t bytes) noexcept {
  auto* to = static_cast<char*>(dst);
  const auto* from = static_cast<const char*>(src);
  const std::size_t before = static_cast<std::size_t>(0 - reinterpret_cast<std::uintptr_t>(to)) & (kLine - 1);
  if (bytes < before + kLine) {
    std::memcpy(to, from, bytes);
    return;
  }
  if (before != 0) {
    std::memcpy(to, from, before);
    to += before;
    from += before;
    bytes -= before;
  }
  lines(to, from, bytes / kLine);
  const std::size_t done = bytes & ~(kLine - 1);
  if (bytes != done) std::memcpy(to + done, from + done, bytes - done);
}

struct Side {
  std::string_view name;
  const void* bytes;
  std::uint64_t row_pitch;
  std::uint64_t slice_pitch;
};

/// Bytes from the first byte of the first row to the end of the last, into `out`.
Result<void> measure(const Side& side, const RowCopy& copy, std::uint64_t& out) {
  if (copy.rows > 1 && side.row_pitch < copy.row_bytes) {
    return fail(ErrorCode::kInvalidArgument, side.name, " row pitch ", side.row_pitch,
                " is smaller than a row of ", copy.row_bytes, " bytes");
  }
  std::uint64_t slice = copy.row_bytes;
  if (copy.rows > 1 && (!multiply_checked(side.row_pitch, copy.rows - 1, slice) ||
                        !add_checked(slice, copy.row_bytes, slice))) {
    return fail(ErrorCode::kInvalidArgument, copy.rows, " rows of ", side.name, " pitch ", side.row_pitch,
                " do not fit into 2^64 bytes");
  }
  if (copy.slices > 1 && side.slice_pitch < slice) {
    return fail(ErrorCode::kInvalidArgument, side.name, " slice pitch ", side.slice_pitch,
                " is smaller than a slice of ", slice, " bytes");
  }
  std::uint64_t total = slice;
  if (copy.slices > 1 &&
      (!multiply_checked(side.slice_pitch, copy.slices - 1, total) || !add_checked(total, slice, total))) {
    return fail(ErrorCode::kInvalidArgument, copy.slices, " slices of ", side.name, " pitch ",
                side.slice_pitch, " do not fit into 2^64 bytes");
  }
  const auto address = reinterpret_cast<std::uintptr_t>(side.bytes);
  if (total > UINTPTR_MAX - address) {
    return fail(ErrorCode::kInvalidArgument, side.name, " of ", total, " bytes runs past the end of memory");
  }
  if (side.bytes == nullptr) return fail(ErrorCode::kInvalidArgument, side.name, " is null");
  out = total;
  return {};
}

bool is_empty(const RowCopy& copy) noexcept {
  return copy.row_bytes == 0 || copy.rows == 0 || copy.slices == 0;
}

}  // namespace

Result<void> validate(const RowCopy& copy) {
  if (is_empty(copy)) return {};
  std::uint64_t dst_bytes = 0;
  std::uint64_t src_bytes = 0;
  auto dst = measure({"destination", copy.dst, copy.dst_row_pitch, copy.dst_slice_pitch}, copy, dst_bytes);
  if (!dst) return dst;
  auto src = measure({"source", copy.src, copy.src_row_pitch, copy.src_slice_pitch}, copy, src_bytes);
  if (!src) return src;
  const auto dst_begin = reinterpret_cast<std::uintptr_t>(copy.dst);
  const auto src_begin = reinterpret_cast<std::uintptr_t>(copy.src);
  if (dst_begin < src_begin + src_bytes && src_begin < dst_begin + dst_bytes) {
    return fail(ErrorCode::kInvalidArgument, "source and destination overlap; copy through a third place");
  }
  return {};
}

void copy_rows(const RowCopy& copy) noexcept {
  if (is_empty(copy)) return;
  std::uint64_t row_bytes = copy.row_bytes;
  std::uint64_t rows = copy.rows;
  std::uint64_t slices = copy.slices;
  // Rows and slices that touch on both sides become one long row.
  if (rows == 1 || (copy.dst_row_pitch == row_bytes && copy.src_row_pitch == row_bytes)) {
    row_bytes *= rows;
    rows = 1;
    if (copy.dst_slice_pitch == row_bytes && copy.src_slice_pitch == row_bytes) {
      row_bytes *= slices;
      slices = 1;
    }
  }

  const auto bytes = static_cast<std::size_t>(row_bytes);
  const StreamLines lines =
      wants_streaming(copy.hint, copy.write_combined, row_bytes, row_bytes * rows * slices) ? stream_lines()
                                                                                            : nullptr;
  auto* dst_slice = static_cast<char*>(copy.dst);
  const auto* src_slice = static_cast<const char*>(copy.src);
  for (std::uint64_t slice = 0; slice < slices; ++slice) {
    auto* dst = dst_slice + slice * copy.dst_slice_pitch;
    const auto* src = src_slice + slice * copy.src_slice_pitch;
    for (std::uint64_t row = 0; row < rows; ++row) {
      if (lines != nullptr) {
        stream_row(lines, dst + row * copy.dst_row_pitch, src + row * copy.src_row_pitch, bytes);
      } else {
        std::memcpy(dst + row * copy.dst_row_pitch, src + row * copy.src_row_pitch, bytes);
      }
    }
  }
  if (copy.fence == WriteFence::kAtEnd && (lines != nullptr || copy.write_combined)) store_fence();
}

void copy_bytes(void* dst, const void* src, std::size_t bytes, StoreHint hint, bool write_combined,
                WriteFence fence) noexcept {
  if (bytes == 0) return;
  const StreamLines lines = wants_streaming(hint, write_combined, bytes, bytes) ? stream_lines() : nullptr;
  if (lines != nullptr) {
    stream_row(lines, dst, src, bytes);
  } else {
    std::memcpy(dst, src, bytes);
  }
  if (fence == WriteFence::kAtEnd && (lines != nullptr || write_combined)) store_fence();
}

RowCopy to_footprint(const Footprint& footprint, void* buffer, const void* src, std::uint64_t src_row_pitch,
                     std::uint64_t src_slice_pitch) noexcept {
  RowCopy copy;
  copy.dst = static_cast<char*>(buffer) + footprint.offset;
  copy.dst_row_pitch = footprint.row_pitch;
  copy.dst_slice_pitch = footprint.slice_pitch;
  copy.src = src;
  copy.src_row_pitch = src_row_pitch != 0 ? src_row_pitch : footprint.row_bytes;
  copy.src_slice_pitch = src_slice_pitch != 0 ? src_slice_pitch : copy.src_row_pitch * footprint.rows;
  copy.row_bytes = footprint.row_bytes;
  copy.rows = footprint.rows;
  copy.slices = footprint.depth;
  return copy;
}

RowCopy from_footprint(const Footprint& footprint, const void* buffer, void* dst, std::uint64_t dst_row_pitch,
                       std::uint64_t dst_slice_pitch) noexcept {
  RowCopy copy;
  copy.dst = dst;
  copy.dst_row_pitch = dst_row_pitch != 0 ? dst_row_pitch : footprint.row_bytes;
  copy.dst_slice_pitch = dst_slice_pitch != 0 ? dst_slice_pitch : copy.dst_row_pitch * footprint.rows;
  copy.src = static_cast<const char*>(buffer) + footprint.offset;
  copy.src_row_pitch = footprint.row_pitch;
  copy.src_slice_pitch = footprint.slice_pitch;
  copy.row_bytes = footprint.row_bytes;
  copy.rows = footprint.rows;
  copy.slices = footprint.depth;
  return copy;
}

}  // namespace ferry
