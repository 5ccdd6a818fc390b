#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <ferry/base/text.hpp>
#include <ferry/transfer/barrier.hpp>

#include "../../gpu/test/null_command_list.hpp"

namespace ferry::test {

/// Writes down the copies and barriers that it is given, in order.
class SpyList final : public NullCommandList {
 public:
  struct Step {
    enum class Kind { kBufferCopy, kToTexture, kFromTexture, kBarrier };
    Kind kind = Kind::kBarrier;
    ID3D12Resource* destination = nullptr;
    ID3D12Resource* source = nullptr;
    std::uint64_t destination_offset = 0;
    std::uint64_t source_offset = 0;
    std::uint64_t bytes = 0;
    std::uint32_t subresource = 0;
    bool has_box = false;
    D3D12_BOX box = {};
    UINT x = 0, y = 0, z = 0;
    D3D12_PLACED_SUBRESOURCE_FOOTPRINT footprint = {};
    Barrier barrier;
  };

  void STDMETHODCALLTYPE CopyBufferRegion(ID3D12Resource* destination, UINT64 destination_offset,
                                          ID3D12Resource* source, UINT64 source_offset,
                                          UINT64 bytes) override {
    Step step;
    step.kind = Step::Kind::kBufferCopy;
    step.destination = destination;
    step.destination_offset = destination_offset;
    step.source = source;
    step.source_offset = source_offset;
    step.bytes = bytes;
    steps.push_back(step);
  }
  void STDMETHODCALLTYPE CopyTextureRegion(const D3D12_TEXTURE_COPY_LOCATION* to, UINT x, UINT y, UINT z,
                                           const D3D12_TEXTURE_COPY_LOCATION* from,
                                           const D3D12_BOX* box) override {
    const bool up = to->Type == D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX;
    const D3D12_TEXTURE_COPY_LOCATION& texture = up ? *to : *from;
    const D3D12_TEXTURE_COPY_LOCATION& placed = up ? *from : *to;
    Step step;
    step.kind = up ? Step::Kind::kToTexture : Step::Kind::kFromTexture;
    step.destination = to->pResource;
    step.source = from->pResource;
    step.subresource = texture.SubresourceIndex;
    step.footprint = placed.PlacedFootprint;
    step.x = x;
    step.y = y;
    step.z = z;
    step.has_box = box != nullptr;
    if (box != nullptr) step.box = *box;
    steps.push_back(step);
  }
  void STDMETHODCALLTYPE ResourceBarrier(UINT count, const D3D12_RESOURCE_BARRIER* barriers) override {
    ++barrier_calls;
    for (UINT i = 0; i < count; ++i) {
      Step step;
      step.barrier = {barriers[i].Transition.pResource, barriers[i].Transition.Subresource,
                      static_cast<std::uint32_t>(barriers[i].Transition.StateBefore),
                      static_cast<std::uint32_t>(barriers[i].Transition.StateAfter)};
      steps.push_back(step);
    }
  }

  /// 'c' for a copy, 'b' for a barrier.
  [[nodiscard]] static std::string shape_of(const std::vector<Step>& steps) {
    std::string letters;
    for (const Step& step : steps) letters += step.kind == Step::Kind::kBarrier ? 'b' : 'c';
    return letters;
  }
  [[nodiscard]] std::string shape() const { return shape_of(steps); }

  std::vector<Step> steps;
  int barrier_calls = 0;
};

}  // namespace ferry::test
