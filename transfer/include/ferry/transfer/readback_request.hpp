#pragma once

#include <cstdint>
#include <optional>

#include <ferry/base/fence_point.hpp>
#include <ferry/gpu/queue.hpp>
#include <ferry/layout/footprint.hpp>
#include <ferry/transfer/barrier.hpp>

struct ID3D12QueryHeap;
struct ID3D12Resource;

namespace ferry {

/// Bytes of a buffer.
struct BufferReadback {
  ID3D12Resource* source = nullptr;
  std::uint64_t offset = 0;
  /// 0 is a successful no-op: a ticket that is ready and holds nothing.
  std::uint64_t bytes = 0;
};

/// Subresources of a texture, or a box of one.
struct TextureReadback {
  ID3D12Resource* source = nullptr;
  std::uint32_t first_subresource = 0;
  std::uint32_t subresource_count = 1;
  /// Only with one subresource. Default: all of it. Depth-stencil textures are read whole.
  std::optional<Box> box = std::nullopt;
  /// The state that these subresources are in; they are left in it. Default: COMMON (which is PRESENT).
  std::uint32_t state = kStateCommon;
};

/// Results of a query heap, resolved and read back.
struct QueryReadback {
  ID3D12QueryHeap* heap = nullptr;
  /// D3D12_QUERY_TYPE: 0 occlusion, 1 binary occlusion, 2 timestamp, 3 pipeline statistics, 4 to 7 stream
  /// output.
  std::uint32_t type = 2;
  std::uint32_t first = 0;
  std::uint32_t count = 1;
};

struct ReadbackOptions {
  /// The queue that copies. DIRECT takes sources in any state, COPY only in COMMON. Default: DIRECT.
  QueueKind queue = QueueKind::kDirect;
  /// The queue first waits, on the GPU, for this point: the work that makes the bytes. Not needed for work of
  /// the same queue. Default: none.
  std::optional<FencePoint> after = std::nullopt;
  /// The result will be looked at where it arrives (ReadbackTicket::view): it then comes in one piece. Else a
  /// big one comes in a few, so that `copy_to` can copy the first while the rest arrives. Both calls work
  /// either way. Default: false.
  bool in_place = false;
};

}  // namespace ferry
