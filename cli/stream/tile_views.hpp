#pragma once

#include <cstdint>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/layout/texture_desc.hpp>

struct ID3D12DescriptorHeap;
struct ID3D12GraphicsCommandList;
struct ID3D12Resource;

namespace ferry::cli {

/// The descriptors of the tiles' textures: one shader-visible heap, each view in a place of its own.
///
/// Threading: one thread at a time.
class TileViews {
 public:
  static Result<TileViews> create(Device& device, std::uint32_t places);

  /// A view of the mips from `first_mip` on. kFull where every place is taken.
  Result<std::uint32_t> add(ID3D12Resource* texture, const TextureDesc& desc, std::uint32_t first_mip);
  /// Of a place that no frame in flight looks at: it is free for another view.
  void remove(std::uint32_t place) { free_.push_back(place); }

  void use(ID3D12GraphicsCommandList* list) const;
  /// Sets the view as the root signature's table number `parameter`.
  void set(ID3D12GraphicsCommandList* list, std::uint32_t parameter, std::uint32_t place) const;
  [[nodiscard]] std::size_t free_places() const { return free_.size(); }

 private:
  ComPtr<ID3D12DescriptorHeap> heap_;
  Device* device_ = nullptr;
  std::uint64_t cpu_begin_ = 0;
  std::uint64_t gpu_begin_ = 0;
  std::uint32_t step_ = 0;
  std::vector<std::uint32_t> free_;
};

}  // namespace ferry::cli
