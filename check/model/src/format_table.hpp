#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ferry::check::model {

/// What the rules must know of one DXGI_FORMAT.
struct FormatFacts {
  std::uint16_t format = 0;       ///< DXGI_FORMAT's value.
  std::string_view name;          ///< Without `DXGI_FORMAT_`.
  std::uint8_t block_bytes = 0;   ///< Bytes of a block (a texel where the block is 1 x 1), plane 0.
  std::uint8_t block_width = 1;   ///< Texels.
  std::uint8_t block_height = 1;  ///< Texels.
  std::uint16_t group = 0;        ///< The typeless format of its family, or the format itself.
  std::uint8_t planes = 1;
};

/// The facts, or null for formats that the table does not know.
const FormatFacts* format_facts(std::uint32_t format);

/// `DXGI_FORMAT_BC1_UNORM`, or `DXGI_FORMAT 999`.
std::string format_name(std::uint32_t format);

/// What one plane of a format looks like to a copy.
struct PlaneFacts {
  std::uint8_t block_bytes = 0;
  std::uint8_t block_width = 1;
  std::uint8_t block_height = 1;
  std::uint16_t group = 0;
  std::uint8_t width_shift = 0;  ///< The plane's width is the texture's >> this.
  std::uint8_t height_shift = 0;
};

/// The facts of plane `plane`, which must exist.
PlaneFacts plane_facts(const FormatFacts& facts, std::uint32_t plane);

/// True where a copy may go between the two groups: the same, or one of the reinterpretations of the page
/// 'Format Conversion using Direct3D 10.1' (block-compressed with integer texels of the block's size).
bool groups_can_copy(std::uint32_t format_a, std::uint16_t group_a, std::uint32_t format_b,
                     std::uint16_t group_b);

}  // namespace ferry::check::model
