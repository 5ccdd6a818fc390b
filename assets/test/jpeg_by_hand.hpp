#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

// A JPEG encoder (ITU-T T.81) for systems without libjpeg: plain, slow, and with the simplest tables that
// are allowed. Sequential, or progressive by spectral selection.

// libjpeg's names.
enum J_COLOR_SPACE { JCS_GRAYSCALE, JCS_RGB, JCS_YCbCr, JCS_CMYK, JCS_YCCK };

namespace ferry::test {

/// Scans of a progressive file with three components.
inline constexpr std::uint32_t kProgressiveScans = 4;

struct HandComponent {
  std::uint8_t id = 1;
  int across = 1;
  int down = 1;
  /// Blocks in units of the whole picture, and those that hold a part of it.
  int blocks_across = 0;
  int blocks_down = 0;
  int real_across = 0;
  int real_down = 0;
  std::vector<int> coefficients;  // 64 for each block, in zigzag order

  [[nodiscard]] const int* block(int x, int y) const {
    return coefficients.data() + (std::size_t{64} * static_cast<std::size_t>(y * blocks_across + x));
  }
};

class HandEncoder {
 public:
  HandEncoder(std::uint32_t width, std::uint32_t height, int quality, unsigned restart_interval)
      : width_(static_cast<int>(width)),
        height_(static_cast<int>(height)),
        restart_interval_(restart_interval) {
    // The standard's own scale of an even table.
    const int scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
    step_ = std::clamp((40 * scale + 50) / 100, 1, 255);
  }

  /// Samples of a component, one for each texel of the whole picture.
  void add(std::uint8_t id, int across, int down, const std::vector<double>& samples, int most_across,
           int most_down) {
    HandComponent component;
    component.id = id;
    component.across = across;
    component.down = down;
    const int fold_x = most_across / across;
    const int fold_y = most_down / down;
    const int mcus_x = (width_ + 8 * most_across - 1) / (8 * most_across);
    const int mcus_y = (height_ + 8 * most_down - 1) / (8 * most_down);
    component.blocks_across = mcus_x * across;
    component.blocks_down = mcus_y * down;
    component.real_across = ((width_ + fold_x - 1) / fold_x + 7) / 8;
    component.real_down = ((height_ + fold_y - 1) / fold_y + 7) / 8;
    const auto folded = [&](int x, int y) {
      double sum = 0;
      for (int dy = 0; dy < fold_y; ++dy) {
        for (int dx = 0; dx < fold_x; ++dx) {
          const int from_x = std::min(x * fold_x + dx, width_ - 1);
          const int from_y = std::min(y * fold_y + dy, height_ - 1);
          sum += samples[static_cast<std::size_t>(from_y) * static_cast<std::size_t>(width_) +
                         static_cast<std::size_t>(from_x)];
        }
      }
      return sum / (fold_x * fold_y) - 128;
    };
    for (int y = 0; y < component.blocks_down; ++y) {
      for (int x = 0; x < component.blocks_across; ++x) {
        double block[64];
        for (int i = 0; i < 64; ++i) block[i] = folded(x * 8 + i % 8, y * 8 + i / 8);
        transform(block, component.coefficients);
      }
    }
    components_.push_back(std::move(component));
  }

  void marker(int code, const std::vector<int>& content) {
    put({0xff, code, static_cast<int>(content.size() + 2) >> 8, static_cast<int>(content.size() + 2) & 0xff});
    put(content);
  }

