#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/command_recycler.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/queue.hpp>

namespace ferry::measure {

/// Records command lists and runs them on one queue.
///
/// Threading: one thread. The destructor waits for what runs.
class ListRunner {
 public:
  using Record = std::function<Result<void>(ID3D12GraphicsCommandList* list)>;

  ListRunner(const std::shared_ptr<Device>& device, std::shared_ptr<Queue> queue, std::string_view name);
  ~ListRunner();
  ListRunner(const ListRunner&) = delete;
  ListRunner& operator=(const ListRunner&) = delete;

  /// A closed list, to be submitted once.
  Result<CommandContext> record(const Record& record);
  Result<FencePoint> submit(CommandContext recorded);
  /// Both.
  Result<FencePoint> run(const Record& record);
  Result<void> wait(FencePoint point);

  [[nodiscard]] const std::shared_ptr<Queue>& queue() const { return queue_; }

 private:
  std::shared_ptr<Queue> queue_;
  std::string_view name_;
  CommandRecycler lists_;
};

}  // namespace ferry::measure
