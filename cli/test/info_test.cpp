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
  info.priorities = {{QueueKind::kDirect, QueuePriority::kHigh},
                     {QueueKind::kCopy, QueuePriority::kGlobalRealtime}};
  info.memory = VideoMemoryGroups{{std::uint64_t{6} << 30, std::uint64_t{1} << 30, 5, 4}, {3, 2, 1, 0}};
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
        "queue priorities         HIGH on DIRECT, GLOBAL_REALTIME on COPY\n",
        "memory of the GPU        budget 6 GiB, in use 1 GiB\n",
        "memory of the CPU        budget 3 B, in use 2 B\n", "1D, 2D, 3D (1):\n    R8G8B8A8_UNORM\n",
        "2D (1):\n    BC7_UNORM\n"}) {
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
  EXPECT_EQ(document["queue_priorities"][1]["queue"], "COPY");
  EXPECT_EQ(document["queue_priorities"][1]["priority"], "GLOBAL_REALTIME");
  EXPECT_EQ(document["memory"]["local"]["budget"], std::uint64_t{6} << 30);
  EXPECT_EQ(document["memory"]["local"]["reservation"], 4);
  EXPECT_EQ(document["memory"]["non_local"]["usage"], 2);
  EXPECT_EQ(document["formats"][1]["name"], "BC7_UNORM");
  EXPECT_EQ(document["formats"][1]["textures"], nlohmann::ordered_json::array({"2D"}));
}

TEST(Info, WhatTheSystemDoesNotTellIsLeftOut) {
  InfoReport info = example();
  info.priorities.clear();
  info.memory.reset();
  const std::string text = info_text(info);
  EXPECT_NE(text.find("queue priorities         NORMAL only\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("memory of the GPU"), std::string::npos);
  EXPECT_TRUE(to_json(info)["memory"].is_null());
}

TEST(Info, GpuUploadHeapsAreListedWhereThereAreSome) {
  AdapterInfo adapter;
  adapter.dedicated_bytes = 100;
  adapter.shared_bytes = 50;
  DeviceCaps caps;
  EXPECT_EQ(heaps_of(adapter, caps).size(), 3U);
  caps.gpu_upload_heaps = true;
  const std::vector<HeapReport> heaps = heaps_of(adapter, caps);
  ASSERT_EQ(heaps.size(), 4U);
  EXPECT_EQ(heaps[3].name, "GPU_UPLOAD");
  EXPECT_EQ(heaps[3].bytes, 100U);
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
