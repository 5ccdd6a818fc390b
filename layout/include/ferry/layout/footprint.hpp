#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <ferry/base/result.hpp>
#include <ferry/layout/texture_desc.hpp>

namespace ferry {

/// D3D12_TEXTURE_DATA_PITCH_ALIGNMENT: a row pitch is a multiple of this.
inline constexpr std::uint64_t kRowPitchAlignment = 256;
/// D3D12_TEXTURE_DATA_PLACEMENT_ALIGNMENT: a subresource starts in the buffer at a multiple of this.
inline constexpr std::uint64_t kPlacementAlignment = 512;

/// How tightly texture data may lie in a buffer.
struct PitchRules {
  /// False: the alignments above, which every device takes, and the very numbers of GetCopyableFootprints.
  /// True: rows without padding and offsets that are multiples of the block's bytes (at least 4 for depth
  /// and stencil). Only for devices whose D3D12_FEATURE_DATA_D3D12_OPTIONS13 says
  /// UnrestrictedBufferTextureCopyPitchSupported. Source: the Direct3D 12 specification "VulkanOn12".
  bool unrestricted = false;
};

/// Where one subresource, or a region of one, lies in a buffer. All sizes are bytes unless said otherwise.
struct Footprint {
  /// From the start of the buffer.
  std::uint64_t offset = 0;
  /// What D3D12_SUBRESOURCE_FOOTPRINT::Format takes: the copy format of the plane.
  Format format = Format::kUnknown;
  /// In texels of the plane, rounded up to whole blocks. Bytes for a buffer.
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  /// Depth slices; 1 unless the texture is 3D.
  std::uint32_t depth = 0;
  /// Rows of blocks in one slice: height / block height.
  std::uint32_t rows = 0;
  /// Bytes of one row of blocks that carry texels.
  std::uint64_t row_bytes = 0;
  /// From the start of a row to the start of the next. Always fits 32 bits.
  std::uint64_t row_pitch = 0;
  /// From slice to slice: row_pitch * rows.
  std::uint64_t slice_pitch = 0;
  /// From `offset` to the end of the last row of the last slice, which is not padded. (NV11's chroma alone
  /// counts the unused bytes beside its last row, as GetCopyableFootprints does.)
  std::uint64_t total_bytes = 0;

  friend constexpr bool operator==(const Footprint&, const Footprint&) = default;
};

/// Owns footprints. Moves only; made without exceptions, which std::vector is not.
class FootprintList {
 public:
  FootprintList() = default;
  /// `count` empty footprints, or kOutOfMemory.
  static Result<FootprintList> make(std::size_t count);

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  Footprint* begin() noexcept { return footprints_.get(); }
  Footprint* end() noexcept { return begin() + count_; }
  [[nodiscard]] const Footprint* begin() const noexcept { return footprints_.get(); }
  [[nodiscard]] const Footprint* end() const noexcept { return begin() + count_; }
  [[nodiscard]] const Footprint* data() const noexcept { return footprints_.get(); }
  Footprint& operator[](std::size_t i) noexcept { return footprints_[i]; }
  const Footprint& operator[](std::size_t i) const noexcept { return footprints_[i]; }

 private:
  std::unique_ptr<Footprint[]> footprints_;
  std::size_t count_ = 0;
};

/// Footprints of a run of subresources, one after the other in a buffer.
struct Layout {
  FootprintList footprints;
  /// From base_offset to the end of the last row of the last footprint; what GetCopyableFootprints returns
  /// in pTotalBytes. 0 for no subresources.
  std::uint64_t total_bytes = 0;
};

/// A box of texels, the ends excluded, as D3D12_BOX: in texels of the subresource's plane (NV12's chroma
/// plane of a 1920x1080 texture is 960x540).
struct Box {
  std::uint32_t left = 0;
  std::uint32_t top = 0;
  std::uint32_t front = 0;
  std::uint32_t right = 1;
  std::uint32_t bottom = 1;
  std::uint32_t back = 1;

