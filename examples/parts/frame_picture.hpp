#pragma once

// A picture that tells one frame from all others: drawn with clears alone, and known to the texel.

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <ferry/base/text.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/layout/format.hpp>

namespace example {

/// What frame `frame` shows: a background, a bar that walks from left to right, and a box in each of two
/// corners, all in colours that no other frame has.
class FramePicture {
 public:
  /// `format` is R8G8B8A8_UNORM or R10G10B10A2_UNORM.
  FramePicture(std::uint64_t frame, std::uint32_t width, std::uint32_t height, ferry::Format format)
      : width_(width), height_(height), colour_bits_(format == ferry::Format::kR10G10B10A2Unorm ? 10 : 8) {
    const auto w = static_cast<LONG>(width);
    const auto h = static_cast<LONG>(height);
    const LONG bar = static_cast<LONG>(frame % 16) * w / 16;
    patches_ = {Patch{{0, 0, w, h}, colour(frame, 0)},
                Patch{{bar, 0, bar + w / 16 + 1 < w ? bar + w / 16 + 1 : w, h}, colour(frame, 1)},
                Patch{{0, 0, w / 4 + 1, h / 4 + 1}, colour(frame, 2)},
                Patch{{w - w / 3 - 1, h - h / 3 - 1, w, h}, colour(frame, 3)}};
  }

  /// Records the drawing; the target is in RENDER_TARGET. The background alone covers all of it.
  void draw(ID3D12GraphicsCommandList* list, D3D12_CPU_DESCRIPTOR_HANDLE target) const {
    for (const Patch& patch : patches_) {
      const std::array<float, 4> parts = floats(patch.texel);
      list->ClearRenderTargetView(target, parts.data(), 1, &patch.rect);
    }
  }

  /// Looks at every texel; says what the first wrong one is and how many there are, or nothing.
  [[nodiscard]] std::string difference(const std::byte* rows, std::uint64_t row_pitch) const {
    std::vector<std::uint32_t> expected(width_);
    std::vector<std::uint32_t> found(width_);
    std::uint64_t wrong = 0;
    std::string first;
    for (std::uint32_t y = 0; y < height_; ++y) {
      for (const Patch& patch : patches_) {
        if (static_cast<LONG>(y) < patch.rect.top || static_cast<LONG>(y) >= patch.rect.bottom) continue;
        for (LONG x = patch.rect.left; x < patch.rect.right; ++x)
          expected[static_cast<std::size_t>(x)] = patch.texel;
      }
      std::memcpy(found.data(), rows + y * row_pitch, width_ * sizeof(std::uint32_t));
      for (std::uint32_t x = 0; x < width_; ++x) {
        if (found[x] == expected[x]) continue;
        if (wrong++ == 0) {
          first = ferry::text("texel ", x, ", ", y, " is ", words(found[x]), " and was drawn ",
                              words(expected[x]));
        }
      }
    }
    return wrong == 0 ? "" : ferry::text(first, "; ", wrong, " texels are wrong");
  }

 private:
  struct Patch {
    D3D12_RECT rect;
    std::uint32_t texel;
  };

  [[nodiscard]] std::uint32_t colour_max() const { return (1u << colour_bits_) - 1; }
  [[nodiscard]] std::uint32_t alpha_max() const { return (1u << (32 - 3 * colour_bits_)) - 1; }
  [[nodiscard]] std::uint32_t channel(std::uint32_t texel, std::uint32_t index) const {
    return texel >> (index * colour_bits_) & (index == 3 ? alpha_max() : colour_max());
  }

  /// Opaque; red, green and blue of one frame and patch, mixed so that neighbours differ.
  [[nodiscard]] std::uint32_t colour(std::uint64_t frame, std::uint64_t patch) const {
    std::uint64_t mixed = (frame * 4 + patch + 1) * 0x9e3779b97f4a7c15;
    mixed ^= mixed >> 29;
    const auto opaque = alpha_max() << (3 * colour_bits_);
    return opaque | (static_cast<std::uint32_t>(mixed) & ~opaque);
  }

  /// The value that becomes exactly this texel (Direct3D's rule for floats to UNORM: times the greatest
  /// value, rounded to nearest).
  [[nodiscard]] std::array<float, 4> floats(std::uint32_t texel) const {
    std::array<float, 4> parts = {};
    for (std::uint32_t i = 0; i < 4; ++i) {
      parts[i] =
          static_cast<float>(channel(texel, i)) / static_cast<float>(i == 3 ? alpha_max() : colour_max());
    }
    return parts;
  }

  [[nodiscard]] std::string words(std::uint32_t texel) const {
    return ferry::text("(", channel(texel, 0), " ", channel(texel, 1), " ", channel(texel, 2), " ",
                       channel(texel, 3), ")");
  }

  std::uint32_t width_;
  std::uint32_t height_;
  std::uint32_t colour_bits_;
  std::array<Patch, 4> patches_;
};

}  // namespace example
