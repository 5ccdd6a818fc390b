#pragma once

// A captured frame as a file: a PNG where Ferry is built with its file formats, else a PPM, which needs
// none.

#include <cstdint>
#include <filesystem>

#include <ferry/base/result.hpp>
#include <ferry/layout/format.hpp>

namespace example {

/// Rows of a captured frame, `row_pitch` bytes apart, in R8G8B8A8_UNORM or R10G10B10A2_UNORM.
struct CapturedRows {
  const std::byte* rows = nullptr;
  std::uint64_t row_pitch = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  ferry::Format format = ferry::Format::kR8G8B8A8Unorm;
};

/// Writes `path` with the extension that fits, and gives the whole name. R10G10B10A2 keeps its ten bits.
ferry::Result<std::filesystem::path> save_capture(std::filesystem::path path, const CapturedRows& captured);

}  // namespace example
