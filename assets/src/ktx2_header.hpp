#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <ferry/assets/ktx2.hpp>
#include <ferry/base/result.hpp>
#include <ferry/layout/format.hpp>

namespace ferry::ktx2 {

struct Level {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  std::uint64_t uncompressed = 0;
};

/// Everything before the texels, with each offset and length within the file.
struct Header {
  Ktx2Info info;
  std::vector<Level> levels;  ///< The largest first; at least one.
  std::uint8_t bytes_of_plane0 = 0;
  bool has_descriptor = false;
  /// Of KTXdxgiFormat__; kUnknown where there is none.
  Format dxgi_format = Format::kUnknown;
  /// Sentences about what is unusual, and about what breaks the specification.
  std::vector<std::string> notes;
  std::vector<std::string> breaches;
};

Result<Header> read_header(std::span<const std::byte> file);

}  // namespace ferry::ktx2
