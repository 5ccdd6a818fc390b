#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <ferry/assets/dds.hpp>

#include "dds_header.hpp"

namespace ferry::dds {

/// How the texels of a file become those of a texture.
struct TexelPlan {
  Format format = Format::kUnknown;
  /// Bytes of a texel in the file, where `convert` is set.
  std::uint32_t source_bytes = 0;
  RowConversion convert;
  AlphaMode alpha = AlphaMode::kUnknown;
  /// Between the header and the texels.
  std::size_t palette_bytes = 0;
  /// UYVY: every two bytes change places, which makes YUY2 of it.
  bool swap_bytes = false;
};

/// What the pixel format, or the DX10 header, says of the texels. `body` is what follows the header: a
/// palette is looked up there.
Result<TexelPlan> plan_texels(const Header& header, std::span<const std::byte> body,
                              const DdsOptions& options, std::vector<std::string>& oddities);

}  // namespace ferry::dds
