#include <ferry/gpu/video_memory.hpp>

#include "gpu_fixture.hpp"

namespace ferry::test {
namespace {

TEST_F(GpuTest, BothGroupsOfMemoryAreToldOrNone) {
  const auto groups = query_video_memory(*device_);
  const auto local = device_->video_memory();
  ASSERT_EQ(static_cast<bool>(groups), static_cast<bool>(local));
  if (!groups) {
    EXPECT_EQ(groups.error().code, ErrorCode::kUnsupported) << to_string(groups.error());
    return;
  }
  EXPECT_EQ(groups->local.budget, local->budget);
  EXPECT_GT(groups->local.budget, 0u);
}

TEST_F(GpuTest, TheBudgetIsWatchedWhereTheSystemTellsItsChanges) {
  const auto watch = VideoMemoryWatch::start(*device_);
  if (!watch) {
    EXPECT_EQ(watch.error().code, ErrorCode::kUnsupported) << to_string(watch.error());
    return;
  }
  // What comes first is the system's affair; that nothing hangs is ours.
  (void)(*watch)->changed();
  (void)(*watch)->wait(std::chrono::milliseconds(1));
  EXPECT_TRUE((*watch)->query());
}

}  // namespace
}  // namespace ferry::test
