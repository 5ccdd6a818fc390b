#pragma once

#include <memory>

#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/video_memory.hpp>

namespace ferry {

/// Both by an adapter of the system's or of a test's.
struct VideoMemoryAccess {
  static Result<VideoMemoryGroups> query(IDXGIAdapter3* adapter);
  static Result<std::unique_ptr<VideoMemoryWatch>> start(ComPtr<IDXGIAdapter3> adapter);
};

}  // namespace ferry
