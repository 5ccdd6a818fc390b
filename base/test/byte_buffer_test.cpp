#include <ferry/base/byte_buffer.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
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

}  // namespace
}  // namespace ferry
