#include "functions.hpp"

#include <cstring>

#include <ferry/base/text.hpp>
#include <ferry/check/check.hpp>

#include "presents.hpp"
#include "real_function.hpp"
#include "session.hpp"

namespace ferry::check::shim {

namespace {

constexpr const char* kVkd3d = "libvkd3d.so.1";
constexpr const char* kUtils = "libvkd3d-utils.so.1";
constexpr const char* kVulkan = "libvulkan.so.1";

constinit RealFunction real_create_device_utils{"D3D12CreateDevice", kUtils};
constinit RealFunction real_create_device_versioned{"D3D12CreateDeviceVKD3D", kUtils};
constinit RealFunction real_create_device{"vkd3d_create_device", kVkd3d};
constinit RealFunction real_get_device_parent{"vkd3d_get_device_parent", kVkd3d};
constinit RealFunction real_get_vk_device{"vkd3d_get_vk_device", kVkd3d};
constinit RealFunction real_get_vk_physical_device{"vkd3d_get_vk_physical_device", kVkd3d};
constinit RealFunction real_instance_from_device{"vkd3d_instance_from_device", kVkd3d};
constinit RealFunction real_get_vk_queue_family_index{"vkd3d_get_vk_queue_family_index", kVkd3d};
constinit RealFunction real_acquire_vk_queue{"vkd3d_acquire_vk_queue", kVkd3d};
constinit RealFunction real_release_vk_queue{"vkd3d_release_vk_queue", kVkd3d};
constinit RealFunction real_create_image_resource{"vkd3d_create_image_resource", kVkd3d};
constinit RealFunction real_resource_incref{"vkd3d_resource_incref", kVkd3d};
constinit RealFunction real_resource_decref{"vkd3d_resource_decref", kVkd3d};
constinit RealFunction real_get_swapchain_images{"vkGetSwapchainImagesKHR", kVulkan};
constinit RealFunction real_queue_present{"vkQueuePresentKHR", kVulkan};
// Not put in front of: what the checker itself needs.
constinit RealFunction real_deserializer_utils{"D3D12CreateVersionedRootSignatureDeserializer", kUtils};
constinit RealFunction real_deserializer{"vkd3d_create_versioned_root_signature_deserializer", kVkd3d};

/// The object below, as libvkd3d has to see it.
template <typename Interface>
Interface* below(Interface* object) {
  if (object == nullptr || !is_wrapped(object)) return object;
  // What is below has the same oldest interface, and libvkd3d's interfaces derive from each other in one
  // line.
  return static_cast<Interface*>(unwrap(object));
}

}  // namespace

Interposed find_interposed(const char* name) noexcept {
  static const Interposed all[] = {
      {&real_create_device_utils, reinterpret_cast<void*>(&D3D12CreateDevice)},
      {&real_create_device_versioned, reinterpret_cast<void*>(&D3D12CreateDeviceVKD3D)},
      {&real_create_device, reinterpret_cast<void*>(&vkd3d_create_device)},
      {&real_get_device_parent, reinterpret_cast<void*>(&vkd3d_get_device_parent)},
      {&real_get_vk_device, reinterpret_cast<void*>(&vkd3d_get_vk_device)},
      {&real_get_vk_physical_device, reinterpret_cast<void*>(&vkd3d_get_vk_physical_device)},
      {&real_instance_from_device, reinterpret_cast<void*>(&vkd3d_instance_from_device)},
      {&real_get_vk_queue_family_index, reinterpret_cast<void*>(&vkd3d_get_vk_queue_family_index)},
      {&real_acquire_vk_queue, reinterpret_cast<void*>(&vkd3d_acquire_vk_queue)},
      {&real_release_vk_queue, reinterpret_cast<void*>(&vkd3d_release_vk_queue)},
      {&real_create_image_resource, reinterpret_cast<void*>(&vkd3d_create_image_resource)},
      {&real_resource_incref, reinterpret_cast<void*>(&vkd3d_resource_incref)},
      {&real_resource_decref, reinterpret_cast<void*>(&vkd3d_resource_decref)},
      {&real_get_swapchain_images, reinterpret_cast<void*>(&vkGetSwapchainImagesKHR)},
      {&real_queue_present, reinterpret_cast<void*>(&vkQueuePresentKHR)},
  };
  for (const Interposed& one : all) {
    if (std::strcmp(one.real->name(), name) == 0) return one;
  }
  return {};
}

}  // namespace ferry::check::shim

using namespace ferry::check;
using namespace ferry::check::shim;

