#include <ferry/assets/mips.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <utility>

#include <ferry/base/byte_buffer.hpp>
#include <ferry/base/units.hpp>
#include <ferry/layout/footprint.hpp>

#include "texel_codec.hpp"

namespace ferry {

namespace {

/// Numbers per task of parallel_for: enough that handing it out costs nothing, and little enough to share.
constexpr std::uint64_t kBandNumbers = 1 << 18;

/// What a transparent texel counts, against 1 for an opaque one. It decides only among transparent ones.
constexpr float kLeastWeight = 0x1p-20F;

/// Up to three neighbours and their shares, which add up to 1.
struct Taps {
  std::uint32_t first = 0;
  std::uint32_t count = 1;
  std::array<float, 3> weights = {1, 0, 0};
};

/// What texel `i` of a side of `to` texels covers of one of `from`; `to` is half of `from`, rounded down, or
/// both are 1. Where `from` is odd, each texel covers 2 + 1 / `to`.
Taps taps_of(std::uint32_t i, std::uint32_t from, std::uint32_t to) {
  if (from == 1) return {0, 1, {1, 0, 0}};
  if (from % 2 == 0) return {2 * i, 2, {0.5F, 0.5F, 0}};
  const auto whole = static_cast<float>(from);
  return {2 * i,
          3,
          {static_cast<float>(to - i) / whole, static_cast<float>(to) / whole,
           static_cast<float>(i + 1) / whole}};
}

/// One row of numbers, half as many texels wide.
template <std::size_t kChannels>
void halve_row(const float* from, float* to, std::uint32_t from_width, std::uint32_t to_width) {
  if (from_width == to_width) {
    std::memcpy(to, from, std::size_t{to_width} * kChannels * sizeof(float));
    return;
  }
  if (from_width % 2 == 0) {
    for (std::uint32_t x = 0; x < to_width; ++x, from += 2 * kChannels, to += kChannels) {
      for (std::size_t c = 0; c < kChannels; ++c) to[c] = (from[c] + from[c + kChannels]) * 0.5F;
    }
    return;
  }
  for (std::uint32_t x = 0; x < to_width; ++x, from += 2 * kChannels, to += kChannels) {
    const Taps taps = taps_of(x, from_width, to_width);
    for (std::size_t c = 0; c < kChannels; ++c) {
      to[c] = from[c] * taps.weights[0] + from[c + kChannels] * taps.weights[1] +
              from[c + 2 * kChannels] * taps.weights[2];
    }
  }
}

void halve_row(int channels, const float* from, float* to, std::uint32_t from_width, std::uint32_t to_width) {
  switch (channels) {
    case 1:
      return halve_row<1>(from, to, from_width, to_width);
    case 2:
      return halve_row<2>(from, to, from_width, to_width);
    case 3:
      return halve_row<3>(from, to, from_width, to_width);
    default:
      return halve_row<4>(from, to, from_width, to_width);
  }
}

float weight_of(float alpha, float opaque) {
  return (alpha > 0 ? alpha : 0) + opaque * kLeastWeight;
}

/// Colours times their weights, four channels.
void weigh(float* numbers, std::uint32_t texels, float opaque) {
  for (std::uint32_t x = 0; x < texels; ++x, numbers += 4) {
    const float weight = weight_of(numbers[3], opaque);
    for (int c = 0; c < 3; ++c) numbers[c] *= weight;
  }
}

void unweigh(const float* numbers, float* out, std::uint32_t texels, float opaque) {
  for (std::uint32_t x = 0; x < texels; ++x, numbers += 4, out += 4) {
    const float share = 1 / weight_of(numbers[3], opaque);
    for (int c = 0; c < 3; ++c) out[c] = numbers[c] * share;
    out[3] = numbers[3];
  }
}

struct Size {
  std::uint32_t width = 1;
  std::uint32_t height = 1;
  std::uint32_t depth = 1;

  [[nodiscard]] std::uint64_t rows() const { return std::uint64_t{height} * depth; }
};

/// A level as texels or, where `numbers` is set, as numbers (colours times their weights, where weighted).
struct Level {
  Size size;
  const std::byte* texels = nullptr;
  std::uint64_t row_pitch = 0;
  std::uint64_t slice_pitch = 0;
  const float* numbers = nullptr;
};

/// Halves one level.
class Halving {
 public:
  /// `numbers_out` may be null; the memory of both outs is tightly packed.
  Halving(const TexelCodec& codec, bool weighted, const Level& from, const Size& to, std::byte* texels_out,
          float* numbers_out)
      : codec_(codec),
        weighted_(weighted),
        from_(from),
        to_(to),
        texels_out_(texels_out),
        numbers_out_(numbers_out),
        channels_(static_cast<std::uint64_t>(codec.channels)) {}

