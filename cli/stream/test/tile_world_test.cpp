#include "stream/tile_world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

namespace ferry::cli {
namespace {

constexpr double kAspect = 16.0 / 9;

Camera in_the_middle(double side) {
  Camera camera;
  camera.x = side / 2;
  camera.y = 2;
  camera.z = side / 2;
  return camera;
}

TEST(TileWorld, WantsEveryTileInReachOnceAndNoOther) {
  const TileWorld world(30, 6);
  const CameraPath path(30, 6);
  for (int step = 0; step <= 50; ++step) {
    const Camera camera = path.at(step / 50.0);
    std::set<std::uint32_t> wanted;
    for (const WantedTile& tile : world.wanted(camera, kAspect)) {
      EXPECT_TRUE(wanted.insert(tile.tile).second) << "twice: " << tile.tile;
    }
    for (std::uint32_t tile = 0; tile < 900; ++tile) {
      const std::uint32_t row = tile / 30;
      const double distance = std::hypot(tile % 30 + 0.5 - camera.x, row + 0.5 - camera.z);
      EXPECT_EQ(wanted.contains(tile), distance <= 6 + TileWorld::kAskMargin) << tile;
    }
  }
}

TEST(TileWorld, AtTheEdgeOfThePlaneThereIsNothingBeyond) {
  const TileWorld world(10, 4);
  Camera corner;
  corner.y = 2;
  for (const WantedTile& tile : world.wanted(corner, kAspect)) EXPECT_LT(tile.tile, 100u);
  corner.x = 10;
  corner.z = 10;
  const auto wanted = world.wanted(corner, kAspect);
  EXPECT_FALSE(wanted.empty());
  for (const WantedTile& tile : wanted) EXPECT_LT(tile.tile, 100u);
}

TEST(TileWorld, GivesPrioritiesByViewAndDistance) {
  const TileWorld world(60, 12);
  const auto wanted = world.wanted(in_the_middle(60), kAspect);  // looks along x
  std::map<std::uint32_t, WantedTile> by_tile;
  for (const WantedTile& tile : wanted) by_tile[tile.tile] = tile;
  const auto at = [&](std::uint32_t x, std::uint32_t z) { return by_tile.at(z * 60 + x); };
  EXPECT_EQ(at(33, 30).priority, LoadPriority::kImmediate);
  EXPECT_TRUE(at(33, 30).visible);
  EXPECT_EQ(at(36, 30).priority, LoadPriority::kHigh);
  EXPECT_EQ(at(40, 30).priority, LoadPriority::kNormal);
  EXPECT_EQ(at(27, 30).priority, LoadPriority::kLow) << "near, behind";
  EXPECT_EQ(at(20, 30).priority, LoadPriority::kBackground) << "far, behind";
  EXPECT_FALSE(at(20, 30).visible);
  EXPECT_EQ(at(30, 41).priority, LoadPriority::kLow) << "far, just in front";
  EXPECT_FALSE(at(42, 30).visible) << "beyond the reach, within the margin";
}

TEST(TileWorld, PutsTheMostUrgentFirstAndOfOnePriorityTheNearest) {
  const TileWorld world(60, 12);
  const auto wanted = world.wanted(in_the_middle(60), kAspect);
  for (std::size_t i = 1; i < wanted.size(); ++i) {
    ASSERT_LE(wanted[i - 1].priority, wanted[i].priority);
    if (wanted[i - 1].priority == wanted[i].priority) {
      ASSERT_LE(wanted[i - 1].distance, wanted[i].distance);
    }
  }
}

TEST(TileWorld, IsTheSameForTheSameCamera) {
  const TileWorld world(40, 7);
  const Camera camera = CameraPath(40, 7).at(0.37);
  EXPECT_EQ(world.wanted(camera, kAspect), world.wanted(camera, kAspect));
}

TEST(TileWorld, KeepsTilesFartherThanItAsksForThem) {
  const TileWorld world(60, 12);
  const CameraPath path(60, 12);
  std::set<std::uint32_t> held;
  for (int step = 0; step <= 400; ++step) {
    const Camera camera = path.at(step / 400.0);
    for (const WantedTile& tile : world.wanted(camera, kAspect)) held.insert(tile.tile);
    std::erase_if(held, [&](std::uint32_t tile) { return !world.keeps(tile, camera); });
    for (const WantedTile& tile : world.wanted(camera, kAspect)) EXPECT_TRUE(held.contains(tile.tile));
    EXPECT_LE(held.size(), world.most_kept());
  }
}

TEST(TileWorld, ACameraThatTrembleDoesNotLoadATileAgain) {
  const TileWorld world(60, 12);
  Camera camera = in_the_middle(60);
  std::set<std::uint32_t> held;
  std::size_t loads = 0;
  std::size_t first_loads = 0;
  for (int step = 0; step < 40; ++step) {
    camera.x = 30 + (step % 2 == 0 ? 0.6 : -0.6);
    for (const WantedTile& tile : world.wanted(camera, kAspect))
      loads += held.insert(tile.tile).second ? 1U : 0U;
    std::erase_if(held, [&](std::uint32_t tile) { return !world.keeps(tile, camera); });
    if (step == 1) first_loads = loads;
  }
  EXPECT_EQ(loads, first_loads);
}

}  // namespace
}  // namespace ferry::cli
