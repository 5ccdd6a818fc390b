#include "texel_expand.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "little_endian.hpp"

namespace ferry {
namespace {

template <unsigned kBytes>
std::uint32_t load_texel(const std::byte* at) noexcept {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < kBytes; ++i) value |= std::to_integer<std::uint32_t>(at[i]) << (8 * i);
  return value;
}

/// A conversion that makes of each texel, as a number, what `change` makes of it.
template <unsigned kBytes, typename Change>
RowConversion each_texel_of(const Change& change) {
  return [change](const std::byte* source, std::byte* destination, std::uint32_t texels) {
    for (std::uint32_t i = 0; i < texels; ++i) {
      const auto out = change(load_texel<kBytes>(source));
      std::memcpy(destination, &out, sizeof out);
      source += kBytes;
      destination += sizeof out;
    }
  };
}

template <typename Change>
RowConversion each_texel(unsigned texel_bytes, const Change& change) {
  switch (texel_bytes) {
    case 1:
      return each_texel_of<1>(change);
    case 2:
      return each_texel_of<2>(change);
    case 3:
      return each_texel_of<3>(change);
    default:
      return each_texel_of<4>(change);
  }
}

std::uint64_t most_of(unsigned bits) noexcept {
  return (std::uint64_t{1} << bits) - 1;
}

std::uint64_t scale(std::uint64_t value, std::uint64_t most, std::uint64_t out_most) noexcept {
  return (value * out_most + most / 2) / most;
}

bool is_alpha(std::size_t channel, std::size_t channels) noexcept {
  return channels == 4 && channel == 3;
}

/// Channels of at most 8 bits, by table.
template <std::size_t kChannels>
struct TableTexel {
  struct Channel {
    std::uint32_t mask = 0;
    unsigned shift = 0;
    std::array<std::uint8_t, 256> values = {};
  };
  std::array<Channel, kChannels> channels;

  explicit TableTexel(const TexelFields& fields) {
    for (std::size_t c = 0; c < kChannels; ++c) {
      Channel& channel = channels[c];
      channel.mask = fields[c].mask();
      channel.shift = fields[c].shift;
      if (fields[c].bits == 0) {
        channel.values[0] = is_alpha(c, kChannels) ? 255 : 0;
        continue;
      }
      const std::uint64_t most = most_of(fields[c].bits);
      for (std::uint64_t v = 0; v <= most; ++v) {
        channel.values[static_cast<std::size_t>(v)] = static_cast<std::uint8_t>(scale(v, most, 255));
      }
    }
  }

  std::array<std::uint8_t, kChannels> operator()(std::uint32_t texel) const noexcept {
    std::array<std::uint8_t, kChannels> out;
    for (std::size_t c = 0; c < kChannels; ++c) {
      out[c] = channels[c].values[(texel & channels[c].mask) >> channels[c].shift];
    }
    return out;
  }
};

// The most usual texels, several times as fast as by table.

/// Whether each colour is a byte of the texel.
bool are_bytes(const TexelFields& fields, unsigned texel_bytes) noexcept {
  return std::all_of(fields.begin(), fields.begin() + 3, [texel_bytes](const BitField& field) {
    return field.bits == 8 && field.shift % 8 == 0 && field.shift / 8U < texel_bytes;
  });
}

/// RGBA8 of texels of three bytes, one for each colour.
RowConversion pick_bytes(const TexelFields& fields) {
  const std::array<unsigned, 3> places = {fields[0].shift / 8U, fields[1].shift / 8U, fields[2].shift / 8U};
  return [places](const std::byte* source, std::byte* destination, std::uint32_t texels) {
    const std::array<unsigned, 3> from = places;  // in registers, whatever is written
    for (std::uint32_t i = 0; i < texels; ++i) {
      for (std::size_t c = 0; c < 3; ++c) destination[c] = source[from[c]];
      destination[3] = std::byte{0xff};
      source += 3;
      destination += 4;
    }
  };
}

/// RGBA8 of BGRA8; of alpha these bits are set.
RowConversion swap_red_and_blue(std::uint32_t alpha) {
  return each_texel_of<4>([alpha](std::uint32_t texel) {
    return (texel & 0xff00ff00) | (texel & 0xff) << 16 | (texel >> 16 & 0xff) | alpha;
  });
}

/// Channels of any width, by arithmetic.
template <std::size_t kChannels>
struct WideTexel {
  TexelFields fields;

