#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include <ferry/gpu/device.hpp>
#include <ferry/loader/loader.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include "arguments.hpp"
#include "load_files.hpp"

namespace ferry::cli {

enum class Verified : std::uint8_t { kNot, kSame, kDifferent };

/// One resource, and what became of it.
struct LoadedFile {
  LoadItem item;  ///< Its request has gone to the loader.
  bool last_of_its_file = true;
  LoadTicket ticket;  ///< Empty once it was evicted.
  LoadState state = LoadState::kQueued;
  std::optional<Error> error;
  std::uint64_t bytes = 0;
  Verified verified = Verified::kNot;
};

/// One run of `ferry load`. The loader's workers call `may_evict`; all else happens on the caller's thread.
class LoadRun {
 public:
  /// Both must outlive the run, the options as they are.
  LoadRun(const LoadCommandOptions& options, std::shared_ptr<Device> device)
      : options_(options), device_(std::move(device)) {}

  Result<void> start();
  /// Loads everything, with a progress bar, and compares it where that was asked for. An interruption cancels
  /// what is not loaded yet, and leaves out what is not compared yet.
  Result<void> load_all(const std::vector<Input>& inputs);

  [[nodiscard]] const std::deque<LoadedFile>& files() const { return files_; }
  /// From the first request to the end of the last; without what was compared afterwards.
  [[nodiscard]] std::chrono::nanoseconds loading_time() const {
    return last_end_ > begin_ ? last_end_ - begin_ : Clock::duration::zero();
  }
  /// Everything is kept in GPU memory, so it is compared once all of it is there. Under a budget what was
  /// loaded may have to go again, and is compared in between: then the loading time has that in it.
  [[nodiscard]] bool verifies_afterwards() const { return options_.budget_bytes == 0; }
  /// What that comparing took.
  [[nodiscard]] std::chrono::nanoseconds verifying_time() const { return verifying_time_; }
  [[nodiscard]] Loader& loader() { return *loader_; }

 private:
  using Clock = std::chrono::steady_clock;

  Result<void> begin(LoadItem item, bool last_of_its_file);
  void ended(std::size_t index, const LoadTicket& ticket);
  /// Over budget: what was loaded first goes, once it was looked at.
  bool may_evict(const EvictCandidate& candidate);
  void verify_all();
  void verify(LoadedFile& file);
  Result<bool> compare(const LoadedFile& file);

  const LoadCommandOptions& options_;
  std::shared_ptr<Device> device_;
  std::unique_ptr<TransferManager> manager_;
  std::deque<LoadedFile> files_;
  std::deque<std::size_t> ended_;
  std::size_t open_ = 0;
  Clock::time_point begin_{};
  Clock::time_point last_end_{};
  Clock::duration verifying_time_{};
  std::mutex mutex_;  // Guards what the workers see: tickets, by_number_, done_with_.
  std::condition_variable done_with_changed_;
  std::unordered_map<std::uint64_t, std::size_t> by_number_;
  std::vector<std::uint64_t> done_with_;
  std::unique_ptr<Loader> loader_;  // Ends first: it calls back.
};

}  // namespace ferry::cli
