#include "camera_path.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ferry::cli {

namespace {

constexpr double kNear = 0.05;
constexpr std::size_t kSteps = 4096;

double dot(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

}  // namespace

Frustum::Frustum(const Camera& camera, double aspect, double reach)
    : camera_(camera),
      reach_(reach),
      scale_x_(1 / (kHalfViewTangent * aspect)),
      scale_y_(1 / kHalfViewTangent),
      forward_{std::cos(camera.yaw) * std::cos(kCameraPitch), -std::sin(kCameraPitch),
               std::sin(camera.yaw) * std::cos(kCameraPitch)},
      right_{std::sin(camera.yaw), 0, -std::cos(camera.yaw)},
      up_{std::cos(camera.yaw) * std::sin(kCameraPitch), std::cos(kCameraPitch),
          std::sin(camera.yaw) * std::sin(kCameraPitch)} {}

std::array<std::array<float, 4>, 4> Frustum::rows() const {
  const Vector at = {camera_.x, camera_.y, camera_.z};
  const double farthest = reach_ * 1.5 + 2;
  const double depth = farthest / (farthest - kNear);
  const auto row = [&](const Vector& axis, double scale, double offset) {
    return std::array<float, 4>{static_cast<float>(axis[0] * scale), static_cast<float>(axis[1] * scale),
                                static_cast<float>(axis[2] * scale),
                                static_cast<float>(offset - dot(axis, at) * scale)};
  };
  return {row(right_, scale_x_, 0), row(up_, scale_y_, 0), row(forward_, depth, -kNear * depth),
          row(forward_, 1, 0)};
}

bool Frustum::may_see(double x, double y, double z, double radius) const {
  const Vector from = {x - camera_.x, y - camera_.y, z - camera_.z};
  const double ahead = dot(forward_, from);
  if (ahead < -radius || dot(from, from) > (reach_ + radius) * (reach_ + radius)) return false;
  const double beside = std::abs(dot(right_, from));
  const double above = std::abs(dot(up_, from));
  return ahead - beside * scale_x_ >= -radius * std::hypot(1.0, scale_x_) &&
         ahead - above * scale_y_ >= -radius * std::hypot(1.0, scale_y_);
}

CameraPath::CameraPath(double side, double reach)
    : middle_(side / 2), height_(0.8 + 0.17 * reach), first_radius_(0.5 * reach) {
  constexpr double kTurn = 2 * std::numbers::pi;
  const double last_radius = std::max(side / 2 - reach, first_radius_);
  growth_ = 1.8 * reach / kTurn;
  // On a plane that is small for the camera's reach: half a turn at least, so that there is a flight.
  last_angle_ = std::max((last_radius - first_radius_) / growth_, kTurn / 2);
  growth_ = (last_radius - first_radius_) / last_angle_;
  lengths_.push_back(0);
  for (std::size_t i = 1; i <= kSteps; ++i) {
    const double step = last_angle_ / kSteps;
    const double radius = radius_at(step * (static_cast<double>(i) - 0.5));
    lengths_.push_back(lengths_.back() + std::hypot(radius, growth_) * step);
  }
}

Camera CameraPath::at(double t) const {
  const double wanted = std::clamp(t, 0.0, 1.0) * length();
  const auto after = std::upper_bound(lengths_.begin(), lengths_.end(), wanted);
  const auto i = std::clamp<std::size_t>(static_cast<std::size_t>(after - lengths_.begin()), 1, kSteps);
  const double part = (wanted - lengths_[i - 1]) / (lengths_[i] - lengths_[i - 1]);
  const double angle = last_angle_ * (static_cast<double>(i - 1) + part) / kSteps;
  const double radius = radius_at(angle);
  Camera camera;
  camera.x = middle_ + radius * std::cos(angle);
  camera.y = height_;
  camera.z = middle_ + radius * std::sin(angle);
  camera.yaw = angle + std::atan2(radius, growth_);
  return camera;
}

}  // namespace ferry::cli
