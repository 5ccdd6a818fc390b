#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/loader/file_reader.hpp>

namespace ferry {

/// One read of a file into memory.
struct FileRead {
  FileReader* file = nullptr;
  std::uint64_t offset = 0;
  std::span<std::byte> out;
  /// How it went.
  Result<void> done = {};
};

class IoUring;

/// Reads of many files at once: where the kernel has io_uring, one system call starts them all, so that a
/// disk sees them together; elsewhere, and for files that are not the system's, one after the other. Any
/// thread; several at once.
class BatchReader {
 public:
  /// `together` false: one after the other, always.
  explicit BatchReader(bool together);
  ~BatchReader();
  BatchReader(const BatchReader&) = delete;
  BatchReader& operator=(const BatchReader&) = delete;

  /// Performs all of these, and waits for them.
  void read_all(std::span<FileRead> reads);

 private:
  std::unique_ptr<IoUring> take();
  void give(std::unique_ptr<IoUring> ring);

  std::mutex mutex_;
  bool together_;
  std::vector<std::unique_ptr<IoUring>> idle_;
};

}  // namespace ferry
