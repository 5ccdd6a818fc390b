#include <ferry/base/result.hpp>

#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace ferry {
namespace {

Result<int> half(int n) {
  if (n % 2 != 0) return fail(ErrorCode::kInvalidArgument, n, " is odd; give an even number");
  return n / 2;
}

TEST(Result, HoldsAValue) {
  const Result<int> result = half(8);
  ASSERT_TRUE(result);
  EXPECT_EQ(*result, 4);
  EXPECT_EQ(result.value_or(-1), 4);
}

TEST(Result, HoldsAnError) {
  const Result<int> result = half(7);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(result.error().message, "7 is odd; give an even number");
  EXPECT_EQ(result.value_or(-1), -1);
}

TEST(Result, ChainsUntilTheFirstError) {
  EXPECT_EQ(*half(8).and_then(half).and_then(half), 1);
  EXPECT_EQ(half(6).and_then(half).and_then(half).error().message, "3 is odd; give an even number");
  EXPECT_EQ(*half(8).transform([](int n) { return std::to_string(n); }), "4");
  EXPECT_EQ(*half(7).or_else([](const Error&) { return Result<int>(0); }), 0);
}

TEST(Result, MovesWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 5);
}

TEST(Result, AnErrorMayItselfBeTheValueType) {
  const Result<Error> value = Error{ErrorCode::kIo, 0, "a value"};
  ASSERT_TRUE(value);
  EXPECT_EQ(value->message, "a value");
}

TEST(Result, OfVoid) {
  EXPECT_TRUE(Result<void>());
  const Result<void> failed = fail(ErrorCode::kFull, "full");
  EXPECT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::kFull);
}

TEST(ResultDeathTest, OpeningAnErrorEndsTheProgramWithItsText) {
  EXPECT_DEATH((void)half(7).value(), "7 is odd");
}

TEST(Error, InOneLineWithItsHresult) {
  EXPECT_EQ(to_string(Error{ErrorCode::kApiFailed, static_cast<std::int32_t>(0x887a0005u), "Close failed"}),
            "Close failed (HRESULT 0x887a0005 DXGI_ERROR_DEVICE_REMOVED)");
  EXPECT_EQ(to_string(Error{ErrorCode::kApiFailed, static_cast<std::int32_t>(0x81234567u), "x"}),
            "x (HRESULT 0x81234567)");
  EXPECT_EQ(to_string(Error{ErrorCode::kIo, 0, "no such file"}), "no such file");
}

}  // namespace
}  // namespace ferry
