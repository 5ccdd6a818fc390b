#include <ferry/base/byte_buffer.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

namespace ferry {
namespace {

TEST(ByteBuffer, MovesItsBytesAndLeavesNothing) {
  Result<ByteBuffer> made = ByteBuffer::make(100, "a test");
  ASSERT_TRUE(made);
  ByteBuffer moved = *std::move(made);
  EXPECT_EQ(moved.size(), 100U);
  ByteBuffer again;
  again = std::move(moved);
  EXPECT_EQ(again.size(), 100U);
  // NOLINTBEGIN(bugprone-use-after-move,clang-analyzer-cplusplus.Move): the point of the test
  EXPECT_EQ(moved.size(), 0U);
  EXPECT_EQ(moved.data(), nullptr);
  // NOLINTEND(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
}

TEST(ByteBuffer, SaysWhatThereWasNoMemoryFor) {
  for (const std::uint64_t size : {UINT64_MAX, std::uint64_t{1} << 63, std::uint64_t{1} << 62}) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    if (size == std::uint64_t{1} << 62) continue;  // the sanitizers' allocators end the program instead
#endif
    const Result<ByteBuffer> made = ByteBuffer::make(size, "the decoded picture");
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, ErrorCode::kOutOfMemory);
    EXPECT_NE(made.error().message.find("the decoded picture"), std::string::npos);
  }
}

#if defined(__linux__)
/// What the kernel notes of the mapping that holds this address.
std::string flags_of_mapping(const std::byte* address) {
  std::ifstream maps("/proc/self/smaps");
  bool inside = false;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char dash = 0;
    std::istringstream words(line);
    if (words >> std::hex >> begin >> dash >> end && dash == '-') {
      const auto at = reinterpret_cast<std::uintptr_t>(address);
      inside = begin <= at && at < end;
    }
    if (inside && line.starts_with("VmFlags:")) return line + " ";
  }
  return "";
}

TEST(ByteBuffer, BigOnesAskForBigPages) {
  if (!std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled")) {
    GTEST_SKIP() << "this kernel has no big pages";
  }
  for (const std::uint64_t size : {std::uint64_t{4} << 20, (std::uint64_t{9} << 20) + 1}) {
    Result<ByteBuffer> made = ByteBuffer::make(size, "a test");
    ASSERT_TRUE(made);
    std::memset(made->data(), 1, static_cast<std::size_t>(size));
    const std::string flags = flags_of_mapping(made->data() + size / 2);
    EXPECT_NE(flags.find(" hg "), std::string::npos) << flags;
  }
}
#endif

}  // namespace
}  // namespace ferry
