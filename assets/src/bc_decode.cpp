#include <ferry/assets/bc_decode.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include <ferry/base/byte_buffer.hpp>
#include <ferry/layout/footprint.hpp>

#include "bc6h_decode.hpp"
#include "bc7_decode.hpp"

namespace ferry {

namespace {

constexpr std::size_t kBlockTexels = 16;

constexpr std::size_t kMostTexelBytes = 8;

enum class Coding { kBc1, kBc2, kBc3, kBc4, kBc4Signed, kBc5, kBc5Signed, kBc6h, kBc6hSigned, kBc7, kNone };

Coding coding_of(Format format) {
  switch (format) {
    case Format::kBc1Typeless:
    case Format::kBc1Unorm:
    case Format::kBc1UnormSrgb:
      return Coding::kBc1;
    case Format::kBc2Typeless:
    case Format::kBc2Unorm:
    case Format::kBc2UnormSrgb:
      return Coding::kBc2;
    case Format::kBc3Typeless:
    case Format::kBc3Unorm:
    case Format::kBc3UnormSrgb:
      return Coding::kBc3;
    case Format::kBc4Typeless:
    case Format::kBc4Unorm:
      return Coding::kBc4;
    case Format::kBc4Snorm:
      return Coding::kBc4Signed;
    case Format::kBc5Typeless:
    case Format::kBc5Unorm:
      return Coding::kBc5;
    case Format::kBc5Snorm:
      return Coding::kBc5Signed;
    case Format::kBc6hTypeless:
    case Format::kBc6hUf16:
      return Coding::kBc6h;
    case Format::kBc6hSf16:
      return Coding::kBc6hSigned;
    case Format::kBc7Typeless:
    case Format::kBc7Unorm:
    case Format::kBc7UnormSrgb:
      return Coding::kBc7;
    default:
      return Coding::kNone;
  }
}

std::uint64_t number(const std::byte* bytes, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = count; i-- > 0;) value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  return value;
}

/// numerator / denominator, rounded to the nearest.
int divided(int numerator, int denominator) {
  const int half = numerator < 0 ? -denominator : denominator;
  return (2 * numerator + half) / (2 * denominator);
}

/// A point between two channels of `most` + 1 steps, in 255ths: (a * to_go + b * gone) / (to_go + gone).
std::byte between(int a, int b, int most, int to_go, int gone) {
  return static_cast<std::byte>(divided(255 * (a * to_go + b * gone), most * (to_go + gone)));
}

using Color = std::array<std::byte, 4>;

Color mixed(std::uint32_t first, std::uint32_t second, int to_go, int gone) {
  const auto field = [](std::uint32_t color, int shift, std::uint32_t most) {
    return static_cast<int>(color >> shift & most);
  };
  return {between(field(first, 11, 31), field(second, 11, 31), 31, to_go, gone),
          between(field(first, 5, 63), field(second, 5, 63), 63, to_go, gone),
          between(field(first, 0, 31), field(second, 0, 31), 31, to_go, gone), std::byte{0xff}};
}

/// Eight bytes of BC1; in BC2 and BC3 there are always four colours.
void decode_colors(const std::byte* block, bool may_be_three, std::byte* texels) {
  const auto first = static_cast<std::uint32_t>(number(block, 2));
  const auto second = static_cast<std::uint32_t>(number(block + 2, 2));
  const auto choices = static_cast<std::uint32_t>(number(block + 4, 4));
  std::array<Color, 4> palette = {mixed(first, second, 1, 0), mixed(first, second, 0, 1)};
  if (first > second || !may_be_three) {
    palette[2] = mixed(first, second, 2, 1);
    palette[3] = mixed(first, second, 1, 2);
  } else {
    palette[2] = mixed(first, second, 1, 1);
    palette[3] = {};
  }
  for (std::size_t i = 0; i < kBlockTexels; ++i) {
    std::memcpy(texels + i * 4, palette[choices >> (2 * i) & 3].data(), 4);
  }
}

/// Eight bytes of BC4, one channel, to every `stride`th byte.
void decode_channel(const std::byte* block, bool is_signed, std::byte* texels, std::size_t stride) {
  const auto end_point = [&](std::size_t i) {
    const int value = std::to_integer<int>(block[i]);
    if (!is_signed) return value;
    return std::max(value > 127 ? value - 256 : value, -127);  // -128 is -1, as -127 is
  };
  const int first = end_point(0);
  const int second = end_point(1);
  std::array<int, 8> palette = {first, second};
  const int steps = first > second ? 7 : 5;
  for (int i = 1; i < steps; ++i) {
    palette[static_cast<std::size_t>(i) + 1] = divided(first * (steps - i) + second * i, steps);
  }
  if (steps == 5) {
    palette[6] = is_signed ? -127 : 0;
    palette[7] = is_signed ? 127 : 255;
  }
  const std::uint64_t choices = number(block + 2, 6);
  for (std::size_t i = 0; i < kBlockTexels; ++i) {
    texels[i * stride] = static_cast<std::byte>(palette[choices >> (3 * i) & 7] & 0xff);
  }
}

std::size_t texel_bytes(Coding coding) {
  switch (coding) {
    case Coding::kBc4:
    case Coding::kBc4Signed:
      return 1;
    case Coding::kBc5:
    case Coding::kBc5Signed:
      return 2;
    case Coding::kBc6h:
    case Coding::kBc6hSigned:
      return kMostTexelBytes;
    default:
      return 4;
  }
}

void decode(Coding coding, const std::byte* block, std::byte* texels) {
  switch (coding) {
    case Coding::kBc1:
      decode_colors(block, true, texels);
      break;
    case Coding::kBc2: {
      decode_colors(block + 8, false, texels);
      const std::uint64_t alphas = number(block, 8);
      for (std::size_t i = 0; i < kBlockTexels; ++i) {
        texels[i * 4 + 3] = static_cast<std::byte>((alphas >> (4 * i) & 15) * 17);
      }
      break;
    }
    case Coding::kBc3:
      decode_colors(block + 8, false, texels);
      decode_channel(block, false, texels + 3, 4);
      break;
    case Coding::kBc4:
    case Coding::kBc4Signed:
      decode_channel(block, coding == Coding::kBc4Signed, texels, 1);
      break;
    case Coding::kBc5:
    case Coding::kBc5Signed:
      decode_channel(block, coding == Coding::kBc5Signed, texels, 2);
      decode_channel(block + 8, coding == Coding::kBc5Signed, texels + 1, 2);
      break;
    case Coding::kBc6h:
    case Coding::kBc6hSigned:
      decode_bc6h_block(block, coding == Coding::kBc6hSigned, texels);
      break;
    case Coding::kBc7:
      decode_bc7_block(block, texels);
      break;
    case Coding::kNone:
      break;
  }
}

/// Decodes one slice of blocks; what lies in blocks beyond the edges is left out.
void decode_slice(Coding coding, const std::byte* source, const ImagePart& part, const Footprint& blocks,
                  const Extent& size, std::byte* destination) {
  const std::size_t texel = texel_bytes(coding);
  const std::size_t block_bytes = coding == Coding::kBc1 || texel == 1 ? 8 : 16;
  const auto width = static_cast<std::size_t>(size.width);
  std::array<std::byte, kBlockTexels * kMostTexelBytes> texels;
  for (std::uint32_t block_row = 0; block_row < blocks.rows; ++block_row) {
    const std::size_t rows = std::min<std::size_t>(4, size.height - std::size_t{block_row} * 4);
    for (std::size_t x = 0; x < width; x += 4) {
      decode(coding, source + block_row * part.row_pitch + x / 4 * block_bytes, texels.data());
      const std::size_t columns = std::min<std::size_t>(4, width - x);
      for (std::size_t row = 0; row < rows; ++row) {
        std::memcpy(destination + ((std::size_t{block_row} * 4 + row) * width + x) * texel,
                    texels.data() + row * 4 * texel, columns * texel);
      }
    }
  }
}

}  // namespace

