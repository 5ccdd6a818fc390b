#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/queue.hpp>

struct ID3D12CommandAllocator;
struct ID3D12GraphicsCommandList;

namespace ferry {

/// An allocator and a list that records into it.
struct CommandContext {
  ComPtr<ID3D12CommandAllocator> allocator;
  ComPtr<ID3D12GraphicsCommandList> list;
};

/// Command lists that are used again and again, each once the fence point of its last execution is complete:
/// an allocator may be reset only then (Direct3D 12 documentation, "ID3D12CommandAllocator::Reset").
///
/// Threading: every method may be called from any thread; a context belongs to the thread that acquired it.
class CommandRecycler {
 public:
  CommandRecycler(std::shared_ptr<Device> device, QueueKind kind, std::string_view name);
  /// Everything given back should be complete; of a lost device it need not be.
  ~CommandRecycler();
  CommandRecycler(const CommandRecycler&) = delete;
  CommandRecycler& operator=(const CommandRecycler&) = delete;

  /// A list that is recording. Makes a new pair where none is idle, so it never waits.
  Result<CommandContext> acquire();
  /// After execution: the list is closed and `point` follows it.
  void give_back(CommandContext context, FencePoint point);
  /// The list is still recording and will not be executed. A pair whose Close failed is simply let go.
  void discard(CommandContext context);
  /// It was executed, and nobody can tell when it ends: kept until the recycler ends.
  void keep(CommandContext context);

  /// Pairs made so far: the greatest number that was in flight at once.
  [[nodiscard]] std::size_t made() const;

 private:
  struct Pending {
    CommandContext context;
    FencePoint point;
  };

  std::shared_ptr<Device> device_;
  QueueKind kind_;
  std::string name_;
  mutable std::mutex mutex_;
  std::vector<CommandContext> idle_;
  std::deque<Pending> pending_;
  std::vector<CommandContext> kept_;
  std::size_t made_ = 0;
};

}  // namespace ferry
