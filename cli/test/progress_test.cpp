#include "progress.hpp"

#include <gtest/gtest.h>

namespace ferry::cli {
namespace {

TEST(ProgressLine, ShowsHowFarItIs) {
  EXPECT_EQ(progress_line(0, 10, "a.png", 80), "[------------------------] 1/10 a.png");
  EXPECT_EQ(progress_line(5, 10, "f.png", 80), "[############------------] 6/10 f.png");
  EXPECT_EQ(progress_line(9.999, 10, "j.png", 80), "[#######################-] 10/10 j.png");
  EXPECT_EQ(progress_line(10, 10, "j.png", 80), "[########################] 10/10 j.png");
}

TEST(ProgressLine, FitsTheTerminal) {
  EXPECT_EQ(progress_line(0, 10, "folder/picture.png", 41), "[------------------------] 1/10 cture.png");
  EXPECT_EQ(progress_line(0, 10, "folder/picture.png", 10), "[---------");
  EXPECT_EQ(progress_line(0, 10, "x", 0), "");
  // Cut between characters, not within one.
  EXPECT_EQ(progress_line(0, 10, "\xc3\xa4\xc3\xb6\xc3\xbc", 34),
            "[------------------------] 1/10 \xc3\xb6\xc3\xbc");
}

TEST(Progress, SaysNothingWhereThereIsNoTerminal) {
  std::FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  {
    Progress progress(file, 3);
    progress.update(0.5, "x.png");
    progress.next();
    progress.clear();
  }
  EXPECT_EQ(std::ftell(file), 0);
  std::fclose(file);
}

}  // namespace
}  // namespace ferry::cli
