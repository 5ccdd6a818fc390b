#include "info_command.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace ferry::cli {
namespace {

InfoReport example() {
  InfoReport info;
  AdapterInfo first;
  first.index = 0;
  first.name = "Slow";
  first.software = true;
  first.integrated = true;
  AdapterInfo second;
  second.index = 1;
  second.name = "Fast";
  second.driver = "driver 7";
  second.dedicated_bytes = std::uint64_t{8} << 30;
  second.shared_bytes = std::uint64_t{16} << 30;
  info.adapters = {first, second};
  info.chosen = 1;
  info.caps.feature_level = 0xc100;
  info.caps.copy_engine = OwnEngine::kYes;
  info.heaps = heaps_of(second, info.caps);
  info.formats = {{Format::kR8G8B8A8Unorm, true, true, true}, {Format::kBc7Unorm, false, true, false}};
  return info;
}

TEST(Info, TextNamesWhatIsAskedFor) {
  const std::string text = info_text(example());
  for (const char* const part :
       {"  0: Slow (software", "* 1: Fast (discrete GPU, driver 7", "COPY engine of its own   yes",
        "UMA                      no", "feature level            12_1",
        "DEFAULT        8 GiB  the GPU's own memory", "UPLOAD        16 GiB  CPU memory, write-combined",
        "READBACK      16 GiB  CPU memory, cached", "multiples of 256",
        "1D, 2D, 3D (1):\n    R8G8B8A8_UNORM\n", "2D (1):\n    BC7_UNORM\n"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(Info, JsonSaysTheSame) {
  const nlohmann::ordered_json document = to_json(example());
  EXPECT_EQ(document["adapters"].size(), 2U);
  EXPECT_EQ(document["adapters"][1]["name"], "Fast");
  EXPECT_EQ(document["chosen"], 1);
  EXPECT_EQ(document["copy_engine"], "yes");
  EXPECT_EQ(document["compute_engine"], "unknown");
  EXPECT_EQ(document["uma"], false);
  EXPECT_EQ(document["feature_level"], "12_1");
  EXPECT_EQ(document["heaps"][0]["name"], "DEFAULT");
  EXPECT_EQ(document["heaps"][0]["bytes"], std::uint64_t{8} << 30);
  EXPECT_EQ(document["formats"][1]["name"], "BC7_UNORM");
  EXPECT_EQ(document["formats"][1]["textures"], nlohmann::ordered_json::array({"2D"}));
}

TEST(Info, SharedMemoryIsCalledSo) {
  AdapterInfo adapter;
  adapter.shared_bytes = 100;
  DeviceCaps caps;
  caps.uma = true;
  caps.write_combined_upload = false;
  const std::vector<HeapReport> heaps = heaps_of(adapter, caps);
  ASSERT_EQ(heaps.size(), 3U);
  EXPECT_EQ(heaps[0].memory, "shared with the CPU");
  EXPECT_EQ(heaps[0].bytes, 100U);
  EXPECT_EQ(heaps[1].memory, "CPU memory, cached");
}

TEST(Info, FeatureLevelsReadAsDirect3DWritesThem) {
  EXPECT_EQ(feature_level_text(0), "unknown");
  EXPECT_EQ(feature_level_text(0xb000), "11_0");
  EXPECT_EQ(feature_level_text(0xb100), "11_1");
  EXPECT_EQ(feature_level_text(0xc200), "12_2");
}

}  // namespace
}  // namespace ferry::cli
