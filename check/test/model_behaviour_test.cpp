#include <mutex>
#include <thread>

#include <gtest/gtest.h>

#include "model_scene.hpp"

/// What the table of rules does not show: work behind Waits, luck, repeats, answers, and whole programs that
/// are right.
namespace ferry::check::test {
namespace {

namespace rf = resource_flags;
using event::BindPoint;

#define EXPECT_QUIET(scene) EXPECT_TRUE((scene).violations.empty()) << (scene).names()

Rule only_rule(const Scene& scene) {
  EXPECT_EQ(scene.violations.size(), 1U) << scene.names();
  return scene.violations.empty() ? Rule::kCount : scene.violations[0].rule;
}

// ------------------------------------------------------------------------------------- work behind Waits

TEST(Submission, WorkBehindAWaitIsReplayedWhenItsSignalComes) {
  Scene s;
  const ObjectId t = s.texture();
  const ObjectId f = s.fence();
  s.wait(s.direct, f, 1);
  EXPECT_EQ(only_rule(s), Rule::kWaitBeforeSignal);
  s.violations.clear();
  // Submitted first, but it can only run after the copy.
  s.run(s.direct, [&](ObjectId l) {
    s.barrier(l, t, states::kCommon, states::kPixelShaderResource);
    s.bind(l, BindPoint::kGraphicsRoot, t, states::kPixelShaderResource);
    s.draw(l);
  });
  EXPECT_EQ(s.model.state_of(t, 0), states::kCommon);
  s.run(s.copy, [&](ObjectId l) { s.copy_texture(l, at(t), at(s.upload(), 0, kRgba8, 64, 64)); });
  s.signal(s.copy, f, 1);
  EXPECT_EQ(s.model.state_of(t, 0), states::kPixelShaderResource);
  EXPECT_QUIET(s);
}

TEST(Submission, AChainOfWaitsIsReleasedByOneSignal) {
  Scene s;
  const ObjectId b = s.buffer();
  const ObjectId first = s.fence();
  const ObjectId second = s.fence();
  s.wait(s.direct, second, 1);
  s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, s.readback(), b); });
  s.wait(s.compute, first, 1);
  s.run(s.compute, [&](ObjectId l) { s.copy_buffer(l, b, s.upload()); });
  s.signal(s.compute, second, 1);
  s.violations.clear();
  s.run(s.copy, [&](ObjectId l) { s.copy_buffer(l, b, s.upload()); });
  s.signal(s.copy, first, 1);
  EXPECT_QUIET(s);
}

TEST(Submission, ASignalFromTheCpuReleasesToo) {
  Scene s;
  const ObjectId t = s.texture();
  const ObjectId f = s.fence();
  s.wait(s.direct, f, 1);
  s.run(s.direct, [&](ObjectId l) { s.barrier(l, t, states::kCommon, states::kCopySource); });
  EXPECT_EQ(s.model.state_of(t, 0), states::kCommon);
  s.cpu_signal(f, 1);
  EXPECT_EQ(s.model.state_of(t, 0), states::kCopySource);
}

TEST(Submission, WhatTheGpuShowsReleasesToo) {
  // Another device or process signalled: the model sees only that the queue went on.
  Scene s;
  const ObjectId t = s.texture();
  const ObjectId shared = s.fence();
  const ObjectId own = s.fence();
  const ObjectId b = s.readback();
  s.wait(s.direct, shared, 1);
  s.violations.clear();
  s.run(s.direct, [&](ObjectId l) {
    s.barrier(l, t, states::kCommon, states::kCopySource);
    s.copy_buffer(l, b, s.buffer());
  });
  s.signal(s.direct, own, 1);
  s.map(b);
  EXPECT_EQ(only_rule(s), Rule::kReadbackBeforeFence);
  s.violations.clear();
  s.read(own, 1);
  EXPECT_EQ(s.model.state_of(t, 0), states::kCopySource);
  s.map(b);
  EXPECT_QUIET(s);
}

