// What advice on rings says, and where it begins and ends.

#include <gtest/gtest.h>

#include <string_view>
#include <utility>

#include "model_advice_program.hpp"

namespace ferry::check::test {
namespace {

using namespace advice;

void expect_nothing(const Scene& s) {
  EXPECT_TRUE(s.violations.empty()) << s.names();
}

/// One piece of advice, by that rule, with these words in it.
void expect_advice(const Scene& s, Rule rule, std::string_view words = "") {
  ASSERT_EQ(s.violations.size(), 1U) << s.names();
  EXPECT_EQ(s.violations[0].rule, rule) << s.names();
  EXPECT_NE(s.violations[0].message.find(words), std::string::npos) << s.names();
}

TEST(BigRing, SaysWhatWouldDo) {
  Scene s(advising());
  Ring ring(s, 128_MiB);
  // Three pieces in flight: 3 MiB, and 1 MiB to write meanwhile.
  times(kTurnsOfARing * 128, [&] {
    ring.carry(1_MiB, [&] {
      const Program& p = ring.program;
      if (p.value > 2) s.read(p.fence, p.value - 2);
    });
  });
  expect_advice(s, Rule::kRingTooBig, "at most 3 MiB of it in flight at once: 4 MiB (4194304 bytes)");
}

TEST(BigRing, IsSilentWhereMoreThanCopiesUseIt) {
  Scene s(advising());
  Ring ring(s, 128_MiB);
  s.run(s.direct, [&](ObjectId l) { s.use(l, ring.buffer, states::kNonPixelShaderResource); });
  times(kTurnsOfARing * 128, [&] { ring.carry(1_MiB, [&] { ring.program.look(); }); });
  expect_nothing(s);
}

TEST(SmallRing, SaysWhatWouldDo) {
  Scene s(advising());
  Ring ring(s, 256_KiB);
  times(kDrainingWaits + 1, [&] { ring.carry(200_KiB, [&] { ring.program.wait(); }); });
  // Three times 200 KiB, in steps of 64 KiB.
  expect_advice(s, Rule::kRingTooSmall, "up to 200 KiB of it: with 640 KiB (655360 bytes)");
}

TEST(Rings, AreBuffersThatAreWritten) {
  // The same bytes are copied again and again: a table of zeros, say.
  Scene s(advising());
  Program p(s, s.copy);
  const ObjectId zeros = s.upload(64_KiB);
  const ObjectId to = s.buffer(64_KiB);
  times(kTimesBeforeFrames, [&] {
    p.submit([&](ObjectId l) { s.copy_buffer(l, to, zeros, 64_KiB); });
    p.wait();
  });
  expect_nothing(s);
}

TEST(BigRing, CountsBytesThatAreReadTwiceOnce) {
  Scene s(advising());
  Ring ring(s, 128_MiB);
  const ObjectId other = s.buffer();
  times(kRingSubmissions, [&] {
    ring.program.submit([&](ObjectId l) {
      s.copy_buffer(l, ring.to, ring.buffer, 64_KiB);
      s.copy_buffer(l, other, ring.buffer, 64_KiB);
    });
    ring.program.look();
  });
  s.destroy(ring.buffer);
  expect_advice(s, Rule::kRingTooBig, "at most 64 KiB of it in flight");
}

TEST(BigRing, IsSilentWhereNobodyEverLooksAtAFence) {
  Scene s(advising());
  Ring ring(s, 128_MiB);
  times(5000, [&] { ring.carry(1_MiB, [] {}); });
  expect_nothing(s);
}

TEST(BigRing, IsToldOfAfterSeveralTurnsOrAtItsRelease) {
  for (const bool enough : {false, true}) {
    Scene turns(advising());
    Ring ring(turns, 128_MiB);
    times(kTurnsOfARing * 128 - (enough ? 0 : 1), [&] { ring.carry(1_MiB, [&] { ring.program.look(); }); });
    enough ? expect_advice(turns, Rule::kRingTooBig) : expect_nothing(turns);

    Scene released(advising());
    Ring other(released, 128_MiB);
    times(kRingSubmissions - (enough ? 0 : 1), [&] { other.carry(1_MiB, [&] { other.program.look(); }); });
    released.destroy(other.buffer);
    enough ? expect_advice(released, Rule::kRingTooBig) : expect_nothing(released);
  }
}

TEST(BigRing, WouldDoWithAQuarterOnTopOfManyPieces) {
  Scene s(advising());
  Ring ring(s, 128_MiB);
  times(kRingSubmissions, [&] {
    ring.carry(1_MiB, [&] {
      const Program& p = ring.program;
      if (p.value > 7) s.read(p.fence, p.value - 7);
    });
  });
  ring.program.look();
  s.destroy(ring.buffer);
  expect_advice(s, Rule::kRingTooBig, "at most 8 MiB of it in flight at once: 10 MiB (10485760 bytes)");
}

TEST(BigRing, WouldDoInStepsOf64KiB) {
  Scene s(advising());
  Ring ring(s, 128_MiB);
  times(kRingSubmissions, [&] { ring.carry(1000_KiB, [&] { ring.program.look(); }); });
  s.destroy(ring.buffer);
  expect_advice(s, Rule::kRingTooBig, "at once: 2 MiB (2097152 bytes)");
}

TEST(BigRing, IsEightTimesTooBig) {
  for (const std::uint64_t more : {0_KiB, 64_KiB}) {
    Scene s(advising());
    Ring ring(s, 128_MiB);
    times(kRingSubmissions, [&] { ring.carry(8_MiB + more, [&] { ring.program.look(); }); });
    s.destroy(ring.buffer);
    more == 0 ? expect_advice(s, Rule::kRingTooBig, "16 MiB (16777216 bytes)") : expect_nothing(s);
  }
}

TEST(BigRing, CountsPiecesInAnyOrder) {
  Scene s(advising());
  Ring ring(s, 128_MiB);
  times(kRingSubmissions, [&] {
    ring.program.submit([&](ObjectId l) {
      s.copy_buffer(l, ring.to, ring.buffer, 64_KiB, 0, 64_KiB);
      s.copy_buffer(l, ring.to, ring.buffer, 64_KiB, 64_KiB, 0);
    });
    ring.program.look();
  });
  s.destroy(ring.buffer);
  expect_advice(s, Rule::kRingTooBig, "has carried 8 MiB in 64 submissions, at most 128 KiB of it in flight");
}

TEST(BigRing, CountsASubmissionThatTakesFromTwoRingsInTurnOnceForEach) {
  Scene s(advising());
  Program p(s, s.copy);
  const ObjectId to = s.buffer(1_MiB);
  const ObjectId rings[] = {s.upload(128_MiB), s.upload(128_MiB)};
  for (const ObjectId ring : rings) s.map(ring, ByteRange{});
  times(kRingSubmissions - 1, [&] {
    p.submit([&](ObjectId l) {
      for (std::uint64_t i = 0; i < 4; ++i) s.copy_buffer(l, to, rings[i % 2], 64_KiB, 0, i * 64_KiB);
    });
    p.look();
  });
  for (const ObjectId ring : rings) s.destroy(ring);
  expect_nothing(s);
}

TEST(BigRing, HoldsWhatTheProgramCannotKnowToBeRead) {
  Scene s(advising());
  Ring ring(s, 128_MiB);
  times(kTurnsOfARing * 128 + 9,
        [&] { ring.carry(1_MiB, [&] { s.reached(ring.program.fence, ring.program.value); }); });
  expect_nothing(s);
}

/// Copies 48 of 64 KiB again and again, with what is done before each submission, and a wait after it.
void turns_of(Scene& s, std::uint64_t count, const std::function<void(ObjectId)>& write) {
  Program p(s, s.copy);
  const ObjectId from = s.upload(64_KiB);
  const ObjectId to = s.buffer(64_KiB);
  times(count, [&] {
    write(from);
    p.submit([&](ObjectId l) { s.copy_buffer(l, to, from, 48_KiB); });
    p.wait();
  });
}

TEST(SmallRing, NeedNotStayMapped) {
  for (const ByteRange written : {ByteRange{}, ByteRange{0, 48_KiB}}) {
    Scene s(advising());
    turns_of(s, kDrainingWaits + 1, [&](ObjectId buffer) {
      s.map(buffer, ByteRange{});
      s.unmap(buffer, true, written);
    });
    written.end != 0 ? expect_advice(s, Rule::kRingTooSmall) : expect_nothing(s);
  }
}

TEST(SmallRing, MayBeWrittenByDeclaration) {
  Scene s(advising());
  turns_of(s, kDrainingWaits + 1, [&](ObjectId buffer) {
    s.model.on(event::CpuWrite{"ferry::check::cpu_write", buffer, {0, 48_KiB}});
  });
  expect_advice(s, Rule::kRingTooSmall);
}

TEST(SmallRing, IsWrittenForEachSubmission) {
  Scene s(advising());
  bool first = true;
  turns_of(s, kTimesBeforeFrames - 1, [&](ObjectId buffer) {
    if (!std::exchange(first, false)) return;
    s.map(buffer, ByteRange{});
    s.unmap(buffer, false);
  });
  expect_nothing(s);
}

TEST(SmallRing, IsToldOfAfterSoManyWaits) {
  for (const bool enough : {false, true}) {
    Scene s(advising());
    Ring ring(s, 64_KiB);
    times(kDrainingWaits + (enough ? 1 : 0), [&] { ring.carry(48_KiB, [&] { ring.program.wait(); }); });
    enough ? expect_advice(s, Rule::kRingTooSmall) : expect_nothing(s);
  }
}

TEST(SmallRing, OfManyPiecesWouldDoAtTwiceItsSize) {
  Scene s(advising());
  Ring ring(s, 256_KiB);
  times(kDrainingWaits + 1, [&] {
    times(3, [&] { ring.carry(64_KiB, [] {}); });
    ring.program.wait();
  });
  expect_advice(s, Rule::kRingTooSmall, "up to 64 KiB of it: with 512 KiB (524288 bytes)");
}

TEST(SmallRing, IsDrainedToAQuarter) {
  for (const std::uint64_t left : {1, 2}) {
    Scene s(advising());
    Ring ring(s, 256_KiB);
    times(4 * kDrainingWaits, [&] {
      times(4 - left, [&] { ring.carry(64_KiB, [] {}); });
      ring.program.wait(left);
    });
    left == 1 ? expect_advice(s, Rule::kRingTooSmall) : expect_nothing(s);
  }
}

TEST(SmallRing, IsNoBufferThatIsSmallerThanAnyRing) {
  Scene s(advising());
  Ring ring(s, kSmallestRing - 4_KiB);
  times(kTimesBeforeFrames - 1, [&] { ring.carry(48_KiB, [&] { ring.program.wait(); }); });
  expect_nothing(s);
}

/// Turns of a ring of 64 KiB that never waits for a piece, with what the program does after each.
void turns_without_waits(Scene& s, const std::function<void(Ring&)>& then) {
  Ring ring(s, 64_KiB);
  times(4 * kDrainingWaits, [&] { ring.carry(48_KiB, [&] { then(ring); }); });
  expect_nothing(s);
}

TEST(SmallRing, IsNotDrainedByAWaitForWhatHasCome) {
  Scene s(advising());
  turns_without_waits(s, [&](Ring& ring) {
    s.cpu_wait(ring.program.fence, ring.program.value - 1);
    ring.program.look();
  });
}

TEST(SmallRing, IsNotDrainedByLooksAtWhatHasCome) {
  Scene s(advising());
  Program other(s);
  other.submit([](ObjectId) {});
  turns_without_waits(s, [&](Ring& ring) {
    times(kLooksOfAWait, [&] { s.read(other.fence, other.value); });
    ring.program.look();
  });
}

TEST(SmallRing, IsNotDrainedByOneWaitForEver) {
  Scene s(advising());
  turns_without_waits(
      s, [&](Ring& ring) { ring.program.value == 1 ? ring.program.wait() : ring.program.look(); });
}

TEST(SmallRing, IsDrainedByTheFirstOfTwoWaits) {
  Scene s(advising());
  Program other(s);
  other.submit([](ObjectId) {});
  Ring ring(s, 64_KiB);
  times(kDrainingWaits + 1, [&] {
    ring.carry(48_KiB, [&] {
      ring.program.wait();
      s.cpu_wait(other.fence, other.value);
    });
  });
  expect_advice(s, Rule::kRingTooSmall);
}

}  // namespace
}  // namespace ferry::check::test
