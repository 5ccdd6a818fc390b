#include <ferry/loader/load_ticket.hpp>

#include <ferry/gpu/d3d12.hpp>

#include "inside_loader.hpp"
#include "loader_core.hpp"

namespace ferry {

LoadState LoadTicket::state() const {
  return record_ ? record_->state.load(std::memory_order_acquire) : LoadState::kQueued;
}

Result<void> LoadTicket::wait(std::chrono::nanoseconds timeout) const {
  if (!record_) return fail(ErrorCode::kInvalidArgument, "the ticket to wait for is empty");
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  const std::shared_ptr<LoaderCore> core = record_->core.lock();
  const InsideLoader inside(core, InsideLoader::Thread::kApplication);
  const bool help = core && core->must_help();
  while (!is_over()) {
    if (help && core->help()) continue;
    std::unique_lock lock(record_->mutex);
    const auto over = [this] { return is_over(); };
    const auto until =
        help ? std::min(deadline, std::chrono::steady_clock::now() + std::chrono::microseconds(100))
             : deadline;
    record_->ended.wait_until(lock, until, over);
    if (!is_over() && std::chrono::steady_clock::now() >= deadline) {
      return fail(ErrorCode::kTimeout, name_of(*record_), " is still ", to_string(state()), " after ",
                  std::chrono::duration_cast<std::chrono::milliseconds>(timeout).count(), " ms; wait again");
    }
  }
  if (ready()) return {};
  return fail(error());
}

Error LoadTicket::error() const {
  if (!record_) return {};
  const std::lock_guard lock(record_->mutex);
  return record_->error;
}

LoadState LoadTicket::ended_in() const {
  if (!record_) return LoadState::kQueued;
  const std::lock_guard lock(record_->mutex);
  return record_->ended_in;
}

bool LoadTicket::cancel() const {
  const std::shared_ptr<LoaderCore> core = record_ ? record_->core.lock() : nullptr;
  const InsideLoader inside(core, InsideLoader::Thread::kApplication);
  return core && core->cancel(record_);
}

bool LoadTicket::set_priority(LoadPriority priority) const {
  const std::shared_ptr<LoaderCore> core = record_ ? record_->core.lock() : nullptr;
  return core && core->set_priority(record_, priority);
}

void LoadTicket::then(std::function<void(const LoadTicket&)> done, CallbackThread where) const {
  if (!record_ || !done) return;
  {
    const std::lock_guard lock(record_->mutex);
    if (!is_over()) {
      record_->callbacks.emplace_back(std::move(done), where);
      return;
    }
  }
  const std::shared_ptr<LoaderCore> core = record_->core.lock();
  if (where == CallbackThread::kPump && core) {
    core->run_later([ticket = *this, done = std::move(done)] { done(ticket); });
  } else {
    done(*this);
  }
}

std::optional<std::uint32_t> LoadTicket::usable_mip() const {
  const std::uint32_t mip = record_ ? record_->usable_mip.load(std::memory_order_acquire) : kNoMip;
  return mip == kNoMip ? std::nullopt : std::optional(mip);
}

std::uint64_t LoadTicket::bytes_done() const {
  return record_ ? record_->bytes_done.load() : 0;
}

std::uint64_t LoadTicket::size() const {
  return record_ ? record_->total.load() : 0;
}

ComPtr<ID3D12Resource> LoadTicket::resource() const {
  if (!record_) return {};
  const std::lock_guard lock(record_->mutex);
  return record_->target;
}

Result<FencePoint> LoadTicket::point() const {
  if (!record_) return fail(ErrorCode::kInvalidArgument, "the ticket is empty");
  const std::lock_guard lock(record_->mutex);
  if (record_->all_submitted || ready()) return record_->point;
  return fail(ErrorCode::kNotReady, name_of(*record_), " is not all submitted yet; its point is not known");
}

std::uint64_t LoadTicket::number() const {
  return record_ ? record_->number : 0;
}

std::uint64_t LoadTicket::tag() const {
  return record_ ? record_->request.tag : 0;
}

}  // namespace ferry
