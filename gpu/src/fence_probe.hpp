#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>

#include <ferry/gpu/com_ptr.hpp>

struct ID3D12CommandQueue;
struct ID3D12Device;
struct ID3D12Fence;

namespace ferry {

/// Finds out, by a second fence, what a fence that fell back does not show.
///
/// libvkd3d 1.2 has one thread that looks at the pending Signals of a fence one after the other and sets the
/// fence's value to each that it finds done. One that becomes done between two looks comes after its
/// successors: the fence then stands below values that it had reached, until the next Signal. Where no Signal
/// follows, whoever waits would wait for ever. So where a fence stands still for a while, its queue signals
/// another fence, of which only one Signal is ever pending.
///
/// Threading: every method may be called from any thread.
class FenceProbe {
 public:
  /// The queue that signals the fence; null once it is gone, and no reference is held.
  void watch(ID3D12CommandQueue* queue);

  /// The fence was looked at and stood at `value`, below `submitted`, the last value that the queue was given.
  /// Signals the second fence where that has been so for `patience`. Gives a value that is complete for sure, 0
  /// where none is known.
  std::uint64_t look(ID3D12Device* device, std::uint64_t value, std::uint64_t submitted,
                     std::chrono::nanoseconds patience);

 private:
  std::mutex mutex_;
  ID3D12CommandQueue* queue_ = nullptr;
  ComPtr<ID3D12Fence> fence_;
  std::uint64_t signals_ = 0;
  std::uint64_t pending_ =
      0;  ///< What is complete once the fence reaches `signals_`; 0: nothing is on its way.
  std::uint64_t seen_ = 0;
  std::chrono::steady_clock::time_point seen_since_;
};

}  // namespace ferry
