// The calls by which memory of the caller becomes a heap, on a device that writes them down.
#include "../src/host_heap.hpp"

#include <cstring>

#include <gtest/gtest.h>

#include "../../gpu/test/expect_error.hpp"
#include "../../gpu/test/fake_resource.hpp"
#include "../../gpu/test/null_device.hpp"
#include "region_memory.hpp"

namespace ferry::test {
namespace {

class FakeHeap final : public StubObject<ID3D12Heap> {
 public:
#if defined(WIDL_EXPLICIT_AGGREGATE_RETURNS)
  D3D12_HEAP_DESC* STDMETHODCALLTYPE GetDesc(D3D12_HEAP_DESC* out) override {
    *out = desc;
    return out;
  }
#else
  D3D12_HEAP_DESC STDMETHODCALLTYPE GetDesc() override {
    return desc;
  }
#endif
  D3D12_HEAP_DESC desc = {};
};

class FakeDevice final : public NullDeviceOf<host::Device3> {
 public:
  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override {
    *object = nullptr;
    if (!has_device3 || std::memcmp(&iid, &host::kDevice3, sizeof iid) != 0) return E_NOINTERFACE;
    AddRef();
    *object = static_cast<host::Device3*>(this);
    return S_OK;
  }
  // Whoever counts the methods of ID3D12Device1 and 2 wrongly ends here.
  void STDMETHODCALLTYPE CreatePipelineLibrary() override { ++wrong; }
  void STDMETHODCALLTYPE SetEventOnMultipleFenceCompletion() override { ++wrong; }
  void STDMETHODCALLTYPE SetResidencyPriority() override { ++wrong; }
  void STDMETHODCALLTYPE CreatePipelineState() override { ++wrong; }
  HRESULT STDMETHODCALLTYPE OpenExistingHeapFromAddress(const void* address, REFIID riid,
                                                        void** out) override {
    ++opened;
    opened_at = address;
    EXPECT_EQ(std::memcmp(&riid, &iid_of<ID3D12Heap>(), sizeof riid), 0);
    *out = nullptr;
    if (open_result != S_OK) return open_result;
    heap.AddRef();
    *out = static_cast<ID3D12Heap*>(&heap);
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE CreatePlacedResource(ID3D12Heap* in, UINT64 offset,
                                                 const D3D12_RESOURCE_DESC* desc, D3D12_RESOURCE_STATES state,
                                                 const D3D12_CLEAR_VALUE* clear, REFIID,
                                                 void** out) override {
    EXPECT_EQ(in, &heap);
    EXPECT_EQ(offset, 0u);
    EXPECT_EQ(clear, nullptr);
    placed = *desc;
    placed_state = state;
    *out = nullptr;
    if (place_result != S_OK) return place_result;
    buffer.AddRef();
    *out = static_cast<ID3D12Resource*>(&buffer);
    return S_OK;
  }

  FakeHeap heap;
  FakeResource buffer{FakeResource::buffer_of(1)};
  bool has_device3 = true;
  HRESULT open_result = S_OK;
  HRESULT place_result = S_OK;
  int opened = 0;
  int wrong = 0;
  const void* opened_at = nullptr;
  D3D12_RESOURCE_DESC placed = {};
  D3D12_RESOURCE_STATES placed_state = D3D12_RESOURCE_STATE_GENERIC_READ;
};

class HostHeapTest : public testing::Test {
 protected:
  HostHeapTest() { device_.heap.desc.SizeInBytes = memory_.bytes().size(); }
  ~HostHeapTest() override {
    EXPECT_EQ(device_.references(), 1u);
    EXPECT_EQ(device_.heap.references(), 1u);
    EXPECT_EQ(device_.buffer.references(), 1u);
    EXPECT_EQ(device_.wrong, 0);
  }
  void expect_refused(std::span<std::byte> memory, const std::vector<std::string_view>& words) {
    expect_error(host::open_heap(&device_, memory, "ours"), ErrorCode::kInvalidArgument, words);
    EXPECT_EQ(device_.opened, 0) << "such memory reaches no API";
  }

