// Identity, references, names, private data, foreign objects and reports: what a wrapper is.

#include <gtest/gtest.h>

#include <cstring>

#include "layer_scene.hpp"
#include "layer_support.hpp"

namespace ferry::check::test {
namespace {

ULONG references_of(IUnknown* object) {
  object->AddRef();
  return object->Release();
}

TEST(LayerBasics, CopiesThroughTheLayerAndIsQuiet) {
  const auto device = wrapped_device();
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  const auto upload = make_buffer(device.get(), D3D12_HEAP_TYPE_UPLOAD, 4096);
  const auto buffer = make_buffer(device.get(), D3D12_HEAP_TYPE_DEFAULT, 4096);
  const auto readback = make_buffer(device.get(), D3D12_HEAP_TYPE_READBACK, 4096);
  const auto bytes = pattern(4096, 1);
  fill(upload.get(), bytes);
  lane.list->CopyBufferRegion(buffer.get(), 0, upload.get(), 0, 4096);
  const auto barrier =
      transition(buffer.get(), D3D12_RESOURCE_STATE_COPY_DEST, D3D12_RESOURCE_STATE_COPY_SOURCE);
  lane.list->ResourceBarrier(1, &barrier);
  lane.list->CopyBufferRegion(readback.get(), 0, buffer.get(), 0, 4096);
  lane.run();
  EXPECT_EQ(read(readback.get(), 4096), bytes);
  EXPECT_EQ(report(device.get()), "");
}

TEST(LayerIdentity, AnObjectHasOneWrapperAndOneUnknown) {
  const auto device = wrapped_device();
  const auto buffer = make_buffer(device.get(), D3D12_HEAP_TYPE_DEFAULT, 256);
  const auto unknown = ask<IUnknown>(buffer.get());
  const auto pageable = ask<ID3D12Pageable>(buffer.get());
  const auto child = ask<ID3D12DeviceChild>(buffer.get());
  const auto object = ask<ID3D12Object>(buffer.get());
  ASSERT_TRUE(unknown && pageable && child && object);
  EXPECT_EQ(ask<IUnknown>(pageable.get()).get(), unknown.get());
  EXPECT_EQ(ask<IUnknown>(child.get()).get(), unknown.get());
  EXPECT_EQ(ask<ID3D12Resource>(object.get()).get(), buffer.get());
  EXPECT_TRUE(is_wrapped(unknown.get()));
}

TEST(LayerIdentity, GetDeviceGivesTheWrapper) {
  const auto device = wrapped_device();
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_DIRECT);
  const auto buffer = make_buffer(device.get(), D3D12_HEAP_TYPE_DEFAULT, 256);
  ID3D12DeviceChild* const children[] = {lane.queue.get(), lane.allocator.get(), lane.list.get(),
                                         lane.fence.get(), buffer.get()};
  for (ID3D12DeviceChild* const child : children) {
    void* owner = nullptr;
    ASSERT_EQ(child->GetDevice(iid_of<ID3D12Device>(), &owner), S_OK);
    EXPECT_EQ(owner, device.get());
    device->Release();
  }
}

TEST(LayerIdentity, UnknownInterfacesAreRefusedAndNeverTheObjectBelow) {
  const auto device = wrapped_device();
  const auto buffer = make_buffer(device.get(), D3D12_HEAP_TYPE_DEFAULT, 256);
  const GUID made_up = {0x01234567, 0x89ab, 0xcdef, {1, 2, 3, 4, 5, 6, 7, 8}};
  void* pointer = buffer.get();
  EXPECT_EQ(buffer->QueryInterface(made_up, &pointer), E_NOINTERFACE);
  EXPECT_EQ(pointer, nullptr);
  EXPECT_EQ(buffer->QueryInterface(iid_of<ID3D12Heap>(), &pointer), E_NOINTERFACE);
  EXPECT_EQ(buffer->QueryInterface(iid_of<ID3D12Resource>(), nullptr), E_POINTER);
  // A version is offered exactly where the device below has it.
  const auto below = Ref<IUnknown>::share(unwrap(device.get()));
  EXPECT_EQ(static_cast<bool>(ask<ID3D12Device1>(device.get())),
            static_cast<bool>(ask<ID3D12Device1>(below.get())));
}

TEST(LayerIdentity, CommandListsOfferTheVersionsOfTheDeviceBelow) {
  const auto device = wrapped_device();
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_DIRECT);
  IUnknown* const below = unwrap(lane.list.get());
  EXPECT_EQ(static_cast<bool>(ask<ID3D12GraphicsCommandList1>(lane.list.get())),
            static_cast<bool>(ask<ID3D12GraphicsCommandList1>(below)));
  EXPECT_EQ(static_cast<bool>(ask<ID3D12GraphicsCommandList2>(lane.list.get())),
            static_cast<bool>(ask<ID3D12GraphicsCommandList2>(below)));
  EXPECT_TRUE(ask<ID3D12CommandList>(lane.list.get()));
}

