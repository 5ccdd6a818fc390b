#include "list_runner.hpp"

#include <array>
#include <utility>

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>

namespace ferry::measure {

ListRunner::ListRunner(const std::shared_ptr<Device>& device, std::shared_ptr<Queue> queue,
                       std::string_view name)
    : queue_(std::move(queue)), name_(name), lists_(device, queue_->kind(), name) {}

ListRunner::~ListRunner() {
  // A device that is lost or hangs ends this wait.
  (void)queue_->drain();
}

Result<CommandContext> ListRunner::record(const Record& record) {
  Result<CommandContext> context = lists_.acquire();
  if (!context) return context;
  if (Result<void> recorded = record(context->list.get()); !recorded) {
    lists_.discard(*std::move(context));
    return fail(std::move(recorded).error());
  }
  if (const HRESULT hr = context->list->Close(); FAILED(hr)) {
    return fail_api(hr, "the command list '", name_, "' could not be closed");
  }
  return context;
}

Result<FencePoint> ListRunner::submit(CommandContext recorded) {
  const std::array<ID3D12CommandList*, 1> lists = {recorded.list.get()};
  Result<FencePoint> point = queue_->execute(lists, name_);
  if (point) {
    lists_.give_back(std::move(recorded), *point);
  } else {
    lists_.keep(std::move(recorded));
  }
  return point;
}

Result<FencePoint> ListRunner::run(const Record& record) {
  Result<CommandContext> context = this->record(record);
  if (!context) return fail(std::move(context).error());
  return submit(*std::move(context));
}

Result<void> ListRunner::wait(FencePoint point) {
  return queue_->timeline()->wait(point.value);
}

}  // namespace ferry::measure
