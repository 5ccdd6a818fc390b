#include "folder_entries.hpp"

namespace ferry::cli {

namespace fs = std::filesystem;

std::vector<NamedEntry> list_folder(const fs::path& folder, std::error_code& failed) {
  std::vector<NamedEntry> found;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    std::error_code unknown;
    const bool is_folder = it->is_directory(unknown);
    found.push_back({it->path(), is_folder, it->is_symlink(unknown)});
  }
  return found;
}

}  // namespace ferry::cli