TEST(Submission, AWaitForTheInitialValueOrdersNothing) {
  Scene s;
  const ObjectId b = s.buffer();
  const ObjectId f = s.fence(5);
  s.run(s.copy, [&](ObjectId l) { s.copy_buffer(l, b, s.upload()); });
  s.signal(s.copy, f, 6);
  s.wait(s.direct, f, 5);
  s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, s.readback(), b); });
  EXPECT_EQ(only_rule(s), Rule::kCrossQueueHazard);
}

TEST(Submission, ManySignalsAreForgottenOnceTheyAreKnown) {
  Scene s;
  const ObjectId b = s.readback();
  const ObjectId f = s.fence();
  for (std::uint64_t i = 1; i <= 1000; ++i) {
    s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, b, s.buffer()); });
    s.signal(s.direct, f, i);
    if (i > 3) s.read(f, i - 3);
  }
  s.wait(s.copy, f, 1000);
  s.wait(s.copy, f, 1);
  s.read(f, 1000);
  s.map(b);
  EXPECT_QUIET(s);
}

// ------------------------------------------------------------------------------------------- completion

TEST(Completion, LuckIsAPortabilityFinding) {
  Scene s;
  const ObjectId a = s.allocator();
  const ObjectId l = s.list_on(a);
  s.close(l);
  s.execute(s.direct, {l});
  s.model.on(event::QueueReached{"", s.direct, 1});
  s.reset_allocator(a);
  ASSERT_EQ(only_rule(s), Rule::kAllocatorResetInFlight);
  EXPECT_EQ(s.violations[0].severity, Severity::kPortability);
  EXPECT_NE(s.violations[0].message.find("happened to be done"), std::string::npos);
}

TEST(Completion, TheTruthIsEnoughWhereTheOptionsSaySo) {
  Options options = Scene::every_time();
  options.require_observed_completion = false;
  Scene s(options);
  const ObjectId a = s.allocator();
  const ObjectId l = s.list_on(a);
  const ObjectId b = s.readback();
  s.copy_buffer(l, b, s.buffer());
  s.close(l);
  s.execute(s.direct, {l});
  s.map(b);
  EXPECT_EQ(only_rule(s), Rule::kReadbackBeforeFence);
  s.violations.clear();
  s.model.on(event::QueueReached{"", s.direct, 1});
  s.map(b);
  s.reset_allocator(a);
  s.destroy(b);
  EXPECT_QUIET(s);
}

TEST(Completion, AFenceThatIsAwaitedIsListedUntilItIsReached) {
  Scene s;
  const ObjectId f = s.fence();
  s.run(s.direct, [](ObjectId) {});
  s.signal(s.direct, f, 1);
  s.signal(s.direct, f, 2);
  EXPECT_TRUE(s.model.awaited_fences().empty());
  s.cpu_wait(f, 1);
  s.cpu_wait(f, 2);
  ASSERT_EQ(s.model.awaited_fences().size(), 1U);
  EXPECT_EQ(s.model.awaited_fences()[0], f);
  s.reached(f, 1);
  EXPECT_EQ(s.model.awaited_fences().size(), 1U);
  s.reached(f, 2);
  EXPECT_TRUE(s.model.awaited_fences().empty());
  s.cpu_wait(f, 2);  // Reached already.
  EXPECT_TRUE(s.model.awaited_fences().empty());
}

TEST(Completion, AWaitForALowValueSaysNothingOfTheNext) {
  Scene s;
  const ObjectId b = s.readback();
  const ObjectId f = s.fence();
  s.run(s.direct, [](ObjectId) {});
  s.signal(s.direct, f, 1);
  s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, b, s.buffer()); });
  s.signal(s.direct, f, 2);
  s.cpu_wait(f, 1);
  s.reached(f, 2);  // The GPU is done with both; the program waited for the first.
  s.map(b);
  ASSERT_EQ(only_rule(s), Rule::kReadbackBeforeFence);
  EXPECT_EQ(s.violations[0].severity, Severity::kPortability);
}

TEST(Completion, AValueOfOneQueueSaysNothingOfAnother) {
  Scene s;
  const ObjectId b = s.readback();
  const ObjectId f = s.fence();
  s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, b, s.buffer()); });
  s.signal(s.direct, f, 1);
  s.signal(s.copy, f, 2);
  s.violations.clear();
  s.read(f, 2);
  s.map(b);
  EXPECT_EQ(only_rule(s), Rule::kReadbackBeforeFence);
}

