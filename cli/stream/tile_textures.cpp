#include "tile_textures.hpp"

#include <algorithm>
#include <utility>

#include <ferry/layout/footprint.hpp>

namespace ferry::cli {

namespace {

std::uint64_t bytes_of(const TextureDesc& desc) {
  return tight_bytes(desc, 0, subresource_count(desc)).value_or(0);
}

}  // namespace

TileTextures::Idle& TileTextures::idle_of(const TextureDesc& desc) {
  const auto found =
      std::find_if(idle_.begin(), idle_.end(), [&](const Idle& one) { return one.desc == desc; });
  if (found != idle_.end()) return *found;
  return idle_.emplace_back(Idle{desc, {}});
}

Result<ComPtr<ID3D12Resource>> TileTextures::take(const TextureDesc& desc, bool fresh) {
  if (!fresh) {
    Idle& idle = idle_of(desc);
    if (!idle.textures.empty()) {
      ComPtr<ID3D12Resource> texture = std::move(idle.textures.back());
      idle.textures.pop_back();
      return texture;
    }
  }
  auto made = device_->create_texture(desc, "tile");
  if (!made) return made;
  bytes_ += bytes_of(desc);
  ++created_;
  return made;
}

void TileTextures::give(ComPtr<ID3D12Resource> texture, const TextureDesc& desc, std::uint64_t last_frame,
                        bool release) {
  given_.push_back({std::move(texture), desc, last_frame, release});
}

void TileTextures::frame_completed(std::uint64_t frame) {
  while (!given_.empty() && given_.front().last_frame <= frame) {
    Given& given = given_.front();
    if (given.release) {
      bytes_ -= bytes_of(given.desc);
    } else {
      idle_of(given.desc).textures.push_back(std::move(given.texture));
    }
    given_.pop_front();
  }
}

}  // namespace ferry::cli
