#include "folder.hpp"

#include <algorithm>
#include <system_error>

#include <ferry/assets/file.hpp>
#include <ferry/base/text.hpp>

#include "folder_entries.hpp"

namespace ferry::cli {

namespace fs = std::filesystem;

namespace {

void add_entries(const fs::path& folder, const fs::path& below,
                 const std::function<bool(const fs::path&)>& enter, std::vector<FolderEntry>& found) {
  std::error_code failed;
  std::vector<NamedEntry> entries = list_folder(folder, failed);
  if (failed) {
    found.push_back({folder, below,
                     Error{ErrorCode::kIo, 0,
                           text(path_text(folder), ": the folder cannot be read: ", failed.message())}});
    return;
  }
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  for (const NamedEntry& entry : entries) {
    const fs::path name = below / entry.path.filename();
    if (!entry.is_folder) {
      found.push_back({entry.path, name, std::nullopt});
    } else if (!entry.is_link && (!enter || enter(entry.path))) {
      add_entries(entry.path, name, enter, found);
    }
  }
}

}  // namespace

std::vector<FolderEntry> entries_below(const fs::path& folder,
                                       const std::function<bool(const fs::path&)>& enter) {
  std::vector<FolderEntry> found;
  add_entries(folder, {}, enter, found);
  return found;
}

std::optional<Error> why_no_input(const fs::path& path) {
  std::error_code unknown;
  const fs::file_status status = fs::status(path, unknown);
  if (!fs::exists(status) || fs::is_regular_file(status) || fs::is_directory(status)) return std::nullopt;
  return Error{ErrorCode::kInvalidArgument, 0,
               text(path_text(path), ": is a pipe or a device, not a regular file")};
}

std::string lower(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

std::string lower_extension(const fs::path& path) {
  return lower(path_text(path.extension()));
}

}  // namespace ferry::cli
