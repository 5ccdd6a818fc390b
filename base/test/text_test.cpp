#include <ferry/base/text.hpp>

#include <gtest/gtest.h>

namespace ferry {
namespace {

TEST(Text, JoinsItsParts) {
  EXPECT_EQ(text("row pitch ", 260u, " at ", Hex{0xabc}, ", ", -3, ' ', 2.5, ' ', true, std::string("!")),
            "row pitch 260 at 0xabc, -3 2.5 true!");
  EXPECT_EQ(text(UINT64_MAX), "18446744073709551615");
  EXPECT_EQ(text(), "");
}

TEST(Text, BytesForPeople) {
  EXPECT_EQ(byte_text(0), "0 B");
  EXPECT_EQ(byte_text(999), "999 B");
  EXPECT_EQ(byte_text(1024), "1 KiB");
  EXPECT_EQ(byte_text(1536ull << 20), "1.5 GiB");
  EXPECT_EQ(byte_text(64ull << 20), "64 MiB");
  EXPECT_EQ(byte_text(UINT64_MAX), "16 EiB");
}

}  // namespace
}  // namespace ferry