TEST(DeviceLoss, EverythingMayBeLetGo) {
  Scene s;
  const ObjectId a = s.allocator();
  const ObjectId b = s.upload();
  const ObjectId l = s.list_on(a);
  s.copy_buffer(l, s.buffer(), b);
  s.close(l);
  s.execute(s.direct, {l});
  s.model.on(event::DeviceLost{"ID3D12Device::CreateFence", 0, true});
  s.reset_allocator(a);
  s.destroy(b);
  s.destroy(s.direct);
  s.model.on(event::FrameEnd{"check::frame_end"});
  EXPECT_QUIET(s);
}

// ------------------------------------------------------------------------------------- the model's answers

TEST(Answers, OnSaysWhetherTheCallMayBeMade) {
  Scene s;
  const ObjectId l = s.list();
  EXPECT_FALSE(s.execute(s.direct, {l}));
  s.close(l);
  EXPECT_TRUE(s.execute(s.direct, {l}));
  EXPECT_TRUE(s.wait(s.direct, s.fence(), 9)) << "a portability finding does not forbid";
}

TEST(Answers, RepeatsAreReportedOnceAndStillForbid) {
  Options options;
  Scene s(options);
  const ObjectId b = s.buffer();
  for (int i = 0; i < 5; ++i) {
    EXPECT_FALSE(s.model.on(event::Mapped{"ID3D12Resource::Map", b, 0, false, {}}));
  }
  EXPECT_EQ(only_rule(s), Rule::kMapDefault);
  s.map(s.buffer());
  EXPECT_EQ(s.violations.size(), 2U) << "another object is another finding";
  EXPECT_EQ(s.model.count(Severity::kError), 2U);
}

TEST(Answers, LeastSeverityKeepsTheRestAway) {
  Options options = Scene::every_time();
  options.least = Severity::kError;
  Scene s(options);
  const ObjectId b = s.readback();
  s.map(b);
  s.unmap(b, false);
  s.wait(s.direct, s.fence(), 1);
  EXPECT_QUIET(s);
  s.map(s.buffer());
  EXPECT_EQ(only_rule(s), Rule::kMapDefault);
}

TEST(Answers, NamesAreInMessages) {
  Scene s;
  const ObjectId t = s.texture(states::kPixelShaderResource);
  s.model.on(event::Named{"ID3D12Object::SetName", t, "albedo"});
  s.run(s.direct, [&](ObjectId l) { s.copy_texture(l, at(t), at(s.upload(), 0, kRgba8, 64, 64)); });
  ASSERT_EQ(only_rule(s), Rule::kMissingBarrier);
  EXPECT_NE(s.violations[0].message.find("texture \"albedo\" is in PIXEL_SHADER_RESOURCE, but a copy's "
                                         "destination needs COPY_DEST"),
            std::string::npos)
      << s.violations[0].message;
  EXPECT_EQ(s.violations[0].call, "ID3D12GraphicsCommandList::CopyTextureRegion");
  EXPECT_EQ(s.violations[0].objects.at(0), t);
  EXPECT_EQ(s.model.describe(static_cast<ObjectId>(999)), "object #999");
}

TEST(Answers, LiveObjectsAreThoseNotDestroyed) {
  Scene s;
  const ObjectId b = s.buffer();
  const ObjectId t = s.texture();
  s.model.on(event::Named{"", t, "kept"});
  s.destroy(b);
  const std::vector<LiveObject> live = s.model.live_objects();
  ASSERT_EQ(live.size(), 5U);  // The device, three queues, the texture.
  EXPECT_EQ(live.back().id, t);
  EXPECT_EQ(live.back().kind, "texture");
  EXPECT_EQ(live.back().name, "kept");
  EXPECT_STREQ(live.back().made_by, "ID3D12Device::CreateCommittedResource");
}

