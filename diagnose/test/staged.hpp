#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <ferry/diagnose/picture_diagnosis.hpp>

namespace ferry::test {

using Bytes = std::vector<std::byte>;

/// Bytes that look random and are the same each time.
inline Bytes noise(std::uint64_t size, std::uint64_t seed) {
  Bytes bytes(static_cast<std::size_t>(size));
  std::mt19937_64 random(seed);
  for (std::byte& one : bytes) one = static_cast<std::byte>(random() >> 24);
  return bytes;
}

/// The size of a test picture, as its rows lie in memory.
struct Shape {
  Format format = Format::kR8G8B8A8Unorm;
  std::uint32_t width = 1;
  std::uint32_t height = 1;

  [[nodiscard]] const FormatInfo& info() const { return *format_info(format); }
  [[nodiscard]] std::uint64_t row_bytes() const {
    return (width + info().block_width - 1u) / info().block_width * info().planes[0].block_bytes;
  }
  [[nodiscard]] std::uint64_t rows() const {
    return (height + info().block_height - 1u) / info().block_height;
  }
  [[nodiscard]] std::uint64_t bytes() const { return row_bytes() * rows(); }
  [[nodiscard]] std::uint64_t pitch() const { return (row_bytes() + 255) / 256 * 256; }
};

/// How a picture is staged: row after row into a stretch of memory, and row after row out of it.
struct Staging {
  std::uint64_t written_pitch = 0;
  std::uint64_t read_pitch = 0;
  std::int64_t offset = 0;  ///< Where reading begins, counted from where writing began.
};

/// What comes of `sent`; `background(i)` are the bytes that nobody wrote. Plain memory and plain loops: what
/// the diagnosis reckons with, this does.
inline Bytes staged(const Bytes& sent, const Shape& shape, const Staging& way,
                    const std::function<std::byte(std::uint64_t)>& background) {
  const std::uint64_t row = shape.row_bytes();
  // Written from `first` on, read from `first + offset` on; neither is before the memory.
  const auto first = static_cast<std::uint64_t>(way.offset < 0 ? -way.offset : 0);
  const auto from = static_cast<std::uint64_t>(static_cast<std::int64_t>(first) + way.offset);
  Bytes memory(static_cast<std::size_t>(first + from + row +
                                        shape.rows() * std::max(way.written_pitch, way.read_pitch)));
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = background(i);
  for (std::uint64_t r = 0; r < shape.rows(); ++r) {
    std::memcpy(&memory[first + r * way.written_pitch], &sent[r * row], row);
  }
  Bytes came(static_cast<std::size_t>(shape.bytes()));
  for (std::uint64_t r = 0; r < shape.rows(); ++r) {
    std::memcpy(&came[r * row], &memory[from + r * way.read_pitch], row);
  }
  return came;
}

inline PictureCase case_of(const Shape& shape, const Bytes& sent, const Bytes& came) {
  PictureCase picture;
  picture.format = shape.format;
  picture.width = shape.width;
  picture.height = shape.height;
  picture.expected = {sent};
  picture.got = {came};
  return picture;
}

inline PictureDiagnosis diagnosed(const PictureCase& picture) {
  auto found = diagnose_picture(picture);
  return found ? *found : PictureDiagnosis{};
}

inline PictureDiagnosis diagnosed(const Shape& shape, const Bytes& sent, const Bytes& came) {
  return diagnosed(case_of(shape, sent, came));
}

}  // namespace ferry::test
