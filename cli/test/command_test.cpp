// The `ferry` command from outside: run on pictures made here, its output and exit code looked at.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <ferry/assets/file.hpp>
#include <ferry/assets/png.hpp>
#include <ferry/base/system_path.hpp>

#include "ferry_command.hpp"
#include "sampling_works.hpp"

namespace ferry::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class Command : public CommandTest {
 protected:
  /// A picture of noise.
  void make(const fs::path& path, std::uint32_t width, std::uint32_t height,
            Format format = Format::kR8G8B8A8Unorm) {
    fs::create_directories((folder_ / path).parent_path());
    const std::uint64_t pitch = std::uint64_t{width} * (format == Format::kR8G8B8A8Unorm ? 4 : 8);
    std::vector<std::uint8_t> pixels(pitch * height);
    std::mt19937 random(width * 131 + height);
    for (std::uint8_t& byte : pixels) byte = static_cast<std::uint8_t>(random() >> 24);
    const Result<void> saved = save_png(folder_ / path, {pixels.data(), pitch, width, height, format},
                                        {.compression = 1, .adaptive_filter = false});
    ASSERT_TRUE(saved) << saved.error().message;
  }

  /// `ferry roundtrip` with these arguments; undrawn where drawing does not work.
  Ran round_trip(const std::string& arguments) {
    const bool draws = arguments.find("--no-draw") == std::string::npos && why_no_drawing().empty();
    return run("roundtrip " + arguments + (draws ? "" : " --no-draw"));
  }

  void expect_same_picture(const fs::path& a, const fs::path& b) {
    const Result<Picture> first = load_png(folder_ / a);
    const Result<Picture> second = load_png(folder_ / b);
    ASSERT_TRUE(first) << first.error().message;
    ASSERT_TRUE(second) << second.error().message;
    EXPECT_EQ(first->format, second->format);
    EXPECT_EQ(first->width, second->width);
    ASSERT_EQ(first->pixels.size(), second->pixels.size());
    EXPECT_EQ(std::memcmp(first->pixels.data(), second->pixels.data(),
                          static_cast<std::size_t>(first->pixels.size())),
              0);
  }
};

TEST_F(Command, BringsPicturesBackIdenticalAndWritesThem) {
  make("in/small.png", 3, 5);
  make("in/wide.png", 1, 1, Format::kR16G16B16A16Unorm);
  make("in/sub/deep.png", 301, 77, Format::kR16G16B16A16Unorm);
  for (const char* const options : {"", "--checked", "--checked --queue direct", "--checked --no-draw",
                                    "--checked --no-draw --queue direct", "--checked --ring 1 --repeat 3"}) {
    SCOPED_TRACE(options);
    fs::remove_all(folder_ / "out");
    const Ran ran = round_trip(at("in") + " -o " + at("out") + " " + options);
    EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
    EXPECT_EQ(ran.err, "");
    EXPECT_NE(ran.out.find("small.png: 3x5 R8G8B8A8_UNORM 60 B, decode "), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("3 identical, 0 different, 0 failed\n"), std::string::npos) << ran.out;
    expect_same_picture("in/small.png", "out/small.png");
    expect_same_picture("in/wide.png", "out/wide.png");
    expect_same_picture("in/sub/deep.png", "out/sub/deep.png");
  }
}

TEST_F(Command, CarriesAPictureOfManyTimesTheRing) {
  make("big.png", 2200, 1000);  // 8.4 MiB through a ring of 1, and back in 2 bands
  for (const char* const options : {"--ring 1", "--checked --ring 1 --no-draw --queue direct"}) {
    const Ran ran = round_trip(at("big.png") + " -o " + at("out") + " " + options);
    EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
    expect_same_picture("big.png", "out/big.png");
  }
}

TEST_F(Command, BreaksNoRuleOnTheChecker) {
  make("in/a.png", 30, 20);
  make("in/b.png", 7, 300, Format::kR16G16B16A16Unorm);
  for (const char* const options : {"", "--queue direct", "--no-draw", "--ring 1 --repeat 2"}) {
    SCOPED_TRACE(options);
    const Ran ran = round_trip("--checked --json " + at("in") + " " + options);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    const json document = json::parse(ran.out);
    EXPECT_EQ(document["identical"], 2);
    EXPECT_EQ(document["findings"]["error"], 0) << ran.err;
    EXPECT_EQ(document["findings"]["portability"], 0) << ran.err;
  }
}

