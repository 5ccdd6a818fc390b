#include "texel_codec.hpp"

#include <cstring>
#include <type_traits>

#include "half_float.hpp"
#include "srgb.hpp"

namespace ferry {

namespace {

template <typename T>
T read(const std::byte* from) noexcept {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <typename T>
void write(std::byte* to, T value) noexcept {
  std::memcpy(to, &value, sizeof value);
}

/// The nearest integer from 0 to `most`; 0 for NaN.
inline std::uint32_t to_unorm(float number, float most) noexcept {
  if (!(number > 0)) return 0;
  // NOLINTNEXTLINE(bugprone-incorrect-roundings): never negative, and exact with so few bits.
  return static_cast<std::uint32_t>((number < most ? number : most) + 0.5F);
}

/// Channels of one integer type, in memory as in the numbers.
template <typename T, int kChannels>
struct Unorm {
  static constexpr float kMost = static_cast<T>(~T{0});
  static void load(const std::byte* texels, float* numbers, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count * kChannels; ++i)
      numbers[i] = static_cast<float>(read<T>(texels + i * sizeof(T)));
  }
  static void store(const float* numbers, std::byte* texels, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count * kChannels; ++i)
      write(texels + i * sizeof(T), static_cast<T>(to_unorm(numbers[i], kMost)));
  }
  static constexpr TexelCodec kCodec = {kChannels, kMost, sizeof(T) * kChannels, &load, &store};
};

/// Four bytes: colour in the order R, G, B or B, G, R; sRGB or not; alpha or nothing.
template <bool kBlueFirst, bool kSrgb, bool kAlpha>
struct Bytes4 {
  static constexpr int kChannels = kAlpha ? 4 : 3;
  static constexpr int kRed = kBlueFirst ? 2 : 0;
  static constexpr int kBlue = kBlueFirst ? 0 : 2;
  static void load(const std::byte* texels, float* numbers, std::size_t count) noexcept {
    const SrgbTables& tables = SrgbTables::get();
    const auto color = [&](std::byte sample) {
      const auto code = std::to_integer<std::uint8_t>(sample);
      return kSrgb ? tables.decode(code) : static_cast<float>(code);
    };
    for (std::size_t i = 0; i < count; ++i, texels += 4, numbers += kChannels) {
      numbers[0] = color(texels[kRed]);
      numbers[1] = color(texels[1]);
      numbers[2] = color(texels[kBlue]);
      if constexpr (kAlpha) numbers[3] = std::to_integer<std::uint8_t>(texels[3]);
    }
  }
  static void store(const float* numbers, std::byte* texels, std::size_t count) noexcept {
    const SrgbTables& tables = SrgbTables::get();
    const auto color = [&](float number) {
      return kSrgb ? std::byte{tables.encode(number)} : static_cast<std::byte>(to_unorm(number, 255));
    };
    for (std::size_t i = 0; i < count; ++i, texels += 4, numbers += kChannels) {
      texels[kRed] = color(numbers[0]);
      texels[1] = color(numbers[1]);
      texels[kBlue] = color(numbers[2]);
      texels[3] = std::byte{255};
      if constexpr (kAlpha) texels[3] = static_cast<std::byte>(to_unorm(numbers[3], 255));
    }
  }
  static constexpr TexelCodec kCodec = {kChannels, 255, 4, &load, &store};
};

struct Rgb10A2 {
  static void load(const std::byte* texels, float* numbers, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i, texels += 4, numbers += 4) {
      const auto bits = read<std::uint32_t>(texels);
      numbers[0] = static_cast<float>(bits & 0x3ffU);
      numbers[1] = static_cast<float>(bits >> 10 & 0x3ffU);
      numbers[2] = static_cast<float>(bits >> 20 & 0x3ffU);
      numbers[3] = static_cast<float>(bits >> 30);
    }
  }
  static void store(const float* numbers, std::byte* texels, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i, texels += 4, numbers += 4) {
      write(texels, to_unorm(numbers[0], 1023) | to_unorm(numbers[1], 1023) << 10 |
                        to_unorm(numbers[2], 1023) << 20 | to_unorm(numbers[3], 3) << 30);
    }
  }
  static constexpr TexelCodec kCodec = {4, 3, 4, &load, &store};
};

template <int kChannels>
struct Half {
  static void load(const std::byte* texels, float* numbers, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count * kChannels; ++i)
      numbers[i] = half_to_float(read<std::uint16_t>(texels + i * 2));
  }
  static void store(const float* numbers, std::byte* texels, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count * kChannels; ++i) write(texels + i * 2, float_to_half(numbers[i]));
  }
  static constexpr TexelCodec kCodec = {kChannels, 1, kChannels * 2, &load, &store};
};

template <int kChannels>
struct Float {
  static void load(const std::byte* texels, float* numbers, std::size_t count) noexcept {
    std::memcpy(numbers, texels, count * kChannels * sizeof(float));
  }
  static void store(const float* numbers, std::byte* texels, std::size_t count) noexcept {
    std::memcpy(texels, numbers, count * kChannels * sizeof(float));
  }
  static constexpr TexelCodec kCodec = {kChannels, 1, kChannels * 4, &load, &store};
};

}  // namespace

const TexelCodec* texel_codec(Format format) noexcept {
  switch (format) {
    case Format::kR8Unorm:
    case Format::kA8Unorm:
      return &Unorm<std::uint8_t, 1>::kCodec;
    case Format::kR8G8Unorm:
      return &Unorm<std::uint8_t, 2>::kCodec;
    case Format::kR8G8B8A8Unorm:
      return &Bytes4<false, false, true>::kCodec;
    case Format::kR8G8B8A8UnormSrgb:
      return &Bytes4<false, true, true>::kCodec;
    case Format::kB8G8R8A8Unorm:
      return &Bytes4<true, false, true>::kCodec;
    case Format::kB8G8R8A8UnormSrgb:
      return &Bytes4<true, true, true>::kCodec;
    case Format::kB8G8R8X8Unorm:
      return &Bytes4<true, false, false>::kCodec;
    case Format::kB8G8R8X8UnormSrgb:
      return &Bytes4<true, true, false>::kCodec;
    case Format::kR16Unorm:
      return &Unorm<std::uint16_t, 1>::kCodec;
    case Format::kR16G16Unorm:
      return &Unorm<std::uint16_t, 2>::kCodec;
    case Format::kR16G16B16A16Unorm:
      return &Unorm<std::uint16_t, 4>::kCodec;
    case Format::kR10G10B10A2Unorm:
      return &Rgb10A2::kCodec;
    case Format::kR16Float:
      return &Half<1>::kCodec;
    case Format::kR16G16Float:
      return &Half<2>::kCodec;
    case Format::kR16G16B16A16Float:
      return &Half<4>::kCodec;
    case Format::kR32Float:
      return &Float<1>::kCodec;
    case Format::kR32G32Float:
      return &Float<2>::kCodec;
    case Format::kR32G32B32Float:
      return &Float<3>::kCodec;
    case Format::kR32G32B32A32Float:
      return &Float<4>::kCodec;
    default:
      return nullptr;
  }
}

}  // namespace ferry
