#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include <ferry/loader/file_reader.hpp>

namespace ferry {
namespace {

Failure system_error(const char* what, const std::string& path, int error) {
  const ErrorCode code = error == ENOENT || error == ENOTDIR ? ErrorCode::kNotFound : ErrorCode::kIo;
  return fail(code, what, " '", path, "' failed: ", std::strerror(error));
}

class PosixFile final : public FileReader {
 public:
  PosixFile(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  PosixFile(const PosixFile&) = delete;
  PosixFile& operator=(const PosixFile&) = delete;
  ~PosixFile() override { ::close(descriptor_); }

  Result<std::uint64_t> size() override {
    struct stat status = {};
    if (::fstat(descriptor_, &status) != 0) return system_error("asking for the size of", path_, errno);
    if (S_ISDIR(status.st_mode)) {
      return fail(ErrorCode::kIo, "'", path_, "' is a folder; load the files in it instead");
    }
    if (!S_ISREG(status.st_mode)) {
      return fail(ErrorCode::kIo, "'", path_, "' is a pipe or a device, not a regular file");
    }
    return static_cast<std::uint64_t>(status.st_size);
  }

  Result<void> read(std::uint64_t offset, std::span<std::byte> out) override {
    while (!out.empty()) {
      // More than 2 GiB in one call are cut off by the kernel.
      const std::size_t most = std::min<std::size_t>(out.size(), std::size_t{1} << 30);
      const ::ssize_t got = ::pread(descriptor_, out.data(), most, static_cast<::off_t>(offset));
      if (got < 0) {
        if (errno == EINTR) continue;
        return system_error("reading", path_, errno);
      }
      if (got == 0) {
        return fail(ErrorCode::kIo, "'", path_, "' ends at byte ", offset, ", ", out.size(),
                    " bytes before what was to be read; was it cut off while it was loaded?");
      }
      offset += static_cast<std::uint64_t>(got);
      out = out.subspan(static_cast<std::size_t>(got));
    }
    return {};
  }

  [[nodiscard]] int descriptor() const override { return descriptor_; }

 private:
  std::string path_;
  int descriptor_;
};

}  // namespace

Result<std::shared_ptr<FileReader>> open_system_file(const std::string& path) {
  // Without waiting for somebody who writes into a pipe.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return system_error("opening", path, errno);
  auto file = std::make_shared<PosixFile>(path, descriptor);
  if (auto size = file->size(); !size) return fail(std::move(size).error());
  // io_uring gives up at once on reads that would wait, if it is told so.
  (void)::fcntl(descriptor, F_SETFL, 0);
  return std::shared_ptr<FileReader>(std::move(file));
}

}  // namespace ferry