  /// `arithmetic`: it says so, and is not.
  std::vector<std::byte> finish(bool progressive, bool arithmetic) {
    std::vector<int> table = {0};
    table.insert(table.end(), 64, step_);
    marker(0xdb, table);
    std::vector<int> frame = {8,           height_ >> 8,  height_ & 0xff,
                              width_ >> 8, width_ & 0xff, static_cast<int>(components_.size())};
    for (const HandComponent& one : components_)
      frame.insert(frame.end(), {one.id, one.across << 4 | one.down, 0});
    marker((progressive ? 0xc2 : 0xc0) + (arithmetic ? 9 : 0), frame);
    std::vector<int> dc = {0x00};
    for (int length = 1; length <= 16; ++length) dc.push_back(length == 4 ? 12 : 0);
    for (int size = 0; size < 12; ++size) dc.push_back(size);
    marker(0xc4, dc);
    std::vector<int> ac = {0x10};
    for (int length = 1; length <= 16; ++length) ac.push_back(length == 8 ? 162 : 0);
    for (int at = 0; at < 162; ++at) ac.push_back(symbol(at));
    marker(0xc4, ac);
    if (restart_interval_ != 0) {
      marker(0xdd, {static_cast<int>(restart_interval_) >> 8, static_cast<int>(restart_interval_) & 0xff});
    }
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < components_.size(); ++i) all.push_back(i);
    scan(all, 0, progressive ? 0 : 63);
    if (progressive) {
      for (const std::size_t one : all) scan({one}, 1, 63);
    }
    put({0xff, 0xd9});
    return out_;
  }

  void put(const std::vector<int>& bytes) {
    for (const int byte : bytes) out_.push_back(static_cast<std::byte>(byte));
  }

 private:
  /// AC symbols in the order of their codes, which are their places: end of block, sixteen zeros, and each
  /// run with each size.
  static int symbol(int at) {
    if (at == 0) return 0x00;
    if (at == 1) return 0xf0;
    return (at - 2) / 10 << 4 | ((at - 2) % 10 + 1);
  }

  void transform(const double* block, std::vector<int>& coefficients) const {
    const auto part = [](int k) { return k == 0 ? std::sqrt(0.125) : 0.5; };
    // Along the diagonals, up and down in turn.
    for (int sum = 0; sum < 15; ++sum) {
      for (int i = 0; i <= sum; ++i) {
        const int u = sum % 2 == 0 ? i : sum - i;  // columns
        const int v = sum - u;
        if (u > 7 || v > 7) continue;
        double value = 0;
        for (int y = 0; y < 8; ++y) {
          for (int x = 0; x < 8; ++x) {
            value += block[y * 8 + x] * std::cos((2 * x + 1) * u * std::numbers::pi / 16) *
                     std::cos((2 * y + 1) * v * std::numbers::pi / 16);
          }
        }
        coefficients.push_back(static_cast<int>(std::lround(value * part(u) * part(v) / step_)));
      }
    }
  }

  void bits(unsigned value, int count) {
    for (int i = count - 1; i >= 0; --i) {
      held_ = held_ << 1 | (value >> i & 1U);
      if (++held_bits_ < 8) continue;
      put({static_cast<int>(held_)});
      if (held_ == 0xff) put({0});
      held_ = 0;
      held_bits_ = 0;
    }
  }
  void fill_byte() {
    while (held_bits_ != 0) bits(1, 1);
  }
  static int size_of(int value) {
    int size = 0;
    for (int rest = std::abs(value); rest != 0; rest >>= 1) ++size;
    return size;
  }
  void number(int value, int size) {
    bits(static_cast<unsigned>(value < 0 ? value + (1 << size) - 1 : value), size);
  }

  void code_block(const int* block, int& before, int first, int last) {
    if (first == 0) {
      const int difference = block[0] - before;
      before = block[0];
      const int size = size_of(difference);
      bits(static_cast<unsigned>(size), 4);
      number(difference, size);
      first = 1;
    }
    int run = 0;
    for (int k = first; k <= last; ++k) {
      if (block[k] == 0) {
        ++run;
        continue;
      }
      for (; run >= 16; run -= 16) bits(1, 8);
      const int size = size_of(block[k]);
      bits(static_cast<unsigned>(2 + run * 10 + size - 1), 8);
      number(block[k], size);
      run = 0;
    }
    if (run != 0) bits(0, 8);
  }

