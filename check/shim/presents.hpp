#pragma once

#include <span>

#include "platform.hpp"

namespace ferry::check::shim {

// Which back buffer an image of a swap chain is. Safe from any thread.

/// `below` is the resource that libvkd3d made around the image. It may go at any time: nobody calls it.
void remember_image(VkImage image, IUnknown* below);

/// In the order of their indices.
void remember_swapchain(VkSwapchainKHR swapchain, std::span<const VkImage> images);

/// Tells the checker of each back buffer that is presented.
void note_present(const VkPresentInfoKHR& info);

}  // namespace ferry::check::shim
