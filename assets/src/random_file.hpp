#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>

#include <ferry/base/result.hpp>

namespace ferry {

/// A file that is read here and there. Not for use by two threads at once.
class RandomFile {
 public:
  /// kNotFound, kIo; both name the path.
  static Result<RandomFile> open(const std::filesystem::path& path);

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  /// All of `out`, or kIo.
  Result<void> read(std::uint64_t offset, std::span<std::byte> out);

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const noexcept { (void)std::fclose(file); }
  };

  std::unique_ptr<std::FILE, CloseFile> file_;
  std::filesystem::path path_;
  std::uint64_t size_ = 0;
};

}  // namespace ferry
