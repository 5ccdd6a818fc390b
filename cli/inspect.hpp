#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <ferry/assets/texture_file.hpp>
#include <ferry/base/error.hpp>
#include <ferry/layout/footprint.hpp>

namespace ferry::cli {

/// What a file holds, as far as it can be told without a GPU.
struct Inspection {
  std::filesystem::path path;
  FileKind kind = FileKind::kOther;
  std::uint64_t file_bytes = 0;
  /// What the file says of itself, key by key: the kind decides which keys there are.
  nlohmann::ordered_json stored = nlohmann::ordered_json::object();
  /// Of files that hold many things: lists of them by what they are (`meshes`, `buffers`, `images`).
  nlohmann::ordered_json contents = nlohmann::ordered_json::object();
  /// For textures; its parts point to memory that is gone.
  std::optional<TextureImage> texture;
  /// Of the texture: every subresource as it lies in staging memory.
  Layout layout;
  /// Of the texture, without padding.
  std::uint64_t texel_bytes = 0;
  std::vector<std::string> oddities;
  std::optional<Error> error;
};

/// Reads the whole file and looks at it; damage that only shows when it is decoded is found too.
Inspection inspect_file(const std::filesystem::path& path, bool strict);

/// Several lines, each ended. A texture of more than kMostLines subresources is summarised, unless `all`.
std::string inspection_text(const Inspection& inspection, bool all);
inline constexpr std::uint32_t kMostLines = 40;

nlohmann::ordered_json to_json(const Inspection& inspection);

}  // namespace ferry::cli
