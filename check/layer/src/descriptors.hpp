#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>

#include <ferry/check/model/description.hpp>
#include <ferry/check/model/object_id.hpp>

#include "platform.hpp"

namespace ferry::check::layer {

enum class ViewKind : std::uint8_t {
  kNone,
  kConstantBuffer,
  kShaderResource,
  kUnorderedAccess,
  kRenderTarget,
  kDepth
};

/// What a descriptor shows.
struct View {
  ObjectId resource{};
  ObjectId counter{};
  Subresources subresources;
  std::uint64_t offset = 0;         ///< Buffers: bytes.
  std::uint64_t size = kWholeSize;  ///< Buffers: bytes.
  ViewKind kind = ViewKind::kNone;
  bool read_only_depth = false;
  bool read_only_stencil = false;
};

/// The descriptors of one heap. Slots are written and read without a lock, as Direct3D 12 lets programs do.
struct DescriptorTable {
  std::uint64_t cpu_start = 0;
  std::uint64_t gpu_start = 0;  ///< 0: not shader-visible.
  std::uint32_t increment = 1;
  std::uint32_t count = 0;
  ObjectId heap{};
  std::unique_ptr<View[]> views;
};

/// All descriptor heaps of a device. Free-threaded.
class DescriptorHeaps {
 public:
  void add(DescriptorTable* table);
  void remove(DescriptorTable* table);

  /// The slot behind a handle, or null for a handle into no heap.
  [[nodiscard]] View* find(D3D12_CPU_DESCRIPTOR_HANDLE handle) const;

  /// The slots from a GPU handle on; `left` gets how many there are to the heap's end.
  [[nodiscard]] View* find(D3D12_GPU_DESCRIPTOR_HANDLE handle, std::uint32_t& left) const;

  /// Copies `count` views, as CopyDescriptorsSimple does.
  void copy(D3D12_CPU_DESCRIPTOR_HANDLE to, D3D12_CPU_DESCRIPTOR_HANDLE from, std::uint32_t count,
            std::uint32_t increment) const;

 private:
  mutable std::shared_mutex mutex_;
  std::map<std::uint64_t, DescriptorTable*> by_cpu_;
  std::map<std::uint64_t, DescriptorTable*> by_gpu_;
};

/// Views as the creation calls describe them. `description` is the resource's; a null desc is the default
/// view.
View render_target_view(ObjectId resource, const D3D12_RENDER_TARGET_VIEW_DESC* desc);
View depth_view(ObjectId resource, const D3D12_DEPTH_STENCIL_VIEW_DESC* desc);
View shader_resource_view(ObjectId resource, const D3D12_SHADER_RESOURCE_VIEW_DESC* desc);
View unordered_access_view(ObjectId resource, ObjectId counter, const D3D12_UNORDERED_ACCESS_VIEW_DESC* desc);

}  // namespace ferry::check::layer
