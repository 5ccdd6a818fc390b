#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <ferry/gpu/com_ptr.hpp>

#include "stub_object.hpp"

namespace ferry::test {

/// A command queue of a program's own that stands before a real one. While the gate is shut nothing reaches
/// the real queue, so that 'the GPU is not done yet' lasts for exactly as long as a test wants. It can make
/// Signals fail, and remembers what it was asked for.
class GatedQueue final : public StubObject<ID3D12CommandQueue> {
 public:
  struct Call {
    enum class Kind { kExecute, kSignal, kWait };
    Kind kind = Kind::kExecute;
    ID3D12Fence* fence = nullptr;
    std::uint64_t value = 0;
  };

  explicit GatedQueue(ID3D12CommandQueue* real) : real_(real) {}
  GatedQueue(ID3D12Device* device, D3D12_COMMAND_LIST_TYPE type) {
    D3D12_COMMAND_QUEUE_DESC desc = {};
    desc.Type = type;
    device->CreateCommandQueue(&desc, iid_of<ID3D12CommandQueue>(), real_.put_void());
  }
  ~GatedQueue() override { open(); }

  /// From now on calls wait at the gate.
  void shut() {
    const std::lock_guard lock(mutex_);
    shut_ = true;
  }
  /// Lets through what waits, in order, and everything after it.
  void open() {
    const std::lock_guard lock(mutex_);
    shut_ = false;
    for (const auto& pass : waiting_) pass();
    waiting_.clear();
  }
  /// The next `count` Signals answer `result` and do nothing.
  void fail_signals(int count, HRESULT result = E_FAIL) {
    const std::lock_guard lock(mutex_);
    failing_signals_ = count;
    signal_failure_ = result;
  }
  [[nodiscard]] std::vector<Call> calls() const {
    const std::lock_guard lock(mutex_);
    return calls_;
  }
  [[nodiscard]] std::size_t count(Call::Kind kind) const {
    const std::lock_guard lock(mutex_);
    std::size_t count = 0;
    for (const Call& call : calls_) count += call.kind == kind ? 1 : 0;
    return count;
  }
  [[nodiscard]] ID3D12CommandQueue* real() const { return real_.get(); }

  void STDMETHODCALLTYPE ExecuteCommandLists(UINT count, ID3D12CommandList* const* lists) override {
    std::vector<ID3D12CommandList*> copy(lists, lists + count);
    through({Call::Kind::kExecute}, [this, copy = std::move(copy)] {
      real_->ExecuteCommandLists(static_cast<UINT>(copy.size()), copy.data());
    });
  }
  HRESULT STDMETHODCALLTYPE Signal(ID3D12Fence* fence, UINT64 value) override {
    {
      const std::lock_guard lock(mutex_);
      if (failing_signals_ > 0) {
        --failing_signals_;
        return signal_failure_;
      }
    }
    through({Call::Kind::kSignal, fence, value},
            [this, kept = ComPtr(fence), value] { real_->Signal(kept.get(), value); });
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE Wait(ID3D12Fence* fence, UINT64 value) override {
    through({Call::Kind::kWait, fence, value},
            [this, kept = ComPtr(fence), value] { real_->Wait(kept.get(), value); });
    return S_OK;
  }
#if defined(WIDL_EXPLICIT_AGGREGATE_RETURNS)
  D3D12_COMMAND_QUEUE_DESC* STDMETHODCALLTYPE GetDesc(D3D12_COMMAND_QUEUE_DESC* desc) override {
    *desc = real_->GetDesc();
    if (node_mask != 0) desc->NodeMask = node_mask;
    return desc;
  }
#else
  D3D12_COMMAND_QUEUE_DESC STDMETHODCALLTYPE GetDesc() override {
    D3D12_COMMAND_QUEUE_DESC desc = real_->GetDesc();
    if (node_mask != 0) desc.NodeMask = node_mask;
    return desc;
  }
#endif

#if defined(_MSC_VER)
  using TileCounts = const UINT*;
#else
  using TileCounts = UINT*;
#endif
  void STDMETHODCALLTYPE UpdateTileMappings(ID3D12Resource*, UINT, const D3D12_TILED_RESOURCE_COORDINATE*,
                                            const D3D12_TILE_REGION_SIZE*, UINT,
                                            const D3D12_TILE_RANGE_FLAGS*, TileCounts, TileCounts,
                                            D3D12_TILE_MAPPING_FLAGS) override {}
  void STDMETHODCALLTYPE CopyTileMappings(ID3D12Resource*, const D3D12_TILED_RESOURCE_COORDINATE*,
                                          ID3D12Resource*, const D3D12_TILED_RESOURCE_COORDINATE*,
                                          const D3D12_TILE_REGION_SIZE*, D3D12_TILE_MAPPING_FLAGS) override {}
  void STDMETHODCALLTYPE SetMarker(UINT, const void*, UINT) override {}
  void STDMETHODCALLTYPE BeginEvent(UINT, const void*, UINT) override {}
  void STDMETHODCALLTYPE EndEvent() override {}
  HRESULT STDMETHODCALLTYPE GetTimestampFrequency(UINT64* frequency) override {
    return real_->GetTimestampFrequency(frequency);
  }
  HRESULT STDMETHODCALLTYPE GetClockCalibration(UINT64*, UINT64*) override {
    return E_NOTIMPL;
  }

  UINT node_mask = 0;

 private:
  void through(Call call, std::function<void()> pass) {
    const std::lock_guard lock(mutex_);
    calls_.push_back(call);
    if (shut_) {
      waiting_.push_back(std::move(pass));
    } else {
      pass();
    }
  }

  ComPtr<ID3D12CommandQueue> real_;
  mutable std::mutex mutex_;
  bool shut_ = false;
  std::vector<std::function<void()>> waiting_;
  std::vector<Call> calls_;
  int failing_signals_ = 0;
  HRESULT signal_failure_ = E_FAIL;
};

}  // namespace ferry::test
