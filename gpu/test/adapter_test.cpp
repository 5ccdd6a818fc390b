#include <ferry/gpu/adapter.hpp>

#include "gpu_fixture.hpp"

namespace ferry::test {
namespace {

AdapterInfo adapter(std::string name, bool software, bool integrated, std::uint64_t dedicated) {
  AdapterInfo info;
  info.name = std::move(name);
  info.software = software;
  info.integrated = integrated;
  info.dedicated_bytes = dedicated;
  return info;
}

std::vector<AdapterInfo> four() {
  std::vector<AdapterInfo> all = {
      adapter("llvmpipe (LLVM 15.0.6, 256 bits)", true, false, 64_GiB), adapter("Intel Arc", false, true, 0),
      adapter("NVIDIA RTX 4090", false, false, 24_GiB), adapter("NVIDIA RTX A6000", false, false, 48_GiB)};
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i].index = i;
  return all;
}

TEST(ChooseAdapter, AnEmptyWishTakesTheDiscreteGpuWithTheMostMemory) {
  EXPECT_EQ(choose_adapter(four(), "").value(), 3u);
}

TEST(ChooseAdapter, AnIntegratedGpuComesBeforeSoftware) {
  auto adapters = four();
  adapters.resize(2);
  EXPECT_EQ(choose_adapter(adapters, "").value(), 1u);
  adapters.resize(1);
  EXPECT_EQ(choose_adapter(adapters, "").value(), 0u);
}

TEST(ChooseAdapter, TheFirstOfEqualsIsTaken) {
  const std::vector<AdapterInfo> twins = {adapter("A", false, false, 8_GiB),
                                          adapter("B", false, false, 8_GiB)};
  EXPECT_EQ(choose_adapter(twins, "").value(), 0u);
}

TEST(ChooseAdapter, DigitsAreAnIndex) {
  EXPECT_EQ(choose_adapter(four(), "0").value(), 0u);
  EXPECT_EQ(choose_adapter(four(), "2").value(), 2u);
  expect_error(choose_adapter(four(), "4"), ErrorCode::kNotFound, {"no adapter 4", "3 'NVIDIA RTX A6000'"});
  expect_error(choose_adapter(four(), "99999999999999999999"), ErrorCode::kNotFound);
}

TEST(ChooseAdapter, AnythingElseIsAPartOfTheNameInAnyCase) {
  EXPECT_EQ(choose_adapter(four(), "nvidia").value(), 2u);
  EXPECT_EQ(choose_adapter(four(), "a6000").value(), 3u);
  EXPECT_EQ(choose_adapter(four(), "LLVM").value(), 0u);
  EXPECT_EQ(choose_adapter(four(), "RTX 4090").value(), 2u);
  expect_error(choose_adapter(four(), "radeon"), ErrorCode::kNotFound, {"'radeon'", "1 'Intel Arc'"});
}

TEST(ChooseAdapter, NothingToChooseFromIsAnError) {
  expect_error(choose_adapter({}, ""), ErrorCode::kNotFound);
}

TEST_F(GpuTest, TheAdaptersOfThisMachineAreNumberedInOrder) {
  const auto adapters = list_adapters();
  ASSERT_TRUE(adapters) << to_string(adapters.error());
  for (std::uint32_t i = 0; i < adapters->size(); ++i) {
    EXPECT_EQ((*adapters)[i].index, i);
    EXPECT_FALSE((*adapters)[i].name.empty());
  }
}

TEST_F(GpuTest, TheSystemTellsTheMemoryOfTheProcessOrThatItCannot) {
  const auto memory = device_->video_memory();
  if (!memory) {
    EXPECT_EQ(memory.error().code, ErrorCode::kUnsupported) << to_string(memory.error());
    return;
  }
  EXPECT_GT(memory->budget, 0u);
}

TEST_F(GpuTest, ADeviceCanBeMadeByTheNumberAndByTheNameOfItsAdapter) {
  DeviceOptions options;
  auto best = Device::create(options);
  ASSERT_TRUE(best) << to_string(best.error());
  const AdapterInfo& mine = (*best)->adapter();
  options.adapter = std::to_string(mine.index);
  auto by_number = Device::create(options);
  ASSERT_TRUE(by_number) << to_string(by_number.error());
  EXPECT_EQ((*by_number)->adapter().name, mine.name);
  options.adapter = "no adapter has this name";
  expect_error(Device::create(options), ErrorCode::kNotFound, {"no adapter has this name", mine.name});
}

}  // namespace
}  // namespace ferry::test
