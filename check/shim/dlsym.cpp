// dlsym, for programs that load libvkd3d themselves. Always optimized (shim.cmake): see below.
#include <dlfcn.h>

#include <cstring>

#include "functions.hpp"
#include "real_function.hpp"

namespace ferry::check::shim {

namespace {

/// True where the address is a function of that library. Vulkan's layers and drivers have functions of the
/// same names as its loader, which the loader asks for.
bool comes_from(void* address, const char* library) {
  Dl_info info = {};
  return dladdr(address, &info) != 0 && info.dli_fname != nullptr &&
         std::strstr(info.dli_fname, library) != nullptr;
}

/// The shim's function in the place of what the program asks for; null where that is no concern of the shim.
void* replacement(void* handle, const char* name) noexcept {
  if (handle == RTLD_NEXT) return nullptr;
  const Interposed known = find_interposed(name);
  if (known.real == nullptr) return nullptr;
  void* const address = real_dlsym(handle, name);
  if (address == nullptr || address == known.ours) return address;
  // `libvulkan.so`, whatever version the file's name ends with.
  constexpr char kVulkanLoader[] = "libvulkan.so";
  const bool of_loader = std::strncmp(known.real->library(), kVulkanLoader, sizeof kVulkanLoader - 1) == 0;
  if (of_loader && !comes_from(address, kVulkanLoader)) return nullptr;
  known.real->found(address);
  return known.ours;
}

}  // namespace

}  // namespace ferry::check::shim

extern "C" void* dlsym(void* handle, const char* name) noexcept {
  if (void* const ours = ferry::check::shim::replacement(handle, name)) return ours;
  // A jump and no call: what RTLD_NEXT means depends on who calls.
  return ferry::check::shim::real_dlsym(handle, name);
}
