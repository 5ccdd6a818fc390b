// DXGI, played by fakes: what no Wine has of it.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <ferry/base/units.hpp>

#include "../src/adapter_dxgi.hpp"
#include "../src/video_memory_dxgi.hpp"
#include "dxgi_fakes.hpp"
#include "expect_error.hpp"

namespace ferry::test {
namespace {

class DxgiAdapters : public testing::Test {
 protected:
  void SetUp() override {
    small_.desc.VendorId = 0x8086;
    small_.desc.DedicatedVideoMemory = 128_MiB;
    small_.desc.SharedSystemMemory = 16_GiB;
    small_.desc.AdapterLuid = {0x2222, 0};
    big_.desc.VendorId = 0x10de;
    big_.desc.DeviceId = 0x2684;
    big_.desc.DedicatedVideoMemory = 24_GiB;
    big_.desc.AdapterLuid = {0x80001111, 7};
    big_.driver = (31LL << 48) | (15LL << 16) | 3623;
    warp_.desc.VendorId = 0x1414;
    warp_.desc.DeviceId = 0x8c;
    warp_.desc.Flags = DXGI_ADAPTER_FLAG_SOFTWARE;
    factory_.in_order = {&small_, &big_};
    factory_.by_preference = {&big_, &small_};
    factory_.warp = &warp_;
  }
  void TearDown() override {
    for (const FakeAdapter* const adapter : {&small_, &big_, &warp_}) EXPECT_EQ(adapter->references, 1u);
    EXPECT_EQ(factory_.references, 1u);
  }

  FakeAdapter small_{L"Intel UHD \u00e9"};
  FakeAdapter big_{L"NVIDIA RTX"};
  FakeAdapter warp_{L"Microsoft Basic Render Driver"};
  FakeFactory factory_;
};

TEST_F(DxgiAdapters, AreListedTheQuickestFirstWhereDxgiCanTell) {
  const auto all = dxgi::adapters_of(&factory_);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].info.name, "NVIDIA RTX");
  EXPECT_EQ(all[0].info.index, 0u);
  EXPECT_EQ(all[0].info.vendor_id, 0x10deu);
  EXPECT_EQ(all[0].info.device_id, 0x2684u);
  EXPECT_EQ(all[0].info.luid, 0x780001111u);
  EXPECT_EQ(all[0].info.dedicated_bytes, 24_GiB);
  EXPECT_EQ(all[0].info.driver, "31.0.15.3623");
  EXPECT_FALSE(all[0].info.integrated || all[0].info.software);
  EXPECT_EQ(all[1].info.name, "Intel UHD \xc3\xa9");
  EXPECT_EQ(all[1].info.driver, "DXGI") << "it tells no version";
  EXPECT_TRUE(all[1].info.integrated);
  EXPECT_EQ(all[1].info.shared_bytes, 16_GiB);
}

TEST_F(DxgiAdapters, AreListedInTheSystemsOrderByAnOlderDxgi) {
  factory_.version = 4;
  const auto all = dxgi::adapters_of(&factory_);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].info.name, "Intel UHD \xc3\xa9");
  EXPECT_EQ(all[1].info.index, 1u);
}

TEST_F(DxgiAdapters, OneThatDoesNotDescribeItselfLeavesNoGapInTheNumbers) {
  big_.desc_result = E_FAIL;
  const auto all = dxgi::adapters_of(&factory_);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].info.index, 0u);
  EXPECT_EQ(all[0].adapter.get(), &small_);
}

TEST_F(DxgiAdapters, AreFoundByIndexByPartOfTheNameAndByLuid) {
  EXPECT_EQ(dxgi::find_adapter(&factory_, "1")->adapter.get(), &small_);
  EXPECT_EQ(dxgi::find_adapter(&factory_, "uhd")->adapter.get(), &small_);
  EXPECT_EQ(dxgi::find_adapter(&factory_, "")->adapter.get(), &big_);
  EXPECT_EQ(dxgi::find_adapter(&factory_, LUID{0x80001111, 7})->adapter.get(), &big_);
  expect_error(dxgi::find_adapter(&factory_, LUID{0x80001111, 8}), ErrorCode::kNotFound, {"0x880001111"});
}