  std::array<std::uint16_t, kChannels> operator()(std::uint32_t texel) const noexcept {
    std::array<std::uint16_t, kChannels> out;
    for (std::size_t c = 0; c < kChannels; ++c) {
      const BitField field = fields[c];
      if (field.bits == 0) {
        out[c] = is_alpha(c, kChannels) ? 0xffff : 0;
      } else {
        out[c] = static_cast<std::uint16_t>(
            scale((texel & field.mask()) >> field.shift, most_of(field.bits), 0xffff));
      }
    }
    return out;
  }
};

struct SignedTexel {
  TexelFields fields;
  std::array<bool, 4> is_signed;

  std::array<std::int16_t, 4> operator()(std::uint32_t texel) const noexcept {
    constexpr std::uint64_t kMost = 0x7fff;
    std::array<std::int16_t, 4> out;
    for (std::size_t c = 0; c < 4; ++c) {
      const BitField field = fields[c];
      const std::uint64_t value = (texel & field.mask()) >> field.shift;
      if (field.bits == 0) {
        out[c] = is_alpha(c, 4) ? static_cast<std::int16_t>(kMost) : std::int16_t{0};
      } else if (!is_signed[c]) {
        out[c] = static_cast<std::int16_t>(scale(value, most_of(field.bits), kMost));
      } else {
        // A field of one bit has no positive value: its -1 is the least.
        const std::uint64_t most = std::max<std::uint64_t>(most_of(field.bits - 1U), 1);
        const bool negative = value > most_of(field.bits - 1U);
        const std::uint64_t size = negative ? (std::uint64_t{1} << field.bits) - value : value;
        const auto scaled = static_cast<int>(scale(std::min(size, most), most, kMost));
        out[c] = static_cast<std::int16_t>(negative ? -scaled : scaled);
      }
    }
    return out;
  }
};

}  // namespace

std::optional<BitField> bit_field(std::uint32_t mask) noexcept {
  if (mask == 0) return BitField{};
  const BitField field = {static_cast<std::uint8_t>(std::countr_zero(mask)),
                          static_cast<std::uint8_t>(std::popcount(mask))};
  if (field.mask() != mask) return std::nullopt;
  return field;
}

RowConversion expand_to_rgba8(unsigned texel_bytes, const TexelFields& fields) {
  if (are_bytes(fields, texel_bytes)) {
    const bool opaque = fields[3].bits == 0;
    const bool blue_first = fields[0].shift == 16 && fields[1].shift == 8 && fields[2].shift == 0;
    if (texel_bytes == 3 && opaque) return pick_bytes(fields);
    if (texel_bytes == 4 && blue_first && opaque) return swap_red_and_blue(0xff000000);
    if (texel_bytes == 4 && blue_first && fields[3] == BitField{24, 8}) return swap_red_and_blue(0);
  }
  return each_texel(texel_bytes, TableTexel<4>(fields));
}

RowConversion expand_to_rgba16(unsigned texel_bytes, const TexelFields& fields) {
  return each_texel(texel_bytes, WideTexel<4>{fields});
}

RowConversion expand_to_rg8(unsigned texel_bytes, const TexelFields& fields) {
  return each_texel(texel_bytes, TableTexel<2>(fields));
}

RowConversion expand_to_rg16(unsigned texel_bytes, const TexelFields& fields) {
  return each_texel(texel_bytes, WideTexel<2>{fields});
}

RowConversion expand_to_rgba16_snorm(unsigned texel_bytes, const TexelFields& fields,
                                     const std::array<bool, 4>& is_signed) {
  return each_texel(texel_bytes, SignedTexel{fields, is_signed});
}

RowConversion change_10_10_10_2(bool swap_red_and_blue, bool opaque) {
  return each_texel_of<4>([=](std::uint32_t texel) {
    if (swap_red_and_blue) texel = (texel & 0xc00ffc00) | (texel & 0x3ff) << 20 | (texel >> 20 & 0x3ff);
    if (opaque) texel |= 0xc0000000;
    return texel;
  });
}

RowConversion make_rgba8_opaque() {
  return each_texel_of<4>([](std::uint32_t texel) { return texel | 0xff000000; });
}

RowConversion look_up_palette(const std::byte* palette, bool with_alpha) {
  if (with_alpha) {
    return each_texel_of<2>([palette](std::uint32_t texel) {
      return (read_u32(palette + (texel & 0xff) * std::size_t{4}) & 0x00ffffff) | texel >> 8 << 24;
    });
  }
  return each_texel_of<1>(
      [palette](std::uint32_t texel) { return read_u32(palette + texel * std::size_t{4}); });
}

}  // namespace ferry
