#pragma once

// What a Direct3D 12 program on Windows makes for itself, with no help of Ferry's: a DXGI factory, an
// adapter, a device, queues.

#include <string>

#include <ferry/base/result.hpp>
#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/d3d12.hpp>

namespace example {

using ferry::ComPtr;
using ferry::iid_of;
using ferry::Result;

struct DxgiDevice {
  ComPtr<IDXGIFactory4> factory;
  ComPtr<IDXGIAdapter1> adapter;
  std::wstring adapter_name;
  ComPtr<ID3D12Device> device;
};

/// The first adapter that gives a device: DXGI lists the one of the desktop first, and software last.
inline Result<DxgiDevice> open_dxgi_device() {
  DxgiDevice made;
  HRESULT hr = CreateDXGIFactory1(iid_of<IDXGIFactory4>(), made.factory.put_void());
  if (FAILED(hr)) return ferry::fail_api(hr, "CreateDXGIFactory1 failed; is there a desktop?");
  for (UINT i = 0; SUCCEEDED(made.factory->EnumAdapters1(i, made.adapter.put())); ++i) {
    DXGI_ADAPTER_DESC1 desc = {};
    made.adapter->GetDesc1(&desc);
    made.adapter_name = desc.Description;
    hr = D3D12CreateDevice(made.adapter.get(), D3D_FEATURE_LEVEL_11_0, iid_of<ID3D12Device>(),
                           made.device.put_void());
    if (SUCCEEDED(hr)) return made;
  }
  return ferry::fail_api(hr, "no adapter gives a Direct3D 12 device of feature level 11_0");
}

inline Result<ComPtr<ID3D12CommandQueue>> make_queue(ID3D12Device* device, D3D12_COMMAND_LIST_TYPE type,
                                                     const wchar_t* name) {
  D3D12_COMMAND_QUEUE_DESC desc = {};
  desc.Type = type;
  ComPtr<ID3D12CommandQueue> queue;
  const HRESULT hr = device->CreateCommandQueue(&desc, iid_of<ID3D12CommandQueue>(), queue.put_void());
  if (FAILED(hr)) return ferry::fail_api(hr, "CreateCommandQueue failed");
  queue->SetName(name);
  return queue;
}

}  // namespace example
