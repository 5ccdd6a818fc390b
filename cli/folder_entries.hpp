#pragma once

#include <filesystem>
#include <system_error>
#include <vector>

namespace ferry::cli {

struct NamedEntry {
  std::filesystem::path path;
  bool is_folder = false;  ///< Also where it is a link to one.
  bool is_link = false;
};

/// What lies in a folder, in no order; without `.` and `..`. `failed` says why there may be more.
std::vector<NamedEntry> list_folder(const std::filesystem::path& folder, std::error_code& failed);

}  // namespace ferry::cli
