#include "model_advice_program.hpp"

/// Habits, and what comes close to them.
namespace ferry::check::test {
namespace {

using namespace advice;

const AddCases kAdvice{
    {Rule::kTinySubmissions, "many in a row", [](Scene& s) { small_copies(s, kTinySubmissions + 4); },
     [](Scene& s) { small_copies(s, kTinySubmissions - 1); }, advising()},
    {Rule::kTinySubmissions, "just small enough", [](Scene& s) { small_copies(s, kTinySubmissions); },
     [](Scene& s) { small_copies(s, 4 * kTinySubmissions, kTinyCopyBytes + 1); }, advising()},
    {Rule::kTinySubmissions, "several in each frame",
     [](Scene& s) { small_copies_in_frames(s, kTinySubmissionsPerFrame, 10); },
     [](Scene& s) { small_copies_in_frames(s, kTinySubmissionsPerFrame - 1, 100); }, advising()},
    {Rule::kTinySubmissions, "the queue waits for nothing in between",
     [](Scene& s) { small_copies(s, kTinySubmissions); },
     [](Scene& s) {  // Each needs what another queue has just made.
       times(4 * kTinySubmissions, [&] {
         s.order(s.direct, s.copy);
         small_copies(s, 1);
       });
     },
     advising()},
    {Rule::kTinySubmissions, "nothing else in between", [](Scene& s) { small_copies(s, kTinySubmissions); },
     [](Scene& s) {
       const ObjectId from = s.upload();
       const ObjectId to = s.buffer();
       times(4 * kTinySubmissions, [&] {
         s.run(s.compute, [&](ObjectId l) {
           s.copy_buffer(l, to, from);
           s.dispatch(l);
         });
       });
     },
     advising()},

    {Rule::kSubmitAndWait, "for the newest value in each frame",
     [](Scene& s) { frames_that(s, kFramesInARow + 9, [](Program& p) { p.wait(); }); },
     [](Scene& s) {  // For the frame before.
       frames_that(s, 4 * kFramesInARow, [](Program& p) { p.wait(1); });
     },
     advising()},
    {Rule::kSubmitAndWait, "in every frame",
     [](Scene& s) { frames_that(s, kFramesInARow + 1, [](Program& p) { p.wait(); }); },
     [](Scene& s) {
       std::uint64_t frame = 0;
       frames_that(s, 4 * kFramesInARow, [&](Program& p) {
         if (++frame % kFramesInARow != 0) p.wait();
       });
     },
     advising()},
    {Rule::kSubmitAndWait, "by looking over and over",
     [](Scene& s) {
       frames_that(s, kFramesInARow + 1, [&](Program& p) {
         times(kLooksOfAWait, [&] { s.read(p.fence, p.value - 1); });
         s.read(p.fence, p.value);
       });
     },
     [](Scene& s) {  // Two looks in passing: at the last frame's value, which has come meanwhile.
       frames_that(s, 4 * kFramesInARow, [&](Program& p) {
         s.read(p.fence, p.value - 1);
         s.read(p.fence, p.value);
       });
     },
     advising()},
    {Rule::kSubmitAndWait, "by the thread that submits",
     [](Scene& s) { frames_that(s, kFramesInARow + 1, [](Program& p) { p.wait(); }); },
     [](Scene& s) {  // Another one waits; the one that submits goes on.
       frames_that(s, 4 * kFramesInARow, [&](Program& p) {
         s.model.on(event::CpuWait{"ID3D12Fence::SetEventOnCompletion", p.fence, p.value, false, 7});
         s.reached(p.fence, p.value);
       });
     },
     advising()},
    {Rule::kSubmitAndWait, "until it is reached",
     [](Scene& s) { frames_that(s, kFramesInARow + 1, [](Program& p) { p.wait(); }); },
     [](Scene& s) {  // Asks for an event, and goes on meanwhile.
       frames_that(s, 4 * kFramesInARow, [&](Program& p) { s.cpu_wait(p.fence, p.value); });
     },
     advising()},
    {Rule::kSubmitAndWait, "while loading",
     [](Scene& s) {
       Program p(s);
       times(kTimesBeforeFrames + 1, [&] {
         p.submit([](ObjectId) {});
         p.wait();
       });
     },
     [](Scene& s) {  // And then the frames begin.
       Program p(s);
       times(kTimesBeforeFrames - 1, [&] {
         p.submit([](ObjectId) {});
         p.wait();
       });
       p.frame_end();
       times(100, [&] {
         p.submit([](ObjectId) {});
         p.wait(1);
         p.frame_end();
       });
     },
     advising()},

    {Rule::kUploadBufferPerFrame, "in each frame",
     [](Scene& s) { frames_with_buffers(s, kFramesInARow + 9, always); },
     [](Scene& s) { frames_with_buffers(s, 4 * kFramesInARow, [](std::uint64_t) { return false; }); },
     advising()},
    {Rule::kUploadBufferPerFrame, "in frame after frame",
     [](Scene& s) { frames_with_buffers(s, kFramesInARow, always); },
     [](Scene& s) {  // Now and then, as when something is loaded.
       frames_with_buffers(s, 8 * kFramesInARow, [](std::uint64_t frame) { return frame % 8 != 0; });
     },
     advising()},
    {Rule::kUploadBufferPerFrame, "over and over, before any frame",
     [](Scene& s) {
       Program p(s);
       const ObjectId to = s.texture(texture_of(128, 128));
       times(kTimesBeforeFrames, [&] {
         const ObjectId from = s.upload();
         p.submit([&](ObjectId l) { s.copy_texture(l, at(to), at(from, 0, kRgba8, 128, 128)); });
         p.look();
         s.destroy(from);
       });
     },
     [](Scene& s) {  // One for each of a few things that are loaded.
       Program p(s);
       times(kTimesBeforeFrames - 1, [&] {
         const ObjectId from = s.upload();
         p.submit([&](ObjectId l) { s.copy_buffer(l, s.buffer(), from, 65536); });
         p.look();
         s.destroy(from);
       });
     },
     advising()},

    {Rule::kFullFrameReadback, "a render target in each frame",
     [](Scene& s) {
       frames_with_readback(s, 512, resource_flags::kAllowRenderTarget, kFramesInARow + 9, always);
     },
     [](Scene& s) {
       frames_with_readback(s, 512, resource_flags::kAllowRenderTarget, 8 * kFramesInARow,
                            [](std::uint64_t frame) { return frame % 8 != 0; });
     },
     advising()},
    {Rule::kFullFrameReadback, "as big as a frame",
     [](Scene& s) {
       frames_with_readback(s, 512, resource_flags::kAllowRenderTarget, kFramesInARow, always);
     },
     [](Scene& s) {  // A thumbnail.
       frames_with_readback(s, 256, resource_flags::kAllowRenderTarget, 4 * kFramesInARow, always);
     },
     advising()},
    {Rule::kFullFrameReadback, "of what is shown",
     [](Scene& s) {
       frames_with_readback(s, 512, resource_flags::kAllowRenderTarget, kFramesInARow, always);
     },
     [](Scene& s) {  // A lookup table that is no render target.
       frames_with_readback(s, 512, 0, 4 * kFramesInARow, always);
     },
     advising()},
    {Rule::kFullFrameReadback, "the whole of it",
     [](Scene& s) {  // In two halves.
       Program p(s);
       const ObjectId picture = s.texture(
           texture_of(512, 512, kRgba8, 1, 1, resource_flags::kAllowRenderTarget), states::kCopySource);
       const ObjectId into = s.readback(1_MiB);
       times(kFramesInARow, [&] {
         p.submit([&](ObjectId l) {
           s.copy_texture(l, at(into, 0, kRgba8, 512, 512), 0, 0, 0, at(picture), {0, 0, 0, 512, 256, 1});
           s.copy_texture(l, at(into, 0, kRgba8, 512, 512), 0, 256, 0, at(picture), {0, 256, 0, 512, 512, 1});
         });
         p.frame_end();
       });
     },
     [](Scene& s) {
       Program p(s);
       const ObjectId picture = s.texture(
           texture_of(512, 512, kRgba8, 1, 1, resource_flags::kAllowRenderTarget), states::kCopySource);
       const ObjectId into = s.readback(1_MiB);
       times(4 * kFramesInARow, [&] {
         p.submit([&](ObjectId l) {
           s.copy_texture(l, at(into, 0, kRgba8, 512, 512), 0, 0, 0, at(picture), {0, 0, 0, 512, 511, 1});
         });
         p.frame_end();
       });
     },
     advising()},

    {Rule::kVerticesInUploadHeap, "vertices in each frame",
     [](Scene& s) {
       frames_with_vertices(s, event::BindPoint::kVertexBuffer, kFramesInARow + 9, [](ObjectId) {});
     },
     [](Scene& s) {  // Animated: written again and again.
       frames_with_vertices(s, event::BindPoint::kVertexBuffer, 4 * kFramesInARow, [&](ObjectId buffer) {
         s.map(buffer, ByteRange{});
         s.unmap(buffer, true, ByteRange{0, 64});
       });
     },
     advising()},
    {Rule::kVerticesInUploadHeap, "indices in each frame",
     [](Scene& s) {
       // The first frame's end is seen twice: by its Signal, and by frame_end.
       frames_with_vertices(s, event::BindPoint::kIndexBuffer, kFramesInARow + 1, [](ObjectId) {});
     },
     [](Scene& s) {  // Still mapped: somebody may write to it.
       bool mapped = false;
       frames_with_vertices(s, event::BindPoint::kIndexBuffer, 4 * kFramesInARow, [&](ObjectId buffer) {
         if (!mapped) s.map(buffer, ByteRange{});
         mapped = true;
       });
     },
     advising()},

    {Rule::kRingTooBig, "with little in flight",
     [](Scene& s) {
       Ring ring(s, 128_MiB);
       times(kTurnsOfARing * 128 + 9, [&] { ring.carry(1_MiB, [&] { ring.program.look(); }); });
     },
     [](Scene& s) {  // Of a usual size.
       Ring ring(s, kUsualRing);
       times(kTurnsOfARing * 64 + 9, [&] { ring.carry(1_MiB, [&] { ring.program.look(); }); });
     },
     advising()},
    {Rule::kRingTooBig, "until it is released",
     [](Scene& s) {
       Ring ring(s, 128_MiB);
       times(kRingSubmissions, [&] { ring.carry(1_MiB, [&] { ring.program.look(); }); });
       s.destroy(ring.buffer);
     },
     [](Scene& s) {  // Once there was more.
       Ring ring(s, 128_MiB);
       times(kRingSubmissions, [&] { ring.carry(1_MiB, [&] { ring.program.look(); }); });
       times(15, [&] { ring.carry(1_MiB, [] {}); });
       ring.program.look();
       s.destroy(ring.buffer);
     },
     advising()},

    {Rule::kRingTooSmall, "the two take turns",
     [](Scene& s) {
       Ring ring(s, 64_KiB);
       times(kDrainingWaits + 9, [&] { ring.carry(48_KiB, [&] { ring.program.wait(); }); });
     },
     [](Scene& s) {  // Half is written while the other half is read.
       Ring ring(s, 64_KiB);
       times(4 * kDrainingWaits, [&] { ring.carry(32_KiB, [&] { ring.program.wait(1); }); });
     },
     advising()},
    {Rule::kRingTooSmall, "waiting by looking over and over",
     [](Scene& s) {
       Ring ring(s, 64_KiB);
       times(kDrainingWaits + 1, [&] {
         ring.carry(48_KiB, [&] {
           times(kLooksOfAWait, [&] { s.read(ring.program.fence, ring.program.value - 1); });
           s.read(ring.program.fence, ring.program.value);
         });
       });
     },
     [](Scene& s) {  // Less than three quarters are full.
       Ring ring(s, 64_KiB);
       times(kTimesBeforeFrames, [&] { ring.carry(47_KiB, [&] { ring.program.wait(); }); });
     },
     advising()},
};

}  // namespace
}  // namespace ferry::check::test