TEST_F(Command, NamesWhatFailsAndGoesOn) {
  make("in/a.png", 8, 8);
  make("in/c.png", 9, 9);
  test::write_text(folder_ / "in/b.png", "this is no picture");
  std::string cut = test::read_text(folder_ / "in/a.png");
  test::write_text(folder_ / "in/d.png", cut.substr(0, cut.size() / 2));
  const Ran ran = round_trip(at("in") + " " + at("missing.png") + " -o " + at("out"));
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.out.find("b.png: failed: the file is no PNG"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("d.png: failed: the PNG is cut short"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("missing.png: failed: no such file"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("2 identical, 0 different, 3 failed"), std::string::npos) << ran.out;
  expect_same_picture("in/a.png", "out/a.png");
  expect_same_picture("in/c.png", "out/c.png");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "out"), {}), 2);
}

TEST_F(Command, SpeaksJson) {
  make("in/a.png", 20, 10, Format::kR16G16B16A16Unorm);
  test::write_text(folder_ / "in/b.png", "this is no picture");
  const Ran ran = round_trip(at("in") + " --json --repeat 2 --queue direct -o " + at("out"));
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.err, "");
  const json document = json::parse(ran.out);
  EXPECT_NE(document["adapter"], "");
  EXPECT_EQ(document["queue"], "DIRECT");
  EXPECT_EQ(document["drawn"], why_no_drawing().empty());
  EXPECT_EQ(document["repeat"], 2);
  EXPECT_EQ(document["identical"], 1);
  EXPECT_EQ(document["failed"], 1);
  const json& first = document["files"][0];
  EXPECT_EQ(first["input"], at("in/a.png"));
  EXPECT_EQ(first["output"], at("out/a.png"));
  EXPECT_EQ(first["outcome"], "identical");
  EXPECT_EQ(first["format"], "R16G16B16A16_UNORM");
  EXPECT_EQ(first["bytes"], 1600);
  for (const char* const step : {"decode", "staging", "copy", "readback"})
    EXPECT_GT(first["seconds"][step], 0.0) << step;
  EXPECT_EQ(document["files"][1]["outcome"], "failed");
  EXPECT_EQ(document["files"][1]["error"]["code"], "unsupported");
}

TEST_F(Command, NeverOverwritesAnInput) {
  make("in/a.png", 8, 8);
  const std::string before = test::read_text(folder_ / "in/a.png");
  const Ran ran = round_trip(at("in/a.png") + " -o " + at("in"));
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.out.find("would overwrite"), std::string::npos) << ran.out;
  EXPECT_EQ(test::read_text(folder_ / "in/a.png"), before);
}

TEST_F(Command, SaysWhenNothingCanBeDone) {
  make("a.png", 4, 4);
  Ran ran = round_trip(at("a.png") + " --queue sideways");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_NE(ran.err.find("sideways"), std::string::npos);
  ran = round_trip(at("a.png") + " --adapter no-such-adapter");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_NE(ran.err.find("no-such-adapter"), std::string::npos);
  EXPECT_EQ(ran.out, "");
  ran = round_trip(at("a.png") + " --json --adapter no-such-adapter");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(json::parse(ran.out)["error"]["code"], "not_found");
  ran = round_trip(at("a.png") + " -o " + at("a.png"));
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_NE(ran.err.find("is a file, not a folder"), std::string::npos) << ran.err;
}

TEST_F(Command, TakesNamesThatAreNotAscii) {
  // Cyrillic, an umlaut, Chinese, and a picture sign beyond 16 bits.
  const std::string folder = "\xd0\xb2\xd1\x85\xd0\xbe\xd0\xb4 \xc3\xa4";
  const std::string name = "\xe7\x94\xbb\xe5\x83\x8f \xf0\x9f\x96\xbc.png";
  const fs::path in = path_from_utf8(folder);
  make(in / path_from_utf8(name), 5, 3);
  const fs::path output = path_from_utf8("\xc3\x9f out");
  const Ran ran = round_trip(quoted(in) + " --no-draw --json -o " + quoted(output));
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json document = json::parse(ran.out);
  ASSERT_EQ(document["files"].size(), 1U);
  const std::string input = document["files"][0]["input"];
  EXPECT_TRUE(input.ends_with(name)) << input;
  EXPECT_NE(input.find(folder), std::string::npos) << input;
  expect_same_picture(in / path_from_utf8(name), output / path_from_utf8(name));
  const Ran text = round_trip(quoted(in) + " --no-draw");
  EXPECT_NE(text.out.find(name), std::string::npos) << text.out;
  const Ran missing = round_trip(quoted(path_from_utf8("\xd0\xb6.png")) + " --no-draw");
  EXPECT_NE((missing.out + missing.err).find("\xd0\xb6.png"), std::string::npos)
      << missing.out << missing.err;
}

