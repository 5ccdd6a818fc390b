// WinPixEventRuntime.dll, played by functions that write down what they were given.
#include <ferry/gpu/pix_event.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <ferry/base/text.hpp>

#include "../src/pix_runtime.hpp"
#include "null_command_list.hpp"

namespace ferry::test {
namespace {

std::vector<std::string> calls;
ID3D12GraphicsCommandList* last_list = nullptr;

void WINAPI begin(ID3D12GraphicsCommandList* list, UINT64 color, const char* format) {
  last_list = list;
  calls.push_back(text("begin ", Hex{color}, " ", format));
}
void WINAPI end(ID3D12GraphicsCommandList* list) {
  last_list = list;
  calls.emplace_back("end");
}
void WINAPI marker(ID3D12GraphicsCommandList* list, UINT64 color, const char* format) {
  last_list = list;
  calls.push_back(text("marker ", Hex{color}, " ", format));
}

class PixEventTest : public testing::Test {
 protected:
  void SetUp() override { calls.clear(); }
  void TearDown() override { replace_pix_runtime({}); }

  NullCommandList list_;
};

TEST_F(PixEventTest, AnEventLastsAsLongAsItsObjectAndNests) {
  replace_pix_runtime({&begin, &end, &marker});
  EXPECT_TRUE(pix_events_are_shown());
  {
    const PixEvent outer(&list_, "upload");
    EXPECT_EQ(last_list, &list_);
    { const PixEvent inner(&list_, "100% of tile", {1, 2, 255}); }
    set_pix_marker(&list_, "half", {255, 0, 0});
  }
  EXPECT_EQ(calls, (std::vector<std::string>{"begin 0xff000000 upload", "begin 0xff0102ff 100%% of tile",
                                             "end", "marker 0xffff0000 half", "end"}));
}

TEST_F(PixEventTest, ALongNameIsCutAndNeverInTheMiddleOfAPercentSign) {
  replace_pix_runtime({&begin, &end, &marker});
  set_pix_marker(&list_, std::string(500, '%'));
  const std::string format = calls.at(0).substr(calls.at(0).rfind(' ') + 1);
  EXPECT_EQ(format.size() % 2, 0u);
  EXPECT_GE(format.size(), 250u);
  EXPECT_LT(format.size(), 256u);
}

TEST_F(PixEventTest, WithoutTheLibraryNothingHappens) {
  replace_pix_runtime({});
  EXPECT_FALSE(pix_events_are_shown());
  { const PixEvent event(&list_, "upload"); }
  set_pix_marker(&list_, "half");
  EXPECT_TRUE(calls.empty());
}

TEST_F(PixEventTest, ANullListIsNoEvent) {
  replace_pix_runtime({&begin, &end, &marker});
  { const PixEvent event(nullptr, "upload"); }
  set_pix_marker(nullptr, "half");
  EXPECT_TRUE(calls.empty());
}

TEST_F(PixEventTest, ALibraryThatLacksAFunctionIsNotUsed) {
  replace_pix_runtime({&begin, nullptr, &marker});
  { const PixEvent event(&list_, "upload"); }
  EXPECT_TRUE(calls.empty());
}

}  // namespace
}  // namespace ferry::test
