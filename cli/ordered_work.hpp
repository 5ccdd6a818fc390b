#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace ferry::cli {

/// Work on several threads, whose results come back in the order in which it was given. One thread gives and
/// takes. Destroying it waits for what has begun, and leaves out what has not.
template <typename Made>
class OrderedWork {
 public:
  explicit OrderedWork(std::uint32_t threads) {
    for (std::uint32_t i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
  }
  OrderedWork(const OrderedWork&) = delete;
  OrderedWork& operator=(const OrderedWork&) = delete;
  ~OrderedWork() {
    {
      const std::lock_guard lock(mutex_);
      end_ = true;
    }
    wanted_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  void give(std::function<Made()> make) {
    {
      const std::lock_guard lock(mutex_);
      work_.push_back({std::move(make), std::nullopt});
    }
    ++given_;
    wanted_.notify_one();
  }
  /// What was given first and not taken yet; waits for it. There must be some.
  Made take() {
    std::unique_lock lock(mutex_);
    made_.wait(lock, [this] { return work_.front().made.has_value(); });
    Made made = *std::move(work_.front().made);
    work_.pop_front();
    --begun_;
    --given_;
    return made;
  }
  /// Given and not taken.
  [[nodiscard]] std::size_t count() const { return given_; }

 private:
  struct Work {
    std::function<Made()> make;
    std::optional<Made> made;
  };

  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wanted_.wait(lock, [this] { return end_ || begun_ < work_.size(); });
      if (end_) return;
      // Its place stays while others are added behind it and taken before it.
      Work& work = work_[begun_++];
      lock.unlock();
      Made made = work.make();
      work.make = nullptr;
      lock.lock();
      work.made = std::move(made);
      made_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable wanted_;
  std::condition_variable made_;
  std::deque<Work> work_;  // In the order of give(); the first `begun_` are being made, or are.
  std::size_t begun_ = 0;
  bool end_ = false;
  std::size_t given_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace ferry::cli
