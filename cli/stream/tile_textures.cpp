#include "tile_textures.hpp"

#include <algorithm>
#include <cmath>
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
  return idle_.emplace_back(Idle{desc, {}, 0});
}

Result<TileTexture> TileTextures::take(const TextureDesc& desc, bool fresh) {
  Idle& idle = idle_of(desc);
  if (fresh || idle.textures.empty()) return make(desc);
  TileTexture texture = std::move(idle.textures.back());
  idle.textures.pop_back();
  return texture;
}

Result<TileTexture> TileTextures::make(const TextureDesc& desc) {
  auto made = device_->create_texture(desc, "tile");
  if (!made) return fail(std::move(made).error());
  bytes_ += bytes_of(desc);
  ++idle_of(desc).created;
  TileTexture texture;
  texture.resource = *std::move(made);
  texture.views.resize(desc.mip_levels);
  return texture;
}

Result<std::uint32_t> TileTextures::view(TileTexture& texture, const TextureDesc& desc,
                                         std::uint32_t first_mip) {
  std::optional<std::uint32_t>& view = texture.views[first_mip];
  if (view) return *view;
  if (views_.free_places() == 0) release_idle();
  auto made = views_.add(texture.resource.get(), desc, first_mip);
  if (made) view = *made;
  return made;
}

Result<void> TileTextures::make_views(TileTexture& texture, const TextureDesc& desc) {
  for (std::uint32_t mip = 0; mip < desc.mip_levels && views_.free_places() > 0; ++mip) {
    if (auto made = view(texture, desc, mip); !made) return fail(std::move(made).error());
  }
  return {};
}

void TileTextures::give(TileTexture texture, const TextureDesc& desc, std::uint64_t last_frame,
                        bool release) {
  given_.push_back({std::move(texture), desc, last_frame, release});
}

void TileTextures::release(const TileTexture& texture, const TextureDesc& desc) {
  for (const std::optional<std::uint32_t>& view : texture.views) {
    if (view) views_.remove(*view);
  }
  bytes_ -= bytes_of(desc);
  --idle_of(desc).created;
}

void TileTextures::release_idle() {
  for (Idle& idle : idle_) {
    for (const TileTexture& texture : std::exchange(idle.textures, {})) release(texture, idle.desc);
  }
}

Result<void> TileTextures::make_spare(double share) {
  for (Idle& shape : idle_) {
    const auto wanted = static_cast<std::size_t>(std::ceil(static_cast<double>(shape.created) * share));
    while (shape.textures.size() < wanted) {
      auto made = make(shape.desc);
      if (!made) return fail(std::move(made).error());
      shape.textures.push_back(*std::move(made));
    }
    for (TileTexture& texture : shape.textures) {
      if (auto made = make_views(texture, shape.desc); !made) return made;
    }
  }
  return {};
}

void TileTextures::frame_completed(std::uint64_t frame) {
  while (!given_.empty() && given_.front().last_frame <= frame) {
    Given given = std::move(given_.front());
    given_.pop_front();
    if (given.release) {
      release(given.texture, given.desc);
    } else {
      idle_of(given.desc).textures.push_back(std::move(given.texture));
    }
  }
}

}  // namespace ferry::cli
