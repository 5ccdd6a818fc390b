// A whole program through the layer: the same bytes as without, and no false alarm, at every pace.

#include <gtest/gtest.h>

#include "layer_scene.hpp"

namespace ferry::check::test {
namespace {

TEST(LayerScene, WithoutTheLayerItGivesWhatTheCpuWorksOut) {
  const auto device = raw_device();
  ASSERT_TRUE(device);
  EXPECT_TRUE(run_scene(device.get()) == expected_scene());
}

/// For Vulkan's validation layer (ci/validation), which is quiet beside it.
TEST(LayerSceneExplicit, NeedsNoPromotionOfTextures) {
  const auto device = wrapped_device();
  ASSERT_TRUE(device);
  EXPECT_TRUE(run_scene(device.get(), Promotion::kExplicit) == expected_scene());
  EXPECT_EQ(report(device.get()), "");
}

struct Way {
  const char* name;
  GpuPace pace;
  bool batch;
  bool tables;
  bool shadow;
};

class LayerSceneWays : public testing::TestWithParam<Way> {};

TEST_P(LayerSceneWays, GivesTheSameBytesWithNoFinding) {
  WrapOptions options = quiet();
  options.pace = GetParam().pace;
  options.batch_recording = GetParam().batch;
  options.check_descriptor_tables = GetParam().tables;
  options.shadow_upload_memory = GetParam().shadow;
  const auto device = wrapped_device(options);
  ASSERT_TRUE(device);
  EXPECT_TRUE(run_scene(device.get()) == expected_scene());
  EXPECT_TRUE(run_scene(device.get()) == expected_scene());
  EXPECT_EQ(report(device.get()), "");
  EXPECT_EQ(live_object_report(device.get()), "");
}

INSTANTIATE_TEST_SUITE_P(All, LayerSceneWays,
                         testing::Values(Way{"Plain", GpuPace::kImmediate, false, false, false},
                                         Way{"Batched", GpuPace::kImmediate, true, true, false},
                                         Way{"Tables", GpuPace::kImmediate, false, true, false},
                                         Way{"WhenAsked", GpuPace::kWhenAsked, false, false, false},
                                         Way{"Shadow", GpuPace::kWhenAsked, true, false, true}),
                         [](const testing::TestParamInfo<Way>& way) { return way.param.name; });

}  // namespace
}  // namespace ferry::check::test
