#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <ferry/loader/file_reader.hpp>

namespace ferry::test {

/// Files in memory, whose reads a test can hold up, count, and let fail.
class FakeFiles {
 public:
  void add(const std::string& path, std::vector<std::byte> bytes) {
    const std::lock_guard lock(state_->mutex);
    state_->files[path] = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  }
  /// Reads of this file that touch this byte fail.
  void break_at(const std::string& path, std::uint64_t byte) {
    const std::lock_guard lock(state_->mutex);
    state_->broken[path] = byte;
  }
  /// From now on reads wait.
  void shut() {
    const std::lock_guard lock(state_->mutex);
    state_->shut = true;
  }
  void open() {
    {
      const std::lock_guard lock(state_->mutex);
      state_->shut = false;
    }
    state_->changed.notify_all();
  }
  /// Waits until so many reads wait.
  void await_waiting(std::size_t count) {
    std::unique_lock lock(state_->mutex);
    state_->changed.wait(lock, [&] { return state_->waiting >= count; });
  }
  /// Paths in the order in which their reads began.
  [[nodiscard]] std::vector<std::string> reads() const {
    const std::lock_guard lock(state_->mutex);
    return state_->reads;
  }

  [[nodiscard]] OpenFile opener() const {
    return [state = state_](const std::string& path) -> Result<std::shared_ptr<FileReader>> {
      const std::lock_guard lock(state->mutex);
      const auto found = state->files.find(path);
      if (found == state->files.end()) return fail(ErrorCode::kNotFound, "there is no '", path, "'");
      return std::shared_ptr<FileReader>(std::make_shared<Reader>(state, path, found->second));
    };
  }

 private:
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    std::map<std::string, std::shared_ptr<const std::vector<std::byte>>> files;
    std::map<std::string, std::uint64_t> broken;
    std::vector<std::string> reads;
    std::size_t waiting = 0;
    bool shut = false;
  };

  class Reader final : public FileReader {
   public:
    Reader(std::shared_ptr<State> state, std::string path,
           std::shared_ptr<const std::vector<std::byte>> bytes)
        : state_(std::move(state)), path_(std::move(path)), bytes_(std::move(bytes)) {}
    Result<std::uint64_t> size() override { return std::uint64_t{bytes_->size()}; }
    Result<void> read(std::uint64_t offset, std::span<std::byte> out) override {
      {
        std::unique_lock lock(state_->mutex);
        state_->reads.push_back(path_);
        ++state_->waiting;
        state_->changed.notify_all();
        state_->changed.wait(lock, [&] { return !state_->shut; });
        --state_->waiting;
        const auto broken = state_->broken.find(path_);
        if (broken != state_->broken.end() && broken->second >= offset &&
            broken->second < offset + out.size()) {
          return fail(ErrorCode::kIo, "the disk of '", path_, "' is scratched at byte ", broken->second);
        }
      }
      if (offset + out.size() > bytes_->size()) return fail(ErrorCode::kIo, "past the end of '", path_, "'");
      std::copy_n(bytes_->begin() + static_cast<std::ptrdiff_t>(offset), out.size(), out.begin());
      return {};
    }

   private:
    std::shared_ptr<State> state_;
    std::string path_;
    std::shared_ptr<const std::vector<std::byte>> bytes_;
  };

  std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace ferry::test
