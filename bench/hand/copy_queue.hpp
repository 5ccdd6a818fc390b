#pragma once

// Hand-written Direct3D 12, as a program without a transfer library has it: what Ferry is compared with.

#include <cstdint>
#include <memory>

#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/d3d12.hpp>

namespace hand {

using ferry::ComPtr;

/// Ends the program, with its name, at a call that failed.
void must(HRESULT hr, const char* call);

/// An event of the platform.
class Event {
 public:
  Event();
  ~Event();
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  [[nodiscard]] HANDLE handle() const { return handle_; }
  void wait();

 private:
  HANDLE handle_;
};

/// A command allocator with its list.
struct List {
  ComPtr<ID3D12CommandAllocator> allocator;
  ComPtr<ID3D12GraphicsCommandList> list;

  /// Ready to record. What it recorded last must be complete.
  void reset();
};

/// A queue with a fence and an event.
class CopyQueue {
 public:
  CopyQueue(ID3D12Device* device, D3D12_COMMAND_LIST_TYPE type);

  [[nodiscard]] ID3D12Device* device() const { return device_.get(); }
  [[nodiscard]] ID3D12CommandQueue* d3d() const { return queue_.get(); }
  [[nodiscard]] List make_list() const;
  /// Closes the list, executes it and signals the next value, which it returns.
  std::uint64_t execute(const List& list);
  [[nodiscard]] bool complete(std::uint64_t value) const { return fence_->GetCompletedValue() >= value; }
  /// Sleeps on an event until `value` is complete.
  void wait(std::uint64_t value);
  /// Looks at the fence again and again, giving the CPU away between.
  void spin(std::uint64_t value) const;

 private:
  ComPtr<ID3D12Device> device_;
  D3D12_COMMAND_LIST_TYPE type_;
  ComPtr<ID3D12CommandQueue> queue_;
  ComPtr<ID3D12Fence> fence_;
  std::uint64_t last_ = 0;
  Event event_;
};

/// A committed buffer. UPLOAD and READBACK ones have their pages touched already.
ComPtr<ID3D12Resource> make_buffer(ID3D12Device* device, D3D12_HEAP_TYPE heap, std::uint64_t bytes);
/// Maps an UPLOAD buffer for good.
std::uint8_t* map_for_writing(ID3D12Resource* buffer);

}  // namespace hand
