#include <ferry/gpu/command_recycler.hpp>

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/device.hpp>

namespace ferry {

CommandRecycler::CommandRecycler(std::shared_ptr<Device> device, QueueKind kind, std::string_view name)
    : device_(std::move(device)), kind_(kind), name_(name) {}

CommandRecycler::~CommandRecycler() = default;

Result<CommandContext> CommandRecycler::acquire() {
  CommandContext context;
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      context = std::move(idle_.back());
      idle_.pop_back();
    } else if (!pending_.empty() && device_->timelines().is_complete(pending_.front().point)) {
      context = std::move(pending_.front().context);
      pending_.pop_front();
    }
  }
  if (context.list) {
    HRESULT hr = context.allocator->Reset();
    if (FAILED(hr)) return fail_api(hr, "ID3D12CommandAllocator::Reset failed for '", name_, "'");
    hr = context.list->Reset(context.allocator.get(), nullptr);
    if (FAILED(hr)) return fail_api(hr, "ID3D12GraphicsCommandList::Reset failed for '", name_, "'");
    return context;
  }

  const auto type = static_cast<D3D12_COMMAND_LIST_TYPE>(kind_);
  HRESULT hr = device_->d3d()->CreateCommandAllocator(type, iid_of<ID3D12CommandAllocator>(),
                                                      context.allocator.put_void());
  if (FAILED(hr)) return fail_api(hr, "CreateCommandAllocator failed for '", name_, "'");
  hr = device_->d3d()->CreateCommandList(0, type, context.allocator.get(), nullptr,
                                         iid_of<ID3D12GraphicsCommandList>(), context.list.put_void());
  if (FAILED(hr)) return fail_api(hr, "CreateCommandList failed for '", name_, "'");
  std::size_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = ++made_;
  }
  set_object_name(context.allocator.get(), text(name_, " allocator ", number));
  set_object_name(context.list.get(), text(name_, " list ", number));
  return context;
}

void CommandRecycler::give_back(CommandContext context, FencePoint point) {
  const std::lock_guard lock(mutex_);
  pending_.push_back({std::move(context), point});
}

void CommandRecycler::discard(CommandContext context) {
  if (FAILED(context.list->Close())) return;
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(context));
}

void CommandRecycler::keep(CommandContext context) {
  const std::lock_guard lock(mutex_);
  kept_.push_back(std::move(context));
}

std::size_t CommandRecycler::made() const {
  const std::lock_guard lock(mutex_);
  return made_;
}

}  // namespace ferry
