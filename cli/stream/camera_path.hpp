#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace ferry::cli {

/// Where the camera is and looks. The ground lies at height 0 and a tile is 1x1; x and z are on the
/// ground, y is up.
struct Camera {
  double x = 0;
  double y = 0;
  double z = 0;
  /// The direction of the view on the ground, in radians from the x axis towards the z axis.
  double yaw = 0;
};

/// How far the camera looks down, in radians.
inline constexpr double kCameraPitch = 0.6;
/// Half of the vertical angle of view, as its tangent.
inline constexpr double kHalfViewTangent = 0.5;

/// What the camera sees, as a projection and for culling.
class Frustum {
 public:
  /// `aspect` is width by height. What is farther than `reach` is not seen.
  Frustum(const Camera& camera, double aspect, double reach);

  /// The four rows of the matrix from the world to Direct3D's clip space.
  [[nodiscard]] std::array<std::array<float, 4>, 4> rows() const;
  /// Whether a ball may be seen. Never false for one that is.
  [[nodiscard]] bool may_see(double x, double y, double z, double radius) const;

 private:
  using Vector = std::array<double, 3>;
  Camera camera_;
  double reach_;
  double scale_x_;
  double scale_y_;
  Vector forward_{};
  Vector right_{};
  Vector up_{};
};

/// The camera's flight over a square plane of tiles: a spiral from its middle outwards, at constant speed,
/// whose turns lie as far apart as the camera reaches, so that nearly every tile is flown over once.
class CameraPath {
 public:
  /// `side`: tiles along a side of the plane. `reach`: how far the camera sees, in tiles.
  CameraPath(double side, double reach);

  /// At the part `t` of the way, from 0 to 1.
  [[nodiscard]] Camera at(double t) const;
  /// In tiles.
  [[nodiscard]] double length() const { return lengths_.back(); }

 private:
  [[nodiscard]] double radius_at(double angle) const { return first_radius_ + growth_ * angle; }

  double middle_;
  double height_;
  double first_radius_;
  double growth_;  // Of the radius, by radian.
  double last_angle_;
  std::vector<double> lengths_;  // Of the way up to equally spaced angles.
};

}  // namespace ferry::cli