TEST(Answers, CpuMemoryReadsAreTheBytesThatCopiesName) {
  Scene s;
  const ObjectId from = s.upload();
  const ObjectId l = s.list();
  s.copy_buffer(l, s.buffer(), from, 100, 0, 512);
  s.copy_texture(l, at(s.texture(texture_of(65, 3))), at(from, 1024, kRgba8, 65, 3));
  s.copy_buffer(l, s.readback(), s.buffer());
  s.use(l, from, states::kVertexAndConstantBuffer);
  EXPECT_TRUE(s.model.cpu_memory_reads({&l, 1}).empty()) << "still open";
  s.close(l);
  const std::vector<MemoryRead> reads = s.model.cpu_memory_reads({&l, 1});
  ASSERT_EQ(reads.size(), 2U);
  EXPECT_EQ(reads[0].resource, from);
  EXPECT_EQ(reads[0].range.begin, 512U);
  EXPECT_EQ(reads[0].range.end, 612U);
  EXPECT_EQ(reads[1].range.begin, 1024U);
  EXPECT_EQ(reads[1].range.end, 1024U + 2 * 512 + 260) << "the last row has no padding";
}

TEST(Answers, UnknownIdsAreIgnored) {
  Scene s;
  const auto unknown = static_cast<ObjectId>(12345);
  const ObjectId l = s.list();
  s.copy_buffer(l, unknown, unknown);
  s.copy_texture(l, at(unknown), at(unknown, 0, kRgba8, 1, 1));
  s.barrier(l, unknown, states::kCommon, states::kCopyDest);
  s.use(l, ObjectId::kNone, states::kCopyDest);
  s.close(unknown);
  s.execute(unknown, {unknown});
  s.execute(s.direct, {unknown});
  s.signal(s.direct, unknown, 1);
  s.wait(unknown, unknown, 1);
  s.read(unknown, 3);
  s.map(unknown);
  s.destroy(unknown);
  EXPECT_QUIET(s);
}

// ------------------------------------------------------------------------------------ right programs

TEST(RightPrograms, ABundleUsesWhatItsListHasBound) {
  Scene s;
  const ObjectId vertices = s.buffer();
  const ObjectId target = s.target();
  const ObjectId bundle = s.list(ListType::kBundle);
  s.bind(bundle, BindPoint::kVertexBuffer, vertices, states::kVertexAndConstantBuffer);
  s.draw(bundle);
  s.close(bundle);
  const auto frame = [&](ObjectId l) {
    s.bind(l, BindPoint::kRenderTarget, target, states::kRenderTarget);
    s.model.on(event::BundleExecuted{"ID3D12GraphicsCommandList::ExecuteBundle", l, bundle});
  };
  s.run(s.direct, frame);
  s.run(s.direct, frame);
  EXPECT_QUIET(s);
  s.run(s.direct, [&](ObjectId l) {
    s.copy_buffer(l, vertices, s.upload());
    s.barrier(l, target, states::kRenderTarget, states::kPixelShaderResource);
    frame(l);
  });
  EXPECT_EQ(s.violations.size(), 2U) << s.names();
}

TEST(Bindings, EachIsLookedAtAgainAfterWhateverCouldMatter) {
  Scene s;
  const ObjectId depth =
      s.texture(texture_of(64, 64, kD32, 1, 1, rf::kAllowDepthStencil), states::kDepthRead);
  const ObjectId b = s.buffer();
  event::Draw tests;
  tests.depth = event::DepthAccess::kRead;
  event::Draw writes;
  s.run(s.direct, [&](ObjectId l) {
    tests.list = writes.list = l;
    s.bind(l, BindPoint::kDepth, depth, states::kDepthWrite);
    s.bind(l, BindPoint::kGraphicsRoot, b, states::kNonPixelShaderResource);
    s.draw(tests);
    s.bind(l, BindPoint::kVertexBuffer, b, states::kVertexAndConstantBuffer);
    s.draw(tests);
  });
  EXPECT_QUIET(s);
  s.run(s.direct, [&](ObjectId l) {  // The same binding, by a pipeline state that writes.
    tests.list = writes.list = l;
    s.bind(l, BindPoint::kDepth, depth, states::kDepthWrite);
    s.draw(tests);
    s.draw(writes);
  });
  EXPECT_EQ(only_rule(s), Rule::kMissingBarrier);
  s.violations.clear();
  s.run(s.direct, [&](ObjectId l) {  // A copy into what stays bound.
    s.bind(l, BindPoint::kGraphicsRoot, b, states::kNonPixelShaderResource);
    s.draw(l);
    s.barrier(l, b, states::kNonPixelShaderResource, states::kCopyDest);
    s.draw(l);
    s.draw(l);
  });
  EXPECT_EQ(only_rule(s), Rule::kMissingBarrier);
  s.violations.clear();
  s.run(s.direct, [&](ObjectId l) {  // Unbound in time.
    s.bind(l, BindPoint::kGraphicsRoot, b, states::kNonPixelShaderResource);
    s.bind(l, BindPoint::kComputeRoot, b, states::kUnorderedAccess);
    s.draw(l);
    s.barrier(l, b, states::kNonPixelShaderResource, states::kCopyDest);
    s.model.on(event::BindingsCleared{"SetGraphicsRootSignature", l, BindPoint::kGraphicsRoot});
    s.draw(l);
    s.model.on(event::StateCleared{"ClearState", l});
    s.dispatch(l);
  });
  EXPECT_QUIET(s);
}

