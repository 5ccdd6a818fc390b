#include "report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "exit_code.hpp"

namespace ferry::cli {
namespace {

using namespace std::chrono_literals;
using nlohmann::ordered_json;

FileReport good() {
  FileReport file;
  file.input = "a/photo.png";
  file.output = "out/photo.png";
  file.outcome = Outcome::kIdentical;
  file.width = 1920;
  file.height = 1080;
  file.format = Format::kR8G8B8A8Unorm;
  file.bytes = 1920 * 1080 * 4;
  file.times = {30ms, 2ms, 400us, 3ms, 4500us};
  return file;
}

FileReport changed() {
  FileReport file = good();
  file.outcome = Outcome::kDifferent;
  file.difference = Difference{7, 3, {1, 2, 3, 255}, {1, 2, 4, 255}};
  return file;
}

FileReport failed() {
  FileReport file;
  file.input = "a/bad.png";
  file.error = Error{ErrorCode::kCorrupt, 0, "a/bad.png: the PNG is cut short"};
  return file;
}

TEST(Report, GivesEachFileALine) {
  EXPECT_EQ(file_line(good()),
            "a/photo.png: 1920x1080 R8G8B8A8_UNORM 7.9 MiB, decode 30.0 ms, staging 2.00 ms, copy 400 us, "
            "draw 3.00 ms, readback 4.50 ms, identical -> out/photo.png");
  FileReport not_drawn = good();
  not_drawn.times.draw.reset();
  EXPECT_EQ(file_line(not_drawn).find("draw"), std::string::npos);
  const std::string line = file_line(changed());
  EXPECT_NE(line.find("different: the first at x 7 y 3, sent (1, 2, 3, 255), came back (1, 2, 4, 255)"),
            std::string::npos)
      << line;
  EXPECT_EQ(file_line(failed()), "a/bad.png: failed: the PNG is cut short");
}

TEST(Report, KeepsFileNamesFromMovingTheCursor) {
  FileReport file = failed();
  file.input = "a\n\x1b[2Jb.png";
  EXPECT_EQ(file_line(file).find_first_of("\n\x1b"), std::string::npos);
}

TEST(Report, CountsAndSaysHowItEnded) {
  const std::vector<FileReport> files = {good(), good(), changed(), failed()};
  const Totals totals = count(files);
  EXPECT_EQ(totals_line({}, totals), "2 identical, 1 different, 1 failed");
  const RunReport run;
  EXPECT_EQ(exit_code(run, totals), kExitFailed);
  EXPECT_EQ(exit_code(run, count(std::vector<FileReport>{good()})), kExitGood);
  EXPECT_EQ(exit_code(run, count(std::vector<FileReport>{changed()})), kExitFailed);
  EXPECT_EQ(exit_code(run, count(std::vector<FileReport>{failed()})), kExitFailed);
}

TEST(Report, ABrokenRuleIsAFailureAndAdviceIsNone) {
  RunReport run;
  const Totals totals = count(std::vector<FileReport>{good()});
  EXPECT_FALSE(to_json(run, {}).contains("findings"));
  run.findings = FindingCounts{0, 0, 4};
  EXPECT_EQ(exit_code(run, totals), kExitGood);
  run.findings = FindingCounts{1, 0, 0};
  EXPECT_EQ(exit_code(run, totals), kExitFailed);
  run.findings = FindingCounts{0, 3, 4};
  EXPECT_EQ(exit_code(run, totals), kExitFailed);
  EXPECT_EQ(to_json(run, {})["findings"], (ordered_json{{"error", 0}, {"portability", 3}, {"advice", 4}}));
  run.findings->errors = 1;
  EXPECT_EQ(findings_line(*run.findings), "checker: 1 errors, 3 portability findings, 4 pieces of advice");
}

TEST(Report, GivesMachinesWhatTextGivesPeople) {
  RunReport run;
  run.adapter = "GPU";
  run.driver = "driver 1";
  run.options.repeat = 4;
  const std::vector<FileReport> files = {good(), changed(), failed()};
  const ordered_json document = ordered_json::parse(json_text(to_json(run, files)));
  EXPECT_EQ(document["adapter"], "GPU");
  EXPECT_EQ(document["queue"], "COPY");
  EXPECT_EQ(document["repeat"], 4);
  EXPECT_EQ(document["ring_bytes"], 32 << 20);
  EXPECT_EQ(document["identical"], 1);
  EXPECT_EQ(document["different"], 1);
  EXPECT_EQ(document["failed"], 1);
  ASSERT_EQ(document["files"].size(), 3U);
  const ordered_json& first = document["files"][0];
  EXPECT_EQ(first["input"], "a/photo.png");
  EXPECT_EQ(first["output"], "out/photo.png");
  EXPECT_EQ(first["outcome"], "identical");
  EXPECT_EQ(first["width"], 1920);
  EXPECT_EQ(first["height"], 1080);
  EXPECT_EQ(first["format"], "R8G8B8A8_UNORM");
  EXPECT_EQ(first["bytes"], 8294400);
  EXPECT_DOUBLE_EQ(first["seconds"]["decode"], 0.03);
  EXPECT_DOUBLE_EQ(first["seconds"]["staging"], 0.002);
  EXPECT_DOUBLE_EQ(first["seconds"]["copy"], 0.0004);
  EXPECT_DOUBLE_EQ(first["seconds"]["draw"], 0.003);
  EXPECT_DOUBLE_EQ(first["seconds"]["readback"], 0.0045);
  const ordered_json& second = document["files"][1];
  EXPECT_EQ(second["outcome"], "different");
  EXPECT_EQ(second["difference"],
            (ordered_json{{"x", 7}, {"y", 3}, {"sent", {1, 2, 3, 255}}, {"returned", {1, 2, 4, 255}}}));
  const ordered_json& third = document["files"][2];
  EXPECT_EQ(third["outcome"], "failed");
  EXPECT_EQ(third["error"]["code"], "corrupt");
  EXPECT_EQ(third["error"]["message"], "a/bad.png: the PNG is cut short");
  EXPECT_FALSE(third.contains("seconds"));
}

TEST(Report, WritesJsonWhateverBytesANameHas) {
  FileReport file = failed();
  file.input = "bad\xff\xfename.png";
  const std::string text = json_text(to_json(RunReport{}, std::vector<FileReport>{file}));
  EXPECT_TRUE(ordered_json::accept(text));
}

TEST(Duration, HasThreeDigits) {
  EXPECT_EQ(duration_text(0ns), "0.00 us");
  EXPECT_EQ(duration_text(70ns), "0.07 us");
  EXPECT_EQ(duration_text(9994ns), "9.99 us");
  EXPECT_EQ(duration_text(9996ns), "10.0 us");
  EXPECT_EQ(duration_text(123us), "123 us");
  EXPECT_EQ(duration_text(999400ns), "999 us");
  EXPECT_EQ(duration_text(999600ns), "1.00 ms");
  EXPECT_EQ(duration_text(12345us), "12.3 ms");
  EXPECT_EQ(duration_text(61s), "61.0 s");
  EXPECT_EQ(duration_text(5000s), "5000 s");
}

TEST(Median, IsTheMiddle) {
  EXPECT_EQ(median({}), 0ns);
  EXPECT_EQ(median({5ns}), 5ns);
  EXPECT_EQ(median({9ns, 1ns, 5ns}), 5ns);
  EXPECT_EQ(median({9ns, 1ns, 5ns, 7ns}), 6ns);
}

TEST(FirstDifference, IsTheFirstByRowsFromTheLeft) {
  for (const Format format : {Format::kR8G8B8A8Unorm, Format::kR16G16B16A16Unorm}) {
    const std::uint64_t texel = format == Format::kR8G8B8A8Unorm ? 4 : 8;
    const std::uint64_t sent_pitch = 5 * texel + 3;
    const std::uint64_t returned_pitch = 5 * texel + 9;
    std::vector<std::byte> sent(sent_pitch * 6, std::byte{0x11});
    std::vector<std::byte> returned(returned_pitch * 4,
                                    std::byte{0x22});  // the padding differs, which is nothing
    for (std::uint64_t y = 0; y < 4; ++y) {
      std::fill_n(returned.begin() + static_cast<std::ptrdiff_t>(y * returned_pitch), 5 * texel,
                  std::byte{0x11});
    }
    const PictureView view = {sent.data(), sent_pitch, 5, 6, format};
    EXPECT_EQ(first_difference(view, 2, 4, returned.data(), returned_pitch), std::nullopt);
    returned[3 * returned_pitch + 1 * texel] = std::byte{0x77};
    returned[2 * returned_pitch + 4 * texel + texel - 1] = std::byte{0x33};  // the last byte of row 4
    const std::uint32_t one = texel == 4 ? 0x11 : 0x1111;
    const std::uint32_t other = texel == 4 ? 0x33 : 0x3311;
    EXPECT_EQ(first_difference(view, 2, 4, returned.data(), returned_pitch),
              (Difference{4, 4, {one, one, one, one}, {one, one, one, other}}));
  }
}

}  // namespace
}  // namespace ferry::cli