  RegionMemory memory_{256_KiB};
  FakeDevice device_;
};

TEST_F(HostHeapTest, TheHeapIsOpenedAndOneCrossAdapterBufferPlacedInCommon) {
  const auto host = host::open_heap(&device_, memory_.bytes(), "ours");
  ASSERT_TRUE(host) << to_string(host.error());
  EXPECT_EQ(device_.opened, 1);
  EXPECT_EQ(device_.opened_at, memory_.bytes().data());
  EXPECT_EQ(host->heap.get(), &device_.heap);
  EXPECT_EQ(host->buffer.get(), &device_.buffer);
  EXPECT_EQ(device_.placed.Dimension, D3D12_RESOURCE_DIMENSION_BUFFER);
  EXPECT_EQ(device_.placed.Width, 256_KiB);
  EXPECT_EQ(static_cast<unsigned>(device_.placed.Flags), 0x10u) << "ALLOW_CROSS_ADAPTER";
  EXPECT_EQ(device_.placed.Layout, D3D12_TEXTURE_LAYOUT_ROW_MAJOR);
  EXPECT_EQ(device_.placed_state, D3D12_RESOURCE_STATE_COMMON);
}

TEST_F(HostHeapTest, WhatTheSystemCannotDoIsSaidWithWhatToDoInstead) {
  device_.has_device3 = false;
  expect_error(host::open_heap(&device_, memory_.bytes(), "ours"), ErrorCode::kUnsupported,
               {"ours", "ID3D12Device3", "staging ring"});
  device_.has_device3 = true;
  for (const HRESULT refused : {E_NOTIMPL, E_INVALIDARG, E_FAIL}) {
    device_.open_result = refused;
    const auto host = host::open_heap(&device_, memory_.bytes(), "ours");
    expect_error(host, ErrorCode::kUnsupported, {"OpenExistingHeapFromAddress", "staging ring"});
    EXPECT_EQ(host.error().hresult, static_cast<std::int32_t>(refused));
  }
  device_.open_result = E_OUTOFMEMORY;
  expect_error(host::open_heap(&device_, memory_.bytes(), "ours"), ErrorCode::kOutOfMemory);
  device_.open_result = static_cast<HRESULT>(0x887a0005);
  expect_error(host::open_heap(&device_, memory_.bytes(), "ours"), ErrorCode::kDeviceLost);
}

TEST_F(HostHeapTest, AHeapThatIsTooSmallOrTakesNoBufferIsGivenBack) {
  device_.heap.desc.SizeInBytes = 64_KiB;
  expect_error(host::open_heap(&device_, memory_.bytes(), "ours"), ErrorCode::kUnsupported,
               {"65536 bytes", "262144"});
  EXPECT_EQ(device_.heap.references(), 1u);
  device_.heap.desc.SizeInBytes = 256_KiB;
  device_.place_result = E_INVALIDARG;
  expect_error(host::open_heap(&device_, memory_.bytes(), "ours"), ErrorCode::kUnsupported, {"no buffer"});
  EXPECT_EQ(device_.heap.references(), 1u);
}

TEST_F(HostHeapTest, MemoryThatIsNoneIsRefused) {
  expect_refused({}, {"null"});
  expect_refused(memory_.bytes().first(0), {"empty"});
  expect_refused(memory_.bytes().subspan(4096, 64_KiB), {"multiples of 65536"});
  expect_refused(memory_.bytes().first(65_KiB), {"66560 bytes", "rounded up"});
}

#if defined(_WIN32)

TEST_F(HostHeapTest, OnlyAWholeWritableRegionIsTaken) {
  expect_refused(memory_.bytes().subspan(64_KiB), {"not the start"});
  void* const reserved = VirtualAlloc(nullptr, 128_KiB, MEM_RESERVE, PAGE_READWRITE);
  const std::span<std::byte> some(static_cast<std::byte*>(reserved), 128_KiB);
  expect_refused(some, {"not committed"});
  VirtualAlloc(reserved, 64_KiB, MEM_COMMIT, PAGE_READWRITE);
  expect_refused(some, {"only 65536"});
  VirtualAlloc(reserved, 128_KiB, MEM_COMMIT, PAGE_READWRITE);
  EXPECT_TRUE(host::check_region(some, "ours"));
  DWORD before = 0;
  VirtualProtect(reserved, 128_KiB, PAGE_READONLY, &before);
  expect_refused(some, {"PAGE_READWRITE"});
  VirtualFree(reserved, 0, MEM_RELEASE);
  const HANDLE mapping =
      CreateFileMappingW(INVALID_HANDLE_VALUE, nullptr, PAGE_READWRITE, 0, 64 * 1024, nullptr);
  void* const view = MapViewOfFile(mapping, FILE_MAP_ALL_ACCESS, 0, 0, 0);
  expect_refused({static_cast<std::byte*>(view), 64_KiB}, {"mapped"});
  UnmapViewOfFile(view);
  CloseHandle(mapping);
}

#endif

}  // namespace
}  // namespace ferry::test
