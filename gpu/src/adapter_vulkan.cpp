// Adapters where Direct3D 12 is libvkd3d: the Vulkan physical devices.
#include <ferry/gpu/d3d12.hpp>

#include <dlfcn.h>

#include <cstring>
#include <vector>

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/queue.hpp>

#include "adapter_device.hpp"

namespace ferry {
namespace {

constexpr const char* kRemedy =
    "install a Vulkan driver: on Debian and Ubuntu 'apt install mesa-vulkan-drivers' brings the drivers of "
    "Mesa and "
    "lavapipe, which needs no GPU; a vendor's driver does as well";

/// libvkd3d's instance and the Vulkan calls on it. libvkd3d loads the Vulkan loader itself, at run time, and
/// so must we.
class VulkanInstance {
 public:
  static Result<VulkanInstance> open() {
    VulkanInstance opened;
    void* loader = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    if (loader == nullptr) {
      return fail(
          ErrorCode::kNotFound,
          "the Vulkan loader libvulkan.so.1 cannot be loaded; on Debian and Ubuntu 'apt install libvulkan1 "
          "mesa-vulkan-drivers' brings it with a driver");
    }
    // Never closed: drivers leave threads and exit handlers behind.
    opened.get_instance_proc_ =
        reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(loader, "vkGetInstanceProcAddr"));
    if (opened.get_instance_proc_ == nullptr) {
      return fail(ErrorCode::kNotFound,
                  "libvulkan.so.1 has no vkGetInstanceProcAddr; reinstall the Vulkan loader");
    }
    // The same optional extensions that D3D12CreateDevice asks for, so that windows work on this device too.
    static constexpr const char* kOptionalExtensions[] = {"VK_KHR_surface", "VK_KHR_xcb_surface",
                                                          "VK_KHR_xlib_surface", "VK_KHR_wayland_surface"};
    vkd3d_optional_instance_extensions_info optional = {};
    optional.type = VKD3D_STRUCTURE_TYPE_OPTIONAL_INSTANCE_EXTENSIONS_INFO;
    optional.extensions = kOptionalExtensions;
    optional.extension_count = 4;
    vkd3d_application_info application = {};
    application.type = VKD3D_STRUCTURE_TYPE_APPLICATION_INFO;
    application.next = &optional;
    application.application_name = "ferry";
    application.api_version = VKD3D_API_VERSION_1_2;
    vkd3d_instance_create_info info = {};
    info.type = VKD3D_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.next = &application;
    info.pfn_signal_event = vkd3d_signal_event;
    info.wchar_size = sizeof(WCHAR);
    const HRESULT hr = vkd3d_create_instance(&info, &opened.instance_);
    if (FAILED(hr)) return fail_api(hr, "libvkd3d could not make a Vulkan instance; ", kRemedy);
    return opened;
  }

  VulkanInstance(VulkanInstance&& other) noexcept
      : instance_(std::exchange(other.instance_, nullptr)), get_instance_proc_(other.get_instance_proc_) {}
  VulkanInstance& operator=(VulkanInstance&&) = delete;
  ~VulkanInstance() {
    if (instance_ != nullptr) vkd3d_instance_decref(instance_);
  }

  [[nodiscard]] vkd3d_instance* get() const { return instance_; }

  template <typename Function>
  [[nodiscard]] Function call(const char* name) const {
    return reinterpret_cast<Function>(get_instance_proc_(vkd3d_instance_get_vk_instance(instance_), name));
  }

  [[nodiscard]] std::vector<VkPhysicalDevice> physical_devices() const {
    const auto enumerate = call<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices");
    const VkInstance instance = vkd3d_instance_get_vk_instance(instance_);
    std::uint32_t count = 0;
    if (enumerate == nullptr || enumerate(instance, &count, nullptr) != VK_SUCCESS) return {};
    std::vector<VkPhysicalDevice> devices(count);
    if (enumerate(instance, &count, devices.data()) != VK_SUCCESS) return {};
    devices.resize(count);
    return devices;
  }

 private:
  VulkanInstance() = default;