TEST(Bindings, AStencilPlaneIsLookedAtWhereThereIsOne) {
  Scene s;
  Subresources stencil;
  stencil.first_plane = 1;
  stencil.plane_count = 1;
  const auto draw_with = [&](std::uint32_t format) {
    const ObjectId depth =
        s.texture(texture_of(64, 64, format, 1, 1, rf::kAllowDepthStencil), states::kDepthRead);
    s.run(s.direct, [&](ObjectId l) {
      s.bind(l, BindPoint::kStencil, depth, states::kDepthWrite, 0, stencil);
      s.draw(l);
    });
  };
  draw_with(kD32);
  EXPECT_QUIET(s);
  draw_with(kD32S8);
  EXPECT_EQ(only_rule(s), Rule::kMissingBarrier);
}

TEST(RightPrograms, FourThreadsRecordAndOneSubmits) {
  Scene s;
  std::mutex mutex;
  constexpr int kThreads = 4;
  constexpr int kFrames = 50;
  const ObjectId target = s.target();
  std::vector<ObjectId> lists;
  std::vector<ObjectId> textures;
  for (int i = 0; i < kThreads; ++i) {
    const ObjectId l = s.list();
    s.close(l);
    lists.push_back(l);
    textures.push_back(s.texture(states::kPixelShaderResource));
  }
  const ObjectId from = s.upload();
  const ObjectId fence = s.fence();
  for (int frame = 1; frame <= kFrames; ++frame) {
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
      // Each thread hands its neighbour's texture on: right in submission order only.
      threads.emplace_back([&, i] {
        const auto locked = [&](auto&& call) {
          const std::lock_guard lock(mutex);
          call();
        };
        const ObjectId l = lists[static_cast<std::size_t>(i)];
        const ObjectId t = textures[static_cast<std::size_t>((i + frame) % kThreads)];
        ObjectId allocator{};
        locked([&] { allocator = s.allocator(); });
        locked([&] { s.reset(l, allocator); });
        if (i == 0) locked([&] { s.clear(l, target); });
        locked([&] { s.barrier(l, t, states::kPixelShaderResource, states::kCopyDest); });
        locked([&] { s.copy_texture(l, at(t), at(from, 0, kRgba8, 64, 64)); });
        locked([&] { s.barrier(l, t, states::kCopyDest, states::kPixelShaderResource); });
        locked([&] { s.bind(l, BindPoint::kRenderTarget, target, states::kRenderTarget); });
        locked([&] { s.bind(l, BindPoint::kGraphicsRoot, t, states::kPixelShaderResource); });
        locked([&] { s.draw(l); });
        locked([&] { s.close(l); });
      });
    }
    for (std::thread& thread : threads) thread.join();
    s.execute(s.direct, {lists[3], lists[0], lists[2], lists[1]});
    s.signal(s.direct, fence, static_cast<std::uint64_t>(frame));
    s.cpu_wait(fence, static_cast<std::uint64_t>(frame));
    s.reached(fence, static_cast<std::uint64_t>(frame));
  }
  EXPECT_QUIET(s);
}

