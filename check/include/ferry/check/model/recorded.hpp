#pragma once

#include <cstdint>
#include <span>

#include <ferry/check/model/description.hpp>
#include <ferry/check/model/object_id.hpp>

/// Commands recorded into a list. Sent while recording, in the order of the list's own calls; lists of
/// several threads may interleave in any way. Resource states are looked at when the list is executed.
namespace ferry::check::event {

/// CopyBufferRegion (and AtomicCopyBuffer's main copy). Offsets and size in bytes.
struct CopyBuffer {
  const char* call = "";
  ObjectId list{};
  ObjectId destination{};
  std::uint64_t destination_offset = 0;
  ObjectId source{};
  std::uint64_t source_offset = 0;
  std::uint64_t size = 0;
};

/// CopyTextureRegion.
struct CopyTexture {
  const char* call = "";
  ObjectId list{};
  CopyLocation destination{};
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t z = 0;
  CopyLocation source{};
  bool has_box = false;  ///< False for a null pSrcBox.
  Box box{};
};

/// CopyResource.
struct CopyWhole {
  const char* call = "";
  ObjectId list{};
  ObjectId destination{};
  ObjectId source{};
};

/// ResolveSubresource, and ResolveSubresourceRegion with `region` set.
struct Resolve {
  const char* call = "";
  ObjectId list{};
  ObjectId destination{};
  std::uint32_t destination_subresource = 0;
  ObjectId source{};
  std::uint32_t source_subresource = 0;
  std::uint32_t format = 0;
  bool region = false;
};

/// D3D12_RESOURCE_BARRIER_TYPE's own values.
enum class BarrierType : std::uint8_t { kTransition = 0, kAliasing = 1, kUav = 2 };

/// A plain copy of D3D12_RESOURCE_BARRIER.
struct Barrier {
  BarrierType type = BarrierType::kTransition;
  std::uint32_t flags = 0;  ///< barrier_flags
  /// Transition and UAV: the resource (kNone: any, UAV only). Aliasing: pResourceBefore (kNone: any).
  ObjectId resource{};
  ObjectId after_resource{};  ///< Aliasing: pResourceAfter (kNone: any).
  std::uint32_t subresource = kAllSubresources;
  std::uint32_t before = 0;
  std::uint32_t after = 0;
};

/// ResourceBarrier.
struct Barriers {
  const char* call = "";
  ObjectId list{};
  std::span<const Barrier> barriers{};
};

/// One use of a resource in a state: what a binding, or a command of its own, needs.
struct Use {
  ObjectId resource{};
  std::uint32_t state = 0;  ///< One write state, or one or more read states; all of them are needed.
  Subresources subresources{};
  std::uint64_t offset = 0;         ///< Buffers: bytes from its start.
  std::uint64_t size = kWholeSize;  ///< Buffers: bytes.
  const char* as = "";              ///< A string literal for messages: "vertex buffer", "root SRV".
};

/// Where something is bound. A slot is a point and an index; setting it replaces what was there.
enum class BindPoint : std::uint8_t {
  kVertexBuffer,  ///< IASetVertexBuffers: index is the slot.
  kIndexBuffer,   ///< IASetIndexBuffer.
  kStreamOutput,  ///< SOSetTargets.
  kRenderTarget,  ///< OMSetRenderTargets.
  kDepth,         ///< The DSV's depth plane. State: DEPTH_WRITE, or DEPTH_READ for a read-only view.
  kStencil,       ///< The DSV's stencil plane, likewise; ignored where the format has none.
  kGraphicsRoot,  ///< Root views and, as an option, descriptor tables: index is the root parameter.
  kComputeRoot,
  kPredication,  ///< SetPredication; kIndirectArgument is PREDICATION's bit.
};

/// Sets one slot of a list. An empty span unbinds. The bindings stay until set again, BindingsCleared, or the
/// list's Reset. No state is needed until a draw or dispatch uses the slot.
struct Bound {
  const char* call = "";
  ObjectId list{};
  BindPoint point = BindPoint::kVertexBuffer;
  std::uint32_t index = 0;
  std::span<const Use> uses{};
};

/// Unbinds every slot of a point: SetGraphicsRootSignature clears kGraphicsRoot, and so on.
struct BindingsCleared {
  const char* call = "";
  ObjectId list{};
  BindPoint point = BindPoint::kVertexBuffer;
};

/// ClearState: unbinds everything.
struct StateCleared {
  const char* call = "";
  ObjectId list{};
};

/// How a draw touches a depth or stencil plane, by its pipeline state.
enum class DepthAccess : std::uint8_t { kNone, kRead, kWrite };

/// DrawInstanced, DrawIndexedInstanced, or ExecuteIndirect of draws.
struct Draw {
  const char* call = "";
  ObjectId list{};
  bool indexed = false;
  /// Which slots the pipeline state reads: bit n for slot n.
  std::uint32_t vertex_slots = 0xffffffff;
  std::uint32_t render_target_slots = 0xff;
  bool stream_output = true;
  DepthAccess depth = DepthAccess::kWrite;
  DepthAccess stencil = DepthAccess::kWrite;
  /// Uses of this call alone: ExecuteIndirect's argument and count buffers (INDIRECT_ARGUMENT).
  std::span<const Use> extra{};
};

/// Dispatch, or ExecuteIndirect of dispatches.
struct Dispatch {
  const char* call = "";
  ObjectId list{};
  std::span<const Use> extra{};
};

/// A command that uses resources by itself: ClearUnorderedAccessView (UNORDERED_ACCESS), ResolveQueryData
/// (COPY_DEST, with its byte range), WriteBufferImmediate, CopyTiles, AtomicCopyBuffer's dependents.
struct Used {
  const char* call = "";
  ObjectId list{};
  std::span<const Use> uses{};
};

/// What a view was made for.
enum class ClearKind : std::uint8_t { kRenderTarget, kDepth };

/// ClearRenderTargetView, ClearDepthStencilView. For a DSV `subresources` holds the planes that are cleared.
struct ClearView {
  const char* call = "";
  ObjectId list{};
  ClearKind kind = ClearKind::kRenderTarget;
  ObjectId resource{};
  Subresources subresources{};
  /// True where rectangles were given: then it is no initialisation of the whole subresource.
  bool partial = false;
};

/// DiscardResource.
struct Discard {
  const char* call = "";
  ObjectId list{};
  ObjectId resource{};
  std::uint32_t first_subresource = 0;
  std::uint32_t subresource_count = kAllSubresources;
  bool partial = false;  ///< Rectangles were given.
};

/// An object that the list names without a state: pipeline state, query heap, descriptor heap, root
/// signature. It must live until the list is complete.
struct Referenced {
  const char* call = "";
  ObjectId list{};
  ObjectId object{};
};

/// ExecuteBundle.
struct BundleExecuted {
  const char* call = "";
  ObjectId list{};
  ObjectId bundle{};
};

/// A recorded call with no resource of its own (SetViewports, markers, queries): only the list's state and
/// type are looked at. `type_mask` has bit 1 << ListType for each type of list that may record it.
struct PlainCommand {
  const char* call = "";
  ObjectId list{};
  std::uint32_t type_mask = 0xffffffff;
};

}  // namespace ferry::check::event
