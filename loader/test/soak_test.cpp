#include <cstdio>
#include <random>

#include "loader_fixture.hpp"

namespace ferry::test {
namespace {

/// Resident bytes of this process; 0 where the system does not tell.
std::uint64_t resident_bytes() {
  std::uint64_t pages = 0;
#if defined(__linux__)
  if (std::FILE* statm = std::fopen("/proc/self/statm", "r")) {
    unsigned long long total = 0;
    unsigned long long resident = 0;
    if (std::fscanf(statm, "%llu %llu", &total, &resident) == 2) pages = resident;
    std::fclose(statm);
  }
#endif
  return pages * 4096;
}

constexpr std::uint64_t kSlot = 32_KiB;
constexpr std::size_t kSlots = 1000;
constexpr int kRounds = 200;

/// 200,000 requests of random priorities and sizes, some of them cancelled; each has a slot of one big
/// buffer, which is compared after each thousand.
TEST_F(LoaderTest, TwoHundredThousandRequestsLeaveMemoryFlatAndEveryByteRight) {
  make_loader();
  const auto pool = noise(4_MiB, 1);
  files_.add("pool", pool);
  auto target = buffer(kSlot * kSlots);
  std::vector<std::byte> expected(kSlot * kSlots);
  std::mt19937_64 random(11);
  std::uint64_t resident = 0;
  std::uint64_t verified = 0;
  std::vector<std::uint8_t> known(kSlots);
  for (int round = 0; round < kRounds; ++round) {
    struct Asked {
      std::uint64_t from = 0;
      std::uint64_t bytes = 0;
    };
    std::vector<Asked> asked;
    std::vector<LoadRequest> requests;
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      Asked one;
      one.bytes = random() % (random() % 8 == 0 ? kSlot : 4000) + 1;
      one.from = random() % (pool.size() - one.bytes);
      asked.push_back(one);
      const MemorySource memory{std::span(pool).subspan(one.from, one.bytes)};
      LoadRequest request =
          random() % 2 == 0 ? to_buffer(FileSource{"pool", one.from, one.bytes}, target.get(), slot * kSlot)
                            : to_buffer(memory, target.get(), slot * kSlot);
      request.priority = static_cast<LoadPriority>(random() % 5);
      request.tag = random() % 100;
      requests.push_back(std::move(request));
    }
    auto tickets = loader_->load(std::move(requests));
    ASSERT_TRUE(tickets);
    for (int i = 0; i < 50; ++i) (*tickets)[random() % kSlots].cancel();
    loader_->cancel_tag(1 + random() % 99);
    loader_->set_priority_of_tag(1 + random() % 99, static_cast<LoadPriority>(random() % 5));
    ASSERT_TRUE(loader_->wait_idle(std::chrono::seconds(60)));
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      const LoadState state = (*tickets)[slot].state();
      ASSERT_TRUE(state == LoadState::kReady || state == LoadState::kCancelled);
      known[slot] = state == LoadState::kReady ? 1 : 0;
      if (known[slot] == 0) continue;
      std::copy_n(pool.begin() + static_cast<std::ptrdiff_t>(asked[slot].from), asked[slot].bytes,
                  expected.begin() + static_cast<std::ptrdiff_t>(slot * kSlot));
    }
    const auto is = read_back(target.get(), 0, kSlot * kSlots);
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      if (known[slot] == 0) continue;
      const auto start = static_cast<std::ptrdiff_t>(slot * kSlot);
      ASSERT_TRUE(std::equal(is.begin() + start,
                             is.begin() + start + static_cast<std::ptrdiff_t>(asked[slot].bytes),
                             expected.begin() + start))
          << "round " << round << " slot " << slot;
      verified += asked[slot].bytes;
    }
    if (round == kRounds / 4) resident = resident_bytes();
  }
  EXPECT_LE(resident_bytes(), resident + 16_MiB);
  EXPECT_GT(verified, 180'000ull * 2000);
  EXPECT_LE(loader_->statistics().ring_high_water, 4_MiB);
}

}  // namespace
}  // namespace ferry::test
