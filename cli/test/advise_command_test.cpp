// `ferry advise` from outside.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <string>

#include "ferry_command.hpp"

namespace ferry::cli {
namespace {

using nlohmann::json;

constexpr const char* kNoDriver = "VK_DRIVER_FILES=/nonexistent VK_ICD_FILENAMES=/nonexistent";
constexpr const char* kMesh = "advise --size 1MiB --kind buffer --cpu-writes once --cpu-reads never";

class AdviseCommand : public CommandTest {};

TEST_F(AdviseCommand, AsksThisMachine) {
  const Ran ran = run(std::string(kMesh) + " --json");
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json info = json::parse(run("info --json").out);
  const json advice = json::parse(ran.out);
  EXPECT_EQ(advice["machine"]["uma"], info["uma"]);
  EXPECT_EQ(advice["upload"], info["direct_writes"] == true ? "direct write" : "upload batch");
}

#if !defined(_WIN32)
TEST_F(AdviseCommand, NeedsNoDriverForADescribedMachine) {
  const Ran discrete = run(std::string(kMesh) + " --discrete", kNoDriver);
  EXPECT_EQ(discrete.exit_code, 0) << discrete.err;
  EXPECT_NE(discrete.out.find("heap      DEFAULT"), std::string::npos) << discrete.out;
  const Ran uma = run(std::string(kMesh) + " --uma", kNoDriver);
  EXPECT_EQ(uma.exit_code, 0) << uma.err;
  EXPECT_NE(uma.out.find("heap      CUSTOM"), std::string::npos) << uma.out;
  const Ran upload = run(std::string(kMesh) + " --discrete --gpu-upload yes", kNoDriver);
  EXPECT_NE(upload.out.find("heap      GPU_UPLOAD"), std::string::npos) << upload.out;
}

TEST_F(AdviseCommand, SaysWhatToDoWithoutADriver) {
  const Ran ran = run(kMesh, kNoDriver);
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.err.find("--uma or --discrete"), std::string::npos) << ran.err;
}
#endif

TEST_F(AdviseCommand, ContradictionsEndWithOneAndWrongArgumentsWithTwo) {
  const Ran nothing = run("advise --size 0 --kind buffer --cpu-writes once --cpu-reads never --discrete");
  EXPECT_EQ(nothing.exit_code, 1);
  EXPECT_NE(nothing.err.find("0 bytes"), std::string::npos) << nothing.err;
  const Ran texture = run(
      "advise --size 1MiB --kind texture --cpu-writes per-frame --cpu-reads never --heap upload --discrete");
  EXPECT_EQ(texture.exit_code, 1);
  EXPECT_NE(texture.out.find("Your wish for UPLOAD: impossible: a texture"), std::string::npos)
      << texture.out;
  EXPECT_NE(texture.out.find("TransferRecording"), std::string::npos) << texture.out;
  const Ran worse = run(std::string(kMesh) + " --heap upload --discrete");
  EXPECT_EQ(worse.exit_code, 0) << worse.err;
  const Ran as_json =
      run("advise --size 0 --kind buffer --cpu-writes once --cpu-reads never --discrete --json");
  EXPECT_EQ(json::parse(as_json.out)["error"]["code"], "invalid_argument");
  EXPECT_EQ(run(std::string(kMesh) + " --bind wall").exit_code, 2);
  EXPECT_EQ(run(std::string(kMesh) + " --adapter no-such-adapter").exit_code, 2);
}

}  // namespace
}  // namespace ferry::cli