  Result<void> run(const ParallelFor& parallel_for) {
    const std::uint64_t row_numbers = from_.size.width * channels_;
    const std::uint64_t rows_at_once = std::max<std::uint64_t>(kBandNumbers / row_numbers, 1);
    const auto bands = static_cast<std::uint32_t>(divide_up(to_.rows(), rows_at_once));
    std::atomic<bool> no_memory{false};
    const auto band = [&](std::uint32_t i) {
      const std::uint64_t first = i * rows_at_once;
      if (!rows(first, std::min(rows_at_once, to_.rows() - first))) no_memory.store(true);
    };
    if (parallel_for && bands > 1) {
      parallel_for(bands, band);
    } else {
      for (std::uint32_t i = 0; i < bands; ++i) band(i);
    }
    if (no_memory.load()) return fail(ErrorCode::kOutOfMemory, "no memory for rows of a mip level");
    return {};
  }

 private:
  /// Rows of all slices, counted on. False: no memory.
  bool rows(std::uint64_t first, std::uint64_t count) {
    const std::uint64_t from_numbers = from_.size.width * channels_;
    const std::uint64_t to_numbers = to_.width * channels_;
    Result<ByteBuffer> scratch =
        ByteBuffer::make((2 * from_numbers + 2 * to_numbers) * sizeof(float), "rows of a mip level");
    if (!scratch) return false;
    auto* const sum = reinterpret_cast<float*>(scratch->data());
    float* const loaded = sum + from_numbers;
    float* const halved = loaded + from_numbers;
    float* const plain = halved + to_numbers;
    for (std::uint64_t row = first; row < first + count; ++row) {
      const auto y = static_cast<std::uint32_t>(row % to_.height);
      const auto z = static_cast<std::uint32_t>(row / to_.height);
      add_up(y, z, sum, loaded);
      float* const out = numbers_out_ != nullptr ? numbers_out_ + row * to_numbers : halved;
      halve_row(codec_.channels, sum, out, from_.size.width, to_.width);
      const float* stored = out;
      if (weighted_) {
        unweigh(out, plain, to_.width, codec_.opaque);
        stored = plain;
      }
      codec_.store(stored, texels_out_ + row * to_.width * codec_.texel_bytes, to_.width);
    }
    return true;
  }

  /// The mean of the rows that row y of slice z covers, as wide as they are.
  void add_up(std::uint32_t y, std::uint32_t z, float* sum, float* loaded) const {
    const Taps down = taps_of(y, from_.size.height, to_.height);
    const Taps deep = taps_of(z, from_.size.depth, to_.depth);
    const std::size_t count = static_cast<std::size_t>(from_.size.width * channels_);
    bool first = true;
    for (std::uint32_t k = 0; k < deep.count; ++k) {
      for (std::uint32_t j = 0; j < down.count; ++j) {
        const float weight = deep.weights[k] * down.weights[j];
        const float* const row = numbers_of(down.first + j, deep.first + k, loaded);
        if (first) {
          for (std::size_t i = 0; i < count; ++i) sum[i] = row[i] * weight;
        } else {
          for (std::size_t i = 0; i < count; ++i) sum[i] += row[i] * weight;
        }
        first = false;
      }
    }
  }

  const float* numbers_of(std::uint32_t y, std::uint32_t z, float* loaded) const {
    if (from_.numbers != nullptr) {
      return from_.numbers + (std::uint64_t{z} * from_.size.height + y) * from_.size.width * channels_;
    }
    codec_.load(from_.texels + z * from_.slice_pitch + y * from_.row_pitch, loaded, from_.size.width);
    if (weighted_) weigh(loaded, from_.size.width, codec_.opaque);
    return loaded;
  }

  const TexelCodec& codec_;
  bool weighted_;
  Level from_;
  Size to_;
  std::byte* texels_out_;
  float* numbers_out_;
  std::uint64_t channels_;
};

Size size_of(const TextureDesc& desc, std::uint32_t mip) {
  const Extent extent = mip_extent(desc, mip);
  return {static_cast<std::uint32_t>(extent.width), extent.height, extent.depth};
}

/// What the result's parts point to.
struct MipMemory {
  std::shared_ptr<const void> source;
  ByteBuffer texels;
};

/// Halves the largest level of one array slice again and again.
class Chain {
 public:
  Chain(const TexelCodec& codec, bool weighted, const ParallelFor& parallel_for)
      : codec_(codec), weighted_(weighted), parallel_for_(parallel_for) {}

  /// Room for the numbers of the levels of `desc` in between.
  Result<void> make_room(const TextureDesc& desc) {
    for (std::uint32_t i = 0; i < 2 && i + 2 < desc.mip_levels; ++i) {
      const Size size = size_of(desc, i + 1);
      auto room = ByteBuffer::make(
          size.rows() * size.width * static_cast<std::uint64_t>(codec_.channels) * sizeof(float),
          "a mip level before it is rounded");
      if (!room) return fail(std::move(room).error());
      rooms_[i] = *std::move(room);
    }
    return {};
  }

