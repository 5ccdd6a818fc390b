// By the system's own calls: the standard library's need not reach into folders with long paths.
#include "folder_entries.hpp"

#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

#include <string_view>

#include <ferry/base/system_path.hpp>

namespace ferry::cli {

namespace fs = std::filesystem;

std::vector<NamedEntry> list_folder(const fs::path& folder, std::error_code& failed) {
  std::vector<NamedEntry> found;
  WIN32_FIND_DATAW data = {};
  const fs::path pattern = system_path(folder / L"*");
  const HANDLE search = FindFirstFileW(pattern.c_str(), &data);
  if (search == INVALID_HANDLE_VALUE) {
    failed.assign(static_cast<int>(GetLastError()), std::system_category());
    return found;
  }
  do {
    const std::wstring_view name = data.cFileName;
    if (name == L"." || name == L"..") continue;
    const bool is_folder = (data.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    const bool is_link =
        (data.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
        (data.dwReserved0 == IO_REPARSE_TAG_SYMLINK || data.dwReserved0 == IO_REPARSE_TAG_MOUNT_POINT);
    found.push_back({folder / name, is_folder, is_link});
  } while (FindNextFileW(search, &data) != 0);
  const DWORD end = GetLastError();
  FindClose(search);
  if (end != ERROR_NO_MORE_FILES) failed.assign(static_cast<int>(end), std::system_category());
  return found;
}

}  // namespace ferry::cli
