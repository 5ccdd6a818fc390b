#pragma once

// A flip-model swap chain with its back buffers and their render target views.

#include <cstdint>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/check/check.hpp>
#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/d3d12.hpp>

#include "window.hpp"

namespace example {

struct SwapChainOptions {
  DXGI_FORMAT format = DXGI_FORMAT_R8G8B8A8_UNORM;
  std::uint32_t buffers = 3;
  /// The device is wrapped by Ferry's checker.
  bool checked = false;
};

class SwapChain {
 public:
  SwapChain(ID3D12Device* device, const SwapChainOptions& options) : device_(device), options_(options) {}

  ferry::Result<void> open(IDXGIFactory4* factory, ID3D12CommandQueue* queue, const Window& window) {
    DXGI_SWAP_CHAIN_DESC1 desc = {};
    desc.Width = window.inside().width;  // 0 would mean the same, and Wine 8 takes it for 0.
    desc.Height = window.inside().height;
    desc.Format = options_.format;
    desc.SampleDesc.Count = 1;
    desc.BufferUsage = DXGI_USAGE_RENDER_TARGET_OUTPUT;
    desc.BufferCount = options_.buffers;
    desc.SwapEffect = DXGI_SWAP_EFFECT_FLIP_DISCARD;
    ferry::ComPtr<IDXGISwapChain1> made;
    // The system must see none of the checker's wrappers; what is no wrapper goes through unwrap() as it is.
    HRESULT hr = factory->CreateSwapChainForHwnd(ferry::check::unwrap(queue), window.handle(), &desc, nullptr,
                                                 nullptr, made.put());
    if (FAILED(hr)) return ferry::fail_api(hr, "CreateSwapChainForHwnd failed");
    hr = made->QueryInterface(ferry::iid_of<IDXGISwapChain3>(), chain_.put_void());
    if (FAILED(hr)) return ferry::fail_api(hr, "the swap chain has no IDXGISwapChain3");
    D3D12_DESCRIPTOR_HEAP_DESC heap = {};
    heap.Type = D3D12_DESCRIPTOR_HEAP_TYPE_RTV;
    heap.NumDescriptors = options_.buffers;
    hr = device_->CreateDescriptorHeap(&heap, ferry::iid_of<ID3D12DescriptorHeap>(), views_.put_void());
    if (FAILED(hr)) return ferry::fail_api(hr, "CreateDescriptorHeap failed");
    buffers_.resize(options_.buffers);
    return get_buffers();
  }

  /// The GPU must be done with the back buffers, and nobody else may hold one.
  ferry::Result<void> resize(Size size) {
    for (auto& buffer : buffers_) buffer.reset();
    const HRESULT hr = chain_->ResizeBuffers(0, size.width, size.height, DXGI_FORMAT_UNKNOWN, 0);
    if (FAILED(hr))
      return ferry::fail_api(hr, "ResizeBuffers failed; does somebody still hold a back buffer?");
    return get_buffers();
  }

  /// The back buffer is in PRESENT, by the lists that were executed.
  ferry::Result<void> present() {
    if (options_.checked) ferry::check::presented(back_buffer());
    const HRESULT hr = chain_->Present(0, 0);
    if (FAILED(hr)) return ferry::fail_api(hr, "Present failed");
    return {};
  }

  /// Which back buffer comes next, and with it its view. Changes with each `present`.
  [[nodiscard]] UINT index() const { return chain_->GetCurrentBackBufferIndex(); }
  [[nodiscard]] ID3D12Resource* back_buffer() const { return buffers_[index()].get(); }
  [[nodiscard]] D3D12_CPU_DESCRIPTOR_HANDLE view() const { return view_of(index()); }
  [[nodiscard]] Size size() const { return size_; }

 private:
  [[nodiscard]] D3D12_CPU_DESCRIPTOR_HANDLE view_of(UINT index) const {
    D3D12_CPU_DESCRIPTOR_HANDLE handle = views_->GetCPUDescriptorHandleForHeapStart();
    handle.ptr += SIZE_T{index} * device_->GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE_RTV);
    return handle;
  }
  ferry::Result<void> get_buffers() {
    for (UINT i = 0; i < options_.buffers; ++i) {
      const HRESULT hr = chain_->GetBuffer(i, ferry::iid_of<ID3D12Resource>(), buffers_[i].put_void());
      if (FAILED(hr)) return ferry::fail_api(hr, "GetBuffer failed");
      if (options_.checked) {
        auto adopted = ferry::check::adopt(device_, buffers_[i].get(), D3D12_RESOURCE_STATE_PRESENT);
        if (!adopted) return ferry::fail(adopted.error());
        buffers_[i] = ferry::ComPtr<ID3D12Resource>::attach(*adopted);
      }
      buffers_[i]->SetName(L"back buffer");
      device_->CreateRenderTargetView(buffers_[i].get(), nullptr, view_of(i));
    }
    DXGI_SWAP_CHAIN_DESC1 desc = {};
    chain_->GetDesc1(&desc);
    size_ = {desc.Width, desc.Height};
    return {};
  }

  ID3D12Device* device_;
  SwapChainOptions options_;
  ferry::ComPtr<IDXGISwapChain3> chain_;
  ferry::ComPtr<ID3D12DescriptorHeap> views_;
  std::vector<ferry::ComPtr<ID3D12Resource>> buffers_;
  Size size_;
};

}  // namespace example
