#pragma once

#include <ferry/check/model/object_id.hpp>

namespace ferry::check::layer {

class Locked;
class Node;

/// What a wrapper class knows besides its COM interface derives from this and hides what it needs.
struct Data {
  /// The wrapper is made; its creation is told to the model here unless that had to happen before the call
  /// below.
  void begin(Locked&, Node&) {}
  /// The wrapper ends; its object below is still there.
  void end(Locked&, ObjectId) {}
};

}  // namespace ferry::check::layer
