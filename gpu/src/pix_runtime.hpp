#pragma once

#include <cstdint>

#include <ferry/gpu/d3d12.hpp>

namespace ferry {

/// What WinPixEventRuntime.dll exports for command lists; null where it is not there.
struct PixRuntime {
  using Named = void(WINAPI*)(ID3D12GraphicsCommandList* list, UINT64 color, const char* format);
  using End = void(WINAPI*)(ID3D12GraphicsCommandList* list);

  Named begin = nullptr;
  End end = nullptr;
  Named marker = nullptr;

  [[nodiscard]] bool complete() const { return begin != nullptr && end != nullptr && marker != nullptr; }
};

/// The system's, until a test puts another in its place: not while events are made on other threads.
void replace_pix_runtime(const PixRuntime& runtime);

}  // namespace ferry
