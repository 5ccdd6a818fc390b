// A program for the tests of `ferry check`: knows nothing of the checker, and does what its argument says.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "platform.hpp"  // For Direct3D 12 alone.

namespace {

using ferry::check::layer::iid_of;
using ferry::check::layer::Ref;

void need(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "program: failed: %s\n", what);
  std::exit(90);
}

Ref<ID3D12Device> make_device() {
  void* device = nullptr;
  need(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, iid_of<ID3D12Device>(), &device) == S_OK,
       "a device");
  return Ref<ID3D12Device>::adopt(static_cast<ID3D12Device*>(device));
}

Ref<ID3D12CommandQueue> make_queue(ID3D12Device* device) {
  D3D12_COMMAND_QUEUE_DESC desc = {};
  desc.Type = D3D12_COMMAND_LIST_TYPE_DIRECT;
  void* queue = nullptr;
  need(device->CreateCommandQueue(&desc, iid_of<ID3D12CommandQueue>(), &queue) == S_OK, "a queue");
  return Ref<ID3D12CommandQueue>::adopt(static_cast<ID3D12CommandQueue*>(queue));
}

/// An UPLOAD buffer; in a state other than GENERIC_READ it breaks `upload-initial-state`.
void make_upload_buffer(ID3D12Device* device, D3D12_RESOURCE_STATES state) {
  D3D12_HEAP_PROPERTIES heap = {};
  heap.Type = D3D12_HEAP_TYPE_UPLOAD;
  D3D12_RESOURCE_DESC desc = {};
  desc.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
  desc.Width = 256;
  desc.Height = 1;
  desc.DepthOrArraySize = 1;
  desc.MipLevels = 1;
  desc.SampleDesc.Count = 1;
  desc.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
  void* buffer = nullptr;
  if (SUCCEEDED(device->CreateCommittedResource(&heap, D3D12_HEAP_FLAG_NONE, &desc, state, nullptr,
                                                iid_of<ID3D12Resource>(), &buffer))) {
    static_cast<ID3D12Resource*>(buffer)->Release();
  } else {
    std::puts("no buffer");
  }
}

void do_right(ID3D12Device* device) {
  make_upload_buffer(device, D3D12_RESOURCE_STATE_GENERIC_READ);
}

void do_wrong(ID3D12Device* device) {
  make_upload_buffer(device, D3D12_RESOURCE_STATE_COMMON);
}

/// Gives wrapped objects to every function of libvkd3d that takes some: it would end the process by an
/// assertion, or worse, for an object that is not its own.
void cross_every_border() {
  const Ref<ID3D12Device> device = make_device();
  const Ref<ID3D12CommandQueue> queue = make_queue(device.get());
  const VkDevice vulkan = vkd3d_get_vk_device(device.get());
  need(vulkan != VK_NULL_HANDLE, "vkd3d_get_vk_device");
  const VkPhysicalDevice physical = vkd3d_get_vk_physical_device(device.get());
  need(physical != VK_NULL_HANDLE, "vkd3d_get_vk_physical_device");
  vkd3d_instance* const instance = vkd3d_instance_from_device(device.get());
  need(vkd3d_instance_get_vk_instance(instance) != VK_NULL_HANDLE, "vkd3d_instance_from_device");
  need(vkd3d_get_device_parent(device.get()) == nullptr, "vkd3d_get_device_parent");
  std::uint32_t families = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &families, nullptr);
  need(vkd3d_get_vk_queue_family_index(queue.get()) < families, "vkd3d_get_vk_queue_family_index");
  need(vkd3d_acquire_vk_queue(queue.get()) != VK_NULL_HANDLE, "vkd3d_acquire_vk_queue");
  vkd3d_release_vk_queue(queue.get());

  VkImageCreateInfo image_info = {};
  image_info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
  image_info.imageType = VK_IMAGE_TYPE_2D;
  image_info.format = VK_FORMAT_B8G8R8A8_UNORM;
  image_info.extent = {16, 16, 1};
  image_info.mipLevels = 1;
  image_info.arrayLayers = 1;
  image_info.samples = VK_SAMPLE_COUNT_1_BIT;
  image_info.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  VkImage image = VK_NULL_HANDLE;
  need(vkCreateImage(vulkan, &image_info, nullptr, &image) == VK_SUCCESS, "vkCreateImage");
  vkd3d_image_resource_create_info info = {};
  info.type = VKD3D_STRUCTURE_TYPE_IMAGE_RESOURCE_CREATE_INFO;
  info.vk_image = image;
  info.desc.Dimension = D3D12_RESOURCE_DIMENSION_TEXTURE2D;
  info.desc.Width = 16;
  info.desc.Height = 16;
  info.desc.DepthOrArraySize = 1;
  info.desc.MipLevels = 1;
  info.desc.Format = DXGI_FORMAT_B8G8R8A8_UNORM;
  info.desc.SampleDesc.Count = 1;
  info.desc.Flags = D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET;
  ID3D12Resource* resource = nullptr;
  need(vkd3d_create_image_resource(device.get(), &info, &resource) == S_OK, "vkd3d_create_image_resource");
  // Held by libvkd3d's own kind of reference alone, it must still be there.
  vkd3d_resource_incref(resource);
  resource->Release();
  void* owner = nullptr;
  need(resource->GetDevice(iid_of<ID3D12Device>(), &owner) == S_OK, "GetDevice");
  need(owner == device.get(), "a resource that was brought in has the device that the program knows");
  device->Release();
  vkd3d_resource_decref(resource);
  vkDestroyImage(vulkan, image, nullptr);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc < 2 ? "" : argv[1];
  if (what == "none") return 7;
  if (what == "asks") {  // Whether a device could be made, and no more.
    return SUCCEEDED(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, iid_of<ID3D12Device>(), nullptr)) ? 0
                                                                                                          : 1;
  }
  if (what == "borders") {
    cross_every_border();
    return 0;
  }
  if (what == "again") {  // Another program in the place of this one, in another folder.
    need(chdir("/") == 0, "chdir");
    execl("/proc/self/exe", argv[0], argv[2], nullptr);
    return 91;
  }
  if (what == "fork") {
    const pid_t child = fork();
    if (child == 0) {
      do_wrong(make_device().get());
      return 0;
    }
    waitpid(child, nullptr, 0);
    return 0;
  }
  const Ref<ID3D12Device> device = make_device();
  if (what == "right") {
    std::puts("the program's own output");
    do_right(device.get());
    return argc > 2 ? std::atoi(argv[2]) : 0;
  }
  do_wrong(device.get());
  if (what == "many") {
    for (int i = 0; i < 2; ++i) do_wrong(make_device().get());
  }
  if (what == "crash") {
    std::signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
  }
  if (what == "closes") {  // What a daemon does.
    for (int file = 3; file < 256; ++file) close(file);
    make_device();
    do_wrong(make_device().get());
  }
  if (what == "leaks") device.get()->AddRef();
  return argc > 2 ? std::atoi(argv[2]) : 0;
}
