#pragma once

#include <atomic>
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
  /// Where it says true, nobody wants the bytes any more, and the read may end as kCancelled. Default: none.
  const std::atomic<bool>* give_up = nullptr;
  /// How it went.
  Result<void> done = {};
};

/// What reads together, as this platform has it.
struct ReadLane;

/// Reads of many files at once, so that a disk sees them together. Where Linux has io_uring, one system call
/// starts them all. On Windows big ones are cut up, several of whose parts are on their way at a time, past
/// the system's file cache and straight into their destination where alignment lets them. Elsewhere, and for
/// files that are not the system's, one after the other. Any thread; several at once.
class BatchReader {
 public:
  /// `together` false: one after the other, always. Reads of fewer bytes than `past_cache_from` go through the
  /// system's file cache always (on Linux all do).
  explicit BatchReader(bool together, std::uint64_t past_cache_from = UINT64_MAX);
  ~BatchReader();
  BatchReader(const BatchReader&) = delete;
  BatchReader& operator=(const BatchReader&) = delete;

  /// Performs all of these, and waits for them.
  void read_all(std::span<FileRead> reads);

 private:
  std::unique_ptr<ReadLane> take();
  void give(std::unique_ptr<ReadLane> lane);

  std::mutex mutex_;
  [[maybe_unused]] bool together_;
  [[maybe_unused]] std::uint64_t past_cache_from_;
  std::vector<std::unique_ptr<ReadLane>> idle_;
};

/// An ordinary read, unless nobody wants it any more.
Result<void> read_alone(const FileRead& read);

}  // namespace ferry
