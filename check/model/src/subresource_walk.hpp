#pragma once

#include <algorithm>
#include <cstdint>

#include "objects.hpp"

namespace ferry::check::model {

/// Calls `visit(first, end)` for each run of neighbouring subresource indices that the op reaches.
template <typename Visit>
void for_each_run(const Resource& resource, const Recording& recording, const Op& op, Visit&& visit) {
  if (op.box == kNoBox) {
    if (op.subresource == kAllSubresources) {
      visit(std::uint32_t{0}, resource.subresources);
    } else {
      visit(op.subresource, op.subresource + 1);
    }
    return;
  }
  const Subresources& box = recording.boxes[op.box];
  for (std::uint32_t plane = box.first_plane; plane < box.first_plane + box.plane_count; ++plane) {
    for (std::uint32_t slice = box.first_slice; slice < box.first_slice + box.slice_count; ++slice) {
      const std::uint32_t first = box.first_mip + (slice + plane * resource.slices) * resource.mips;
      visit(first, first + box.mip_count);
    }
  }
}

inline bool reaches_all(const Op& op) {
  return op.box == kNoBox && op.subresource == kAllSubresources;
}

}  // namespace ferry::check::model
