#include <gtest/gtest.h>

#include "model_advice_program.hpp"

/// What advice on use says, when it keeps silent, and what a frame is.
namespace ferry::check::test {
namespace {

using namespace advice;

TEST(Advice, IsOffByDefault) {
  for (const RuleCase& c : cases()) {
    if (!c.options.advise_on_use) continue;
    Scene scene;
    c.broken(scene);
    EXPECT_TRUE(scene.violations.empty()) << c.what << "\n" << scene.names();
  }
}

TEST(Advice, ChangesNothingInWhatTheOtherRulesFind) {
  for (const RuleCase& c : cases()) {
    if (c.options.advise_on_use) continue;
    Options options = c.options;
    options.advise_on_use = true;
    Scene with(options, c.facts);
    c.broken(with);
    ASSERT_EQ(with.violations.size(), 1U) << c.what << "\n" << with.names();
    EXPECT_EQ(with.violations[0].rule, c.rule);
    Scene near(options, c.facts);
    c.near_miss(near);
    EXPECT_TRUE(near.violations.empty()) << c.what << "\n" << near.names();
  }
}

TEST(Advice, IsGivenOncePerHabitAndNoFrameTwice) {
  Scene s(advising());
  Program p(s);
  const ObjectId to = s.buffer();
  times(20 * kFramesInARow, [&] {
    const ObjectId from = s.upload();
    p.submit([&](ObjectId l) { s.copy_buffer(l, to, from); });
    p.wait();
    s.destroy(from);
    p.frame_end();
  });
  ASSERT_EQ(s.violations.size(), 2U) << s.names();
  EXPECT_EQ(s.model.count(Severity::kAdvice), 2U);
}

TEST(Advice, OfALostDeviceIsNotNeeded) {
  Scene s(advising());
  Program p(s);
  const ObjectId to = s.buffer();
  const ObjectId from = s.upload();
  s.model.on(event::DeviceLost{"", 0, true});
  times(4 * kTinySubmissions, [&] { p.submit([&](ObjectId l) { s.copy_buffer(l, to, from); }); });
  EXPECT_TRUE(s.violations.empty()) << s.names();
}

// ------------------------------------------------------------------------------------------------ frames

/// A program that waits at once `often` times in what it calls a frame.
void wait_often(Program& p, std::uint64_t often) {
  times(often, [&] {
    p.submit([](ObjectId) {});
    p.wait();
  });
}

TEST(Frames, CountOnceHoweverOftenTheCpuWaitsInThem) {
  Scene s(advising());
  Program p(s);
  p.frame_end();
  times(kFramesInARow - 1, [&] {
    wait_often(p, 10);
    p.frame_end();
  });
  EXPECT_TRUE(s.violations.empty()) << s.names();
  wait_often(p, 2);
  ASSERT_EQ(s.violations.size(), 1U);
  EXPECT_NE(s.violations[0].message.find("16 frames in a row"), std::string::npos) << s.names();
}

TEST(Frames, EndWithPresentedWhereNobodySaysSo) {
  Scene s(advising());
  Program p(s);
  const ObjectId shown = s.target(states::kCommon);
  const auto present = [&] { s.model.on(event::Presented{"IDXGISwapChain::Present", shown}); };
  present();
  times(kFramesInARow - 1, [&] {
    wait_often(p, 10);
    present();
  });
  EXPECT_TRUE(s.violations.empty()) << s.names();
  p.frame_end();  // From now on this alone ends a frame.
  times(kFramesInARow, [&] {
    wait_often(p, 3);
    present();
  });
  EXPECT_TRUE(s.violations.empty()) << s.names();
}

/// Draws and reads a whole target back, frame after frame, with no word about frames.
std::size_t findings_of_readbacks(Scene& s, Program& p, std::uint64_t frames,
                                  const std::function<void(ObjectId)>& draw) {
  const ObjectId picture =
      s.texture(texture_of(512, 512, kRgba8, 1, 1, resource_flags::kAllowRenderTarget), states::kCopySource);
  const ObjectId into = s.readback(1_MiB);
  times(frames, [&] {
    p.submit([&](ObjectId l) {
      draw(l);
      s.copy_texture(l, at(into, 0, kRgba8, 512, 512), at(picture));
    });
  });
  return s.violations.size();
}

TEST(Frames, EndWithASignalThatCoversADrawWhereNothingElseSaysSo) {
  Scene s(advising());
  Program p(s);
  EXPECT_EQ(findings_of_readbacks(s, p, kFramesInARow, [&](ObjectId l) { s.draw(l); }), 1U) << s.names();
  EXPECT_EQ(s.violations.at(0).rule, Rule::kFullFrameReadback);
  EXPECT_NE(s.violations[0].message.find("512 x 512 texels or 1 MiB"), std::string::npos) << s.names();
}

TEST(Frames, DoNotEndWithASignalThatCoversCopiesOnly) {
  Scene s(advising());
  Program p(s);
  EXPECT_EQ(findings_of_readbacks(s, p, 4 * kFramesInARow, [](ObjectId) {}), 0U) << s.names();
}

TEST(Frames, AreThoseOfTheDirectQueueOnceThatDraws) {
  Scene s(advising());
  Program direct(s);
  Program compute(s, s.compute);
  const ObjectId vertices = s.upload();
  const auto frame = [&] {
    // Several dispatches a frame: were each of their Signals a frame's end, the draws would not be in a row.
    times(3, [&] { compute.submit([&](ObjectId l) { s.dispatch(l); }); });
    direct.submit([&](ObjectId l) {
      s.bind(l, event::BindPoint::kVertexBuffer, vertices, states::kVertexAndConstantBuffer);
      s.draw(l);
    });
  };
  times(kFramesInARow - 1, frame);
  EXPECT_TRUE(s.violations.empty()) << s.names();
  frame();
  ASSERT_EQ(s.violations.size(), 1U) << s.names();
  EXPECT_EQ(s.violations[0].rule, Rule::kVerticesInUploadHeap);
}

TEST(Frames, SmallerThanWhatIsShownAreNotFull) {
  for (const bool shown : {false, true}) {
    Scene s(advising());
    Program p(s);
    event::ResourceCreated buffer;
    buffer.call = "ferry::check::adopt";
    buffer.id = s.id();
    buffer.kind = event::ResourceKind::kSwapChain;
    buffer.description = texture_of(1024, 512, kRgba8);
    if (shown) s.model.on(buffer);
    EXPECT_EQ(findings_of_readbacks(s, p, kFramesInARow, [&](ObjectId l) { s.draw(l); }), shown ? 0U : 1U);
  }
}

// ----------------------------------------------------------------------------------------------- vertices

TEST(Advice, OnVerticesCountsBundlesToo) {
  Scene s(advising());
  Program p(s);
  const ObjectId vertices = s.upload();
  const ObjectId bundle = s.list(ListType::kBundle);
  s.bind(bundle, event::BindPoint::kVertexBuffer, vertices, states::kVertexAndConstantBuffer);
  s.draw(bundle);
  s.close(bundle);
  times(kFramesInARow, [&] {
    p.submit([&](ObjectId l) {
      s.model.on(event::BundleExecuted{"ID3D12GraphicsCommandList::ExecuteBundle", l, bundle});
    });
  });
  ASSERT_EQ(s.violations.size(), 1U) << s.names();
  EXPECT_EQ(s.violations[0].rule, Rule::kVerticesInUploadHeap);
}

TEST(Advice, OnVerticesTakesDeclaredWritesAtTheirWord) {
  for (const bool declared : {false, true}) {
    Scene s(advising());
    Program p(s);
    const ObjectId vertices = s.upload();
    times(4 * kFramesInARow, [&] {
      if (declared) s.model.on(event::CpuWrite{"ferry::check::cpu_write", vertices, {0, 64}});
      p.submit([&](ObjectId l) {
        s.bind(l, event::BindPoint::kVertexBuffer, vertices, states::kVertexAndConstantBuffer);
        s.draw(l);
      });
      p.look();
    });
    EXPECT_EQ(s.violations.size(), declared ? 0U : 1U) << s.names();
  }
}

TEST(Advice, OnVerticesIgnoresAMapThatOnlyReads) {
  Scene s(advising());
  Program p(s);
  const ObjectId vertices = s.upload();
  times(kFramesInARow, [&] {
    s.map(vertices, ByteRange{});
    s.unmap(vertices, true, ByteRange{});
    p.submit([&](ObjectId l) {
      s.bind(l, event::BindPoint::kVertexBuffer, vertices, states::kVertexAndConstantBuffer);
      s.draw(l);
    });
  });
  EXPECT_EQ(s.violations.size(), 1U) << s.names();
}

}  // namespace
}  // namespace ferry::check::test
