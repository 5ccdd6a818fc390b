#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <ferry/gpu/queue.hpp>
#include <ferry/layout/footprint.hpp>

namespace ferry::test {

/// One texture of the sweep, and the queue that fills it.
struct Shape {
  enum class Kind : std::uint8_t { k1D, k2D, k3D, kArray, kCube };

  Kind kind = Kind::k2D;
  TextureDesc desc;
  QueueKind queue = QueueKind::kCopy;
  std::uint64_t seed = 0;

  [[nodiscard]] std::string text() const;
};

/// What of a shape is varied against everything else; each value of it has a small number.
inline constexpr std::size_t kFactors = 7;
std::array<int, kFactors> factors_of(const Shape& shape);

/// A value of one factor beside a value of another, as a number below kPairNumbers.
inline constexpr std::size_t kPairNumbers = kFactors * kFactors * 12 * 12;
std::array<std::uint32_t, kFactors*(kFactors - 1) / 2> pairs_of(const Shape& shape);
std::string pair_text(std::uint32_t pair);
using PairSet = std::vector<bool>;

/// Which formats and dimensions can be created.
using Allowed = bool (*)(Format format, Dimension dimension);

/// Every pair that some shape has.
PairSet possible_pairs(Allowed allowed);

/// `count` shapes, the same for the same seed, chosen so that together they have as many pairs as can be.
/// `biggest` is about the bytes of the biggest texture.
std::vector<Shape> choose_shapes(std::uint64_t seed, std::size_t count, std::uint64_t biggest,
                                 Allowed allowed);

/// What a texture holds, kept by the simplest code that can be: one block after the other. Knows nothing of
/// footprints.
class TextureModel {
 public:
  explicit TextureModel(const TextureDesc& desc);

  struct Size {
    std::uint32_t width = 1, height = 1, depth = 1;
  };
  [[nodiscard]] Size size_of(std::uint32_t subresource) const;
  [[nodiscard]] std::uint32_t block() const { return block_; }
  /// Bytes of a row of blocks, and rows of blocks, of a box.
  [[nodiscard]] std::size_t row_bytes(const Box& box) const;
  [[nodiscard]] std::uint32_t rows(const Box& box) const;
  [[nodiscard]] Box whole(std::uint32_t subresource) const;
  /// A box on the grid of blocks; it is not empty.
  Box random_box(std::uint32_t subresource, std::mt19937_64& random) const;

  void write(std::uint32_t subresource, const Box& box, const std::byte* source, std::size_t row_pitch,
             std::size_t slice_pitch);
  /// Tightly packed.
  [[nodiscard]] std::vector<std::byte> read(std::uint32_t subresource, const Box& box) const;

 private:
  [[nodiscard]] std::size_t at(std::uint32_t subresource, std::uint32_t x, std::uint32_t row,
                               std::uint32_t slice) const;

  TextureDesc desc_;
  std::uint32_t mips_ = 1;
  std::uint32_t block_ = 1;
  std::size_t block_bytes_ = 1;
  std::vector<std::vector<std::byte>> bytes_;
};

}  // namespace ferry::test