TEST(LayerIdentity, UnwrapGivesTheObjectBelowWithNoReference) {
  const auto raw = raw_device();
  ASSERT_TRUE(raw);
  const auto device = Ref<ID3D12Device>::adopt(*wrap(raw.get(), quiet()));
  EXPECT_EQ(unwrap(device.get()), ask<IUnknown>(raw.get()).get());
  EXPECT_EQ(unwrap(raw.get()), raw.get());
  EXPECT_EQ(unwrap(nullptr), nullptr);
  EXPECT_FALSE(is_wrapped(raw.get()));
  const ULONG before = references_of(raw.get());
  (void)unwrap(device.get());
  EXPECT_EQ(references_of(raw.get()), before);
}

TEST(LayerIdentity, ThePublishedInterfaceUnwrapsWithoutTheLibrary) {
  const auto device = wrapped_device();
  GUID id = {};
  static_assert(sizeof id == sizeof kBelowInterface);
  std::memcpy(&id, &kBelowInterface, sizeof id);
  void* below = nullptr;
  ASSERT_EQ(device->QueryInterface(id, &below), S_OK);
  const auto owned = Ref<IUnknown>::adopt(static_cast<IUnknown*>(below));
  EXPECT_EQ(owned.get(), unwrap(device.get()));
}

TEST(LayerIdentity, ADeviceIsWrappedOnce) {
  const auto raw = raw_device();
  ASSERT_TRUE(raw);
  const auto first = Ref<ID3D12Device>::adopt(*wrap(raw.get(), quiet()));
  const auto second = Ref<ID3D12Device>::adopt(*wrap(raw.get(), quiet()));
  const auto third = Ref<ID3D12Device>::adopt(*wrap(first.get(), quiet()));
  EXPECT_EQ(first.get(), second.get());
  EXPECT_EQ(first.get(), third.get());
  EXPECT_EQ(references_of(first.get()), 3U);
}

TEST(LayerReferences, EverythingGoesBackToTheDeviceBelow) {
  const auto raw = raw_device();
  ASSERT_TRUE(raw);
  const ULONG before = references_of(raw.get());
  {
    const auto device = Ref<ID3D12Device>::adopt(*wrap(raw.get(), quiet()));
    EXPECT_GT(references_of(raw.get()), before);
    EXPECT_TRUE(run_scene(device.get()) == expected_scene());
    EXPECT_EQ(references_of(device.get()), 1U) << live_object_report(device.get());
    EXPECT_EQ(live_object_report(device.get()), "");
  }
  EXPECT_EQ(references_of(raw.get()), before);
}

TEST(LayerReferences, ChildrenKeepTheDevice) {
  auto device = wrapped_device();
  auto buffer = make_buffer(device.get(), D3D12_HEAP_TYPE_DEFAULT, 256);
  device.reset();
  void* owner = nullptr;
  ASSERT_EQ(buffer->GetDevice(iid_of<ID3D12Device>(), &owner), S_OK);
  device = Ref<ID3D12Device>::adopt(static_cast<ID3D12Device*>(owner));
  EXPECT_EQ(live_objects(device.get()).size(), 1U);
  buffer.reset();
  EXPECT_EQ(live_objects(device.get()).size(), 0U);
}

TEST(LayerReferences, ANullOutputOnlyAsks) {
  const auto device = wrapped_device();
  EXPECT_EQ(device->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Fence>(), nullptr), S_FALSE);
  EXPECT_EQ(live_objects(device.get()).size(), 0U);
}

TEST(LayerReferences, AWrongInterfaceIdLeavesNothingBehind) {
  const auto device = wrapped_device();
  void* object = device.get();
  EXPECT_EQ(device->CreateFence(0, D3D12_FENCE_FLAG_NONE, iid_of<ID3D12Resource>(), &object), E_NOINTERFACE);
  EXPECT_EQ(object, nullptr);
  EXPECT_EQ(live_objects(device.get()).size(), 0U);
}

