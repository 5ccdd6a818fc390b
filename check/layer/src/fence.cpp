#include "generated/fence.hpp"

#include <chrono>
#include <thread>

#include "thread_number.hpp"

namespace ferry::check::layer {

void FenceData::begin(Locked& lock, Node& node) {
  state->id = node.id();
  lock.gpu().add_fence(state);
  lock.send(event::FenceCreated{node.made_by, node.id(), state->told});
}

void FenceData::end(Locked& lock, ObjectId) {
  lock.gpu().remove_fence(*state);
}

UINT64 STDMETHODCALLTYPE Fence::GetCompletedValue() {
  Call call(*this, Method::kFenceGetCompletedValue);
  std::uint64_t value = below<ID3D12Fence>()->GetCompletedValue();
  if (value == UINT64_MAX && !core().lost()) {
    const HRESULT reason = core().below()->GetDeviceRemovedReason();
    if (FAILED(reason)) core().lose(reason, call.name(), call.index(), true);
  }
  Locked lock(core(), call.index());
  if (core().lost()) value = UINT64_MAX;
  lock.look();
  if (!core().lost()) value = state->told;
  lock.send(event::FenceRead{call.name(), id(), value, thread_number()});
  lock.gpu().was_read(lock);
  return value;
}

HRESULT STDMETHODCALLTYPE Fence::SetEventOnCompletion(UINT64 value, HANDLE event) {
  Call call(*this, Method::kFenceSetEventOnCompletion);
  if (call.refused()) return call.refusal();
  const bool blocks = event == nullptr;
  {
    Locked lock(core(), call.index());
    lock.look();
    lock.send(event::CpuWait{call.name(), id(), value, blocks, thread_number()});
  }
  ID3D12Fence* const fence = below<ID3D12Fence>();
  HRESULT result = S_OK;
  // On a lost device every fence has UINT64_MAX.
  if (!blocks) result = fence->SetEventOnCompletion(core().lost() ? 0 : value, event);
  {
    Locked lock(core(), call.index());
    lock.gpu().asked(lock, *state, value);
  }
  while (blocks && !core().lost() && fence->GetCompletedValue() < value) {
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  if (blocks) {
    Locked lock(core(), call.index());
    lock.look();
  }
  return call.done(result);
}

HRESULT STDMETHODCALLTYPE Fence::Signal(UINT64 value) {
  Call call(*this, Method::kFenceSignal);
  if (call.refused()) return call.refusal();
  HRESULT result = E_INVALIDARG;
  {
    Locked lock(core(), call.index());
    lock.look();
    if (lock.send(event::CpuSignal{call.name(), id(), value}))
      result = lock.gpu().signal(lock, *state, value);
  }
  return call.done(result);
}

}  // namespace ferry::check::layer
