#include "random_file.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

#include <ferry/assets/file.hpp>
#include <ferry/base/system_path.hpp>

namespace ferry {

Result<RandomFile> RandomFile::open(const std::filesystem::path& path) {
  std::error_code wrong;
  const std::uint64_t size = std::filesystem::file_size(system_path(path), wrong);
  if (wrong) {
    const bool missing = wrong == std::errc::no_such_file_or_directory;
    return fail(missing ? ErrorCode::kNotFound : ErrorCode::kIo, path_text(path), ": ", wrong.message());
  }
  RandomFile file;
#if defined(_WIN32)
  file.file_.reset(_wfopen(system_path(path).c_str(), L"rb"));
#else
  file.file_.reset(std::fopen(path.c_str(), "rbe"));
#endif
  if (!file.file_) {
    return fail(ErrorCode::kIo, path_text(path),
                ": cannot read it: ", std::generic_category().message(errno));
  }
  file.path_ = path;
  file.size_ = size;
  return file;
}

Result<void> RandomFile::read(std::uint64_t offset, std::span<std::byte> out) {
  // The most that both systems' seeks take.
  if (offset > INT64_MAX) return fail(ErrorCode::kIo, path_text(path_), ": there is no byte ", offset);
#if defined(_WIN32)
  const int sought = _fseeki64(file_.get(), static_cast<long long>(offset), SEEK_SET);
#else
  const int sought = fseeko(file_.get(), static_cast<off_t>(offset), SEEK_SET);
#endif
  if (sought != 0 || std::fread(out.data(), 1, out.size(), file_.get()) != out.size()) {
    return fail(ErrorCode::kIo, path_text(path_), ": cannot read ", out.size(), " bytes from byte ", offset,
                " on; it has ", size_);
  }
  return {};
}

}  // namespace ferry