  vkd3d_instance* instance_ = nullptr;
  PFN_vkGetInstanceProcAddr get_instance_proc_ = nullptr;
};

AdapterInfo describe_adapter(const VulkanInstance& instance, VkPhysicalDevice device, std::uint32_t index) {
  AdapterInfo info;
  info.index = index;
  VkPhysicalDeviceProperties properties = {};
  instance.call<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties")(device, &properties);
  info.name = properties.deviceName;
  info.vendor_id = properties.vendorID;
  info.device_id = properties.deviceID;
  info.software = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  info.integrated = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU || info.software;

  VkPhysicalDeviceMemoryProperties memory = {};
  instance.call<PFN_vkGetPhysicalDeviceMemoryProperties>("vkGetPhysicalDeviceMemoryProperties")(device,
                                                                                                &memory);
  for (std::uint32_t i = 0; i < memory.memoryHeapCount; ++i) {
    const bool local = (memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0;
    (local && !info.integrated ? info.dedicated_bytes : info.shared_bytes) += memory.memoryHeaps[i].size;
  }

  info.driver = text("Vulkan ", VK_VERSION_MAJOR(properties.apiVersion), ".",
                     VK_VERSION_MINOR(properties.apiVersion), ".", VK_VERSION_PATCH(properties.apiVersion));
  // VkPhysicalDeviceDriverProperties is of Vulkan 1.2, libvkd3d's instance may be of 1.0: take what there is.
  if (properties.apiVersion >= VK_MAKE_VERSION(1, 2, 0)) {
    auto get = instance.call<PFN_vkGetPhysicalDeviceProperties2KHR>("vkGetPhysicalDeviceProperties2KHR");
    if (get != nullptr) {
      VkPhysicalDeviceDriverPropertiesKHR driver = {};
      driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES_KHR;
      VkPhysicalDeviceProperties2KHR more = {};
      more.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2_KHR;
      more.pNext = &driver;
      get(device, &more);
      if (driver.driverName[0] != '\0') {
        info.driver = text(static_cast<const char*>(driver.driverName), " ",
                           static_cast<const char*>(driver.driverInfo), ", ", info.driver);
      }
    }
  }
  return info;
}

Result<std::vector<AdapterInfo>> describe_adapters(const VulkanInstance& instance,
                                                   const std::vector<VkPhysicalDevice>& devices) {
  if (devices.empty()) return fail(ErrorCode::kNotFound, "no Vulkan driver offers a device; ", kRemedy);
  std::vector<AdapterInfo> adapters;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    adapters.push_back(describe_adapter(instance, devices[i], static_cast<std::uint32_t>(i)));
  }
  return adapters;
}

/// The Vulkan queue family behind a queue of this kind; libvkd3d answers for its own objects only.
std::uint32_t queue_family(ID3D12Device* device, QueueKind kind) {
  D3D12_COMMAND_QUEUE_DESC desc = {};
  desc.Type = static_cast<D3D12_COMMAND_LIST_TYPE>(kind);
  ComPtr<ID3D12CommandQueue> queue;
  if (FAILED(device->CreateCommandQueue(&desc, iid_of<ID3D12CommandQueue>(), queue.put_void())))
    return UINT32_MAX;
  return vkd3d_get_vk_queue_family_index(queue.get());
}

OwnEngine compare_family(std::uint32_t family, std::uint32_t direct) {
  if (family == UINT32_MAX || direct == UINT32_MAX) return OwnEngine::kUnknown;
  return family == direct ? OwnEngine::kNo : OwnEngine::kYes;
}

}  // namespace

Result<std::vector<AdapterInfo>> list_adapters() {
  auto instance = VulkanInstance::open();
  if (!instance) return fail(std::move(instance).error());
  return describe_adapters(*instance, instance->physical_devices());
}

Result<AdapterDevice> create_device_on(std::string_view wish) {
  auto instance = VulkanInstance::open();
  if (!instance) return fail(std::move(instance).error());
  const std::vector<VkPhysicalDevice> devices = instance->physical_devices();
  auto adapters = describe_adapters(*instance, devices);
  if (!adapters) return fail(std::move(adapters).error());
  const auto chosen = choose_adapter(*adapters, wish);
  if (!chosen) return fail(chosen.error());
  AdapterDevice made;
  made.info = std::move((*adapters)[*chosen]);
  static constexpr const char* kOptionalExtensions[] = {"VK_KHR_swapchain"};
  vkd3d_optional_device_extensions_info optional = {};
  optional.type = VKD3D_STRUCTURE_TYPE_OPTIONAL_DEVICE_EXTENSIONS_INFO;
  optional.extensions = kOptionalExtensions;
  optional.extension_count = 1;
  vkd3d_device_create_info info = {};
  info.type = VKD3D_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.next = &optional;
  info.minimum_feature_level = D3D_FEATURE_LEVEL_11_0;
  info.instance = instance->get();
  info.vk_physical_device = devices[*chosen];
  const HRESULT hr = vkd3d_create_device(&info, iid_of<ID3D12Device>(), made.device.put_void());
  if (FAILED(hr)) {
    return fail_api(hr, "adapter '", made.info.name, "' gives no Direct3D 12 device of feature level 11_0; ",
                    kRemedy);
  }
  const std::uint32_t direct = queue_family(made.device.get(), QueueKind::kDirect);
  made.copy_engine = compare_family(queue_family(made.device.get(), QueueKind::kCopy), direct);
  made.compute_engine = compare_family(queue_family(made.device.get(), QueueKind::kCompute), direct);
  return made;
}

// libvkd3d gives every device the LUID of its own choice.
AdapterInfo adapter_of(ID3D12Device*) {
  return {};
}

}  // namespace ferry
