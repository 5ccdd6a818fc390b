// What a finding says, where that depends on more than the rule.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <ferry/base/text.hpp>

#include "model_advice_program.hpp"

namespace ferry::check::test {
namespace {

/// The message of the only violation.
std::string only_message(const Scene& scene) {
  EXPECT_EQ(scene.violations.size(), 1U) << scene.names();
  return scene.violations.empty() ? "" : scene.violations[0].message;
}

void expect_said(const std::string& message, std::string_view words) {
  EXPECT_NE(message.find(words), std::string::npos) << message;
}

void expect_not_said(const std::string& message, std::string_view words) {
  EXPECT_EQ(message.find(words), std::string::npos) << message;
}

constexpr std::string_view kNeverSignalled = "no Signal of that fence was submitted";
constexpr std::string_view kGreatest = "the greatest value that any Signal was submitted for is ";

TEST(WaitBeforeSignal, OfAFenceThatNobodySignalledSaysSo) {
  for (const std::uint64_t first : {0, 7}) {  // With whatever value it was made.
    for (const bool cpu : {false, true}) {
      Scene s;
      const ObjectId f = s.fence(first);
      cpu ? s.cpu_wait(f, first + 1) : (void)s.wait(s.direct, f, first + 1);
      const std::string message = only_message(s);
      expect_said(message, text("for value ", first + 1, " of "));
      expect_said(message, kNeverSignalled);
      expect_not_said(message, kGreatest);
    }
  }
}

TEST(WaitBeforeSignal, OfASignalledFenceSaysHowFar) {
  for (const bool by_cpu : {false, true}) {
    Scene s;
    const ObjectId f = s.fence();
    by_cpu ? s.cpu_signal(f, 3) : (void)s.signal(s.copy, f, 3);
    s.wait(s.direct, f, 4);
    const std::string message = only_message(s);
    expect_said(message, text(kGreatest, 3));
    expect_not_said(message, kNeverSignalled);
  }
}

TEST(VerticesInUploadHeap, AreNoTripOverABusWhereThereIsNone) {
  for (const bool uma : {false, true}) {
    event::DeviceCreated facts;
    facts.uma = uma;
    Scene s(advising(), facts);
    Program p(s);
    const ObjectId vertices = s.upload();
    times(advice::kFramesInARow, [&] {
      p.submit([&](ObjectId l) {
        s.bind(l, event::BindPoint::kVertexBuffer, vertices, states::kVertexAndConstantBuffer);
        s.draw(l);
      });
    });
    const std::string message = only_message(s);
    (uma ? expect_said : expect_not_said)(message, "this GPU shares its memory with the CPU");
    (uma ? expect_not_said : expect_said)(message, ": the GPU fetches it over the bus each time");
  }
}

}  // namespace
}  // namespace ferry::check::test
