#include "stream/camera_path.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ferry::cli {
namespace {

TEST(CameraPath, FliesAtConstantSpeedAndLooksWhereItFlies) {
  for (const double side : {16.0, 20.0, 141.0, 1000.0}) {
    const CameraPath path(side, std::clamp(side / 6, 2.0, 16.0));
    // A tenth of a tile, so that the way is nearly straight.
    const auto steps = static_cast<int>(path.length() * 10);
    const double step = path.length() / steps;
    for (int i = 0; i < steps; i += 1 + steps / 3000) {
      const Camera a = path.at(static_cast<double>(i) / steps);
      const Camera b = path.at((i + 1.0) / steps);
      EXPECT_NEAR(std::hypot(b.x - a.x, b.z - a.z), step, step * 0.02) << side << ", " << i;
      const double along = (b.x - a.x) * std::cos(a.yaw) + (b.z - a.z) * std::sin(a.yaw);
      EXPECT_GT(along, step * 0.95) << side << ", " << i;
    }
  }
}

TEST(CameraPath, StaysOnThePlaneSoFarInsideThatWhatItSeesIsThere) {
  for (const double side : {20.0, 141.0}) {
    const double reach = std::clamp(side / 6, 2.0, 16.0);
    const CameraPath path(side, reach);
    for (int i = 0; i <= 1000; ++i) {
      const Camera camera = path.at(i / 1000.0);
      for (const double at : {camera.x, camera.z}) {
        EXPECT_GE(at, reach - 1e-9);
        EXPECT_LE(at, side - reach + 1e-9);
      }
    }
    EXPECT_GT(path.length(), side / 2);
  }
}

TEST(CameraPath, StandsStillBeforeItsBeginAndAfterItsEnd) {
  const CameraPath path(50, 8);
  EXPECT_EQ(path.at(-1).x, path.at(0).x);
  EXPECT_EQ(path.at(2).z, path.at(1).z);
  EXPECT_TRUE(std::isfinite(path.at(0).yaw) && std::isfinite(path.at(1).yaw));
}

TEST(CameraPath, OfAPlaneThatIsSmallForItsReachIsStillAFlight) {
  const CameraPath path(4, 2);
  EXPECT_GT(path.length(), 1);
  EXPECT_NE(path.at(0).x, path.at(1).x);
}

/// Where a point lies in clip space, divided by w.
std::array<double, 4> clip(const Frustum& frustum, double x, double y, double z) {
  std::array<double, 4> out{};
  const auto rows = frustum.rows();
  for (std::size_t i = 0; i < 4; ++i) {
    out[i] = rows[i][0] * x + rows[i][1] * y + rows[i][2] * z + rows[i][3];
  }
  return out;
}

TEST(Frustum, ThrowsAwayNothingThatTheProjectionShows) {
  const CameraPath path(60, 10);
  std::size_t shown = 0;
  for (int step = 0; step <= 20; ++step) {
    const Camera camera = path.at(step / 20.0);
    const Frustum frustum(camera, 16.0 / 9, 10);
    for (int i = 0; i < 60 * 60; ++i) {
      const double x = i % 60 + 0.5;
      const int row = i / 60;
      const double z = row + 0.5;
      const auto [cx, cy, cz, cw] = clip(frustum, x, 0, z);
      const bool inside = cw > 0 && std::abs(cx) <= cw && std::abs(cy) <= cw && cz >= 0 && cz <= cw;
      if (!inside || std::hypot(x - camera.x, camera.y, z - camera.z) > 10) continue;
      ++shown;
      EXPECT_TRUE(frustum.may_see(x, 0, z, 0)) << x << ", " << z;
    }
  }
  EXPECT_GT(shown, 500u);
}

TEST(Frustum, ThrowsAwayWhatIsBehindAndWhatIsFarBesides) {
  Camera camera;
  camera.x = 30;
  camera.y = 3;
  camera.z = 30;
  const Frustum frustum(camera, 1.5, 10);  // looks along x
  EXPECT_TRUE(frustum.may_see(35, 0, 30, 0.8));
  EXPECT_FALSE(frustum.may_see(20, 0, 30, 0.8));
  EXPECT_FALSE(frustum.may_see(31, 0, 39, 0.8));
  EXPECT_FALSE(frustum.may_see(42, 0, 30, 0.8)) << "out of reach";
  EXPECT_TRUE(frustum.may_see(30.5, 0, 33.4, 30)) << "a ball around the camera";
}

TEST(Frustum, PutsWhatIsRightOfTheCameraRightInThePicture) {
  Camera camera;
  camera.y = 2;
  const Frustum frustum(camera, 1.5, 10);  // looks along x, y is up: right is towards -z
  const auto right = clip(frustum, 5, 0, -1);
  const auto left = clip(frustum, 5, 0, 1);
  const auto above = clip(frustum, 5, 3, 0);
  EXPECT_GT(right[0], 0);
  EXPECT_LT(left[0], 0);
  EXPECT_GT(above[1], clip(frustum, 5, 0, 0)[1]);
  EXPECT_LT(clip(frustum, 4, 0, 0)[2] / clip(frustum, 4, 0, 0)[3],
            clip(frustum, 8, 0, 0)[2] / clip(frustum, 8, 0, 0)[3])
      << "depth grows away from the camera";
}

}  // namespace
}  // namespace ferry::cli