  /// `top` is level 0 of the chain; out[mip] are the others' places, for mip 1 and above.
  Result<void> run(const TextureDesc& desc, const Level& top, std::span<std::byte* const> out) {
    Level from = top;
    for (std::uint32_t mip = 1; mip < desc.mip_levels; ++mip) {
      const Size to = size_of(desc, mip);
      float* numbers = nullptr;
      if (mip + 1 < desc.mip_levels) numbers = reinterpret_cast<float*>(rooms_[(mip - 1) % 2].data());
      Halving halving(codec_, weighted_, from, to, out[mip], numbers);
      if (Result<void> done = halving.run(parallel_for_); !done) return done;
      from = {to, nullptr, 0, 0, numbers};
    }
    return {};
  }

 private:
  const TexelCodec& codec_;
  bool weighted_;
  const ParallelFor& parallel_for_;
  std::array<ByteBuffer, 2> rooms_;
};

Result<void> check(const TextureImage& image) {
  if (Result<void> valid = validate(image.desc); !valid) return valid;
  if (image.desc.sample_count != 1 || !can_make_mips(image.desc.format)) {
    return fail(ErrorCode::kUnsupported, "mip levels are not made for ", format_name(image.desc.format),
                image.desc.sample_count != 1 ? " with several samples" : "",
                "; give uncompressed UNORM or float texels");
  }
  if (image.desc.mip_levels == 0 || image.parts.size() != subresource_count(image.desc)) {
    return fail(ErrorCode::kInvalidArgument, "the image has ", image.parts.size(), " parts for ",
                image.desc.mip_levels, " mip levels of ", array_size(image.desc), " array slices");
  }
  return {};
}

/// Converts the largest levels by image.convert into tight memory.
void convert_part(const TextureImage& image, const ImagePart& part, const Size& size, std::byte* out,
                  std::uint64_t row_bytes) {
  for (std::uint32_t z = 0; z < size.depth; ++z) {
    for (std::uint32_t y = 0; y < size.height; ++y, out += row_bytes) {
      image.convert(part.data + z * part.slice_pitch + y * part.row_pitch, out, size.width);
    }
  }
}

}  // namespace

bool can_make_mips(Format format) noexcept {
  return texel_codec(format) != nullptr;
}

Result<TextureImage> make_mips(const TextureImage& image, const MipOptions& options) {
  if (const Result<void> fine = check(image); !fine) return fail(fine.error());
  const TexelCodec& codec = *texel_codec(image.desc.format);
  const bool weighted = codec.channels == 4 &&
                        (options.alpha == AlphaWeighting::kOn ||
                         (options.alpha == AlphaWeighting::kAuto && image.alpha == AlphaMode::kStraight));

  TextureImage result;
  result.desc = image.desc;
  const std::uint32_t full = full_mip_count(image.desc);
  result.desc.mip_levels = options.mip_levels == 0 ? full : std::min(options.mip_levels, full);
  result.cube = image.cube;
  result.alpha = image.alpha;
  result.oddities = image.oddities;
  const std::uint32_t mips = result.desc.mip_levels;
  const std::uint32_t slices = array_size(image.desc);
  const bool converted = static_cast<bool>(image.convert);

  // A valid description has at most 2^31 texels of 16 bytes in a slice and 2048 slices: no overflow.
  std::uint64_t slice_bytes = 0;
  for (std::uint32_t mip = converted ? 0 : 1; mip < mips; ++mip) {
    const Size size = size_of(result.desc, mip);
    slice_bytes += size.rows() * size.width * codec.texel_bytes;
  }
  const auto memory = std::make_shared<MipMemory>();
  memory->source = image.memory;
  Result<ByteBuffer> texels = ByteBuffer::make(slice_bytes * slices, "mip levels");
  if (!texels) return fail(std::move(texels).error());
  memory->texels = *std::move(texels);

  Chain chain(codec, weighted, options.parallel_for);
  if (Result<void> room = chain.make_room(result.desc); !room) return fail(std::move(room).error());
  result.parts.resize(std::size_t{mips} * slices);
  std::array<std::byte*, 32> places = {};
  std::byte* next = memory->texels.data();
  for (std::uint32_t slice = 0; slice < slices; ++slice) {
    ImagePart top = image.parts[subresource_index(image.desc, {0, slice, 0})];
    for (std::uint32_t mip = 0; mip < mips; ++mip) {
      const Size size = size_of(result.desc, mip);
      const std::uint64_t row_bytes = std::uint64_t{size.width} * codec.texel_bytes;
      ImagePart& part = result.parts[subresource_index(result.desc, {mip, slice, 0})];
      if (mip == 0 && !converted) {
        part = top;
        continue;
      }
      if (mip == 0) {
        convert_part(image, top, size, next, row_bytes);
        top = {next, row_bytes, row_bytes * size.height};
      }
      part = {next, row_bytes, row_bytes * size.height};
      places[mip] = next;
      next += row_bytes * size.rows();
    }
    const Level level = {size_of(result.desc, 0), top.data, top.row_pitch, top.slice_pitch, nullptr};
    if (Result<void> done = chain.run(result.desc, level, places); !done)
      return fail(std::move(done).error());
  }
  result.memory_bytes = image.memory_bytes + memory->texels.size();
  result.memory = memory;
  return result;
}

}  // namespace ferry
