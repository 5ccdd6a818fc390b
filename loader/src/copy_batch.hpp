#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/command_recycler.hpp>
#include <ferry/gpu/queue.hpp>
#include <ferry/gpu/upload_ring.hpp>
#include <ferry/schedule/scheduler.hpp>

#include "load_record.hpp"

namespace ferry {

/// One piece of one request, on its way from the file to the GPU.
struct PieceWork {
  std::shared_ptr<LoadRecord> record;
  SchedulePiece piece;
  UploadRing* ring = nullptr;
  StagingBlock block;
  /// The piece is not to be copied: its request was given up, or this is set and says why it failed.
  bool dropped = false;
  bool failed = false;
  Error error;
};

/// Copies that one fence point covers.
struct CopyBatch {
  std::vector<PieceWork> works;
  FencePoint point;
  std::uint64_t bytes = 0;
  std::uint64_t patient_bytes = 0;
  bool held = false;  // While immediate requests were being served.
  ScheduleTime submitted{};
};

/// Records the copies of these pieces into one list and executes it; their staging is committed to the point.
/// `executed` says whether the GPU may have seen it: then staging and destinations must not be reused or
/// released, even where this fails.
Result<FencePoint> submit_copies(Queue& queue, CommandRecycler& lists, std::vector<PieceWork>& works,
                                 bool& executed);

}  // namespace ferry
