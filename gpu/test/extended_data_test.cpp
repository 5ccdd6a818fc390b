// What Windows records of a device's removal, played by a fake with the system's binary interface.
#include <cstring>
#include <string>

#include <gtest/gtest.h>

#include "../src/extended_data.hpp"

namespace ferry::test {
namespace {

class FakeData final : public dred::ExtendedDataInterface {
 public:
  virtual ~FakeData() = default;
  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override {
    *object = nullptr;
    if (std::memcmp(&iid, &dred::kExtendedData, sizeof iid) != 0) return E_NOINTERFACE;
    ++asked;
    AddRef();
    *object = static_cast<dred::ExtendedDataInterface*>(this);
    return S_OK;
  }
  ULONG STDMETHODCALLTYPE AddRef() override { return ++references; }
  ULONG STDMETHODCALLTYPE Release() override { return --references; }
  HRESULT STDMETHODCALLTYPE GetAutoBreadcrumbsOutput(dred::Breadcrumbs* output) override {
    *output = crumbs;
    return crumbs_result;
  }
  HRESULT STDMETHODCALLTYPE GetPageFaultAllocationOutput(dred::PageFault* output) override {
    *output = fault;
    return fault_result;
  }

  ULONG references = 1;
  int asked = 0;
  dred::Breadcrumbs crumbs;
  dred::PageFault fault;
  HRESULT crumbs_result = S_OK;
  HRESULT fault_result = S_OK;
};

const WCHAR kList[] = {'l', 'o', 'a', 'd', 0xe9, 0};
const WCHAR kQueue[] = {'c', 'o', 'p', 'y', 0};
constexpr UINT32 kOperations[] = {15, 8, 7, 999};

dred::BreadcrumbNode node(const UINT32* last, const dred::BreadcrumbNode* next) {
  dred::BreadcrumbNode made;
  made.list_name = kList;
  made.queue_name = kQueue;
  made.count = 4;
  made.last_value = last;
  made.history = kOperations;
  made.next = next;
  return made;
}

TEST(ExtendedData, WhatEndedAndWhatDidNotIsToldApart) {
  const UINT32 none = 0;
  const UINT32 two = 2;
  const UINT32 three = 3;
  const UINT32 all = 4;
  const dred::BreadcrumbNode last = node(&none, nullptr);
  const dred::BreadcrumbNode third = node(&three, &last);
  const dred::BreadcrumbNode second = node(&all, &third);
  const dred::BreadcrumbNode first = node(&two, &second);
  FakeData fake;
  fake.crumbs.first = &first;
  const auto data = dred::read_extended_data(&fake);
  ASSERT_TRUE(data);
  ASSERT_EQ(data->lists.size(), 3u) << "the list that ended is left out";
  EXPECT_EQ(data->lists[0].list, "load?");
  EXPECT_EQ(data->lists[0].queue, "copy");
  EXPECT_EQ(data->lists[0].ended, 2u);
  EXPECT_EQ(data->lists[0].operations, 4u);
  EXPECT_EQ(data->lists[0].last_ended, "CopyTextureRegion");
  EXPECT_EQ(data->lists[0].first_not_ended, "CopyBufferRegion");
  EXPECT_EQ(data->lists[1].first_not_ended, "operation 999");
  EXPECT_EQ(data->lists[2].last_ended, "");
  EXPECT_EQ(data->lists[2].first_not_ended, "ResourceBarrier");
  EXPECT_EQ(data->fault_address, 0u);
  EXPECT_EQ(fake.references, 1u);
  EXPECT_EQ(fake.asked, 1);
}

TEST(ExtendedData, APageFaultNamesWhatLayThere) {
  dred::AllocationNode alive;
  alive.name = kQueue;
  dred::AllocationNode nameless;
  dred::AllocationNode released;
  released.name_narrow = "old tile";
  released.next = &nameless;
  FakeData fake;
  fake.crumbs_result = E_FAIL;
  fake.fault = {0x12345000, &alive, &released};
  const auto data = dred::read_extended_data(&fake);
  ASSERT_TRUE(data);
  EXPECT_TRUE(data->lists.empty());
  EXPECT_EQ(data->fault_address, 0x12345000u);
  EXPECT_EQ(data->alive_there, (std::vector<std::string>{"copy"}));
  EXPECT_EQ(data->released_there, (std::vector<std::string>{"old tile", "an object without a name"}));
}

TEST(ExtendedData, WhereNothingWasRecordedThereIsNone) {
  FakeData fake;
  fake.crumbs_result = E_FAIL;
  fake.fault_result = E_FAIL;
  EXPECT_FALSE(dred::read_extended_data(&fake));
  EXPECT_FALSE(dred::read_extended_data(nullptr));
}

TEST(ExtendedData, AListThatTurnsInACircleEnds) {
  const UINT32 none = 0;
  dred::BreadcrumbNode self = node(&none, nullptr);
  self.next = &self;
  FakeData fake;
  fake.crumbs.first = &self;
  const auto data = dred::read_extended_data(&fake);
  ASSERT_TRUE(data);
  EXPECT_LE(data->lists.size(), 1000u);
}

}  // namespace
}  // namespace ferry::test
