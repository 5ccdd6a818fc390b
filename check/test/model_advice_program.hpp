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

inline void small_copies(Scene& s, std::uint64_t count, std::uint64_t size = advice::kTinyCopyBytes) {
  const ObjectId from = s.upload();
  const ObjectId to = s.buffer();
  times(count, [&] { s.run(s.copy, [&](ObjectId l) { s.copy_buffer(l, to, from, size); }); });
}

/// Frames in which so many small copies are submitted one by one.
inline void small_copies_in_frames(Scene& s, std::uint64_t each, std::uint64_t frames) {
  Program p(s, s.copy);
  const ObjectId from = s.upload();
  const ObjectId to = s.buffer();
  times(frames, [&] {
    times(each, [&] { p.submit([&](ObjectId l) { s.copy_buffer(l, to, from, 64); }); });
    p.frame_end();
  });
}

/// Frames of one submission, with what comes after it.
inline void frames_that(Scene& s, std::uint64_t frames, const std::function<void(Program&)>& after) {
  Program p(s);
  times(frames, [&] {
    p.submit([](ObjectId) {});
    after(p);
    p.frame_end();
  });
}

/// Each frame copies from an UPLOAD buffer; `fresh` says in which a new one is made and the old one released.
inline void frames_with_buffers(Scene& s, std::uint64_t frames,
                                const std::function<bool(std::uint64_t)>& fresh) {
  Program p(s);
  const ObjectId to = s.buffer();
  ObjectId from{};
  for (std::uint64_t frame = 0; frame < frames; ++frame) {
    if (frame == 0 || fresh(frame)) {
      if (frame != 0) s.destroy(from);
      from = s.upload();
    }
    p.submit([&](ObjectId l) { s.copy_buffer(l, to, from); });
    p.look();
    p.frame_end();
  }
  s.destroy(from);
}

/// Frames that read a picture back, or not.
inline void frames_with_readback(Scene& s, std::uint32_t edge, std::uint32_t flags, std::uint64_t frames,
                                 const std::function<bool(std::uint64_t)>& reads) {
  Program p(s);
  const ObjectId picture = s.texture(texture_of(edge, edge, kRgba8, 1, 1, flags), states::kCopySource);
  const ObjectId into = s.readback(std::uint64_t{edge} * edge * 4);
  for (std::uint64_t frame = 0; frame < frames; ++frame) {
    p.submit([&](ObjectId l) {
      if (reads(frame)) s.copy_texture(l, at(into, 0, kRgba8, edge, edge), at(picture));
    });
    p.frame_end();
  }
}

inline bool always(std::uint64_t) {
  return true;
}

/// Frames that draw from an UPLOAD buffer.
inline void frames_with_vertices(Scene& s, event::BindPoint point, std::uint64_t frames,
                                 const std::function<void(ObjectId)>& before) {
  Program p(s);
  const ObjectId vertices = s.upload();
  for (std::uint64_t frame = 0; frame < frames; ++frame) {
    before(vertices);
    p.submit([&](ObjectId l) {
      const bool index = point == event::BindPoint::kIndexBuffer;
      s.bind(l, point, vertices, index ? states::kIndexBuffer : states::kVertexAndConstantBuffer);
      event::Draw draw;
      draw.list = l;
      draw.indexed = index;
      s.draw(draw);
    });
    p.frame_end();
  }
}

}  // namespace ferry::check::test
