#include <ferry/base/system_path.hpp>

#include <string>

#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

namespace ferry {

std::filesystem::path system_path(const std::filesystem::path& path) {
  // A folder's limit is 248: a short name in it has to fit.
  constexpr std::size_t kFits = 240;
  const std::wstring& given = path.native();
  if (given.empty() || given.starts_with(L"\\\\?\\") || given.starts_with(L"\\\\.\\")) return path;
  const DWORD needed = GetFullPathNameW(given.c_str(), 0, nullptr, nullptr);
  if (needed < kFits) return path;
  std::wstring full(needed, L'\0');
  const DWORD written = GetFullPathNameW(given.c_str(), needed, full.data(), nullptr);
  if (written == 0 || written >= needed) return path;  // another thread has changed the current folder
  full.resize(written);
  if (full.starts_with(L"\\\\")) return std::filesystem::path(L"\\\\?\\UNC\\" + full.substr(2));
  return std::filesystem::path(L"\\\\?\\" + full);
}

}  // namespace ferry
