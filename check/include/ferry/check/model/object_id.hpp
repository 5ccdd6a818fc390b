#pragma once

#include <cstdint>

namespace ferry::check {

/// Names one Direct3D 12 object to the model. The layer gives ids out: dense, from 1, never given twice.
enum class ObjectId : std::uint64_t { kNone = 0 };

}  // namespace ferry::check
