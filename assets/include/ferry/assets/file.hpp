#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <ferry/base/byte_buffer.hpp>
#include <ferry/base/result.hpp>

namespace ferry {

/// A path from UTF-8, on every system. Bytes that are no UTF-8 are taken as they are on Linux, whose file
/// names are bytes, and give an empty path on Windows.
std::filesystem::path path_from_utf8(std::string_view utf8);

/// A path as UTF-8, for messages and JSON. Linux file names that are no UTF-8 keep their bytes.
std::string path_text(const std::filesystem::path& path);

/// The whole content of a file. Regular files, pipes and devices are read to their end.
///
/// Errors, each naming the path: kNotFound (nothing there), kIo (a directory, no permission, a read that
/// failed), kInvalidArgument (more than `max_bytes`, or an empty path), kOutOfMemory. Safe from any thread.
Result<ByteBuffer> read_file(const std::filesystem::path& path,
                             std::uint64_t max_bytes = std::uint64_t{1} << 34);

/// Writes a file so that it is there whole or not at all: into a temporary file beside it, which takes the
/// name by commit(). Until then, and after an error, whatever had the name before is untouched. The
/// temporary file is removed when the writer is destroyed without commit().
///
/// A path that names something other than a regular file (a device, a pipe) is written to directly, since
/// there is nothing to replace; a symbolic link is followed. Not for use by two threads at once. Does not
/// wait for the disk (no fsync): a power cut may lose what was written last.
class FileWriter {
 public:
  FileWriter(FileWriter&&) noexcept = default;
  FileWriter& operator=(FileWriter&& other) noexcept;
  ~FileWriter();

  /// Opens the temporary file. The folder must exist. Errors: kNotFound (no such folder), kIo (the path is a
  /// directory, no permission, ...), kInvalidArgument (an empty path).
  static Result<FileWriter> create(const std::filesystem::path& path);

  /// Appends. kIo with the system's reason, such as a full disk; after that only destroying makes sense.
  Result<void> write(std::span<const std::byte> bytes);

  /// Closes, and gives the file its name. Errors as write(); the temporary file is removed then.
  Result<void> commit();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const noexcept { (void)std::fclose(file); }
  };

  FileWriter() = default;
  void discard() noexcept;

  std::unique_ptr<std::FILE, CloseFile> file_;
  std::filesystem::path path_;       // as the caller gave it
  std::filesystem::path target_;     // what commit() replaces: path_ with symbolic links followed
  std::filesystem::path temporary_;  // empty: target_ is written to directly
};

}  // namespace ferry