  void scan(const std::vector<std::size_t>& which, int first, int last) {
    std::vector<int> head = {static_cast<int>(which.size())};
    for (const std::size_t one : which) head.insert(head.end(), {components_[one].id, 0});
    head.insert(head.end(), {first, last, 0});
    marker(0xda, head);
    std::vector<int> before(components_.size(), 0);
    unsigned units = 0;
    const auto next_unit = [&] {
      if (restart_interval_ == 0 || units == 0 || units % restart_interval_ != 0) return void(++units);
      fill_byte();
      put({0xff, 0xd0 + static_cast<int>(units / restart_interval_ - 1) % 8});
      std::fill(before.begin(), before.end(), 0);
      ++units;
    };
    if (which.size() == 1) {
      const HandComponent& one = components_[which[0]];
      for (int y = 0; y < one.real_down; ++y) {
        for (int x = 0; x < one.real_across; ++x) {
          next_unit();
          code_block(one.block(x, y), before[which[0]], first, last);
        }
      }
    } else {
      const HandComponent& any = components_[0];
      for (int y = 0; y < any.blocks_down / any.down; ++y) {
        for (int x = 0; x < any.blocks_across / any.across; ++x) {
          next_unit();
          for (const std::size_t i : which) {
            const HandComponent& one = components_[i];
            for (int part = 0; part < one.across * one.down; ++part) {
              code_block(one.block(x * one.across + part % one.across, y * one.down + part / one.across),
                         before[i], first, last);
            }
          }
        }
      }
    }
    fill_byte();
  }

  int width_;
  int height_;
  unsigned restart_interval_;
  int step_ = 1;
  std::vector<HandComponent> components_;
  std::vector<std::byte> out_ = {std::byte{0xff}, std::byte{0xd8}};
  unsigned held_ = 0;
  int held_bits_ = 0;
};

/// `Kind` is JpegKind.
template <typename Kind>
std::vector<std::byte> make_jpeg_by_hand(const Kind& kind, std::span<const std::uint8_t> rows) {
  const std::size_t channels = kind.given == JCS_GRAYSCALE ? 1 : kind.given == JCS_CMYK ? 4 : 3;
  const std::size_t texels = std::size_t{kind.width} * kind.height;
  std::vector<std::vector<double>> planes(channels, std::vector<double>(texels));
  for (std::size_t i = 0; i < texels; ++i) {
    for (std::size_t channel = 0; channel < channels; ++channel)
      planes[channel][i] = rows[i * channels + channel];
    if (kind.stored != JCS_YCbCr && kind.stored != JCS_YCCK) continue;
    const bool inks = kind.stored == JCS_YCCK;
    const auto light = [&](std::size_t channel) {
      return inks ? 255 - planes[channel][i] : planes[channel][i];
    };
    const double r = light(0);
    const double g = light(1);
    const double b = light(2);
    planes[0][i] = 0.299 * r + 0.587 * g + 0.114 * b;
    planes[1][i] = 128 - 0.168735892 * r - 0.331264108 * g + 0.5 * b;
    planes[2][i] = 128 + 0.5 * r - 0.418687589 * g - 0.081312411 * b;
  }
  HandEncoder encoder(kind.width, kind.height, kind.quality, kind.restart_interval);
  if (kind.stored == JCS_YCbCr || kind.stored == JCS_GRAYSCALE) {
    encoder.marker(0xe0, {'J', 'F', 'I', 'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0});
  } else if (kind.adobe_marker) {
    encoder.marker(0xee, {'A', 'd', 'o', 'b', 'e', 0, 100, 0, 0, 0, 0, kind.stored == JCS_YCCK ? 2 : 0});
  }
  if (!kind.app1.empty()) {
    std::vector<int> content;
    for (const std::byte byte : kind.app1) content.push_back(std::to_integer<int>(byte));
    encoder.marker(0xe1, content);
  }
  constexpr std::uint8_t kLetters[] = {'R', 'G', 'B'};
  for (std::size_t i = 0; i < channels; ++i) {
    const bool fine = i == 0 || (i == 3 && kind.stored == JCS_YCCK);
    const auto id = kind.stored == JCS_RGB ? kLetters[i] : static_cast<std::uint8_t>(i + 1);
    encoder.add(id, fine ? kind.sampling_x : 1, fine ? kind.sampling_y : 1, planes[i], kind.sampling_x,
                kind.sampling_y);
  }
  return encoder.finish(kind.progressive, kind.arithmetic);
}

}  // namespace ferry::test
