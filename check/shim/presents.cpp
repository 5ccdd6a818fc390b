#include "presents.hpp"

#include <mutex>
#include <unordered_map>
#include <vector>

#include <ferry/check/check.hpp>

#include "session.hpp"

namespace ferry::check::shim {

namespace {

/// Never destroyed, like everything that the program may come to at its end.
struct Images {
  std::mutex mutex;
  std::unordered_map<VkImage, IUnknown*> below;  ///< Guarded by mutex, as the next.
  std::unordered_map<VkSwapchainKHR, std::vector<VkImage>>
      swapchains;  ///< Overwritten where a handle comes again.

  static Images& get() {
    static Images* const one = new Images;
    return *one;
  }

  IUnknown* find(VkSwapchainKHR swapchain, std::uint32_t index) {
    const std::lock_guard lock(mutex);
    const auto images = swapchains.find(swapchain);
    if (images == swapchains.end() || index >= images->second.size()) return nullptr;
    const auto found = below.find(images->second[index]);
    return found == below.end() ? nullptr : found->second;
  }
};

}  // namespace

void remember_image(VkImage image, IUnknown* below) {
  Images& images = Images::get();
  const std::lock_guard lock(images.mutex);
  images.below[image] = below;
}

void remember_swapchain(VkSwapchainKHR swapchain, std::span<const VkImage> images) {
  Images& all = Images::get();
  const std::lock_guard lock(all.mutex);
  all.swapchains[swapchain].assign(images.begin(), images.end());
}

void note_present(const VkPresentInfoKHR& info) {
  for (std::uint32_t i = 0; i < info.swapchainCount; ++i) {
    IUnknown* const below = Images::get().find(info.pSwapchains[i], info.pImageIndices[i]);
    if (below != nullptr && presented_below(below)) count_presented();
  }
}

}  // namespace ferry::check::shim
