// `ferry diagnose`: each fault, made by hand and stored as a picture, is named by the command.

#include "diagnose_command.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include <nlohmann/json.hpp>

#include <ferry/assets/png.hpp>

#include "../../assets/test/scratch_folder.hpp"
#include "../../diagnose/test/staged.hpp"
#include "captured.hpp"
#include "exit_code.hpp"

namespace ferry::cli {
namespace {

using nlohmann::json;
using test::Bytes;
using test::Shape;

constexpr Shape kPicture = {Format::kR8G8B8A8Unorm, 100, 40};  // 400 bytes a row, 512 in a footprint

std::byte rubbish(std::uint64_t i) {
  return static_cast<std::byte>(i * 0x9e3779b97f4a7c15U >> 41);
}

class Diagnose : public testing::Test {
 protected:
  /// Stores texels as a PNG file, and gives its name.
  std::string save(const char* name, const Bytes& texels, const Shape& shape = kPicture) {
    std::vector<std::uint8_t> samples(texels.size());
    std::memcpy(samples.data(), texels.data(), texels.size());
    const auto saved = save_png(folder_ / name,
                                {samples.data(), shape.row_bytes(), shape.width, shape.height, shape.format});
    EXPECT_TRUE(saved) << saved.error().message;
    return (folder_ / name).string();
  }

  /// `ferry diagnose` on what was sent and what came, and on what else is known.
  Captured diagnose(const std::string& before = "", const std::string& again = "", bool as_json = false) {
    const DiagnoseOptions options = {(folder_ / "sent.png").string(), (folder_ / "came.png").string(), before,
                                     again, as_json};
    return captured([&] { return run_diagnose(options); });
  }

  /// The command has to name that fault: in words that contain `words`, and as JSON, which is returned.
  json expect_fault(const char* fault, std::string_view words, const std::string& before = "",
                    const std::string& again = "") {
    const int code = std::string_view(fault) == "same" ? kExitGood : kExitFailed;
    const Captured text = diagnose(before, again);
    EXPECT_EQ(text.exit_code, code);
    EXPECT_EQ(text.err, "");
    EXPECT_NE(text.out.find(words), std::string::npos) << text.out;
    const Captured machine = diagnose(before, again, true);
    EXPECT_EQ(machine.exit_code, code);
    EXPECT_EQ(machine.err, "");
    json document = json::parse(machine.out, nullptr, false);
    EXPECT_TRUE(document.is_object()) << machine.out;
    EXPECT_EQ(document["fault"], fault) << machine.out;
    // The same words in both.
    const std::string remedy = document["remedy"];
    EXPECT_EQ(text.out,
              document["sentence"].get<std::string>() + "\n" + (remedy.empty() ? "" : remedy + "\n"));
    EXPECT_EQ(remedy.empty(), code == kExitGood);
    return document;
  }

