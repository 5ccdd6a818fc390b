// Every use on every machine: the answers hold to what is true of Direct3D 12.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include <ferry/transfer/barrier.hpp>

#include "advise_sweep.hpp"

namespace ferry::test {
namespace {

constexpr std::uint32_t kGenericRead = 0xac3;

bool cpu_heap(MemoryPlace place) {
  return place == MemoryPlace::kUpload || place == MemoryPlace::kReadback ||
         place == MemoryPlace::kGpuUpload || place == MemoryPlace::kUmaCustom;
}

void expect_right_heap(const Advice& advice, const MemoryArchitecture& machine) {
  const ResourceUse& use = advice.use;
  const bool gpu_uses =
      use.gpu_reads != HowOften::kNever || use.gpu_writes != HowOften::kNever || use.bind == BindAs::kQuery;
  EXPECT_EQ(advice.place != MemoryPlace::kCpuMemory, gpu_uses);
  if (use.kind == ResourceKind::kTexture) {
    EXPECT_FALSE(cpu_heap(advice.place));
  }
  if (advice.place == MemoryPlace::kUpload) {
    EXPECT_EQ(use.gpu_writes, HowOften::kNever);
    EXPECT_NE(use.bind, BindAs::kUnorderedAccess);
    EXPECT_EQ(advice.upload, UploadWay::kRingMemory);
    EXPECT_FALSE(advice.creates_resource);
  }
  if (advice.place == MemoryPlace::kReadback) {
    EXPECT_NE(use.cpu_reads, HowOften::kNever);
    EXPECT_EQ(use.cpu_writes, HowOften::kNever);
    EXPECT_EQ(use.gpu_reads, HowOften::kNever);
  }
  EXPECT_EQ(advice.place == MemoryPlace::kUmaCustom || advice.place == MemoryPlace::kGpuUpload,
            advice.upload == UploadWay::kDirectWrite);
  if (advice.place == MemoryPlace::kUmaCustom) {
    EXPECT_TRUE(machine.uma);
  }
  if (advice.place == MemoryPlace::kGpuUpload) {
    EXPECT_TRUE(machine.gpu_upload_heaps);
  }
}

void expect_right_ways(const Advice& advice, const MemoryArchitecture& machine) {
  const ResourceUse& use = advice.use;
  const bool on_disk = use.from == BytesFrom::kFile || use.from == BytesFrom::kPack;
  const bool brings = use.cpu_writes != HowOften::kNever || on_disk;
  if (advice.place == MemoryPlace::kCpuMemory) {
    EXPECT_EQ(advice.upload, UploadWay::kNone);
    EXPECT_TRUE(advice.states.empty());
    EXPECT_TRUE(advice.code.empty());
    return;
  }
  EXPECT_EQ(advice.upload != UploadWay::kNone, brings);
  EXPECT_EQ(advice.readback == ReadbackWay::kNone, use.cpu_reads == HowOften::kNever);
  // What the GPU does not change does not come back.
  EXPECT_EQ(advice.readback_queue.has_value(),
            use.cpu_reads != HowOften::kNever && use.gpu_writes != HowOften::kNever);
  if (use.cpu_writes == HowOften::kPerFrame) {
    // The last frame's bytes are never written over while the GPU may read them.
    EXPECT_TRUE(advice.upload == UploadWay::kRecording || advice.upload == UploadWay::kRotation ||
                advice.upload == UploadWay::kRingMemory);
  } else {
    EXPECT_NE(advice.upload, UploadWay::kRecording);
    EXPECT_NE(advice.upload, UploadWay::kRotation);
    EXPECT_EQ(advice.upload == UploadWay::kLoader || advice.upload == UploadWay::kLoaderPack, on_disk);
  }
  if (advice.upload == UploadWay::kRotation) {
    EXPECT_EQ(machine.copy_engine, OwnEngine::kYes);
  }
  const bool ring = advice.upload != UploadWay::kNone && advice.upload != UploadWay::kDirectWrite;
  EXPECT_EQ(advice.ring_bytes != 0, ring);
}

void expect_right_states(const Advice& advice) {
  if (advice.place == MemoryPlace::kCpuMemory) return;
  ASSERT_FALSE(advice.states.empty());
  EXPECT_EQ(advice.states.front().state, advice.initial_state);
  EXPECT_FALSE(advice.states.front().queue.has_value());
  if (advice.place == MemoryPlace::kUpload || advice.place == MemoryPlace::kReadback) {
    EXPECT_EQ(advice.initial_state, advice.place == MemoryPlace::kUpload ? kGenericRead : kStateCopyDest);
    EXPECT_EQ(advice.states.size(), 1U);
    return;
  }
  if (advice.use.kind == ResourceKind::kBuffer || advice.upload != UploadWay::kNone) {
    EXPECT_EQ(advice.initial_state, kStateCommon);
  }
  std::uint32_t before = advice.initial_state;
  for (std::size_t i = 1; i < advice.states.size(); ++i) {
    const StateStep& step = advice.states[i];
    ASSERT_TRUE(step.queue.has_value());
    EXPECT_NE(step.state, before);
    EXPECT_NE(step.state, kGenericRead);
    EXPECT_FALSE(step.words.empty());
    if (step.queue == QueueKind::kCopy) {
      EXPECT_FALSE(step.barrier);
      EXPECT_TRUE(step.state == kStateCommon || step.state == kStateCopyDest ||
                  step.state == kStateCopySource);
      EXPECT_TRUE(before == kStateCommon || before == kStateCopyDest || before == kStateCopySource);
    }
    // Without a barrier textures promote to these alone, and from COMMON alone.
    const bool promoted = !step.barrier && step.state != kStateCommon;
    if (promoted && advice.use.kind == ResourceKind::kTexture) {
      EXPECT_EQ(before, kStateCommon);
      EXPECT_EQ(step.state & ~std::uint32_t{0x40 | 0x80 | kStateCopyDest | kStateCopySource}, 0U);
    }
    before = step.state;
  }
  if (advice.upload_queue) {
    const bool copied = std::any_of(advice.states.begin(), advice.states.end(), [&](const StateStep& step) {
      return step.state == kStateCopyDest && step.queue == advice.upload_queue;
    });
    EXPECT_TRUE(copied);
  }
  if (advice.readback_queue) {
    const bool copied = std::any_of(advice.states.begin(), advice.states.end(), [&](const StateStep& step) {
      return step.state == kStateCopySource && step.queue == advice.readback_queue;
    });
    EXPECT_TRUE(copied);
  }
}

void expect_right_flags(const Advice& advice) {
  const ResourceUse& use = advice.use;
  if (!advice.creates_resource) {
    EXPECT_EQ(advice.flags, 0U);
    return;
  }
  if (use.kind == ResourceKind::kBuffer) {
    EXPECT_TRUE(advice.flags == 0 || advice.flags == 0x4);
  }
  EXPECT_TRUE((advice.flags & (advice.flags - 1)) == 0);
  for (const StateStep& step : advice.states) {
    if (step.state == 0x4) {
      EXPECT_EQ(advice.flags, 0x1U);
    }
    if (step.state == 0x8) {
      EXPECT_EQ(advice.flags, 0x4U);
    }
    if (step.state == 0x10) {
      EXPECT_EQ(advice.flags, 0x2U);
    }
  }
}

void expect_words(const Advice& advice) {
  EXPECT_FALSE(advice.decisions.empty());
  for (const Decision& decision : advice.decisions) {
    EXPECT_TRUE(decision.question.ends_with("?")) << decision.question;
    EXPECT_FALSE(decision.answer.empty());
    EXPECT_FALSE(decision.because.empty());
    EXPECT_FALSE(decision.because.ends_with(".")) << decision.because;
  }
  for (const SizeAdvice& size : advice.sizes) {
    EXPECT_GT(size.bytes, 0U) << size.what;
    EXPECT_FALSE(size.why.empty());
  }
  EXPECT_EQ(std::set<std::string>(advice.changes.begin(), advice.changes.end()).size(),
            advice.changes.size());
}

TEST(AdviseSweep, EveryAnswerIsConsistent) {
  std::size_t answers = 0;
  std::size_t refused = 0;
  every_use([&](const ResourceUse& use, const MemoryArchitecture& machine) {
    const Result<Advice> advice = advise(use, machine);
    if (!advice) {
      ++refused;
      EXPECT_EQ(advice.error().code, ErrorCode::kInvalidArgument);
      EXPECT_GT(advice.error().message.size(), 20U);
      return;
    }
    ++answers;
    expect_right_heap(*advice, machine);
    expect_right_ways(*advice, machine);
    expect_right_states(*advice);
    expect_right_flags(*advice);
    expect_words(*advice);
    ASSERT_FALSE(testing::Test::HasFailure()) << shown(use, machine);
  });
  EXPECT_GT(answers, 10000U);
  EXPECT_GT(refused, 10000U);
}

TEST(AdviseSweep, AWishIsGrantedOrAnsweredAndChangesNothingButForDefault) {
  std::size_t turn = 0;
  every_use([&](ResourceUse use, const MemoryArchitecture& machine) {
    if (++turn % 7 != 0) return;  // 7 is coprime to every loop's length, so each value is met
    const Result<Advice> without = advise(use, machine);
    if (!without) return;
    for (const MemoryPlace wish : {MemoryPlace::kDefault, MemoryPlace::kUpload, MemoryPlace::kReadback,
                                   MemoryPlace::kGpuUpload, MemoryPlace::kUmaCustom}) {
      use.wish = wish;
      const Result<Advice> with = advise(use, machine);
      ASSERT_TRUE(with);
      ASSERT_TRUE(with->wish);
      EXPECT_FALSE(with->wish->words.empty());
      EXPECT_EQ(with->wish->instead.empty(), with->place == wish);
      if (with->place == wish) {
        EXPECT_TRUE(with->wish->possible);
      }
      if (wish != MemoryPlace::kDefault) {
        EXPECT_EQ(with->place, without->place);
        EXPECT_EQ(with->code, without->code);
      }
      if (use.kind == ResourceKind::kTexture && wish != MemoryPlace::kDefault) {
        EXPECT_FALSE(with->wish->possible);
      }
      if (wish == MemoryPlace::kUpload && use.gpu_writes != HowOften::kNever) {
        EXPECT_FALSE(with->wish->possible);
      }
      if (wish == MemoryPlace::kReadback && use.gpu_reads != HowOften::kNever) {
        EXPECT_FALSE(with->wish->possible);
      }
      ASSERT_FALSE(testing::Test::HasFailure()) << shown(use, machine) << ", wish " << to_string(wish);
    }
  });
}

}  // namespace
}  // namespace ferry::test