TEST(RightPrograms, AFrameLoopWithStreamingAsyncComputeAndReadback) {
  Scene s;
  constexpr std::uint64_t kLatency = 2;
  const ObjectId back = s.target(states::kCommon);
  const ObjectId depth =
      s.texture(texture_of(64, 64, kD32, 1, 1, rf::kAllowDepthStencil), states::kDepthWrite);
  const ObjectId ring = s.upload(1 << 20);
  const ObjectId pool = s.readback(1 << 20);
  const ObjectId lights = s.buffer(4096, HeapType::kDefault, rf::kAllowUnorderedAccess);
  const ObjectId pipeline = s.plain();
  const ObjectId copies = s.fence();
  const ObjectId frames = s.fence();
  const ObjectId computes = s.fence();
  s.map(ring);  // For good.
  std::vector<ObjectId> allocators;
  for (std::uint64_t i = 0; i < kLatency; ++i) allocators.push_back(s.allocator());
  const ObjectId list = s.list_on(allocators[0]);
  s.close(list);
  ObjectId streamed{};
  for (std::uint64_t frame = 1; frame <= 200; ++frame) {
    if (frame > kLatency) {
      s.cpu_wait(frames, frame - kLatency);
      s.reached(frames, frame - kLatency);
      s.map(pool, {((frame - kLatency) % 4) * 65536, ((frame - kLatency) % 4) * 65536 + 16384});
      s.unmap(pool);
      s.reset_allocator(allocators[frame % kLatency]);
    }
    // Stream a texture in on COPY; the last frames' work has left the ring's bytes.
    const ObjectId old = streamed;
    streamed = s.texture(texture_of(64, 64, kRgba8, 3));
    s.model.on(event::CpuWrite{"check::write", ring, {(frame % 4) * 65536, (frame % 4) * 65536 + 40000}});
    s.run(s.copy, [&](ObjectId l) {
      s.copy_texture(l, at(streamed, 0), at(ring, (frame % 4) * 65536, kRgba8, 64, 64));
      s.copy_texture(l, at(streamed, 1), at(ring, (frame % 4) * 65536 + 16384, kRgba8, 32, 32));
      s.copy_texture(l, at(streamed, 2), at(ring, (frame % 4) * 65536 + 24576, kRgba8, 16, 16));
    });
    s.signal(s.copy, copies, frame);
    // Lights on COMPUTE, after the last frame has read them.
    s.wait(s.compute, frames, frame - 1);
    s.run(s.compute, [&](ObjectId l) {
      s.bind(l, BindPoint::kComputeRoot, lights, states::kUnorderedAccess);
      s.dispatch(l);
    });
    s.signal(s.compute, computes, frame);
    s.wait(s.direct, copies, frame);
    s.wait(s.direct, computes, frame);
    s.reset(list, allocators[frame % kLatency]);
    s.model.on(event::Referenced{"SetPipelineState", list, pipeline});
    s.barrier(list, back, states::kCommon, states::kRenderTarget);
    s.clear(list, back);
    s.clear_depth(list, depth);
    s.bind(list, BindPoint::kRenderTarget, back, states::kRenderTarget);
    s.bind(list, BindPoint::kDepth, depth, states::kDepthWrite);
    s.bind(list, BindPoint::kGraphicsRoot, streamed, states::kPixelShaderResource, 0);
    s.bind(list, BindPoint::kGraphicsRoot, lights, states::kNonPixelShaderResource, 1);
    for (int i = 0; i < 5; ++i) s.draw(list);
    s.barrier(list, back, states::kRenderTarget, states::kCopySource);
    s.copy_texture(list, at(pool, (frame % 4) * 65536, kRgba8, 64, 64), at(back));
    s.barrier(list, back, states::kCopySource, states::kCommon);
    s.close(list);
    s.execute(s.direct, {list});
    s.signal(s.direct, frames, frame);
    s.model.on(event::Presented{"IDXGISwapChain::Present", back});
    s.model.on(event::FrameEnd{"check::frame_end"});
    if (frame > 1) {
      // The old texture was last drawn with a frame ago.
      s.cpu_wait(frames, frame - 1);
      s.reached(frames, frame - 1);
      s.destroy(old);
    }
    ASSERT_TRUE(s.violations.empty()) << "frame " << frame << "\n" << s.names();
  }
}

}  // namespace
}  // namespace ferry::check::test