  test::ScratchFolder folder_;
  Bytes sent_ = test::noise(kPicture.bytes(), 1);
};

TEST_F(Diagnose, EqualPicturesAreTheSame) {
  save("sent.png", sent_);
  save("came.png", sent_);
  const json found = expect_fault("same", "All 16000 bytes are as they were sent.\n");
  EXPECT_EQ(found["bytes"], 16000);
  EXPECT_EQ(found["wrong_bytes"], 0);
  EXPECT_FALSE(found["ferry"].get<std::string>().empty());
}

TEST_F(Diagnose, OfEqualPicturesItSaysWhatTheyCannotShow) {
  const Bytes solid(sent_.size(), std::byte{7});
  save("sent.png", solid);
  save("came.png", solid);
  expect_fault("same", " A picture of one colour cannot show a wrong pitch or offset.\n");
}

TEST_F(Diagnose, PitchInBothDepths) {
  save("sent.png", sent_);
  save("came.png", test::staged(sent_, kPicture, {400, 512, 0}, rubbish));
  json found = expect_fault("pitch", "written 400 bytes apart, without padding, and read 512 apart");
  EXPECT_EQ(found["pitches"], json::parse(R"([{"written":400,"read":512}])"));
  EXPECT_EQ(found["pitches_settled"], true);
  EXPECT_EQ(found["drift"], 112);
  EXPECT_EQ(found["possible"], json::parse(R"(["pitch"])"));
  EXPECT_EQ(found["first_wrong_row"], 1);
  EXPECT_EQ(found["last_wrong_row"], 39);
  EXPECT_EQ(found["wrong_rows"], 39);

  const Shape deep = {Format::kR16G16B16A16Unorm, 100, 40};
  const Bytes samples = test::noise(deep.bytes(), 2);
  save("sent.png", samples, deep);
  save("came.png", test::staged(samples, deep, {800, 1024, 0}, rubbish), deep);
  found = expect_fault("pitch", "written 800 bytes apart, without padding, and read 1024 apart");
  EXPECT_EQ(found["bytes"], 32000);
}

TEST_F(Diagnose, Offset) {
  save("sent.png", sent_);
  save("came.png", test::staged(sent_, kPicture, {512, 512, 516}, rubbish));
  const json found = expect_fault("offset", "516 bytes behind");
  EXPECT_EQ(found["offset"], 516);
  EXPECT_EQ(found["pitches"], json::array());
  EXPECT_FALSE(found.contains("drift"));
}

TEST_F(Diagnose, NothingArrived) {
  const Bytes before = test::noise(kPicture.bytes(), 3);
  save("sent.png", sent_);
  save("came.png", before);
  expect_fault("unknown", "no fault that is known here explains them");
  const std::string known = save("before.png", before);
  expect_fault("nothing-arrived", "all of it is what was there before", known);
  save("came.png", Bytes(sent_.size()));
  expect_fault("nothing-arrived", "every byte is 0");
  expect_fault("nothing-arrived", "read staging memory that nobody had written", known);
}

TEST_F(Diagnose, Partial) {
  Bytes came = sent_;
  std::fill(came.begin() + 30 * 400, came.end(), std::byte{0});
  save("sent.png", sent_);
  save("came.png", came);
  const json found = expect_fault("partial", "rows 0 to 29 are right, and from row 30 on there are zeros");
  EXPECT_EQ(found["first_wrong_row"], 30);
}

TEST_F(Diagnose, ChannelOrder) {
  Bytes came = sent_;
  for (std::size_t i = 0; i < came.size(); i += 4) std::swap(came[i], came[i + 2]);
  save("sent.png", sent_);
  save("came.png", came);
  expect_fault("channel-order", "red and blue are swapped");
}

TEST_F(Diagnose, Srgb) {
  Bytes came = sent_;
  for (std::size_t i = 0; i < came.size(); ++i) {
    const double x = std::to_integer<int>(came[i]) / 255.0;
    const double y = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
    if (i % 4 != 3) came[i] = static_cast<std::byte>(std::lround(y * 255));
  }
  save("sent.png", sent_);
  save("came.png", came);
  expect_fault("srgb", "brighter by just the sRGB curve");
}

TEST_F(Diagnose, Unsteady) {
  Bytes again = sent_;
  again[5000] ^= std::byte{1};
  save("sent.png", sent_);
  save("came.png", sent_);
  const json found =
      expect_fault("unsteady", "sent twice and came differently", "", save("again.png", again));
  EXPECT_EQ(found["wrong_bytes"], 1);
}

TEST_F(Diagnose, UnclearListsWhatItMayBe) {
  const Shape small = {Format::kR8G8B8A8Unorm, 64, 2};
  const Bytes texels = test::noise(small.bytes(), 4);
  save("sent.png", texels, small);
  save("came.png", test::staged(texels, small, {256, 256, -256}, rubbish), small);
  const json found = expect_fault("unclear", "it may be pitch or offset.\n");
  EXPECT_EQ(found["possible"], json::parse(R"(["pitch","offset"])"));
}

TEST_F(Diagnose, OnlyPicturesOfOneSizeAndFormatAreCompared) {
  save("sent.png", sent_);
  const Shape other = {Format::kR8G8B8A8Unorm, 50, 80};
  const Shape deep = {Format::kR16G16B16A16Unorm, 100, 40};
  const std::string size = save("size.png", sent_, other);
  const std::string format = save("format.png", test::noise(deep.bytes(), 1), deep);
  for (const auto& [name, is] : {std::pair(&size, "is 50x80 R8G8B8A8_UNORM, and "),
                                 std::pair(&format, "is 100x40 R16G16B16A16_UNORM, ")}) {
    for (int which = 0; which < 3; ++which) {  // As what came, what was there before, what came again.
      SCOPED_TRACE(which);
      save("came.png", sent_);
      DiagnoseOptions options = {(folder_ / "sent.png").string(), (folder_ / "came.png").string(), "", "",
                                 false};
      (which == 0 ? options.got : which == 1 ? options.before : options.again) = *name;
      const Captured ran = captured([&] { return run_diagnose(options); });
      EXPECT_EQ(ran.exit_code, kExitFailed);
      EXPECT_EQ(ran.out, "");
      EXPECT_NE(ran.err.find(*name + ": " + is), std::string::npos) << ran.err;
      EXPECT_NE(ran.err.find("sent.png is 100x40 R8G8B8A8_UNORM; only pictures of one size and format"),
                std::string::npos)
          << ran.err;
    }
  }
}

TEST_F(Diagnose, AFileThatCannotBeReadIsNamed) {
  const std::string good = save("sent.png", sent_);
  test::write_text(folder_ / "text.png", "this is no picture");
  for (const char* const bad : {"missing.png", "text.png"}) {
    const std::string name = (folder_ / bad).string();
    for (const DiagnoseOptions& options :
         {DiagnoseOptions{name, good, "", "", true}, DiagnoseOptions{good, name, "", "", true},
          DiagnoseOptions{good, good, name, "", true}, DiagnoseOptions{good, good, "", name, true}}) {
      const Captured ran = captured([&] { return run_diagnose(options); });
      EXPECT_EQ(ran.exit_code, kExitFailed);
      EXPECT_NE(ran.err.find(name), std::string::npos) << ran.err;
      const json document = json::parse(ran.out, nullptr, false);
      EXPECT_NE(document["error"]["message"].get<std::string>().find(name), std::string::npos) << ran.out;
    }
  }
}

Command parse(std::vector<const char*> words) {
  words.insert(words.begin(), {"ferry", "diagnose"});
  return parse_arguments(static_cast<int>(words.size()), words.data());
}

TEST(DiagnoseArguments, EveryOptionArrives) {
  const Command all = parse({"a.png", "b.png", "--before", "c.png", "--again", "d.png", "--json"});
  const auto* options = std::get_if<DiagnoseOptions>(&all);
  ASSERT_NE(options, nullptr);
  EXPECT_EQ(options->expected, "a.png");
  EXPECT_EQ(options->got, "b.png");
  EXPECT_EQ(options->before, "c.png");
  EXPECT_EQ(options->again, "d.png");
  EXPECT_TRUE(options->json);

  const Command few = parse({"a.png", "b.png"});
  options = std::get_if<DiagnoseOptions>(&few);
  ASSERT_NE(options, nullptr);
  EXPECT_EQ(options->before, "");
  EXPECT_EQ(options->again, "");
  EXPECT_FALSE(options->json);
}

TEST(DiagnoseArguments, WrongUsageIsNamed) {
  struct Case {
    std::vector<const char*> words;
    const char* said;
  };
  for (const Case& c :
       {Case{{}, "EXPECTED"}, Case{{"a.png"}, "GOT"}, Case{{"a.png", "b.png", "c.png"}, "c.png"},
        Case{{"a.png", ""}, "the file's name is empty"}, Case{{"a.png", "b.png", "--before"}, "--before"},
        Case{{"a.png", "b.png", "--before", ""}, "the file's name is empty"},
        Case{{"a.png", "b.png", "--again", ""}, "the file's name is empty"},
        Case{{"a.png", "--no-such"}, "--no-such"}}) {
    const Command command = parse(c.words);
    const auto* finished = std::get_if<Finished>(&command);
    ASSERT_NE(finished, nullptr) << c.said;
    EXPECT_EQ(finished->exit_code, kExitUsage) << c.said;
    EXPECT_EQ(finished->out, "");
    EXPECT_NE(finished->err.find(c.said), std::string::npos) << finished->err;
    EXPECT_NE(finished->err.find("ferry diagnose"), std::string::npos) << finished->err;
  }
}

}  // namespace
}  // namespace ferry::cli
