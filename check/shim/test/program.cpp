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

/// A buffer of 256 bytes; null where there is none.
Ref<ID3D12Resource> make_buffer(ID3D12Device* device, D3D12_HEAP_TYPE type, D3D12_RESOURCE_STATES state,
                                D3D12_HEAP_FLAGS flags = D3D12_HEAP_FLAG_NONE) {
  D3D12_HEAP_PROPERTIES heap = {};
  heap.Type = type;
  D3D12_RESOURCE_DESC desc = {};
  desc.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
  desc.Width = 256;
  desc.Height = 1;
  desc.DepthOrArraySize = 1;
  desc.MipLevels = 1;
  desc.SampleDesc.Count = 1;
  desc.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
  void* buffer = nullptr;
  device->CreateCommittedResource(&heap, flags, &desc, state, nullptr, iid_of<ID3D12Resource>(), &buffer);
  return Ref<ID3D12Resource>::adopt(static_cast<ID3D12Resource*>(buffer));
}

/// An UPLOAD buffer; in a state other than GENERIC_READ it breaks `upload-initial-state`.
void make_upload_buffer(ID3D12Device* device, D3D12_RESOURCE_STATES state) {
  if (!make_buffer(device, D3D12_HEAP_TYPE_UPLOAD, state)) std::puts("no buffer");
}

void do_right(ID3D12Device* device) {
  make_upload_buffer(device, D3D12_RESOURCE_STATE_GENERIC_READ);
}

/// Breaks a rule that libvkd3d lets pass.
void do_wrong_unseen(ID3D12Device* device) {
  const auto buffer = make_buffer(device, D3D12_HEAP_TYPE_DEFAULT, D3D12_RESOURCE_STATE_COMMON,
                                  D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS);
  if (!buffer) std::puts("no buffer");
}

void do_wrong(ID3D12Device* device) {
  make_upload_buffer(device, D3D12_RESOURCE_STATE_COMMON);
}

/// A queue with a fence and lists to execute.
struct Lane {
  explicit Lane(ID3D12Device* with) : device(with), queue(make_queue(with)) {
    void* made = nullptr;
    need(device->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(), &made) == S_OK, "a fence");
    fence = Ref<ID3D12Fence>::adopt(static_cast<ID3D12Fence*>(made));
    need(device->CreateCommandAllocator(D3D12_COMMAND_LIST_TYPE_DIRECT, iid_of<ID3D12CommandAllocator>(),
                                        &made) == S_OK,
         "an allocator");
    allocator = Ref<ID3D12CommandAllocator>::adopt(static_cast<ID3D12CommandAllocator*>(made));
    need(device->CreateCommandList(0, D3D12_COMMAND_LIST_TYPE_DIRECT, allocator.get(), nullptr,
                                   iid_of<ID3D12GraphicsCommandList>(), &made) == S_OK,
         "a list");
    list = Ref<ID3D12GraphicsCommandList>::adopt(static_cast<ID3D12GraphicsCommandList*>(made));
  }
  /// Executes what was recorded, and signals the next value.
  void submit() {
    need(list->Close() == S_OK, "Close");
    ID3D12CommandList* const lists[] = {list.get()};
    queue->ExecuteCommandLists(1, lists);
    need(queue->Signal(fence.get(), ++value) == S_OK, "Signal");
  }
  /// Waits for that value, and opens the list again.
  void wait() {
    const HANDLE event = vkd3d_create_event();
    need(fence->SetEventOnCompletion(value, event) == S_OK, "SetEventOnCompletion");
    vkd3d_wait_event(event, VKD3D_INFINITE);
    vkd3d_destroy_event(event);
    need(allocator->Reset() == S_OK && list->Reset(allocator.get(), nullptr) == S_OK, "Reset");
  }

  ID3D12Device* device;
  Ref<ID3D12CommandQueue> queue;
  Ref<ID3D12Fence> fence;
  Ref<ID3D12CommandAllocator> allocator;
  Ref<ID3D12GraphicsCommandList> list;
  UINT64 value = 0;
};

/// Looks at a fence long after its Signal: on the slow GPU it is not there before somebody looked.
void look_at_a_fence() {
  const Ref<ID3D12Device> device = make_device();
  Lane lane(device.get());
  lane.submit();
  usleep(500'000);
  std::printf("first look: %llu\n", static_cast<unsigned long long>(lane.fence->GetCompletedValue()));
  lane.wait();
}

/// Writes over bytes that a submitted copy still reads.
void change_staging_in_flight() {
  const Ref<ID3D12Device> device = make_device();
  Lane lane(device.get());
  const auto staging = make_buffer(device.get(), D3D12_HEAP_TYPE_UPLOAD, D3D12_RESOURCE_STATE_GENERIC_READ);
  const auto to = make_buffer(device.get(), D3D12_HEAP_TYPE_DEFAULT, D3D12_RESOURCE_STATE_COMMON);
  void* data = nullptr;
  need(staging->Map(0, nullptr, &data) == S_OK, "Map");
  std::memset(data, 1, 256);
  lane.list->CopyBufferRegion(to.get(), 0, staging.get(), 0, 256);
  lane.submit();
  std::memset(data, 2, 256);
  lane.wait();
}

/// Submits and waits, over and over.
void submit_and_wait() {
  const Ref<ID3D12Device> device = make_device();
  Lane lane(device.get());
  for (int i = 0; i < 80; ++i) {
    lane.submit();
    lane.wait();
  }
}

/// Goes on until a call fails, and says why the device is gone.
void live_until_the_loss() {
  const Ref<ID3D12Device> device = make_device();
  for (int calls = 1; calls < 1000; ++calls) {
    if (make_buffer(device.get(), D3D12_HEAP_TYPE_DEFAULT, D3D12_RESOURCE_STATE_COMMON)) continue;
    std::printf("call %d: %08x\n", calls, static_cast<unsigned>(device->GetDeviceRemovedReason()));
    return;
  }
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
  if (what == "args") {
    for (int i = 2; i < argc; ++i) std::puts(argv[i]);
    return 7;
  }
  if (what == "bytes") {  // All there are, and what was given.
    for (int byte = 0; byte < 256; ++byte) std::putchar(byte);
    for (int byte = std::getchar(); byte != EOF; byte = std::getchar()) std::putchar(byte);
    return 7;
  }
  if (what == "looks") {
    look_at_a_fence();
    return 0;
  }
  if (what == "flicker") {
    change_staging_in_flight();
    return 0;
  }
  if (what == "habit") {
    submit_and_wait();
    return 0;
  }
  if (what == "loss") {
    live_until_the_loss();
    return 3;
  }
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
  if (what == "unseen") {
    do_wrong_unseen(device.get());
    return 0;
  }
  if (what == "raise") {
    raise(std::atoi(argv[2]));
    return 92;
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
