#include "workers.hpp"

namespace hand {

Workers::Workers(std::size_t count) : count_(count) {
  if (count < 2) return;
  for (std::size_t i = 0; i < count; ++i) threads_.emplace_back([this, i] { wait_for_work(i); });
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  began_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::run(const std::function<void(std::size_t)>& work) {
  if (threads_.empty()) {
    work(0);
    return;
  }
  std::unique_lock lock(mutex_);
  work_ = &work;
  busy_ = threads_.size();
  ++round_;
  began_.notify_all();
  ended_.wait(lock, [this] { return busy_ == 0; });
}

void Workers::wait_for_work(std::size_t worker) {
  std::size_t done = 0;
  while (true) {
    const std::function<void(std::size_t)>* work = nullptr;
    {
      std::unique_lock lock(mutex_);
      began_.wait(lock, [&] { return stop_ || round_ != done; });
      if (stop_) return;
      done = round_;
      work = work_;
    }
    (*work)(worker);
    const std::lock_guard lock(mutex_);
    if (--busy_ == 0) ended_.notify_one();
  }
}

}  // namespace hand
