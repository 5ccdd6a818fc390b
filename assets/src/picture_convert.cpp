#include <ferry/assets/picture_convert.hpp>

#include <array>
#include <cstring>
#include <utility>

#include <ferry/base/units.hpp>

#include "half_float.hpp"
#include "srgb.hpp"

namespace ferry {

namespace {

using ConvertRow = void (*)(const std::byte* from, std::byte* to, std::size_t texels) noexcept;

/// How one format becomes one that PNG can hold.
struct Conversion {
  Format to = Format::kUnknown;
  std::uint32_t from_bytes = 0;  // per texel
  std::uint32_t to_bytes = 0;
  ConvertRow convert = nullptr;
};

template <typename T>
T read(const std::byte* from) noexcept {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <std::size_t kBytes>
void copy(const std::byte* from, std::byte* to, std::size_t texels) noexcept {
  std::memcpy(to, from, texels * kBytes);
}

template <bool kAlpha>
void swap_red_and_blue(const std::byte* from, std::byte* to, std::size_t texels) noexcept {
  for (std::size_t i = 0; i < texels; ++i, from += 4, to += 4) {
    to[0] = from[2];
    to[1] = from[1];
    to[2] = from[0];
    to[3] = kAlpha ? from[3] : std::byte{255};
  }
}

/// One or two channels of T to four.
template <typename T, std::size_t kChannels>
void spread(const std::byte* from, std::byte* to, std::size_t texels) noexcept {
  for (std::size_t i = 0; i < texels; ++i, from += kChannels * sizeof(T), to += 4 * sizeof(T)) {
    const T red = read<T>(from);
    const std::array<T, 4> texel = {red, kChannels == 1 ? red : read<T>(from + (kChannels - 1) * sizeof(T)),
                                    kChannels == 1 ? red : T{0}, static_cast<T>(~T{0})};
    std::memcpy(to, texel.data(), sizeof texel);
  }
}

void widen_rgb10a2(const std::byte* from, std::byte* to, std::size_t texels) noexcept {
  const auto widen = [](std::uint32_t sample) {
    return static_cast<std::uint16_t>((sample * 65535 + 511) / 1023);
  };
  for (std::size_t i = 0; i < texels; ++i, from += 4, to += 8) {
    const auto bits = read<std::uint32_t>(from);
    const std::array<std::uint16_t, 4> texel = {widen(bits & 0x3ffU), widen(bits >> 10 & 0x3ffU),
                                                widen(bits >> 20 & 0x3ffU),
                                                static_cast<std::uint16_t>((bits >> 30) * 21845)};
    std::memcpy(to, texel.data(), sizeof texel);
  }
}

std::uint16_t unorm16(double value) noexcept {
  if (!(value > 0)) return 0;
  // NOLINTNEXTLINE(bugprone-incorrect-roundings): never negative, and exact with so few bits.
  return static_cast<std::uint16_t>((value < 1 ? value : 1) * 65535 + 0.5);
}

std::uint16_t encoded16(float linear) noexcept {
  if (!(linear > 0)) return 0;
  return linear < 1 ? unorm16(linear_to_srgb(static_cast<double>(linear))) : std::uint16_t{65535};
}

void encode_halves(const std::byte* from, std::byte* to, std::size_t texels) noexcept {
  // What becomes of each half from 0 to 1; there are only so many.
  constexpr std::uint16_t kOne = 0x3c00;
  static const std::array<std::uint16_t, kOne> encoded = [] {
    std::array<std::uint16_t, kOne> table = {};
    for (std::uint16_t half = 0; half < kOne; ++half) table[half] = encoded16(half_to_float(half));
    return table;
  }();
  const auto color = [&](std::uint16_t half) -> std::uint16_t {
    if (half < kOne) return encoded[half];
    return half <= 0x7c00 ? 65535 : 0;  // up to infinity; above are NaN and what is negative
  };
  for (std::size_t i = 0; i < texels; ++i, from += 8, to += 8) {
    const auto halves = read<std::array<std::uint16_t, 4>>(from);
    const std::array<std::uint16_t, 4> texel = {color(halves[0]), color(halves[1]), color(halves[2]),
                                                unorm16(half_to_float(halves[3]))};
    std::memcpy(to, texel.data(), sizeof texel);
  }
}

template <std::size_t kChannels>
void encode_floats(const std::byte* from, std::byte* to, std::size_t texels) noexcept {
  for (std::size_t i = 0; i < texels; ++i, from += kChannels * sizeof(float), to += 8) {
    const auto floats = read<std::array<float, kChannels>>(from);
    const std::array<std::uint16_t, 4> texel = {
        encoded16(floats[0]), encoded16(floats[1]), encoded16(floats[2]),
        kChannels == 4 ? unorm16(floats[kChannels - 1]) : std::uint16_t{65535}};
    std::memcpy(to, texel.data(), sizeof texel);
  }
}

Conversion conversion_of(Format format) noexcept {
  constexpr Format k8 = Format::kR8G8B8A8Unorm;
  constexpr Format k8Srgb = Format::kR8G8B8A8UnormSrgb;
  constexpr Format k16 = Format::kR16G16B16A16Unorm;
  switch (format) {
    case Format::kR8G8B8A8Unorm:
      return {k8, 4, 4, &copy<4>};
    case Format::kR8G8B8A8UnormSrgb:
      return {k8Srgb, 4, 4, &copy<4>};
    case Format::kB8G8R8A8Unorm:
      return {k8, 4, 4, &swap_red_and_blue<true>};
    case Format::kB8G8R8A8UnormSrgb:
      return {k8Srgb, 4, 4, &swap_red_and_blue<true>};
    case Format::kB8G8R8X8Unorm:
      return {k8, 4, 4, &swap_red_and_blue<false>};
    case Format::kB8G8R8X8UnormSrgb:
      return {k8Srgb, 4, 4, &swap_red_and_blue<false>};
    case Format::kR8Unorm:
      return {k8, 1, 4, &spread<std::uint8_t, 1>};
    case Format::kR8G8Unorm:
      return {k8, 2, 4, &spread<std::uint8_t, 2>};
    case Format::kR16Unorm:
      return {k16, 2, 8, &spread<std::uint16_t, 1>};
    case Format::kR16G16Unorm:
      return {k16, 4, 8, &spread<std::uint16_t, 2>};
    case Format::kR16G16B16A16Unorm:
      return {k16, 8, 8, &copy<8>};
    case Format::kR10G10B10A2Unorm:
      return {k16, 4, 8, &widen_rgb10a2};
    case Format::kR16G16B16A16Float:
      return {k16, 8, 8, &encode_halves};
    case Format::kR32G32B32Float:
      return {k16, 12, 8, &encode_floats<3>};
    case Format::kR32G32B32A32Float:
      return {k16, 16, 8, &encode_floats<4>};
    default:
      return {};
  }
}

}  // namespace

bool has_png_format(Format format) noexcept {
  return conversion_of(format).convert != nullptr;
}

Result<Picture> to_png_format(const PictureView& picture) {
  const Conversion conversion = conversion_of(picture.format);
  if (conversion.convert == nullptr) {
    return fail(ErrorCode::kUnsupported, "a picture of ", format_name(picture.format),
                " has no form that PNG can hold; give UNORM or float colour channels");
  }
  if (picture.width == 0 || picture.height == 0 || picture.pixels == nullptr) {
    return fail(ErrorCode::kInvalidArgument, "a picture of ", picture.width, "x", picture.height,
                picture.pixels == nullptr ? " without pixels" : "", " cannot be converted");
  }
  if (picture.row_pitch < std::uint64_t{picture.width} * conversion.from_bytes) {
    return fail(ErrorCode::kInvalidArgument, "row pitch ", picture.row_pitch, " is smaller than a row, ",
                std::uint64_t{picture.width} * conversion.from_bytes, " bytes");
  }
  Picture out;
  out.width = picture.width;
  out.height = picture.height;
  out.format = conversion.to;
  out.row_pitch = std::uint64_t{picture.width} * conversion.to_bytes;
  std::uint64_t bytes = 0;
  if (!multiply_checked(out.row_pitch, out.height, bytes)) {
    return fail(ErrorCode::kOutOfMemory, "no memory for a picture of ", picture.width, "x", picture.height);
  }
  Result<ByteBuffer> pixels = ByteBuffer::make(bytes, "the converted picture");
  if (!pixels) return fail(std::move(pixels).error());
  out.pixels = *std::move(pixels);
  const auto* from = static_cast<const std::byte*>(picture.pixels);
  std::byte* to = out.pixels.data();
  for (std::uint32_t y = 0; y < picture.height; ++y, from += picture.row_pitch, to += out.row_pitch)
    conversion.convert(from, to, picture.width);
  return out;
}

}  // namespace ferry