TEST(LayerReports, TellWhatLivesItsNameAndItsCall) {
  const auto device = wrapped_device();
  const auto buffer = make_buffer(device.get(), D3D12_HEAP_TYPE_DEFAULT, 256);
  const auto fence = make_fence(device.get());
  ASSERT_EQ(buffer->SetName(L"positions \u00e9"), S_OK);
  const auto live = live_objects(device.get());
  ASSERT_EQ(live.size(), 2U);
  EXPECT_NE(live[0].description.find("positions \xc3\xa9"), std::string::npos) << live[0].description;
  EXPECT_EQ(live[0].made_by, "ID3D12Device::CreateCommittedResource");
  EXPECT_EQ(live[1].made_by, "ID3D12Device::CreateFence");
  EXPECT_LT(live[0].call_index, live[1].call_index);
  EXPECT_EQ(live[0].references, 1U);
  EXPECT_NE(live_object_report(device.get()).find("ID3D12Device::CreateFence"), std::string::npos);
}

TEST(LayerReports, PrivateDataGoesBelowAndNamesAreTakenFromIt) {
  const auto device = wrapped_device();
  const auto buffer = make_buffer(device.get(), D3D12_HEAP_TYPE_DEFAULT, 256);
  const GUID debug_name = {0x429b8c22, 0x9188, 0x4b0c, {0x87, 0x42, 0xac, 0xb0, 0xbf, 0x85, 0xc2, 0x00}};
  ASSERT_EQ(buffer->SetPrivateData(debug_name, 5, "stage"), S_OK);
  EXPECT_NE(live_objects(device.get())[0].description.find("stage"), std::string::npos);
  const auto below = ask<ID3D12Resource>(unwrap(buffer.get()));
  char name[8] = {};
  UINT size = sizeof name;
  ASSERT_EQ(below->GetPrivateData(debug_name, &size, name), S_OK);
  EXPECT_EQ(std::string(name, size), "stage");
  size = sizeof name;
  EXPECT_EQ(buffer->GetPrivateData(debug_name, &size, name), S_OK);
}

TEST(LayerReports, TheJournalHasTheLastCallsWithTheirResults) {
  WrapOptions options = quiet();
  options.journal_size = 16;
  const auto device = wrapped_device(options);
  for (int i = 0; i < 40; ++i) (void)make_fence(device.get());
  const auto lines = journal(device.get());
  ASSERT_EQ(lines.size(), 16U);
  EXPECT_NE(lines[14].find("ID3D12Device::CreateFence: "), std::string::npos) << lines[14];
  EXPECT_NE(lines[15].find("IUnknown::Release on "), std::string::npos) << lines[15];
  EXPECT_EQ(journal(device.get(), 2).size(), 2U);
}

