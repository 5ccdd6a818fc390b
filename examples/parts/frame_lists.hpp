#pragma once

// One command list for each frame that may be on its way, and the program's own fence: what any Direct3D 12
// program has, with or without captures.

#include <cstdint>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/d3d12.hpp>

namespace example {

class FrameLists {
 public:
  FrameLists() = default;
  FrameLists(const FrameLists&) = delete;
  FrameLists& operator=(const FrameLists&) = delete;
  ~FrameLists() {
    if (fence_) (void)wait_for_all();
    if (event_ != nullptr) CloseHandle(event_);
  }

  ferry::Result<void> open(ID3D12Device* device, ID3D12CommandQueue* queue,
                           std::uint32_t frames_on_their_way) {
    queue_ = ferry::ComPtr(queue);
    slots_.resize(frames_on_their_way);
    for (Slot& slot : slots_) {
      const HRESULT hr = device->CreateCommandAllocator(
          D3D12_COMMAND_LIST_TYPE_DIRECT, ferry::iid_of<ID3D12CommandAllocator>(), slot.allocator.put_void());
      if (FAILED(hr)) return ferry::fail_api(hr, "CreateCommandAllocator failed");
    }
    HRESULT hr =
        device->CreateCommandList(0, D3D12_COMMAND_LIST_TYPE_DIRECT, slots_[0].allocator.get(), nullptr,
                                  ferry::iid_of<ID3D12GraphicsCommandList>(), list_.put_void());
    if (FAILED(hr)) return ferry::fail_api(hr, "CreateCommandList failed");
    list_->Close();
    hr = device->CreateFence(0, D3D12_FENCE_FLAG_NONE, ferry::iid_of<ID3D12Fence>(), fence_.put_void());
    if (FAILED(hr)) return ferry::fail_api(hr, "CreateFence failed");
    event_ = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    return {};
  }

  /// The list, recording. Waits for the frame that used this slot before.
  ferry::Result<ID3D12GraphicsCommandList*> begin() {
    Slot& slot = slots_[static_cast<std::size_t>(frame_ % slots_.size())];
    if (auto waited = wait(slot.value); !waited) return ferry::fail(waited.error());
    slot.allocator->Reset();
    list_->Reset(slot.allocator.get(), nullptr);
    return list_.get();
  }
  ferry::Result<void> execute() {
    const HRESULT hr = list_->Close();
    if (FAILED(hr)) return ferry::fail_api(hr, "ID3D12GraphicsCommandList::Close failed");
    ID3D12CommandList* const lists[] = {list_.get()};
    queue_->ExecuteCommandLists(1, lists);
    return {};
  }
  /// After Present, so that what Present gave to the queue is covered too.
  ferry::Result<void> end() {
    const HRESULT hr = queue_->Signal(fence_.get(), ++signalled_);
    if (FAILED(hr)) return ferry::fail_api(hr, "Signal failed");
    slots_[static_cast<std::size_t>(frame_++ % slots_.size())].value = signalled_;
    return {};
  }
  /// Until all frames that have ended are done.
  ferry::Result<void> wait_for_all() { return wait(signalled_); }

 private:
  struct Slot {
    ferry::ComPtr<ID3D12CommandAllocator> allocator;
    UINT64 value = 0;
  };

  ferry::Result<void> wait(UINT64 value) {
    if (fence_->GetCompletedValue() >= value) return {};
    fence_->SetEventOnCompletion(value, event_);
    if (WaitForSingleObject(event_, 30'000) == WAIT_OBJECT_0) return {};
    return ferry::fail(ferry::ErrorCode::kTimeout, "the GPU is not done with a frame within 30 s");
  }

  ferry::ComPtr<ID3D12CommandQueue> queue_;
  std::vector<Slot> slots_;
  ferry::ComPtr<ID3D12GraphicsCommandList> list_;
  ferry::ComPtr<ID3D12Fence> fence_;
  HANDLE event_ = nullptr;
  UINT64 signalled_ = 0;
  std::uint64_t frame_ = 0;
};

}  // namespace example
