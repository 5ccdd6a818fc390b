#include "host_heap.hpp"

#include <cstdint>

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/resource_desc.hpp>

namespace ferry::host {
namespace {

constexpr std::string_view kRemedy =
    "; upload through the staging ring instead (UploadBatch::upload_buffer), and read back through the pool";

/// Whatever kind of failure it is, what to do is the same: only memory and a lost device are told apart.
Failure cannot(HRESULT hr, std::string_view name, std::string_view what) {
  const ErrorCode code = code_of(hr);
  const bool tells = code == ErrorCode::kOutOfMemory || code == ErrorCode::kDeviceLost;
  return Failure{Error{tells ? code : ErrorCode::kUnsupported, static_cast<std::int32_t>(hr),
                       text("'", name, "' cannot be imported: ", what, kRemedy)}};
}

}  // namespace

Result<HostHeap> open_heap(ID3D12Device* device, std::span<std::byte> memory, std::string_view name) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
  if (memory.data() == nullptr || memory.empty()) {
    return fail(ErrorCode::kInvalidArgument, "the memory '", name, "' that is to be imported is ",
                memory.data() == nullptr ? "null" : "empty");
  }
  if (address % kGranularity != 0 || memory.size() % kGranularity != 0) {
    return fail(ErrorCode::kInvalidArgument, "the memory '", name, "' of ", memory.size(), " bytes at ",
                Hex{address}, " cannot be imported: address and size must be multiples of ", kGranularity,
                "; allocate it by VirtualAlloc, with its size rounded up");
  }
  if (auto region = check_region(memory, name); !region) return fail(std::move(region).error());
  ComPtr<Device3> newer;
  HRESULT hr = device->QueryInterface(kDevice3, newer.put_void());
  if (FAILED(hr) || !newer) return cannot(E_NOINTERFACE, name, "this Direct3D 12 has no ID3D12Device3");
  HostHeap host;
  hr = newer->OpenExistingHeapFromAddress(memory.data(), iid_of<ID3D12Heap>(), host.heap.put_void());
  if (FAILED(hr)) return cannot(hr, name, "OpenExistingHeapFromAddress refused it");
  const D3D12_HEAP_DESC opened = host.heap->GetDesc();
  if (opened.SizeInBytes < memory.size()) {
    return cannot(
        E_INVALIDARG, name,
        text("the heap over it has ", opened.SizeInBytes, " bytes, and the memory ", memory.size()));
  }
  set_object_name(host.heap.get(), name);
  TextureDesc buffer;
  buffer.dimension = Dimension::kBuffer;
  buffer.format = Format::kUnknown;
  buffer.width = memory.size();
  const D3D12_RESOURCE_DESC desc = to_d3d12(buffer, kAllowCrossAdapter);
  hr = device->CreatePlacedResource(host.heap.get(), 0, &desc, D3D12_RESOURCE_STATE_COMMON, nullptr,
                                    iid_of<ID3D12Resource>(), host.buffer.put_void());
  if (FAILED(hr)) return cannot(hr, name, "no buffer can be placed in the heap over it");
  set_object_name(host.buffer.get(), name);
  return host;
}

}  // namespace ferry::host
