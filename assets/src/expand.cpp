#include <ferry/assets/expand.hpp>

#include <cstddef>
#include <utility>
#include <vector>

#include "texel_expand.hpp"

namespace ferry {
namespace {

struct SmallFormat {
  Format format;
  unsigned texel_bytes;
  /// Red, green, blue, alpha: where they start and how many bits they have.
  TexelFields fields;
};

constexpr SmallFormat kSmallFormats[] = {
    {Format::kB5G6R5Unorm, 2, {{{11, 5}, {5, 6}, {0, 5}, {0, 0}}}},
    {Format::kB5G5R5A1Unorm, 2, {{{10, 5}, {5, 5}, {0, 5}, {15, 1}}}},
    {Format::kB4G4R4A4Unorm, 2, {{{8, 4}, {4, 4}, {0, 4}, {12, 4}}}},
    {Format::kA4B4G4R4Unorm, 2, {{{12, 4}, {8, 4}, {4, 4}, {0, 4}}}},
    {Format::kB8G8R8A8Unorm, 4, {{{16, 8}, {8, 8}, {0, 8}, {24, 8}}}},
    {Format::kB8G8R8X8Unorm, 4, {{{16, 8}, {8, 8}, {0, 8}, {0, 0}}}},
};

/// Both conversions of a row; `middle_bytes`: of a texel between them.
RowConversion one_after_the_other(RowConversion first, RowConversion second, std::uint32_t middle_bytes) {
  return [first = std::move(first), second = std::move(second), middle_bytes](
             const std::byte* source, std::byte* destination, std::uint32_t texels) {
    std::vector<std::byte> row(std::size_t{texels} * middle_bytes);
    first(source, row.data(), texels);
    second(row.data(), destination, texels);
  };
}

}  // namespace

Result<TextureImage> expand_for_device(TextureImage image, Format wanted) {
  const Format given = image.desc.format;
  if (given == wanted) return image;
  for (const SmallFormat& small : kSmallFormats) {
    if (to_linear(given) != small.format || to_linear(wanted) != Format::kR8G8B8A8Unorm) continue;
    const bool has_srgb_form = to_srgb(small.format) != small.format;
    if (has_srgb_form && (to_srgb(given) == given) != (to_srgb(wanted) == wanted)) continue;
    image.desc.format = wanted;
    RowConversion expand = expand_to_rgba8(small.texel_bytes, small.fields);
    image.convert = image.convert
                        ? one_after_the_other(std::move(image.convert), std::move(expand), small.texel_bytes)
                        : std::move(expand);
    if (small.fields[3].bits == 0) image.alpha = AlphaMode::kOpaque;
    return image;
  }
  return fail(ErrorCode::kUnsupported, format_name(given), " is not expanded to ", format_name(wanted),
              "; B5G6R5, B5G5R5A1, B4G4R4A4, A4B4G4R4, B8G8R8A8 and B8G8R8X8 are, to R8G8B8A8");
}

}  // namespace ferry
