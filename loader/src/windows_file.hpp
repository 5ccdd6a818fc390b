#pragma once

#include <cstdint>
#include <mutex>
#include <string>

#include <ferry/gpu/d3d12.hpp>
#include <ferry/loader/file_reader.hpp>

namespace ferry {

/// A file of Windows.
class SystemFile final : public FileReader {
 public:
  SystemFile(std::string path, HANDLE file) : path_(std::move(path)), file_(file) {}
  SystemFile(const SystemFile&) = delete;
  SystemFile& operator=(const SystemFile&) = delete;
  ~SystemFile() override;

  Result<std::uint64_t> size() override;
  Result<void> read(std::uint64_t offset, std::span<std::byte> out) override;
  [[nodiscard]] SystemFile* system_file() override { return this; }

  /// The same file past the system's cache, for overlapped reads of whole sectors, and the sector's bytes.
  /// Opened when first asked for.
  struct PastCache {
    HANDLE file = INVALID_HANDLE_VALUE;  ///< INVALID_HANDLE_VALUE where the file system does not let us.
    std::uint32_t sector = 0;
  };
  PastCache past_cache();

 private:
  std::string path_;
  HANDLE file_;
  std::mutex mutex_;
  bool asked_ = false;
  PastCache past_cache_;
};

}  // namespace ferry
