// A program that loads libvkd3d and its utilities itself, and does something wrong with them.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

#include "platform.hpp"  // For Direct3D 12 alone.

namespace {

void* load(const char* library, const char* name) {
  void* const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  void* const function = handle == nullptr ? nullptr : dlsym(handle, name);
  if (function == nullptr) {
    std::fprintf(stderr, "program: %s of %s: %s\n", name, library, dlerror());
    std::exit(90);
  }
  return function;
}

}  // namespace

int main() {
  using ferry::check::layer::iid_of;
  const auto create = reinterpret_cast<decltype(&D3D12CreateDeviceVKD3D)>(
      load("libvkd3d-utils.so.1", "D3D12CreateDeviceVKD3D"));
  const auto get_vk_device =
      reinterpret_cast<decltype(&vkd3d_get_vk_device)>(load("libvkd3d.so.1", "vkd3d_get_vk_device"));
  void* made = nullptr;
  if (create(nullptr, D3D_FEATURE_LEVEL_11_0, iid_of<ID3D12Device>(), &made, VKD3D_API_VERSION_1_0) != S_OK)
    return 91;
  auto* const device = static_cast<ID3D12Device*>(made);
  if (get_vk_device(device) == VK_NULL_HANDLE) return 92;
  D3D12_HEAP_DESC nothing = {};
  nothing.Properties.Type = D3D12_HEAP_TYPE_DEFAULT;
  nothing.SizeInBytes = 65536;
  nothing.Flags = D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS;
  void* heap = nullptr;
  if (device->CreateHeap(&nothing, iid_of<ID3D12Heap>(), &heap) != S_OK) return 93;
  D3D12_RESOURCE_DESC desc = {};
  desc.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
  desc.Width = 256;
  desc.Height = 1;
  desc.DepthOrArraySize = 1;
  desc.MipLevels = 1;
  desc.SampleDesc.Count = 1;
  desc.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
  void* buffer = nullptr;
  // Misaligned: it must be a multiple of 64 KiB.
  if (SUCCEEDED(device->CreatePlacedResource(static_cast<ID3D12Heap*>(heap), 256, &desc,
                                             D3D12_RESOURCE_STATE_COMMON, nullptr, iid_of<ID3D12Resource>(),
                                             &buffer))) {
    static_cast<ID3D12Resource*>(buffer)->Release();
  }
  static_cast<ID3D12Heap*>(heap)->Release();
  device->Release();
  return 0;
}
