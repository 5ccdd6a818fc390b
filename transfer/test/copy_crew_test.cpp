#include "../src/copy_crew.hpp"

#include <atomic>
#include <chrono>
#include <random>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <ferry/base/units.hpp>

#include "../src/sliced_copy.hpp"

namespace ferry::test {
namespace {

using namespace ferry::literals;

/// Counts how often each slice was done.
struct Counted {
  explicit Counted(std::uint32_t slices) : times(slices) {}
  static void run(const void* context, std::uint32_t slice) {
    auto& self = *static_cast<Counted*>(const_cast<void*>(context));
    self.times[slice].fetch_add(1, std::memory_order_relaxed);
  }
  [[nodiscard]] CopyCrew::Work work() {
    return {&Counted::run, this, static_cast<std::uint32_t>(times.size())};
  }
  [[nodiscard]] bool each_once() const {
    for (const auto& count : times) {
      if (count.load() != 1) return false;
    }
    return true;
  }
  std::vector<std::atomic<int>> times;
};

std::unique_ptr<CopyCrew> make_crew(std::uint32_t helpers) {
  auto crew = CopyCrew::create(helpers);
  EXPECT_TRUE(crew);
  return *std::move(crew);
}

TEST(CopyCrew, DoesEachSliceOnce) {
  const auto crew = make_crew(3);
  for (const std::uint32_t slices : {1u, 2u, 3u, 7u, 1000u}) {
    for (int round = 0; round < 200; ++round) {
      Counted counted(slices);
      CopyCrew::Place* place = crew->start(counted.work());
      ASSERT_NE(place, nullptr);
      crew->finish(place);
      ASSERT_TRUE(counted.each_once()) << slices << " slices, round " << round;
    }
  }
}

TEST(CopyCrew, HelpersThatSleepAreWoken) {
  const auto crew = make_crew(2);
  std::atomic<bool> helped = false;
  struct Context {
    std::thread::id owner;
    std::atomic<bool>* helped;
  } context = {std::this_thread::get_id(), &helped};
  // The owner takes no part: only a helper can do the slice.
  for (int round = 0; round < 5; ++round) {
    helped = false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    CopyCrew::Place* place = crew->start({[](const void* given, std::uint32_t) {
                                            const auto* to = static_cast<const Context*>(given);
                                            *to->helped = std::this_thread::get_id() != to->owner;
                                          },
                                          &context, 1});
    ASSERT_NE(place, nullptr);
    while (!CopyCrew::is_done(place)) std::this_thread::yield();
    EXPECT_TRUE(helped);
    crew->finish(place);
  }
}

TEST(CopyCrew, FinishWaitsForWhatAHelperHasBegun) {
  const auto crew = make_crew(1);
  struct Context {
    std::atomic<bool> begun = false;
    std::atomic<bool> ended = false;
  } context;
  CopyCrew::Place* place = crew->start({[](const void* given, std::uint32_t) {
                                          auto* to = static_cast<Context*>(const_cast<void*>(given));
                                          to->begun = true;
                                          std::this_thread::sleep_for(std::chrono::milliseconds(20));
                                          to->ended = true;
                                        },
                                        &context, 1});
  ASSERT_NE(place, nullptr);
  while (!context.begun) std::this_thread::yield();
  EXPECT_FALSE(CopyCrew::is_done(place));
  crew->finish(place);
  EXPECT_TRUE(context.ended);
}

TEST(CopyCrew, SeveralThreadsShareIt) {
  const auto crew = make_crew(2);
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (std::uint32_t round = 0; round < 500; ++round) {
        Counted first(1 + round % 5);
        Counted second(1 + round % 17);
        CopyCrew::Place* a = crew->start(first.work());
        CopyCrew::Place* b = crew->start(second.work());
        if (b != nullptr) crew->finish(b);
        if (a != nullptr) crew->finish(a);
        if (a == nullptr || b == nullptr || !first.each_once() || !second.each_once()) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(CopyCrew, SaysWhenAllPlacesAreTaken) {
  const auto crew = make_crew(1);
  std::vector<std::unique_ptr<Counted>> work;
  std::vector<CopyCrew::Place*> places;
  while (true) {
    work.push_back(std::make_unique<Counted>(3));
    CopyCrew::Place* place = crew->start(work.back()->work());
    if (place == nullptr) break;
    places.push_back(place);
    ASSERT_LT(places.size(), 1000u);
  }
  EXPECT_GE(places.size(), 8u);
  for (CopyCrew::Place* place : places) crew->finish(place);
  for (std::size_t i = 0; i < places.size(); ++i) EXPECT_TRUE(work[i]->each_once());
  // And they are free again.
  CopyCrew::Place* place = crew->start(work.back()->work());
  ASSERT_NE(place, nullptr);
  crew->finish(place);
}

TEST(CopyCrew, RefusesSizesThatMakeNoSense) {
  EXPECT_EQ(CopyCrew::create(0).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(CopyCrew::create(CopyCrew::kMostHelpers + 1).error().code, ErrorCode::kInvalidArgument);
}

/// Memory with room around what a copy may touch.
struct Sides {
  std::vector<std::byte> source;
  std::vector<std::byte> got;
  std::vector<std::byte> wanted;
};

TEST(SlicedCopy, WritesWhatTheWholeCopyWrites) {
  const auto crew = make_crew(2);
  std::mt19937_64 random(11);
  for (int round = 0; round < 60; ++round) {
    RowCopy copy;
    copy.row_bytes = round % 3 == 0 ? 1 + random() % 300000 : 1 + random() % 3000;
    copy.rows = round % 3 == 0 ? 1 + random() % 4 : 1 + random() % 600;
    copy.slices = 1 + random() % 3;
    copy.dst_row_pitch = copy.row_bytes + (round % 2 == 0 ? 0 : random() % 100);
    copy.src_row_pitch = copy.row_bytes + (round % 4 < 2 ? 0 : random() % 100);
    copy.dst_slice_pitch = copy.dst_row_pitch * copy.rows + (round % 5 == 0 ? random() % 1000 : 0);
    copy.src_slice_pitch = copy.src_row_pitch * copy.rows + (round % 7 == 0 ? random() % 1000 : 0);
    copy.hint = round % 2 == 0 ? StoreHint::kStreaming : StoreHint::kCached;
    const auto size =
        static_cast<std::size_t>(std::max(copy.dst_slice_pitch, copy.src_slice_pitch) * copy.slices);
    Sides sides = {std::vector<std::byte>(size), std::vector<std::byte>(size, std::byte{0xcd}),
                   std::vector<std::byte>(size, std::byte{0xcd})};
    for (std::byte& byte : sides.source) byte = static_cast<std::byte>(random());
    copy.src = sides.source.data();
    copy.dst = sides.wanted.data();
    copy_rows(copy);
    copy.dst = sides.got.data();
    SlicedCopy sliced(copy);
    sliced.start(*crew);
    sliced.finish(*crew);
    ASSERT_EQ(sides.got, sides.wanted)
        << "round " << round << ": " << copy.slices << " x " << copy.rows << " rows of " << copy.row_bytes;
  }
}

TEST(SlicedCopy, CutsBigCopiesAndOnlyThose) {
  RowCopy copy;
  copy.row_bytes = 4_MiB;
  EXPECT_EQ(SlicedCopy(copy).slices(), 32u);
  copy.row_bytes = 1;
  EXPECT_EQ(SlicedCopy(copy).slices(), 1u);
  copy.row_bytes = 4096;
  copy.rows = 1024;
  copy.dst_row_pitch = 8192;
  copy.src_row_pitch = 4096;
  EXPECT_EQ(SlicedCopy(copy).slices(), 32u);
}

}  // namespace
}  // namespace ferry::test
