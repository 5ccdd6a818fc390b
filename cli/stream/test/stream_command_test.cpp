// `ferry stream` from outside.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <ferry/assets/png.hpp>
#include <ferry/base/text.hpp>

#include "../../test/ferry_command.hpp"
#include "../../test/sampling_works.hpp"

namespace ferry::cli {
namespace {

using nlohmann::json;

class StreamCommandTest : public CommandTest {};

TEST_F(StreamCommandTest, AllModesDrawTheSameAndTheCheckerFindsNothing) {
  FERRY_SKIP_WITHOUT_DRAWING();
  const Ran ran = run("stream --frames 40 --size 160x90 --tiles 64 --checked --json --trace " +
                      quoted("trace") + " --report " + quoted("page.html"));
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json report = json::parse(ran.out);
  EXPECT_EQ(report["same_picture"], true);
  EXPECT_EQ(report["findings"]["error"], 0);
  EXPECT_EQ(report["findings"]["portability"], 0);
  ASSERT_EQ(report["modes"].size(), 3u);
  for (const json& mode : report["modes"]) {
    const std::string name = mode["mode"];
    EXPECT_EQ(mode["last_frame_hash"], report["modes"][0]["last_frame_hash"]) << name;
    EXPECT_EQ(mode["last_sharp"], mode["last_visible"]) << name;
    EXPECT_GT(mode["last_visible"], 3) << name;
    std::uint64_t bytes = 0;
    const json& requests = mode["requests"];
    for (std::size_t i = 0; i < requests["tile"].size(); ++i) {
      if (requests["outcome"][i] == "ready") bytes += requests["bytes"][i].get<std::uint64_t>();
    }
    EXPECT_EQ(mode["bytes_ready"], bytes) << name;
    const std::size_t frames = mode["frames"]["time_ms"].size();
    for (const auto& [column, values] : mode["frames"].items()) EXPECT_EQ(values.size(), frames) << column;
    EXPECT_FALSE(mode["verdict"]["bottleneck"].get<std::string>().empty());
  }
  const json trace = json::parse(test::read_text(at("trace")));
  EXPECT_GT(trace["traceEvents"].size(), 100u);
  EXPECT_NE(test::read_text(at("page.html")).find("blocking"), std::string::npos);
}

TEST_F(StreamCommandTest, TakesFilesPassesOverWhatIsNoTextureAndSavesFrames) {
  FERRY_SKIP_WITHOUT_DRAWING();
  std::filesystem::create_directories(at("tiles"));
  for (int i = 0; i < 3; ++i) {
    std::vector<std::uint8_t> pixels(64 * 64 * 4, static_cast<std::uint8_t>(60 + 70 * i));
    PictureView view;
    view.pixels = pixels.data();
    view.width = 64;
    view.height = 64;
    view.row_pitch = 256;
    ASSERT_TRUE(save_png(at(text("tiles/", i, ".png")), view));
  }
  std::ofstream(at("tiles/readme.txt")) << "no texture";
  const Ran ran = run("stream " + quoted("tiles") +
                      " --frames 10 --size 96x64 --tiles 50 --mode all --save-frames " + quoted("film"));
  EXPECT_EQ(ran.exit_code, 0) << ran.err << ran.out;
  EXPECT_NE(ran.err.find("readme.txt"), std::string::npos) << ran.err;
  EXPECT_NE(ran.out.find("the last frame is the same in all 3 modes"), std::string::npos) << ran.out;
  std::size_t saved = 0;
  for (const auto& entry : std::filesystem::directory_iterator(at("film"))) {
    const auto picture = load_png(entry.path());
    ASSERT_TRUE(picture);
    EXPECT_EQ(picture->width, 96u);
    ++saved;
  }
  EXPECT_GT(saved, 5u);
}

TEST_F(StreamCommandTest, SaysWhatIsWrongWithTheArguments) {
  EXPECT_EQ(run("stream --size 10x10").exit_code, 2);
  EXPECT_EQ(run("stream --size 640").exit_code, 2);
  EXPECT_EQ(run("stream --frames 0").exit_code, 2);
  EXPECT_EQ(run("stream --mode quick").exit_code, 2);
  EXPECT_EQ(run("stream --report " + quoted("no/such/folder/page.html")).exit_code, 2);
  const Ran missing = run("stream " + quoted("nothing-here"));
  EXPECT_NE(missing.exit_code, 0);
  EXPECT_NE(missing.err.find("nothing-here"), std::string::npos) << missing.err;
}

}  // namespace
}  // namespace ferry::cli
