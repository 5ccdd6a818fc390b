#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include <ferry/base/result.hpp>

namespace ferry {

class SystemFile;

/// A file that the loader reads. An application with archives or a file system of its own makes its own kind.
///
/// Threading: `read` may be called from several threads at once. Ended on any thread.
class FileReader {
 public:
  virtual ~FileReader() = default;
  /// Bytes in the file.
  virtual Result<std::uint64_t> size() = 0;
  /// Fills `out` with the bytes from `offset` on, all of them or an error. `out` may be write-combined
  /// memory: write it once, in order, and never read it.
  virtual Result<void> read(std::uint64_t offset, std::span<std::byte> out) = 0;
  /// The system's file descriptor, where reading at an offset from it is the same as `read`: then many reads
  /// may go to the kernel at once. Default: -1, none.
  [[nodiscard]] virtual int descriptor() const { return -1; }
  /// Ferry's own kind of file on Windows, which it reads in a way of its own. Default: null; leave it so.
  [[nodiscard]] virtual SystemFile* system_file() { return nullptr; }
};

/// Opens a file by its path (UTF-8). Called from any thread.
using OpenFile = std::function<Result<std::shared_ptr<FileReader>>(const std::string& path)>;

/// A file of the operating system. kNotFound, kIo (a directory, no permission, ...).
Result<std::shared_ptr<FileReader>> open_system_file(const std::string& path);

}  // namespace ferry
