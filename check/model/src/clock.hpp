#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ferry::check::model {

/// What is known to be complete: for each queue (by its index) the number of its submissions. A submission is
/// one ExecuteCommandLists; the first is 1.
class Clock {
 public:
  [[nodiscard]] std::uint64_t at(std::size_t queue) const { return queue < done_.size() ? done_[queue] : 0; }

  void raise(std::size_t queue, std::uint64_t submission) {
    if (submission == 0) return;
    if (queue >= done_.size()) done_.resize(queue + 1, 0);
    done_[queue] = std::max(done_[queue], submission);
  }

  void join(const Clock& other) {
    if (other.done_.size() > done_.size()) done_.resize(other.done_.size(), 0);
    for (std::size_t i = 0; i < other.done_.size(); ++i) done_[i] = std::max(done_[i], other.done_[i]);
  }

  /// True where everything that `other` knows is known here.
  [[nodiscard]] bool covers(const Clock& other) const {
    for (std::size_t i = 0; i < other.done_.size(); ++i) {
      if (other.done_[i] > at(i)) return false;
    }
    return true;
  }

  [[nodiscard]] std::size_t size() const { return done_.size(); }

 private:
  std::vector<std::uint64_t> done_;
};

}  // namespace ferry::check::model
