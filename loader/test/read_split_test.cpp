#include "../src/read_split.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ferry::test {
namespace {

/// What is wrong with the parts of a read; empty where nothing is.
std::string faults_of(const std::vector<SectorRead>& parts, std::uint64_t offset, std::uint64_t size,
                      std::uint64_t address, std::uint64_t sector, std::uint64_t most) {
  std::uint64_t at = 0;
  for (const SectorRead& part : parts) {
    if (part.file_offset % sector != 0 || part.bytes % sector != 0) return "not whole sectors";
    if (part.bytes == 0 || part.wanted == 0 || part.bytes > most) return "of a wrong size";
    if (part.out_offset != at) return "not in order, or with a gap";
    if (part.file_offset + part.skip != offset + at) return "other bytes of the file";
    if (part.skip + part.wanted > part.bytes) return "more wanted than read";
    if (part.skip >= sector || part.bytes - part.skip - part.wanted >= sector) return "a sector for nothing";
    if (part.direct && (part.skip != 0 || part.wanted != part.bytes)) return "direct beyond the destination";
    if (part.direct && (address + part.out_offset) % sector != 0) return "direct to a place between sectors";
    at += part.wanted;
  }
  return at == size ? "" : "not all of it";
}

TEST(ReadSplit, EverySmallCase) {
  constexpr std::uint64_t kSector = 8;
  std::size_t direct = 0;
  for (const std::uint64_t most : {8u, 16u, 24u}) {
    for (std::uint64_t offset = 0; offset < 20; ++offset) {
      for (std::uint64_t size = 0; size < 80; ++size) {
        for (std::uint64_t address = 0; address < kSector; ++address) {
          const auto parts = split_read(offset, size, address, kSector, most);
          ASSERT_EQ(faults_of(parts, offset, size, address, kSector, most), "")
              << offset << " " << size << " " << address << " " << most;
          for (const SectorRead& part : parts) direct += part.direct ? 1 : 0;
          // Where address and offset lie alike, all whole sectors are direct.
          if (address % kSector != offset % kSector) continue;
          std::uint64_t directly = 0;
          for (const SectorRead& part : parts) directly += part.direct ? part.bytes : 0;
          const std::uint64_t begin = (offset + 7) / 8 * 8;
          const std::uint64_t end = (offset + size) / 8 * 8;
          ASSERT_EQ(directly, end > begin ? end - begin : 0) << offset << " " << size;
        }
      }
    }
  }
  EXPECT_GT(direct, 1000u);
}

TEST(ReadSplit, AFileAtTheStartOfItsMemory) {
  const auto parts = split_read(0, 12293, 1 << 20, 4096, 8192);
  const std::vector<SectorRead> expected = {
      {0, 8192, true, 0, 8192, 0}, {8192, 4096, true, 8192, 4096, 0}, {12288, 4096, false, 12288, 5, 0}};
  EXPECT_EQ(parts, expected);
}

TEST(ReadSplit, MemoryThatLiesOtherwiseTakesNothingDirectly) {
  for (const SectorRead& part : split_read(4096, 100'000, 512, 4096, 1 << 20)) EXPECT_FALSE(part.direct);
}

TEST(ReadSplit, OffsetsBeyond4GiB) {
  const std::uint64_t far = (5ull << 30) + 100;
  const auto parts = split_read(far, 10'000, 100, 4096, 1 << 20);
  EXPECT_EQ(faults_of(parts, far, 10'000, 100, 4096, 1 << 20), "");
}

}  // namespace
}  // namespace ferry::test