TEST(LayerReports, FindingsGoToTheCallbackTextAndJsonWithTheJournal) {
  WrapOptions options = quiet();
  std::vector<Finding> seen;
  options.on_finding = [&seen](const Finding& finding) { seen.push_back(finding); };
  std::FILE* const text = std::tmpfile();
  std::FILE* const json = std::tmpfile();
  ASSERT_TRUE(text != nullptr && json != nullptr);
  options.text = text;
  options.json = json;
  {
    const auto device = wrapped_device(options);
    const auto fence = make_fence(device.get(), 5);
    EXPECT_EQ(fence->SetName(L"gate"), S_OK);
    EXPECT_EQ(fence->Signal(3), S_OK);
    ASSERT_EQ(seen.size(), 1U);
    EXPECT_EQ(seen[0].violation.rule, Rule::kFenceValueNotRising);
    ASSERT_FALSE(seen[0].journal.empty());
    EXPECT_NE(seen[0].journal.back().find("ID3D12Fence::Signal"), std::string::npos);
    EXPECT_EQ(finding_count(device.get(), Severity::kPortability), 1U);
    EXPECT_EQ(findings(device.get()).size(), 1U);
    clear_findings(device.get());
    EXPECT_EQ(findings(device.get()).size(), 0U);
  }
  for (std::FILE* const file : {text, json}) {
    std::rewind(file);
    char buffer[8192] = {};
    const std::string all(buffer, std::fread(buffer, 1, sizeof buffer, file));
    EXPECT_NE(all.find("fence-value-not-rising"), std::string::npos) << all;
    EXPECT_NE(all.find("ID3D12Device::CreateFence: S_OK"), std::string::npos) << all;
    if (file == json) {
      EXPECT_NE(all.find(R"(fence \"gate\")"), std::string::npos) << all;
      EXPECT_NE(all.find(R"("call_index":3,"journal":["#1 )"), std::string::npos) << all;
      EXPECT_EQ(all.substr(all.size() - 3), "]}\n");
    }
    std::fclose(file);
  }
}

TEST(LayerReports, TheCallbackMayCallIntoTheDevice) {
  WrapOptions options = quiet();
  ID3D12Device* inside = nullptr;
  int calls = 0;
  options.on_finding = [&](const Finding&) {
    ++calls;
    EXPECT_EQ(make_fence(inside)->GetCompletedValue(), 0U);
  };
  const auto device = wrapped_device(options);
  inside = device.get();
  const auto fence = make_fence(device.get(), 5);
  EXPECT_EQ(fence->Signal(3), S_OK);
  EXPECT_EQ(calls, 1);
}

TEST(LayerForeign, ObjectsFromBelowAndFromAnotherDeviceAreRefused) {
  const auto device = wrapped_device();
  const auto other = wrapped_device();
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_DIRECT);
  const auto ours = make_buffer(device.get(), D3D12_HEAP_TYPE_DEFAULT, 256);
  const auto theirs = make_buffer(other.get(), D3D12_HEAP_TYPE_DEFAULT, 256);
  auto* const below = static_cast<ID3D12Resource*>(unwrap(ours.get()));
  lane.list->CopyBufferRegion(theirs.get(), 0, ours.get(), 0, 4);
  lane.list->CopyBufferRegion(below, 0, ours.get(), 0, 4);
  lane.list->CopyBufferRegion(nullptr, 0, ours.get(), 0, 4);
  EXPECT_EQ(found(device.get(), Rule::kForeignObject), 2) << report(device.get());
  EXPECT_EQ(found(device.get(), Rule::kNullArgument), 1) << report(device.get());
  EXPECT_EQ(lane.list->Close(), E_INVALIDARG);
  const auto fence = make_fence(other.get());
  EXPECT_EQ(lane.queue->Signal(fence.get(), 1), E_INVALIDARG);
  EXPECT_EQ(report(other.get()), "");
}

TEST(LayerForeign, AResourceOfASwapChainCanBeAdopted) {
  const auto device = wrapped_device();
  const auto raw = ask<ID3D12Device>(unwrap(device.get()));
  const auto target =
      make_committed(raw.get(), D3D12_HEAP_TYPE_DEFAULT, texture_desc(16, 16), D3D12_RESOURCE_STATE_COMMON);
  const auto adopted =
      Ref<ID3D12Resource>::adopt(*adopt(device.get(), target.get(), D3D12_RESOURCE_STATE_COMMON));
  const auto again =
      Ref<ID3D12Resource>::adopt(*adopt(device.get(), target.get(), D3D12_RESOURCE_STATE_COMMON));
  EXPECT_EQ(adopted.get(), again.get());
  EXPECT_EQ(unwrap(adopted.get()), ask<IUnknown>(target.get()).get());
  EXPECT_FALSE(adopt(device.get(), adopted.get(), 0));
  EXPECT_FALSE(adopt(raw.get(), target.get(), 0));
  presented(adopted.get());
  EXPECT_EQ(report(device.get()), "");
}

TEST(LayerOnViolation, ErrorsCanBeMadeToFail) {
  WrapOptions options = quiet();
  const D3D12_HEAP_PROPERTIES upload = heap_of(D3D12_HEAP_TYPE_UPLOAD);
  const auto desc = buffer_desc(256);
  for (const OnViolation choice : {OnViolation::kReport, OnViolation::kFailErrors}) {
    options.on_violation = choice;
    const auto device = wrapped_device(options);
    void* resource = nullptr;
    const HRESULT result =
        device->CreateCommittedResource(&upload, D3D12_HEAP_FLAG_NONE, &desc, D3D12_RESOURCE_STATE_COPY_DEST,
                                        nullptr, iid_of<ID3D12Resource>(), &resource);
    EXPECT_EQ(found(device.get(), Rule::kUploadInitialState), 1);
    if (choice == OnViolation::kFailErrors) {
      EXPECT_EQ(result, E_INVALIDARG);
    }
    if (resource != nullptr) static_cast<ID3D12Resource*>(resource)->Release();
  }
}

TEST(LayerOnViolation, WhatWouldCrashADriverNeverReachesIt) {
  const auto device = wrapped_device();
  const D3D12_HEAP_PROPERTIES properties = heap_of(D3D12_HEAP_TYPE_DEFAULT);
  const auto desc = buffer_desc(0);
  void* resource = nullptr;
  EXPECT_EQ(
      device->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE, &desc, D3D12_RESOURCE_STATE_COMMON,
                                      nullptr, iid_of<ID3D12Resource>(), &resource),
      E_INVALIDARG);
  EXPECT_EQ(found(device.get(), Rule::kZeroWidthBuffer), 1);
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_DIRECT);
  const auto a = make_buffer(device.get(), D3D12_HEAP_TYPE_DEFAULT, 256);
  const auto b = make_buffer(device.get(), D3D12_HEAP_TYPE_DEFAULT, 256);
  lane.list->CopyBufferRegion(a.get(), 0, b.get(), 128, std::uint64_t{1} << 40);
  EXPECT_EQ(found(device.get(), Rule::kCopyBufferRange), 2);  // Source and destination.
  EXPECT_EQ(lane.list->Close(), E_INVALIDARG);
  execute(lane.queue.get(), lane.list.get());
  EXPECT_EQ(found(device.get(), Rule::kExecuteFailedList), 1) << report(device.get());
  lane.list->CopyBufferRegion(a.get(), 0, b.get(), 0, 4);
  EXPECT_EQ(found(device.get(), Rule::kRecordOnClosedList), 1) << report(device.get());
}

