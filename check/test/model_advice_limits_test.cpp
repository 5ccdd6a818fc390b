// Where each rule of advice begins and ends: one step less, or the same with one thing changed, and it says
// something else.

#include <gtest/gtest.h>

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "model_advice_program.hpp"

namespace ferry::check::test {
namespace {

using namespace advice;
using event::BindPoint;

/// A program, and the one rule that advises on it, if any does.
struct Limit {
  const char* what;
  std::optional<Rule> said;
  std::function<void(Scene&)> act;
};

constexpr std::nullopt_t kNothing = std::nullopt;

void record_nothing(ObjectId) {}

// ------------------------------------------------------------------------------------------- tiny submissions

/// Tiny copies with one submission of something else in the middle of them.
void tiny_copies_around(Scene& s, const std::function<void(ObjectId)>& other) {
  small_copies(s, kTinySubmissions - 1);
  s.run(s.copy, other);
  small_copies(s, kTinySubmissions - 1);
}

/// Submissions of a tiny copy and another command.
void tiny_copies_beside(Scene& s, const std::function<void(ObjectId)>& other) {
  const ObjectId from = s.upload();
  const ObjectId to = s.buffer();
  times(4 * kTinySubmissions, [&] {
    s.run(s.direct, [&](ObjectId l) {
      s.copy_buffer(l, to, from);
      other(l);
    });
  });
}

const Limit kTiny[] = {
    {"a bigger copy begins the row anew", kNothing,
     [](Scene& s) {
       const ObjectId big = s.buffer(2 * kTinyCopyBytes);
       tiny_copies_around(
           s, [&](ObjectId l) { s.copy_buffer(l, big, s.upload(2 * kTinyCopyBytes), kTinyCopyBytes + 1); });
     }},
    {"two small copies may be a big one together", kNothing,
     [](Scene& s) {
       const ObjectId from = s.upload();
       const ObjectId to = s.buffer();
       times(4 * kTinySubmissions, [&] {
         s.run(s.copy, [&](ObjectId l) {
           s.copy_buffer(l, to, from, kTinyCopyBytes);
           s.copy_buffer(l, to, from, 4, kTinyCopyBytes);
         });
       });
     }},
    {"two lists of one submission are one", kNothing,
     [](Scene& s) {
       const ObjectId from = s.upload();
       const ObjectId to = s.buffer();
       times(kTinySubmissions - 1, [&] {
         const auto recorded = [&] {
           const ObjectId list = s.list(ListType::kCopy);
           s.copy_buffer(list, to, from);
           s.close(list);
           return list;
         };
         const ObjectId first = recorded();
         s.execute(s.copy, {first, recorded()});
       });
     }},
    {"a submission of nothing is none", Rule::kTinySubmissions,
     [](Scene& s) { tiny_copies_around(s, record_nothing); }},
    {"a barrier is no work", Rule::kTinySubmissions,
     [](Scene& s) {
       const ObjectId texture = s.texture();
       std::uint32_t state = states::kCommon;
       tiny_copies_beside(s, [&](ObjectId l) {
         const std::uint32_t next =
             state == states::kPixelShaderResource ? states::kCommon : states::kPixelShaderResource;
         s.barrier(l, texture, std::exchange(state, next), next);
       });
     }},
    {"a resolve is work", kNothing,
     [](Scene& s) {
       ResourceDescription samples = texture_of(64, 64, kRgba8, 1, 1, resource_flags::kAllowRenderTarget);
       samples.sample_count = 4;
       const ObjectId from = s.texture(samples, states::kResolveSource);
       const ObjectId to = s.texture(states::kResolveDest);
       tiny_copies_beside(s, [&](ObjectId l) { s.resolve(l, to, from); });
     }},
    {"a draw is work", kNothing, [](Scene& s) { tiny_copies_beside(s, [&](ObjectId l) { s.draw(l); }); }},
    {"a clear is work", kNothing,
     [](Scene& s) {
       const ObjectId target = s.target();
       tiny_copies_beside(s, [&](ObjectId l) { s.clear(l, target); });
     }},
    {"a discard is work", kNothing,
     [](Scene& s) {
       const ObjectId target = s.target();
       tiny_copies_beside(s, [&](ObjectId l) { s.discard(l, target); });
     }},
    {"a command of its own kind is work", kNothing,
     [](Scene& s) {
       const ObjectId buffer = s.buffer(65536, HeapType::kDefault, resource_flags::kAllowUnorderedAccess);
       tiny_copies_beside(s, [&](ObjectId l) { s.use(l, buffer, states::kUnorderedAccess); });
     }},
};

// -------------------------------------------------------------------------------------------- submit and wait

/// So many submissions, with what is done before each and after it; no word about frames.
void submissions(Scene& s, std::uint64_t count, const std::function<void(Program&)>& after) {
  Program p(s);
  times(count, [&] {
    p.submit(record_nothing);
    after(p);
  });
  p.submit(record_nothing);
}

const Limit kWait[] = {
    {"as often as it takes", Rule::kSubmitAndWait,
     [](Scene& s) { frames_that(s, kFramesInARow + 1, [](Program& p) { p.wait(); }); }},
    {"once less", kNothing, [](Scene& s) { frames_that(s, kFramesInARow, [](Program& p) { p.wait(); }); }},
    {"one submission that is not waited for begins the row anew", kNothing,
     [](Scene& s) {
       submissions(s, 2 * kTimesBeforeFrames - 2, [](Program& p) {
         if (p.value != kTimesBeforeFrames) p.wait();
       });
     }},
    {"one that was seen complete does not", Rule::kSubmitAndWait,
     [](Scene& s) {
       submissions(s, 2 * kTimesBeforeFrames, [](Program& p) { p.value % 2 == 0 ? p.wait() : p.look(); });
     }},
    {"seen complete every time is no wait", kNothing,
     [](Scene& s) { submissions(s, 4 * kTimesBeforeFrames, [](Program& p) { p.look(); }); }},
    {"in frames that end with a Signal behind a draw", Rule::kSubmitAndWait,
     [](Scene& s) {
       Program p(s);
       times(kFramesInARow + 1, [&] {
         p.submit([&](ObjectId l) { s.draw(l); });
         p.wait();
       });
     }},
    {"while the next list is open already", kNothing,
     [](Scene& s) {
       Program p(s);
       times(4 * kTimesBeforeFrames, [&] {
         const ObjectId next = s.list();
         p.wait();
         s.close(next);
         s.execute(p.queue, {next});
         s.signal(p.queue, p.fence, ++p.value);
       });
     }},
    {"while the next list is open again already", kNothing,
     [](Scene& s) {
       Program p(s);
       const ObjectId lists[] = {s.list(), s.list()};
       const ObjectId allocators[] = {s.allocator(), s.allocator()};
       for (const ObjectId list : lists) s.close(list);
       for (std::uint64_t i = 0; i < 4 * kTimesBeforeFrames; ++i) {
         if (i > 1) s.reset_allocator(allocators[i % 2]);
         s.reset(lists[i % 2], allocators[i % 2]);
         p.wait();
         s.close(lists[i % 2]);
         s.execute(p.queue, {lists[i % 2]});
         s.signal(p.queue, p.fence, ++p.value);
       }
     }},
    {"for one list that is executed again and again", Rule::kSubmitAndWait,
     [](Scene& s) {
       Program p(s);
       const ObjectId list = s.list();
       s.close(list);
       times(kTimesBeforeFrames + 1, [&] {
         s.execute(p.queue, {list});
         s.signal(p.queue, p.fence, ++p.value);
         p.wait();
       });
     }},
    {"for Signals behind no work", kNothing,
     [](Scene& s) {
       Program p(s);
       p.submit(record_nothing);
       times(4 * kTimesBeforeFrames, [&] {
         s.close(s.list());
         s.signal(p.queue, p.fence, ++p.value);
         p.wait();
       });
     }},
    {"for another queue's work", kNothing,
     [](Scene& s) {
       Program other(s, s.copy);
       times(4 * kTimesBeforeFrames, [&] { other.submit(record_nothing); });
       s.reached(other.fence, other.value - 1);
       // Whose numbers are greater, for work that came long before.
       submissions(s, 2 * kTimesBeforeFrames, [&](Program& p) {
         s.cpu_wait(other.fence, other.value - 1);
         s.reached(p.fence, p.value);
       });
     }},
    {"as many looks as are a wait", Rule::kSubmitAndWait,
     [](Scene& s) {
       frames_that(s, kFramesInARow + 1, [&](Program& p) {
         times(kLooksOfAWait - 1, [&] { s.read(p.fence, p.value - 1); });
         s.read(p.fence, p.value);
       });
     }},
    {"one look less", kNothing,
     [](Scene& s) {
       frames_that(s, 4 * kFramesInARow, [&](Program& p) {
         times(kLooksOfAWait - 2, [&] { s.read(p.fence, p.value - 1); });
         s.read(p.fence, p.value);
       });
     }},
    {"looks at several fences, one each", kNothing,
     [](Scene& s) {
       const ObjectId others[] = {s.fence(), s.fence(), s.fence(), s.fence()};
       frames_that(s, 4 * kFramesInARow, [&](Program& p) {
         for (const ObjectId other : others) s.read(other, 0);
         s.read(p.fence, p.value);
       });
     }},
    {"looks of several threads, one each", kNothing,
     [](Scene& s) {
       frames_that(s, 4 * kFramesInARow, [&](Program& p) {
         for (std::uint64_t thread = 5; thread > 0; --thread) {
           s.model.on(event::FenceRead{"ID3D12Fence::GetCompletedValue", p.fence, p.value, thread - 1});
         }
       });
     }},
};

// -------------------------------------------------------------------------------------- buffers for a moment

/// Frames that make a buffer by `make`, use it so often, and release it.
void frames_that_make(Scene& s, std::uint64_t frames, std::uint64_t uses,
                      const std::function<ObjectId()>& make) {
  Program p(s);
  const ObjectId to = s.buffer();
  times(frames, [&] {
    const ObjectId from = make();
    times(uses, [&] {
      p.submit([&](ObjectId l) { s.copy_buffer(l, to, from, 2 * kTinyCopyBytes); });
      p.look();
    });
    s.destroy(from);
    p.frame_end();
  });
}

constexpr std::uint64_t kManyFrames = 4 * kFramesInARow;

const Limit kMomentary[] = {
    {"one frame less", kNothing, [](Scene& s) { frames_with_buffers(s, kFramesInARow - 1, always); }},
    {"for as many submissions as are few", Rule::kUploadBufferPerFrame,
     [](Scene& s) { frames_that_make(s, kManyFrames, kFewSubmissions, [&] { return s.upload(); }); }},
    {"for one more", kNothing,
     [](Scene& s) { frames_that_make(s, kManyFrames, kFewSubmissions + 1, [&] { return s.upload(); }); }},
    {"several lists of one submission are one", Rule::kUploadBufferPerFrame,
     [](Scene& s) {
       Program p(s);
       const ObjectId to = s.buffer();
       times(kManyFrames, [&] {
         const ObjectId from = s.upload();
         const auto recorded = [&] {
           const ObjectId list = s.list();
           s.copy_buffer(list, to, from, 2 * kTinyCopyBytes);
           s.close(list);
           return list;
         };
         const ObjectId lists[] = {recorded(), recorded(), recorded(), recorded(), recorded()};
         s.execute(p.queue, {lists[0], lists[1], lists[2], lists[3], lists[4]});
         s.signal(p.queue, p.fence, ++p.value);
         p.look();
         s.destroy(from);
         p.frame_end();
       });
     }},
    {"for no submission at all", kNothing,
     [](Scene& s) { frames_that_make(s, kManyFrames, 0, [&] { return s.upload(); }); }},
    {"in the DEFAULT heap", kNothing,
     [](Scene& s) { frames_that_make(s, kManyFrames, 1, [&] { return s.buffer(); }); }},
    {"placed in a heap that stays", kNothing,
     [](Scene& s) {
       const ObjectId heap = s.heap(1_MiB, 0, HeapType::kUpload);
       frames_that_make(s, kManyFrames, 1,
                        [&] { return s.placed(heap, 0, buffer_of(65536), states::kGenericRead); });
     }},
};

// -------------------------------------------------------------------------------------------- whole pictures

constexpr std::uint32_t kTarget = resource_flags::kAllowRenderTarget;

/// A picture that can be read back, of 1 MiB.
ObjectId picture(Scene& s, std::uint32_t flags = kTarget) {
  return s.texture(texture_of(512, 512, kRgba8, 1, 1, flags), states::kCopySource);
}

void present(Scene& s, ObjectId shown) {
  s.model.on(event::Presented{"IDXGISwapChain::Present", shown});
}

const Limit kReadback[] = {
    {"one frame less", kNothing,
     [](Scene& s) { frames_with_readback(s, 512, kTarget, kFramesInARow - 1, always); }},
    {"one of several pictures each time", Rule::kFullFrameReadback,
     [](Scene& s) {
       Program p(s);
       const ObjectId pictures[] = {picture(s), picture(s)};
       const ObjectId into = s.readback(1_MiB);
       std::uint64_t frame = 0;
       times(kFramesInARow, [&] {
         p.submit([&](ObjectId l) {
           s.copy_texture(l, at(into, 0, kRgba8, 512, 512), at(pictures[++frame % 2]));
         });
         p.frame_end();
       });
     }},
    {"half of each of two", kNothing,
     [](Scene& s) {
       Program p(s);
       const ObjectId pictures[] = {picture(s), picture(s)};
       const ObjectId into = s.readback(1_MiB);
       times(4 * kFramesInARow, [&] {
         p.submit([&](ObjectId l) {
           for (const ObjectId one : pictures) {
             s.copy_texture(l, at(into, 0, kRgba8, 512, 512), 0, 0, 0, at(one), {0, 0, 0, 512, 256, 1});
           }
         });
         p.frame_end();
       });
     }},
    {"to another texture", kNothing,
     [](Scene& s) {
       Program p(s);
       const ObjectId from = picture(s);
       const ObjectId to = s.texture(texture_of(512, 512), states::kCopyDest);
       times(4 * kFramesInARow, [&] {
         p.submit([&](ObjectId l) { s.copy_texture(l, at(to), at(from)); });
         p.frame_end();
       });
     }},
    {"what is no target, but as big as what is shown", Rule::kFullFrameReadback,
     [](Scene& s) {
       Program p(s);
       const ObjectId shown = s.texture(texture_of(512, 512, kRgba8, 1, 1, kTarget), states::kCommon);
       const ObjectId copied = picture(s, 0);
       const ObjectId into = s.readback(1_MiB);
       times(kFramesInARow + 1, [&] {
         p.submit([&](ObjectId l) { s.copy_texture(l, at(into, 0, kRgba8, 512, 512), at(copied)); });
         present(s, shown);
       });
     }},
    {"smaller than what is presented", kNothing,
     [](Scene& s) {
       Program p(s);
       const ObjectId shown = s.texture(texture_of(1024, 512, kRgba8, 1, 1, kTarget), states::kCommon);
       const ObjectId small = picture(s);
       const ObjectId into = s.readback(1_MiB);
       times(4 * kFramesInARow, [&] {
         p.submit([&](ObjectId l) { s.copy_texture(l, at(into, 0, kRgba8, 512, 512), at(small)); });
         present(s, shown);
       });
     }},
};

// ----------------------------------------------------------------------------------------- frames by Signals

/// Draws with vertices from the buffer.
void draw_from(Scene& s, ObjectId list, ObjectId vertices) {
  s.bind(list, BindPoint::kVertexBuffer, vertices, states::kVertexAndConstantBuffer);
  s.draw(list);
}

const Limit kFrames[] = {
    {"a draw that is covered later ends a frame all the same", Rule::kVerticesInUploadHeap,
     [](Scene& s) {
       Program p(s);
       const ObjectId vertices = s.upload();
       times(kFramesInARow, [&] {
         s.run(p.queue, [&](ObjectId l) { draw_from(s, l, vertices); });
         p.submit(record_nothing);
       });
     }},
    {"one draw makes no frames of the copies after it", kNothing,
     [](Scene& s) {
       Program p(s);
       const ObjectId from = picture(s);
       const ObjectId into = s.readback(1_MiB);
       p.submit([&](ObjectId l) { s.draw(l); });
       times(4 * kFramesInARow, [&] {
         p.submit([&](ObjectId l) { s.copy_texture(l, at(into, 0, kRgba8, 512, 512), at(from)); });
       });
     }},
    {"another DIRECT queue that draws ends none", Rule::kVerticesInUploadHeap,
     [](Scene& s) {
       Program first(s);
       Program second(s, s.queue(ListType::kDirect));
       const ObjectId vertices = s.upload();
       times(kFramesInARow, [&] {
         first.submit([&](ObjectId l) { draw_from(s, l, vertices); });
         second.submit([&](ObjectId l) { s.draw(l); });
       });
     }},
};

// ----------------------------------------------------------------------------------------------- vertices

const Limit kVertices[] = {
    {"one frame less", kNothing,
     [](Scene& s) { frames_with_vertices(s, BindPoint::kVertexBuffer, kFramesInARow - 1, [](ObjectId) {}); }},
    {"written by an Unmap that says: everything", kNothing,
     [](Scene& s) {
       frames_with_vertices(s, BindPoint::kVertexBuffer, kManyFrames, [&](ObjectId buffer) {
         s.map(buffer, ByteRange{});
         s.unmap(buffer, false);
       });
     }},
    {"constants are read from a cache", kNothing,
     [](Scene& s) { frames_with_vertices(s, BindPoint::kGraphicsRoot, kManyFrames, [](ObjectId) {}); }},
    {"in the DEFAULT heap", kNothing,
     [](Scene& s) {
       Program p(s);
       const ObjectId vertices = s.buffer();
       times(kManyFrames, [&] {
         p.submit([&](ObjectId l) { draw_from(s, l, vertices); });
         p.frame_end();
       });
     }},
    {"bound and not drawn with", kNothing,
     [](Scene& s) {
       Program p(s);
       const ObjectId vertices = s.upload();
       times(kManyFrames, [&] {
         p.submit([&](ObjectId l) {
           s.bind(l, BindPoint::kVertexBuffer, vertices, states::kVertexAndConstantBuffer);
         });
         p.frame_end();
       });
     }},
};

class AdviceLimit : public testing::TestWithParam<const Limit*> {};

TEST_P(AdviceLimit, IsWhereItIsSaidToBe) {
  const Limit& limit = *GetParam();
  Scene s(advising());
  limit.act(s);
  if (!limit.said) {
    EXPECT_TRUE(s.violations.empty()) << limit.what << "\n" << s.names();
    return;
  }
  ASSERT_EQ(s.violations.size(), 1U) << limit.what << "\n" << s.names();
  EXPECT_EQ(s.violations[0].rule, *limit.said) << limit.what << "\n" << s.names();
}

std::vector<const Limit*> all_limits() {
  std::vector<const Limit*> all;
  for (const std::span<const Limit> some :
       {std::span<const Limit>(kTiny), std::span<const Limit>(kWait), std::span<const Limit>(kMomentary),
        std::span<const Limit>(kReadback), std::span<const Limit>(kFrames),
        std::span<const Limit>(kVertices)}) {
    for (const Limit& one : some) all.push_back(&one);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, AdviceLimit, testing::ValuesIn(all_limits()));

}  // namespace
}  // namespace ferry::check::test
