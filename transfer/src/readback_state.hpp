#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include <ferry/base/fence_point.hpp>
#include <ferry/gpu/readback_pool.hpp>
#include <ferry/layout/footprint.hpp>

namespace ferry {

struct TransferCore;

/// A part of a readback that one submission brings.
struct ReadbackPiece {
  FencePoint point;
  /// Buffers: the bytes [begin, end) of the READBACK buffer.
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  /// Textures: footprints [first_footprint, first_footprint + footprint_count); of a single one perhaps only
  /// some rows.
  std::uint32_t first_footprint = 0;
  std::uint32_t footprint_count = 0;
  std::uint32_t first_row = 0;
  std::uint32_t rows = 0;
};

/// What the tickets of one readback share.
///
/// Threading: everything but `submitted` and the points is constant once the ticket is handed out; these are
/// set, once, before `submitted` is.
struct ReadbackState {
  ReadbackState() = default;
  ReadbackState(const ReadbackState&) = delete;
  ReadbackState& operator=(const ReadbackState&) = delete;
  /// Gives the READBACK buffer back to the pool, if the GPU is known to be done with it at some point.
  ~ReadbackState();

  /// The point behind the last piece; value 0 for an empty readback.
  [[nodiscard]] FencePoint last_point() const;
  /// Makes it a result that ends at one point of the application's.
  void submitted_at(FencePoint point);

  std::shared_ptr<TransferCore> core;
  ReadbackBuffer buffer;
  /// In the order in which they complete. None for an empty readback.
  std::vector<ReadbackPiece> pieces;
  /// Empty for buffers and queries.
  std::vector<Footprint> footprints;
  /// Bytes used in the buffer, and bytes of the result without padding.
  std::uint64_t mapped_bytes = 0;
  std::uint64_t tight_bytes = 0;
  /// Whether the points mean something: false while a recording's list is not submitted.
  std::atomic<bool> submitted = false;
  /// Whether some list names the buffer, be it submitted or not.
  bool recorded = false;
};

}  // namespace ferry
