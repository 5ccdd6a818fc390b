#include "file_kinds.hpp"

#include <array>
#include <fstream>
#include <span>
#include <string_view>
#include <utility>

#include <ferry/assets/file.hpp>
#include <ferry/base/text.hpp>

#include "folder.hpp"

namespace ferry::cli {

namespace fs = std::filesystem;

FileKind kind_of_file(const fs::path& path) {
  std::error_code unknown;
  if (!fs::is_regular_file(path, unknown)) return FileKind::kOther;  // a pipe is read once, by the loader
  std::array<char, 64> head{};
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), head.size());
  const auto begin = std::string_view(head.data(), static_cast<std::size_t>(file.gcount()));
  const FileKind kind = file_kind(std::as_bytes(std::span(begin)));
  if (kind != FileKind::kOther) return kind;
  // Only JSON needs to be seen whole.
  const std::size_t first = begin.find_first_not_of("\xef\xbb\xbf \t\r\n");
  if (first == std::string_view::npos || begin[first] != '{') return FileKind::kOther;
  const Result<ByteBuffer> whole = read_file(path);
  return whole ? file_kind(whole->bytes()) : FileKind::kOther;
}

FileKind kind_promised(const fs::path& path) {
  constexpr std::pair<std::string_view, FileKind> kEndings[] = {
      {".png", FileKind::kPng}, {".jpg", FileKind::kJpeg},  {".jpeg", FileKind::kJpeg},
      {".dds", FileKind::kDds}, {".ktx2", FileKind::kKtx2}, {".gltf", FileKind::kGltf},
      {".glb", FileKind::kGlb}, {".ferry", FileKind::kPack}};
  const std::string ending = lower_extension(path);
  for (const auto& [known, kind] : kEndings) {
    if (ending == known) return kind;
  }
  return FileKind::kOther;
}

std::optional<Error> broken_promise(const fs::path& path, FileKind kind) {
  const FileKind promised = kind_promised(path);
  if (kind != FileKind::kOther || promised == FileKind::kOther) return std::nullopt;
  if (!std::ifstream(path, std::ios::binary).is_open()) return std::nullopt;
  return Error{
      ErrorCode::kUnsupported, 0,
      text(path_text(path), ": by its name it is a ", to_string(promised),
           ", but its content is none, nor anything else that is known; rename it to have its bytes loaded")};
}

}  // namespace ferry::cli
