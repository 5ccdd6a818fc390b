// What the commands say and give when their device is lost at one call or another: `ferry check` loses it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <ferry/assets/png.hpp>

#include "exit_code.hpp"
#include "ferry_command.hpp"

namespace ferry::cli {
namespace {

using nlohmann::json;

class DeviceLoss : public CommandTest {
 protected:
  struct Lost {
    Ran ran;
    bool lost = false;  ///< The command made so many calls.
  };

  /// Runs the command and loses its device at that call. What the checker says does not mix with what the
  /// command says; a command that hangs is ended by a signal.
  Lost lose(std::uint64_t call, const std::string& arguments) {
    Lost result;
    result.ran = run(text("check --keep-exit-code --log ", quoted("log"), " --lose-device ", call,
                          " timeout -s KILL 100 \"", FERRY_COMMAND, "\" ", arguments));
    result.lost = test::read_text(at("log")).find("device lost: ") != std::string::npos;
    return result;
  }

  /// Loses the device at one call after the other, with growing steps, until the command ends well before that
  /// call. `at_least`: so many losses have to be told.
  void sweep(std::uint64_t first, const std::string& arguments, std::uint64_t at_least) {
    std::uint64_t told = 0;
    for (std::uint64_t call = first; call < 1'000'000; call += std::max<std::uint64_t>(1, call / 3)) {
      SCOPED_TRACE(text("lost at call ", call));
      const Lost as_text = lose(call, arguments);
      if (as_text.ran.exit_code == kExitGood) break;
      EXPECT_TRUE(as_text.lost) << as_text.ran.err;
      EXPECT_EQ(as_text.ran.exit_code, kExitFailed) << as_text.ran.err;
      const Lost as_json = lose(call, arguments + " --json");
      // Waiting takes another number of calls each time: this one may have ended before.
      if (!as_json.lost && as_json.ran.exit_code == kExitGood) continue;
      EXPECT_EQ(as_json.ran.exit_code, kExitFailed) << as_json.ran.err;
      const json document = json::parse(as_json.ran.out, nullptr, false);
      ASSERT_TRUE(document.is_object()) << as_json.ran.out;
      if (as_text.ran.err.find("device lost: ") == std::string::npos) {
        // There was no device yet.
        EXPECT_EQ(told, 0U) << as_text.ran.err;
        EXPECT_TRUE(document.contains("error")) << as_json.ran.out;
        continue;
      }
      ++told;
      expect_report(as_text.ran.err, document);
    }
    EXPECT_GE(told, at_least);
  }

  static void expect_report(const std::string& said, const json& document) {
    EXPECT_NE(said.find("device lost: DXGI_ERROR_DEVICE_HUNG: the GPU did not finish in time"),
              std::string::npos)
        << said;
    EXPECT_NE(said.find("remedy: Look at the first thing in flight on each queue"), std::string::npos)
        << said;
    EXPECT_NE(said.find("last calls:\n  | #"), std::string::npos) << said;
    ASSERT_TRUE(document.contains("device_loss")) << document.dump(1);
    const json& loss = document["device_loss"];
    EXPECT_EQ(loss["lost"], true);
    EXPECT_EQ(loss["reason"], "DXGI_ERROR_DEVICE_HUNG");
    EXPECT_FALSE(loss["journal"].empty());
    EXPECT_NE(loss["remedy"], "");
    queues_ |= said.find("  in flight, never seen complete: ") != std::string::npos;
    queues_in_json_ |= !loss["timelines"].empty();
  }

  void TearDown() override {
    if (HasFailure()) return;
    EXPECT_TRUE(queues_) << "no report told of any queue";
    EXPECT_TRUE(queues_in_json_);
    queues_ = queues_in_json_ = false;
  }

  void make_picture(const std::string& name) {
    const std::vector<std::uint8_t> pixels(std::size_t{64} * 48 * 4, 77);
    const auto saved = save_png(at(name), {pixels.data(), 64 * 4, 64, 48, Format::kR8G8B8A8Unorm});
    ASSERT_TRUE(saved) << saved.error().message;
  }

  inline static bool queues_ = false;
  inline static bool queues_in_json_ = false;
};

TEST_F(DeviceLoss, InRoundtrip) {
  make_picture("a.png");
  make_picture("b.png");
  sweep(1, text("roundtrip ", quoted("a.png"), " ", quoted("b.png")), 8);
}

TEST_F(DeviceLoss, InLoad) {
  std::filesystem::create_directories(at("data"));
  make_picture("data/a.png");
  for (int i = 0; i < 3; ++i) test::write_text(at(text("data/", i)), std::string(300'000, 'x'));
  sweep(1, text("load ", quoted("data"), " --verify"), 4);
}

TEST_F(DeviceLoss, InStream) {
  // The first calls are those of every command; it makes thousands.
  sweep(100, "stream --frames 20 --size 160x90 --tiles 64 --mode copy", 3);
}

}  // namespace
}  // namespace ferry::cli
