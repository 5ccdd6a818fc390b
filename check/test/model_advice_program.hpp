#pragma once

#include <algorithm>
#include <functional>

#include <ferry/check/model/advice.hpp>

#include "model_scene.hpp"

/// Programs with habits, for the rules of advice.
namespace ferry::check::test {

inline Options advising() {
  Options options = Scene::every_time();
  options.advise_on_use = true;
  return options;
}

/// A program with one queue and one fence.
struct Program {
  explicit Program(Scene& scene) : Program(scene, scene.direct) {}
  Program(Scene& scene, ObjectId on) : s(scene), queue(on), fence(scene.fence()) {}

  /// Executes a list of its own, and signals.
  void submit(const std::function<void(ObjectId)>& record) {
    s.run(queue, record);
    s.signal(queue, fence, ++value);
  }
  /// Waits for the value of so many submissions ago by an event.
  void wait(std::uint64_t ago = 0) {
    if (value <= ago) return;
    s.cpu_wait(fence, value - ago);
    s.reached(fence, value - ago);
  }
  /// The GPU is done with everything, and the program looks once.
  void look() {
    s.reached(fence, value);
    s.read(fence, value);
  }
  void frame_end() { s.model.on(event::FrameEnd{"ferry::check::frame_end"}); }

  Scene& s;
  ObjectId queue;
  ObjectId fence;
  std::uint64_t value = 0;
};

inline void times(std::uint64_t count, const std::function<void()>& act) {
  for (std::uint64_t i = 0; i < count; ++i) act();
}

/// A ring in an UPLOAD buffer that stays mapped: each submission copies `piece` bytes from where the last one
/// ended, and the program looks `behind` submissions back or waits for that one.
struct Ring {
  Ring(Scene& scene, std::uint64_t bytes)
      : program(scene, scene.copy), buffer(scene.upload(bytes)), to(scene.buffer(bytes)), size(bytes) {
    scene.map(buffer, ByteRange{});
  }

  void carry(std::uint64_t piece, const std::function<void()>& then) {
    if (size - next < piece) next = 0;
    program.submit([&](ObjectId l) { program.s.copy_buffer(l, to, buffer, piece, 0, next); });
    next += piece;
    then();
  }

  Program program;
  ObjectId buffer;
  ObjectId to;
  std::uint64_t size;
  std::uint64_t next = 0;
};

}  // namespace ferry::check::test
