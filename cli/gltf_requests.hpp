#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <ferry/assets/gltf.hpp>
#include <ferry/assets/texture_file.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/loader/load_request.hpp>

namespace ferry::cli {

/// How a scene is loaded.
struct GltfWays {
  /// LoadRequest::tag of every request: what the loader cancels and reorders together. Default: no group.
  std::uint64_t tag = 0;
  LoadPriority priority = LoadPriority::kNormal;
  /// Make mip levels for images whose file has one level.
  bool mips = true;
  /// Refuse what readers of images else see through.
  bool strict = false;
  /// What textures are made to fit; must outlive the load. Default: not looked at.
  const Device* device = nullptr;
};

/// Where each request of a scene comes from: request i of the buffers first, then the images that are used.
struct GltfRequests {
  /// One NewBuffer for each of scene->buffers, in their order; then one NewTexture for each of `images`.
  std::vector<LoadRequest> requests;
  /// Numbers in scene->images. An image that no material uses is not loaded.
  std::vector<std::uint32_t> images;
};

/// How an image of the scene is read: as sRGB exactly where it holds colour.
TextureReadOptions read_options(const GltfImage& image, const GltfWays& ways);

/// A scene as one group of loader requests. They keep the scene alive, as long as they or their tickets'
/// callbacks live. Images are decoded on the loader's workers; those that hold colour become sRGB textures,
/// the others never.
GltfRequests gltf_requests(const std::shared_ptr<const GltfScene>& scene, const GltfWays& ways = {});

}  // namespace ferry::cli
