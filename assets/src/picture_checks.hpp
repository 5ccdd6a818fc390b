#pragma once

#include <cstdint>

#include <ferry/base/result.hpp>
#include <ferry/base/units.hpp>

// What readers of pictures check alike.

namespace ferry {

/// A picture of the file, against `Limits` (PngLimits, JpegLimits), before memory is asked for.
template <typename Limits>
Result<void> check_picture_size(std::uint32_t width, std::uint32_t height, std::uint64_t row_bytes,
                                const Limits& limits) {
  if (width > limits.max_width || height > limits.max_height) {
    return fail(ErrorCode::kUnsupported, "the picture is ", width, "x", height, "; at most ",
                limits.max_width, "x", limits.max_height, " is taken");
  }
  std::uint64_t decoded = 0;
  if (!multiply_checked(row_bytes, height, decoded) || decoded > limits.max_decoded_bytes) {
    return fail(ErrorCode::kUnsupported, "the picture is ", width, "x", height, " and more than ",
                byte_text(limits.max_decoded_bytes), " when decoded, the most that is taken");
  }
  return {};
}

/// What a caller of read_rows() asks for.
inline Result<void> check_rows_asked(std::uint32_t rows, std::uint32_t rows_left, std::uint64_t row_pitch,
                                     std::uint64_t row_bytes) {
  if (rows > rows_left) {
    return fail(ErrorCode::kInvalidArgument, rows, " rows are asked for; ", rows_left, " are left");
  }
  if (row_pitch < row_bytes) {
    return fail(ErrorCode::kInvalidArgument, "row pitch ", row_pitch, " is smaller than a row, ", row_bytes,
                " bytes");
  }
  return {};
}

}  // namespace ferry
