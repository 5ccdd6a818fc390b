#pragma once

#include <functional>
#include <vector>

#include "layer_scene.hpp"

namespace ferry::check::test {

constexpr auto kCommon = D3D12_RESOURCE_STATE_COMMON;
constexpr auto kTarget = D3D12_RESOURCE_STATE_RENDER_TARGET;
constexpr auto kSource = D3D12_RESOURCE_STATE_COPY_SOURCE;
constexpr auto kDest = D3D12_RESOURCE_STATE_COPY_DEST;
constexpr auto kReads = D3D12_RESOURCE_STATE_NON_PIXEL_SHADER_RESOURCE;
constexpr auto kPixel = D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE;

constexpr auto kDirect = D3D12_COMMAND_LIST_TYPE_DIRECT;
constexpr auto kCompute = D3D12_COMMAND_LIST_TYPE_COMPUTE;
constexpr auto kCopy = D3D12_COMMAND_LIST_TYPE_COPY;

/// A device and a DIRECT lane with what the cases need.
struct Bench {
  explicit Bench(const WrapOptions& options);

  /// A DEFAULT buffer of 64 KiB in a state.
  Ref<ID3D12Resource> buffer(D3D12_RESOURCE_STATES state = kCommon);
  /// A texture of 64 x 64 in a state: a render target, or what the flags say.
  Ref<ID3D12Resource> texture(D3D12_RESOURCE_STATES state,
                              D3D12_RESOURCE_FLAGS with = D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET,
                              UINT samples = 1);
  Ref<ID3D12Resource> upload(std::uint64_t size = 65536);
  Ref<ID3D12Resource> readback(std::uint64_t size = 65536);
  /// CreateCommittedResource, whose result is let go.
  void attempt(D3D12_HEAP_TYPE type, const D3D12_RESOURCE_DESC& desc, D3D12_RESOURCE_STATES state,
               const D3D12_CLEAR_VALUE* clear = nullptr, D3D12_HEAP_FLAGS heap_flags = D3D12_HEAP_FLAG_NONE);
  Ref<ID3D12Heap> memory(std::uint64_t size, D3D12_HEAP_FLAGS heap_flags);
  Ref<ID3D12Resource> placed(ID3D12Heap* heap, std::uint64_t offset, const D3D12_RESOURCE_DESC& desc,
                             D3D12_RESOURCE_STATES state);

  void to(ID3D12Resource* resource, D3D12_RESOURCE_STATES before, D3D12_RESOURCE_STATES after);
  void copy(ID3D12Resource* to, ID3D12Resource* from, std::uint64_t size = 256);
  /// CopyTextureRegion from a footprint of a buffer to (0, 0) of a texture's first subresource.
  void from_footprint(ID3D12Resource* texture, ID3D12Resource* from, std::uint64_t offset,
                      const D3D12_SUBRESOURCE_FOOTPRINT& footprint);
  /// CopyTextureRegion from one texture's subresource to (x, 0) of another's.
  void between(ID3D12Resource* to, UINT to_index, UINT x, ID3D12Resource* from, UINT from_index,
               const D3D12_BOX* box = nullptr);

  Ref<ID3D12DescriptorHeap> heap(D3D12_DESCRIPTOR_HEAP_TYPE type, bool visible = false);
  /// Everything for a draw but the render target; the picture may be null.
  void ready_to_draw(ID3D12Resource* picture,
                     const std::function<void(D3D12_GRAPHICS_PIPELINE_STATE_DESC&)>& change = {});
  /// The same without making anything, and without the pipeline: after a Reset.
  void bind_for_draw();
  D3D12_CPU_DESCRIPTOR_HANDLE target_view(ID3D12Resource* target);
  void ready_to_compute();

  Ref<ID3D12Device> device;
  Lane lane;
  D3D12_RESOURCE_FLAGS flags = D3D12_RESOURCE_FLAG_NONE;  ///< Of buffers.
  Ref<ID3D12RootSignature> root;
  Ref<ID3D12PipelineState> pipeline;
  Ref<ID3D12DescriptorHeap> views;
  Ref<ID3D12DescriptorHeap> target_views;
  Ref<ID3D12DescriptorHeap> views_of_depth;
  /// Lives until the bench ends, after its last list.
  std::vector<Ref<ID3D12Resource>> kept;
};

/// A rule broken through the layer, and the near miss.
struct Case {
  enum class Manner {
    kRecorded,   ///< Records into the bench's list, which is run afterwards.
    kDangerous,  ///< The same, but a driver may not survive it: not to be recorded in batches.
    kComplete,   ///< Does all by itself, with lists of its own or none.
  };
  const char* name;
  Rule rule;
  std::function<void(Bench&, bool wrong)> act;
  Manner manner = Manner::kRecorded;
  /// Rules that the same mistake breaks, too.
  std::vector<Rule> also = {};
};

std::vector<Case> creation_cases();
std::vector<Case> copy_cases();
std::vector<Case> state_cases();
std::vector<Case> order_cases();
std::vector<Case> command_cases();
std::vector<Case> advice_cases();

}  // namespace ferry::check::test
