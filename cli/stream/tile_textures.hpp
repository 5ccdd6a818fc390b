#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/layout/texture_desc.hpp>

struct ID3D12Resource;

namespace ferry::cli {

/// The textures of tiles. Those that were given back are used again for tiles of the same shape, as engines
/// do: in a stream that goes on nothing is created.
///
/// Threading: one thread at a time.
class TileTextures {
 public:
  explicit TileTextures(std::shared_ptr<Device> device) : device_(std::move(device)) {}

  /// A texture in COMMON. `fresh`: a new one in any case.
  Result<ComPtr<ID3D12Resource>> take(const TextureDesc& desc, bool fresh);
  /// Frames up to number `last_frame` use it. After those it is in COMMON, and is taken again, or with
  /// `release` goes.
  void give(ComPtr<ID3D12Resource> texture, const TextureDesc& desc, std::uint64_t last_frame, bool release);
  /// Frames up to this one are complete.
  void frame_completed(std::uint64_t frame);

  /// Of every texture that exists.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] std::uint64_t created() const { return created_; }

 private:
  struct Idle {
    TextureDesc desc;
    std::vector<ComPtr<ID3D12Resource>> textures;
  };
  struct Given {
    ComPtr<ID3D12Resource> texture;
    TextureDesc desc;
    std::uint64_t last_frame = 0;
    bool release = false;
  };
  Idle& idle_of(const TextureDesc& desc);

  std::shared_ptr<Device> device_;
  std::vector<Idle> idle_;  // A shape each; there are few.
  std::deque<Given> given_;
  std::uint64_t bytes_ = 0;
  std::uint64_t created_ = 0;
};

}  // namespace ferry::cli