  friend constexpr bool operator==(const Box&, const Box&) = default;
};

/// Where subresource number `subresource` lies in a buffer if it starts at `base_offset`. Equal, number for
/// number, to ID3D12Device::GetCopyableFootprints for that subresource alone, but counted in 64 bits
/// throughout. Allocates nothing when it succeeds. Pure: safe from any thread.
///
/// kInvalidArgument: the description does not validate(), the subresource does not exist, the base offset is
/// not a multiple of the alignment that `rules` ask for, or it lies so high that 64 bits overflow.
/// kUnsupported: a multisampled texture, an opaque format, a buffer of 4 GiB or more: none has a footprint.
/// Source: the Direct3D 12 documentation's page "ID3D12Device::GetCopyableFootprints method".
Result<Footprint> footprint(const TextureDesc& desc, std::uint32_t subresource, std::uint64_t base_offset = 0,
                            PitchRules rules = {});

/// Footprints of `count` subresources from number `first`, the first at `base_offset`, each later one at the
/// next multiple of the placement alignment after the one before. Errors as for footprint(), and
/// kOutOfMemory. `count` 0 is an empty layout.
Result<Layout> layout(const TextureDesc& desc, std::uint32_t first, std::uint32_t count,
                      std::uint64_t base_offset = 0, PitchRules rules = {});

/// Every subresource of the texture from offset 0.
Result<Layout> layout(const TextureDesc& desc);

/// As layout(), into the caller's memory: `out.size()` footprints from subresource `first`. Gives the total
/// bytes. Allocates nothing when it succeeds.
Result<std::uint64_t> layout_into(std::span<Footprint> out, const TextureDesc& desc, std::uint32_t first,
                                  std::uint64_t base_offset = 0, PitchRules rules = {});

/// The total bytes of layout() without the footprints.
Result<std::uint64_t> layout_bytes(const TextureDesc& desc, std::uint32_t first, std::uint32_t count,
                                   PitchRules rules = {});

/// The footprint of a box of one subresource: of the staging bytes from or to which CopyTextureRegion copies
/// that box. With block-compressed and other block formats the box starts at a whole block and ends at a
/// whole block or at the edge of the subresource; an edge that lies inside a block counts the whole block, so
/// {0,0,0,2,2,1} and {0,0,0,4,4,1} are the same region of a 2x2 BC mip. An empty box gives a footprint of no
/// rows and no bytes: there is nothing to copy, and CopyTextureRegion must not be called for it.
///
/// Errors as for footprint(), and kInvalidArgument for a box that is inside out, reaches past the
/// subresource or cuts a block. kUnsupported: part of a depth-stencil texture; Direct3D 12 copies those whole
/// ("ID3D12GraphicsCommandList::CopyTextureRegion method").
Result<Footprint> region_footprint(const TextureDesc& desc, std::uint32_t subresource, const Box& box,
                                   std::uint64_t base_offset = 0, PitchRules rules = {});

/// The box that covers the whole of a subresource.
Result<Box> whole_box(const TextureDesc& desc, std::uint32_t subresource);

/// Bytes of the footprint's texels with no padding between rows and slices: row_bytes * rows * depth.
constexpr std::uint64_t tight_bytes(const Footprint& footprint) {
  return footprint.row_bytes * footprint.rows * footprint.depth;
}

/// Bytes of `count` subresources from number `first`, tightly packed one after the other: what an image file
/// holds and what a readback gives. Errors as for footprint().
Result<std::uint64_t> tight_bytes(const TextureDesc& desc, std::uint32_t first, std::uint32_t count);

/// How many rows of one slice of this footprint fit into `bytes` of staging, the last one unpadded; at most
/// footprint.rows. 0 where not even one does.
std::uint32_t rows_that_fit(const Footprint& footprint, std::uint64_t bytes) noexcept;

}  // namespace ferry
