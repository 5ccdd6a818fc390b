// What the system lets a process have of the GPU's memory, where Direct3D 12 is the system's.
#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/device.hpp>

namespace ferry {

Result<VideoMemory> Device::video_memory() const {
  ComPtr<IDXGIFactory4> factory;
  HRESULT hr = CreateDXGIFactory1(iid_of<IDXGIFactory4>(), factory.put_void());
  if (FAILED(hr)) return fail_api(hr, "CreateDXGIFactory1 failed; is there a desktop session?");
  ComPtr<IDXGIAdapter3> adapter;
  hr = factory->EnumAdapterByLuid(device_->GetAdapterLuid(), iid_of<IDXGIAdapter3>(), adapter.put_void());
  if (FAILED(hr)) return fail_api(hr, "DXGI does not know the adapter of the device");
  DXGI_QUERY_VIDEO_MEMORY_INFO info = {};
  hr = adapter->QueryVideoMemoryInfo(0, DXGI_MEMORY_SEGMENT_GROUP_LOCAL, &info);
  if (FAILED(hr)) return fail_api(hr, "QueryVideoMemoryInfo failed");
  return VideoMemory{info.Budget, info.CurrentUsage};
}

}  // namespace ferry