extern "C" {

// ------------------------------------------------------------------------------------- what makes a device

HRESULT WINAPI D3D12CreateDevice(IUnknown* adapter, D3D_FEATURE_LEVEL minimum, REFIID iid, void** device) {
  auto* const real = real_create_device_utils.as<decltype(D3D12CreateDevice)>();
  return wrap_created(real(adapter, minimum, iid, device), iid, device);
}

HRESULT WINAPI D3D12CreateDeviceVKD3D(IUnknown* adapter, D3D_FEATURE_LEVEL feature_level, REFIID iid,
                                      void** device, enum vkd3d_api_version api_version) {
  auto* const real = real_create_device_versioned.as<decltype(D3D12CreateDeviceVKD3D)>();
  return wrap_created(real(adapter, feature_level, iid, device, api_version), iid, device);
}

HRESULT vkd3d_create_device(const vkd3d_device_create_info* create_info, REFIID iid, void** device) {
  auto* const real = real_create_device.as<decltype(vkd3d_create_device)>();
  return wrap_created(real(create_info, iid, device), iid, device);
}

// --------------------------------------------------------------------------------- what takes the device

IUnknown* vkd3d_get_device_parent(ID3D12Device* device) {
  return real_get_device_parent.as<decltype(vkd3d_get_device_parent)>()(below(device));
}

VkDevice vkd3d_get_vk_device(ID3D12Device* device) {
  return real_get_vk_device.as<decltype(vkd3d_get_vk_device)>()(below(device));
}

VkPhysicalDevice vkd3d_get_vk_physical_device(ID3D12Device* device) {
  return real_get_vk_physical_device.as<decltype(vkd3d_get_vk_physical_device)>()(below(device));
}

vkd3d_instance* vkd3d_instance_from_device(ID3D12Device* device) {
  return real_instance_from_device.as<decltype(vkd3d_instance_from_device)>()(below(device));
}

// ---------------------------------------------------------------------------------- what takes a queue

uint32_t vkd3d_get_vk_queue_family_index(ID3D12CommandQueue* queue) {
  return real_get_vk_queue_family_index.as<decltype(vkd3d_get_vk_queue_family_index)>()(below(queue));
}

VkQueue vkd3d_acquire_vk_queue(ID3D12CommandQueue* queue) {
  // What the program now gives to the Vulkan queue comes after the work that it has submitted, and the
  // checker may hold some of that back.
  gpu_step(queue, UINT64_MAX);
  return real_acquire_vk_queue.as<decltype(vkd3d_acquire_vk_queue)>()(below(queue));
}

void vkd3d_release_vk_queue(ID3D12CommandQueue* queue) {
  real_release_vk_queue.as<decltype(vkd3d_release_vk_queue)>()(below(queue));
}

// -------------------------------------------------------------------------- what gives or takes a resource

HRESULT vkd3d_create_image_resource(ID3D12Device* device, const vkd3d_image_resource_create_info* create_info,
                                    ID3D12Resource** resource) {
  auto* const real = real_create_image_resource.as<decltype(vkd3d_create_image_resource)>();
  const HRESULT result = real(below(device), create_info, resource);
  if (FAILED(result) || !is_wrapped(device)) return result;
  const auto made = layer::Ref<ID3D12Resource>::adopt(*resource);
  // libvkd3d begins each such resource in COMMON, which is PRESENT.
  const ferry::Result<ID3D12Resource*> adopted = adopt(device, made.get(), D3D12_RESOURCE_STATE_COMMON);
  if (!adopted) {
    complain(adopted.error().message.c_str());
    *resource = nullptr;
    return E_OUTOFMEMORY;
  }
  remember_image(create_info->vk_image, unwrap(*adopted));
  *resource = *adopted;
  return result;
}

// References of libvkd3d's own kind, by which a resource outlives the program's last reference: the wrapper
// then has to do the same.

ULONG vkd3d_resource_incref(ID3D12Resource* resource) {
  if (resource != nullptr && is_wrapped(resource)) resource->AddRef();
  return real_resource_incref.as<decltype(vkd3d_resource_incref)>()(below(resource));
}

ULONG vkd3d_resource_decref(ID3D12Resource* resource) {
  const ULONG left = real_resource_decref.as<decltype(vkd3d_resource_decref)>()(below(resource));
  if (resource != nullptr && is_wrapped(resource)) resource->Release();
  return left;
}

// ------------------------------------------------------------------------------------------------ presents

VkResult vkGetSwapchainImagesKHR(VkDevice device, VkSwapchainKHR swapchain, uint32_t* count,
                                 VkImage* images) {
  auto* const real = real_get_swapchain_images.as<decltype(vkGetSwapchainImagesKHR)>();
  const VkResult result = real(device, swapchain, count, images);
  if (result >= 0 && images != nullptr) remember_swapchain(swapchain, {images, *count});
  return result;
}

VkResult vkQueuePresentKHR(VkQueue queue, const VkPresentInfoKHR* info) {
  note_present(*info);
  return real_queue_present.as<decltype(vkQueuePresentKHR)>()(queue, info);
}

// --------------------------------------------------------------------------------------- the checker's own

// The shim is not linked to libvkd3d-utils, so that programs without it stay without it. Not seen from
// outside.
HRESULT WINAPI D3D12CreateVersionedRootSignatureDeserializer(const void* data, SIZE_T data_size, REFIID iid,
                                                             void** deserializer) {
  using Utils = decltype(D3D12CreateVersionedRootSignatureDeserializer);
  if (void* const utils = real_deserializer_utils.find()) {
    return reinterpret_cast<Utils*>(utils)(data, data_size, iid, deserializer);
  }
  using Vkd3d = decltype(vkd3d_create_versioned_root_signature_deserializer);
  return real_deserializer.as<Vkd3d>()(data, data_size, iid, deserializer);
}
}
