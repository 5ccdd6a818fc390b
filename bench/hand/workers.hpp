#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace hand {

/// Threads that wait for work, all of them for the same.
class Workers {
 public:
  /// One does its work on the thread that asks for it.
  explicit Workers(std::size_t count);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  [[nodiscard]] std::size_t count() const { return count_; }
  /// Calls `work(number)` on every worker and returns when all are done.
  void run(const std::function<void(std::size_t worker)>& work);

 private:
  void wait_for_work(std::size_t worker);

  std::size_t count_;
  std::mutex mutex_;
  std::condition_variable began_;
  std::condition_variable ended_;
  const std::function<void(std::size_t)>* work_ = nullptr;
  std::size_t round_ = 0;
  std::size_t busy_ = 0;
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace hand
