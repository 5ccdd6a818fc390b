#include <cstring>
#include <fstream>
#include <string>

#include "capture_file.hpp"

namespace example {

ferry::Result<std::filesystem::path> save_capture(std::filesystem::path path, const CapturedRows& captured) {
  const std::uint32_t bits = captured.format == ferry::Format::kR10G10B10A2Unorm ? 10 : 8;
  const std::uint32_t max = (1u << bits) - 1;
  path.replace_extension(".ppm");
  std::ofstream file(path, std::ios::binary);
  file << "P6 " << captured.width << ' ' << captured.height << ' ' << max << '\n';
  std::string row;
  for (std::uint32_t y = 0; y < captured.height; ++y) {
    row.clear();
    for (std::uint32_t x = 0; x < captured.width; ++x) {
      std::uint32_t texel = 0;
      std::memcpy(&texel, captured.rows + y * captured.row_pitch + x * sizeof texel, sizeof texel);
      for (std::uint32_t channel = 0; channel < 3; ++channel) {
        const std::uint32_t value = texel >> (channel * bits) & max;
        if (max > 255) row += static_cast<char>(value >> 8);  // Two bytes a sample, the higher one first.
        row += static_cast<char>(value & 255);
      }
    }
    file.write(row.data(), static_cast<std::streamsize>(row.size()));
  }
  file.close();
  if (!file) {
    return ferry::fail(ferry::ErrorCode::kIo, path.string(), " cannot be written; is there such a folder?");
  }
  return path;
}

}  // namespace example
