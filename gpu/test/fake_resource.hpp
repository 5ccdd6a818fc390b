#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <ferry/gpu/resource_desc.hpp>

#include "stub_object.hpp"

namespace ferry::test {

/// A resource with a description, with memory of its own where it is a small buffer, and with a diary of its
/// maps.
class FakeResource final : public StubObject<ID3D12Resource> {
 public:
  struct Range {
    bool given = false;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    friend bool operator==(const Range&, const Range&) = default;
  };

  explicit FakeResource(const TextureDesc& desc) : desc_(to_d3d12(desc, 0)) {}
  static TextureDesc buffer_of(std::uint64_t bytes) {
    TextureDesc desc;
    desc.dimension = Dimension::kBuffer;
    desc.format = Format::kUnknown;
    desc.width = bytes;
    return desc;
  }

  HRESULT STDMETHODCALLTYPE Map(UINT, const D3D12_RANGE* read, void** data) override {
    maps.push_back(range_of(read));
    if (map_result != S_OK) return map_result;
    memory.resize(static_cast<std::size_t>(desc_.Width));
    *data = memory.data();
    return S_OK;
  }
  void STDMETHODCALLTYPE Unmap(UINT, const D3D12_RANGE* written) override {
    unmaps.push_back(range_of(written));
  }
#if defined(WIDL_EXPLICIT_AGGREGATE_RETURNS)
  D3D12_RESOURCE_DESC* STDMETHODCALLTYPE GetDesc(D3D12_RESOURCE_DESC* desc) override {
    *desc = desc_;
    return desc;
  }
#else
  D3D12_RESOURCE_DESC STDMETHODCALLTYPE GetDesc() override {
    return desc_;
  }
#endif
  D3D12_GPU_VIRTUAL_ADDRESS STDMETHODCALLTYPE GetGPUVirtualAddress() override {
    return 0;
  }
  HRESULT STDMETHODCALLTYPE WriteToSubresource(UINT, const D3D12_BOX*, const void*, UINT, UINT) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE ReadFromSubresource(void*, UINT, UINT, UINT, const D3D12_BOX*) override {
    return E_NOTIMPL;
  }
  HRESULT STDMETHODCALLTYPE GetHeapProperties(D3D12_HEAP_PROPERTIES*, D3D12_HEAP_FLAGS*) override {
    return E_NOTIMPL;
  }

  std::vector<Range> maps;
  std::vector<Range> unmaps;
  std::vector<std::byte> memory;
  HRESULT map_result = S_OK;

 private:
  static Range range_of(const D3D12_RANGE* range) {
    if (range == nullptr) return {};
    return {true, range->Begin, range->End};
  }

  D3D12_RESOURCE_DESC desc_;
};

}  // namespace ferry::test