Format decoded_format(Format format) noexcept {
  const FormatInfo* const info = format_info(format);
  switch (coding_of(format)) {
    case Coding::kBc1:
    case Coding::kBc2:
    case Coding::kBc3:
    case Coding::kBc7:
      return info->srgb ? Format::kR8G8B8A8UnormSrgb : Format::kR8G8B8A8Unorm;
    case Coding::kBc4:
      return Format::kR8Unorm;
    case Coding::kBc4Signed:
      return Format::kR8Snorm;
    case Coding::kBc5:
      return Format::kR8G8Unorm;
    case Coding::kBc5Signed:
      return Format::kR8G8Snorm;
    case Coding::kBc6h:
    case Coding::kBc6hSigned:
      return Format::kR16G16B16A16Float;
    case Coding::kNone:
      break;
  }
  return Format::kUnknown;
}

void decode_bc_block(Format format, const std::byte* block, std::byte* texels) noexcept {
  decode(coding_of(format), block, texels);
}

Result<TextureImage> decode_bc(const TextureImage& image) {
  const Coding coding = coding_of(image.desc.format);
  if (coding == Coding::kNone) {
    return fail(ErrorCode::kUnsupported, format_name(image.desc.format),
                " is not decoded here; the block-compressed formats, BC1 to BC7, are");
  }
  TextureImage decoded;
  decoded.desc = image.desc;
  decoded.desc.format = decoded_format(image.desc.format);
  decoded.cube = image.cube;
  decoded.alpha = image.alpha;
  decoded.oddities = image.oddities;
  const std::uint32_t count = subresource_count(image.desc);
  if (auto valid = validate(image.desc); !valid) return fail(std::move(valid).error());
  if (image.parts.size() != count) {
    return fail(ErrorCode::kInvalidArgument, "an image of ", count, " subresources has ", image.parts.size(),
                " parts");
  }
  const Result<std::uint64_t> bytes = tight_bytes(decoded.desc, 0, count);
  if (!bytes) return fail(bytes.error());
  auto memory = ByteBuffer::make(*bytes, "the decoded texels");
  if (!memory) return fail(std::move(memory).error());
  std::byte* at = memory->data();
  for (std::uint32_t index = 0; index < count; ++index) {
    const Result<Footprint> blocks = footprint(image.desc, index);
    if (!blocks) return fail(blocks.error());
    const ImagePart& part = image.parts[index];
    const Extent size = mip_extent(image.desc, subresource_at(image.desc, index).mip);
    const std::uint64_t row_pitch = size.width * texel_bytes(coding);
    decoded.parts.push_back({at, row_pitch, row_pitch * size.height});
    for (std::uint32_t slice = 0; slice < size.depth; ++slice) {
      decode_slice(coding, part.data + slice * part.slice_pitch, part, *blocks, size, at);
      at += row_pitch * size.height;
    }
  }
  decoded.memory_bytes = memory->size();
  decoded.memory = std::make_shared<const ByteBuffer>(*std::move(memory));
  return decoded;
}

}  // namespace ferry