TEST_F(DxgiAdapters, WarpIsTakenByItsOwnCallAndIsNumberedBehindTheOthers) {
  const auto warp = dxgi::find_adapter(&factory_, "WARP");
  ASSERT_TRUE(warp) << to_string(warp.error());
  EXPECT_EQ(warp->adapter.get(), &warp_);
  EXPECT_EQ(warp->info.index, 2u);
  EXPECT_TRUE(warp->info.software);
}

TEST_F(DxgiAdapters, WarpHasItsListedNumberWhereItIsListed) {
  factory_.by_preference = {&big_, &warp_, &small_};
  EXPECT_EQ(dxgi::find_adapter(&factory_, "warp")->info.index, 1u);
  EXPECT_TRUE(dxgi::find_adapter(&factory_, "basic render")->info.software);
}

TEST_F(DxgiAdapters, WithoutWarpTheOthersAreNamed) {
  factory_.warp = nullptr;
  expect_error(dxgi::find_adapter(&factory_, "warp"), ErrorCode::kNotFound,
               {"no WARP", "Wine", "0 'NVIDIA RTX'", "1 'Intel UHD"});
  factory_.warp = &warp_;
  factory_.version = 1;
  expect_error(dxgi::find_adapter(&factory_, "warp"), ErrorCode::kNotFound, {"no WARP"});
}

TEST_F(DxgiAdapters, TellBothGroupsOfTheirMemory) {
  big_.local = {100, 30, 50, 10};
  big_.non_local = {200, 60, 90, 20};
  const auto groups = VideoMemoryAccess::query(&big_);
  ASSERT_TRUE(groups);
  EXPECT_EQ(groups->local.budget, 100u);
  EXPECT_EQ(groups->local.usage, 30u);
  EXPECT_EQ(groups->local.available_for_reservation, 50u);
  EXPECT_EQ(groups->local.reservation, 10u);
  EXPECT_EQ(groups->non_local.budget, 200u);
  EXPECT_EQ(groups->non_local.usage, 60u);
  big_.memory_result = E_FAIL;
  expect_error(VideoMemoryAccess::query(&big_), ErrorCode::kApiFailed, {"QueryVideoMemoryInfo"});
}

TEST_F(DxgiAdapters, TellEachChangeOfTheBudgetOnce) {
  {
    const auto watch = VideoMemoryAccess::start(ComPtr<IDXGIAdapter3>(&big_));
    ASSERT_TRUE(watch) << to_string(watch.error());
    ASSERT_NE(big_.event, nullptr);
    EXPECT_FALSE((*watch)->changed());
    SetEvent(big_.event);
    EXPECT_TRUE((*watch)->changed());
    EXPECT_FALSE((*watch)->changed());
    SetEvent(big_.event);
    EXPECT_TRUE((*watch)->wait(std::chrono::hours(24 * 365)));
    big_.local.Budget = 77;
    EXPECT_EQ((*watch)->query()->local.budget, 77u);
    EXPECT_TRUE(big_.unregistered.empty());
  }
  EXPECT_EQ(big_.unregistered, std::vector<DWORD>{42});
}

TEST_F(DxgiAdapters, AWatchThatIsRefusedSaysSoAndUnregistersNothing) {
  big_.register_result = E_NOTIMPL;
  expect_error(VideoMemoryAccess::start(ComPtr<IDXGIAdapter3>(&big_)), ErrorCode::kUnsupported,
               {"query_video_memory()"});
  EXPECT_TRUE(big_.unregistered.empty());
}

}  // namespace
}  // namespace ferry::test
