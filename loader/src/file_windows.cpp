#include <algorithm>
#include <string>

#include <ferry/gpu/d3d12.hpp>
#include <ferry/loader/file_reader.hpp>

namespace ferry {
namespace {

Failure system_error(const char* what, const std::string& path, DWORD error) {
  const bool missing = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND;
  return fail(missing ? ErrorCode::kNotFound : ErrorCode::kIo, what, " '", path, "' failed with error ",
              static_cast<std::uint32_t>(error));
}

class WindowsFile final : public FileReader {
 public:
  WindowsFile(std::string path, HANDLE file) : path_(std::move(path)), file_(file) {}
  WindowsFile(const WindowsFile&) = delete;
  WindowsFile& operator=(const WindowsFile&) = delete;
  ~WindowsFile() override { CloseHandle(file_); }

  Result<std::uint64_t> size() override {
    LARGE_INTEGER size = {};
    if (!GetFileSizeEx(file_, &size)) return system_error("asking for the size of", path_, GetLastError());
    return static_cast<std::uint64_t>(size.QuadPart);
  }

  Result<void> read(std::uint64_t offset, std::span<std::byte> out) override {
    while (!out.empty()) {
      const auto most = static_cast<DWORD>(std::min<std::size_t>(out.size(), std::size_t{1} << 30));
      // With a place of its own each read stands alone, also on a file that was not opened for overlapped
      // use.
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

 private:
  std::string path_;
  HANDLE file_;
};

}  // namespace

Result<std::shared_ptr<FileReader>> open_system_file(const std::string& path) {
  std::wstring wide;
  const int length = static_cast<int>(path.size());
  const int needed = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path.data(), length, nullptr, 0);
  if (needed <= 0) return fail(ErrorCode::kInvalidArgument, "'", path, "' is not a path in UTF-8");
  wide.resize(static_cast<std::size_t>(needed));
  MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path.data(), length, wide.data(), needed);
  const HANDLE file = CreateFileW(wide.c_str(), GENERIC_READ, FILE_SHARE_READ, nullptr, OPEN_EXISTING,
                                  FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) return system_error("opening", path, GetLastError());
  return std::shared_ptr<FileReader>(std::make_shared<WindowsFile>(path, file));
}

}  // namespace ferry
