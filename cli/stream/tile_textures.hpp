#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/layout/texture_desc.hpp>

#include "tile_views.hpp"

struct ID3D12Resource;

namespace ferry::cli {

/// A texture, and the views that look at it: one for each mip that it may be usable from, made when it is
/// first needed and kept as long as the texture.
struct TileTexture {
  ComPtr<ID3D12Resource> resource;
  std::vector<std::optional<std::uint32_t>> views;  ///< Places in TileViews, by the largest mip seen.
};

/// The textures of tiles. Those that were given back are used again for tiles of the same shape, as engines
/// do: in a stream that goes on nothing is created.
///
/// Threading: one thread at a time.
class TileTextures {
 public:
  /// `views` outlives it.
  TileTextures(std::shared_ptr<Device> device, TileViews& views)
      : device_(std::move(device)), views_(views) {}

  /// A texture in COMMON. `fresh`: a new one in any case.
  Result<TileTexture> take(const TextureDesc& desc, bool fresh);
  /// The view of the mips from `first_mip` on. kFull where every descriptor is in use.
  Result<std::uint32_t> view(TileTexture& texture, const TextureDesc& desc, std::uint32_t first_mip);
  /// All of its views, as long as there are descriptors.
  Result<void> make_views(TileTexture& texture, const TextureDesc& desc);
  /// Frames up to number `last_frame` use it. After those it is in COMMON, and is taken again, or with
  /// `release` goes.
  void give(TileTexture texture, const TextureDesc& desc, std::uint64_t last_frame, bool release);
  /// Creates textures of each shape so far until `share` of as many as there are lie idle, with all views.
  Result<void> make_spare(double share);
  /// Frames up to this one are complete.
  void frame_completed(std::uint64_t frame);

  /// Of every texture that exists.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  struct Idle {
    TextureDesc desc;
    std::vector<TileTexture> textures;
    std::uint64_t created = 0;
  };
  struct Given {
    TileTexture texture;
    TextureDesc desc;
    std::uint64_t last_frame = 0;
    bool release = false;
  };
  Idle& idle_of(const TextureDesc& desc);
  Result<TileTexture> make(const TextureDesc& desc);
  /// Of a texture that no frame uses any more.
  void release(const TileTexture& texture, const TextureDesc& desc);
  void release_idle();

  std::shared_ptr<Device> device_;
  TileViews& views_;
  std::vector<Idle> idle_;  // A shape each; there are few.
  std::deque<Given> given_;
  std::uint64_t bytes_ = 0;
};

}  // namespace ferry::cli