TEST_F(Command, TakesPathsAbove260Characters) {
  make("a.png", 4, 4);
  std::vector<fs::path> levels = {folder_ / "in"};
  fs::create_directory(levels[0]);
  for (const char letter : {'a', 'b', 'c', 'd', 'e'}) {
    levels.push_back(levels.back() / std::string(60, letter));
    ASSERT_TRUE(fs::create_directory(system_path(levels.back())));
  }
  const fs::path file = levels.back() / "long.png";
  ASSERT_GT(file.native().size(), 300U);
  const Result<Picture> picture = load_png(folder_ / "a.png");
  ASSERT_TRUE(picture);
  const Result<void> saved = save_png(file, picture->view());
  ASSERT_TRUE(saved) << saved.error().message;
  const Ran ran = round_trip(quoted("in") + " --no-draw --json");
  EXPECT_EQ(ran.exit_code, 0) << ran.err << ran.out;
  EXPECT_EQ(json::parse(ran.out)["files"].size(), 1U);
  // Into a long path, too.
  const Ran converted = run("convert " + quoted("a.png") + " \"" + path_text(levels.back() / "b.dds") + "\"");
  EXPECT_EQ(converted.exit_code, 0) << converted.err << converted.out;
  const Ran inspected = run("inspect \"" + path_text(levels.back() / "b.dds") + "\"");
  EXPECT_EQ(inspected.exit_code, 0) << inspected.err << inspected.out;
  const Ran loaded = run("load " + quoted("in") + " --verify");
  EXPECT_EQ(loaded.exit_code, 0) << loaded.err << loaded.out;
  for (const char* const name : {"long.png", "b.dds"})
    EXPECT_TRUE(fs::remove(system_path(levels.back() / name)));
  for (; !levels.empty(); levels.pop_back()) EXPECT_TRUE(fs::remove(system_path(levels.back())));
}

TEST_F(Command, TellsAboutTheMachine) {
  Ran ran = run("info");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  for (const char* const part :
       {"Adapters:", "COPY engine", "UMA", "DEFAULT", "UPLOAD", "READBACK", "R8G8B8A8_UNORM"}) {
    EXPECT_NE(ran.out.find(part), std::string::npos) << part;
  }
  ran = run("info --json");
  EXPECT_EQ(ran.exit_code, 0);
  const json document = json::parse(ran.out);
  EXPECT_GE(document["adapters"].size(), 1U);
  EXPECT_EQ(document["heaps"].size(), 3U);
  EXPECT_GE(document["formats"].size(), 10U);
}

#if !defined(_WIN32)
TEST_F(Command, SaysWhatToInstallWhereThereIsNoDriver) {
  const std::string none = "VK_ICD_FILENAMES=/nonexistent VK_DRIVER_FILES=/nonexistent";
  const Ran ran = run("info", none);
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(run("info --adapter 1", none).exit_code, 1) << "the argument is not to blame";
  EXPECT_NE(ran.err.find("mesa-vulkan-drivers"), std::string::npos) << ran.err;
  EXPECT_EQ(json::parse(run("info --json", none).out)["error"]["code"].is_string(), true);
}

TEST_F(Command, ReportsAFullDiskAndLeavesNothingBehind) {
  make("in/a.png", 200, 200);
  make("in/b.png", 2, 2);
  // A limit on the size of files, 8 KiB, stands in for a full disk: the big one does not fit, the small one
  // does.
  const Ran ran = run("roundtrip " + at("in") + " -o " + at("out"), "trap '' XFSZ; ulimit -f 16;");
  EXPECT_EQ(ran.exit_code, 1) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("a.png: failed: "), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("b.png: 2x2"), std::string::npos) << ran.out;
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "out"), {}), 1);
}

TEST_F(Command, AReportThatTheDiskDidNotTakeIsNoSuccess) {
  make("a.png", 4, 4);
  const int status = std::system(
      ("\"" FERRY_COMMAND "\" roundtrip " + at("a.png") + " > /dev/full 2> " + at(".err")).c_str());
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_NE(test::read_text(folder_ / ".err").find("standard output"), std::string::npos);
}
#endif

}  // namespace
}  // namespace ferry::cli