TEST(LayerOnViolation, ClosingTwiceFailsAndLeavesTheListAsItWas) {
  const auto device = wrapped_device();
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  ASSERT_EQ(lane.list->Close(), S_OK);
  EXPECT_TRUE(FAILED(lane.list->Close()));
  EXPECT_EQ(found(device.get(), Rule::kRecordOnClosedList), 1);
  clear_findings(device.get());
  execute(lane.queue.get(), lane.list.get());
  EXPECT_EQ(lane.queue->Signal(lane.fence.get(), 1), S_OK);
  wait_for(lane.fence.get(), 1);
  EXPECT_EQ(report(device.get()), "");
}

TEST(LayerOnViolation, RootParametersNeedTheirRootSignature) {
  const auto device = wrapped_device();
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_DIRECT);
  const auto root = compute_root_signature(device.get());
  lane.list->SetComputeRootSignature(root.get());
  lane.run();
  EXPECT_EQ(report(device.get()), "");
  lane.list->SetComputeRootDescriptorTable(0, {});
  EXPECT_EQ(found(device.get(), Rule::kRootParameter), 1);
  lane.list->SetComputeRootSignature(root.get());
  lane.list->SetComputeRootUnorderedAccessView(1, 0);
  EXPECT_EQ(found(device.get(), Rule::kRootParameter), 2);
  lane.list->SetComputeRootDescriptorTable(0, {});
  EXPECT_EQ(found(device.get(), Rule::kRootParameter), 3);
  lane.list->ClearState(nullptr);
  lane.list->SetComputeRootUnorderedAccessView(0, 0);
  EXPECT_EQ(found(device.get(), Rule::kRootParameter), 4);
  EXPECT_EQ(lane.list->Close(), E_INVALIDARG);
}

TEST(LayerLifetime, WhatIsReleasedInFlightIsReportedAndKeptBelow) {
  WrapOptions options = quiet();
  options.pace = GpuPace::kHeld;
  const auto device = wrapped_device(options);
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  auto upload = make_buffer(device.get(), D3D12_HEAP_TYPE_UPLOAD, 4096);
  const auto readback = make_buffer(device.get(), D3D12_HEAP_TYPE_READBACK, 4096);
  const auto bytes = pattern(4096, 3);
  fill(upload.get(), bytes);
  lane.list->CopyBufferRegion(readback.get(), 0, upload.get(), 0, 4096);
  lane.submit();
  upload.reset();
  EXPECT_EQ(found(device.get(), Rule::kReleasedInFlight), 1) << report(device.get());
  gpu_drain(device.get());
  wait_for(lane.fence.get(), lane.value);
  EXPECT_EQ(read(readback.get(), 4096), bytes);
}

TEST(LayerLifetime, AListThatNamesAReleasedResourceIsNotRun) {
  const auto device = wrapped_device();
  Lane lane(device.get(), D3D12_COMMAND_LIST_TYPE_COPY);
  auto upload = make_buffer(device.get(), D3D12_HEAP_TYPE_UPLOAD, 4096);
  const auto readback = make_buffer(device.get(), D3D12_HEAP_TYPE_READBACK, 4096);
  lane.list->CopyBufferRegion(readback.get(), 0, upload.get(), 0, 4096);
  ASSERT_EQ(lane.list->Close(), S_OK);
  upload.reset();
  execute(lane.queue.get(), lane.list.get());
  EXPECT_EQ(found(device.get(), Rule::kUsedAfterRelease), 1) << report(device.get());
}

}  // namespace
}  // namespace ferry::check::test
