#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include <ferry/base/system_path.hpp>
#include <ferry/base/units.hpp>

#include "windows_file.hpp"

namespace ferry {
namespace {

Failure system_error(const char* what, const std::string& path, DWORD error) {
  const bool missing = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND;
  return fail(missing ? ErrorCode::kNotFound : ErrorCode::kIo, what, " '", path, "' failed with error ",
              static_cast<std::uint32_t>(error));
}

/// Whole sectors as the disk has them, not as it plays them (512 bytes on top of 4096), so that one alignment
/// is right for offsets, sizes and memory. 0 where it is none that can be worked with.
std::uint32_t sector_of(HANDLE file) {
  constexpr std::uint32_t kUsual = 4096;
  FILE_STORAGE_INFO info = {};
  if (!GetFileInformationByHandleEx(file, FileStorageInfo, &info, sizeof info)) return kUsual;
  const std::uint32_t sector =
      std::max<std::uint32_t>({info.LogicalBytesPerSector, info.PhysicalBytesPerSectorForPerformance, 512u});
  return std::has_single_bit(sector) && sector <= 64_KiB ? sector : 0;
}

}  // namespace

SystemFile::~SystemFile() {
  if (past_cache_.file != INVALID_HANDLE_VALUE) CloseHandle(past_cache_.file);
  CloseHandle(file_);
}

Result<std::uint64_t> SystemFile::size() {
  LARGE_INTEGER size = {};
  if (!GetFileSizeEx(file_, &size)) return system_error("asking for the size of", path_, GetLastError());
  return static_cast<std::uint64_t>(size.QuadPart);
}

Result<void> SystemFile::read(std::uint64_t offset, std::span<std::byte> out) {
  while (!out.empty()) {
    const auto most = static_cast<DWORD>(std::min<std::size_t>(out.size(), std::size_t{1} << 30));
    // With a place of its own each read stands alone, also on a file that was not opened for overlapped use.
    OVERLAPPED place = {};
    place.Offset = static_cast<DWORD>(offset);
    place.OffsetHigh = static_cast<DWORD>(offset >> 32);
    DWORD got = 0;
    if (!ReadFile(file_, out.data(), most, &got, &place)) {
      const DWORD error = GetLastError();
      if (error != ERROR_HANDLE_EOF) return system_error("reading", path_, error);
      got = 0;
    }
    if (got == 0) {
      return fail(ErrorCode::kIo, "'", path_, "' ends at byte ", offset, ", ", out.size(),
                  " bytes before what was to be read; was it cut off while it was loaded?");
    }
    offset += got;
    out = out.subspan(got);
  }
  return {};
}

SystemFile::PastCache SystemFile::past_cache() {
  const std::lock_guard lock(mutex_);
  if (std::exchange(asked_, true)) return past_cache_;
  past_cache_.sector = sector_of(file_);
  if (past_cache_.sector == 0) return past_cache_;
  // The file that is open, whatever the path names by now.
  past_cache_.file =
      ReOpenFile(file_, GENERIC_READ, FILE_SHARE_READ, FILE_FLAG_NO_BUFFERING | FILE_FLAG_OVERLAPPED);
  return past_cache_;
}

Result<std::shared_ptr<FileReader>> open_system_file(const std::string& path) {
  std::wstring wide;
  const int length = static_cast<int>(path.size());
  const int needed = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path.data(), length, nullptr, 0);
  if (needed <= 0) return fail(ErrorCode::kInvalidArgument, "'", path, "' is not a path in UTF-8");
  wide.resize(static_cast<std::size_t>(needed));
  MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path.data(), length, wide.data(), needed);
  const HANDLE file = CreateFileW(system_path(wide).c_str(), GENERIC_READ, FILE_SHARE_READ, nullptr,
                                  OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) return system_error("opening", path, GetLastError());
  return std::shared_ptr<FileReader>(std::make_shared<SystemFile>(path, file));
}

}  // namespace ferry
