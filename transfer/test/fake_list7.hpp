#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "../../gpu/test/null_command_list.hpp"
#include "../src/enhanced_interface.hpp"

namespace ferry::test {

/// A list with enhanced barriers: writes down what it is given, in order.
class FakeList7 final : public NullCommandListOf<enhanced::CommandList7> {
 public:
  struct Call {
    std::vector<enhanced::Texture> textures;
    std::vector<enhanced::Buffer> buffers;
    std::size_t groups = 0;
  };

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override {
    *object = nullptr;
    if (std::memcmp(&iid, &enhanced::kCommandList7, sizeof iid) != 0) return E_NOINTERFACE;
    AddRef();
    *object = static_cast<enhanced::CommandList7*>(this);
    return S_OK;
  }
  void STDMETHODCALLTYPE CopyBufferRegion(ID3D12Resource*, UINT64, ID3D12Resource*, UINT64, UINT64) override {
    shape += 'c';
  }
  void STDMETHODCALLTYPE CopyTextureRegion(const D3D12_TEXTURE_COPY_LOCATION*, UINT, UINT, UINT,
                                           const D3D12_TEXTURE_COPY_LOCATION*, const D3D12_BOX*) override {
    shape += 'c';
  }
  void STDMETHODCALLTYPE ResourceBarrier(UINT, const D3D12_RESOURCE_BARRIER*) override { shape += 'o'; }
  void STDMETHODCALLTYPE Barrier(UINT32 count, const enhanced::Group* groups) override {
    shape += 'B';
    Call call;
    call.groups = count;
    for (UINT32 i = 0; i < count; ++i) {
      if (groups[i].type == enhanced::kTextureGroup) {
        const auto* first = static_cast<const enhanced::Texture*>(groups[i].barriers);
        call.textures.insert(call.textures.end(), first, first + groups[i].count);
      } else if (groups[i].type == enhanced::kBufferGroup) {
        const auto* first = static_cast<const enhanced::Buffer*>(groups[i].barriers);
        call.buffers.insert(call.buffers.end(), first, first + groups[i].count);
      } else {
        shape += '?';
      }
    }
    calls.push_back(std::move(call));
  }

  // Whoever counts the methods before Barrier wrongly ends here.
  void STDMETHODCALLTYPE AtomicCopyBufferUint() override { shape += '!'; }
  void STDMETHODCALLTYPE AtomicCopyBufferUint64() override { shape += '!'; }
  void STDMETHODCALLTYPE OMSetDepthBounds() override { shape += '!'; }
  void STDMETHODCALLTYPE SetSamplePositions() override { shape += '!'; }
  void STDMETHODCALLTYPE ResolveSubresourceRegion() override { shape += '!'; }
  void STDMETHODCALLTYPE SetViewInstanceMask() override { shape += '!'; }
  void STDMETHODCALLTYPE WriteBufferImmediate() override { shape += '!'; }
  void STDMETHODCALLTYPE SetProtectedResourceSession() override { shape += '!'; }
  void STDMETHODCALLTYPE BeginRenderPass() override { shape += '!'; }
  void STDMETHODCALLTYPE EndRenderPass() override { shape += '!'; }
  void STDMETHODCALLTYPE InitializeMetaCommand() override { shape += '!'; }
  void STDMETHODCALLTYPE ExecuteMetaCommand() override { shape += '!'; }
  void STDMETHODCALLTYPE BuildRaytracingAccelerationStructure() override { shape += '!'; }
  void STDMETHODCALLTYPE EmitRaytracingPostbuildInfo() override { shape += '!'; }
  void STDMETHODCALLTYPE CopyRaytracingAccelerationStructure() override { shape += '!'; }
  void STDMETHODCALLTYPE SetPipelineState1() override { shape += '!'; }
  void STDMETHODCALLTYPE DispatchRays() override { shape += '!'; }
  void STDMETHODCALLTYPE RSSetShadingRate() override { shape += '!'; }
  void STDMETHODCALLTYPE RSSetShadingRateImage() override { shape += '!'; }
  void STDMETHODCALLTYPE DispatchMesh() override { shape += '!'; }

  /// 'B' for a call of Barrier, 'c' for a copy, 'o' for an old barrier.
  std::string shape;
  std::vector<Call> calls;
};

}  // namespace ferry::test
