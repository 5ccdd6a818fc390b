// `ferry load` and `ferry replay` from outside.
#include <gtest/gtest.h>
#if !defined(_WIN32)
#include <sys/stat.h>
#endif

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <ferry/base/text.hpp>

#include "arguments.hpp"
#include "ferry_command.hpp"

namespace ferry::cli {
namespace {

using nlohmann::json;

class LoadCommand : public CommandTest {
 protected:
  void make(const std::string& name, std::size_t bytes) {
    std::filesystem::create_directories(std::filesystem::path(at(name)).parent_path());
    std::string content;
    for (std::size_t i = 0; i < bytes; ++i) content += static_cast<char>(i * 7 + i / 251);
    std::ofstream(at(name), std::ios::binary) << content;
  }
};

TEST_F(LoadCommand, LoadsAFolderVerifiesItAndSaysWhatFailed) {
  make("data/a.bin", 1'500'000);
  make("data/deep/b", 77);
  make("data/empty", 0);
  make("data/broken.png", 1000);
  const Ran ran = run(text("load ", quoted("data"), " --verify --checked --json"));
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  const json report = json::parse(ran.out);
  EXPECT_EQ(report["ready"], 3);
  EXPECT_EQ(report["failed"], 1);
  EXPECT_EQ(report["different"], 0);
  EXPECT_EQ(report["bytes"], 1'500'077);
  for (const json& file : report["files"]) {
    const bool broken = file["path"].get<std::string>().find("broken.png") != std::string::npos;
    EXPECT_EQ(file["state"], broken ? "failed" : "ready");
    if (broken) {
      EXPECT_NE(file["error"]["message"].get<std::string>().find("PNG"), std::string::npos);
    } else {
      EXPECT_EQ(file["identical"], true);
    }
  }
}

TEST_F(LoadCommand, MoreThanTheBudgetIsLoadedByEvictingWhatWasVerified) {
  for (int i = 0; i < 8; ++i) make(text("data/", i), 700'000);
  const Ran ran = run(text("load ", quoted("data"), " --verify --budget 2 --threads 3 --json"));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const json report = json::parse(ran.out);
  EXPECT_EQ(report["ready"], 8);
  EXPECT_GE(report["evictions"], 6);
}

TEST_F(LoadCommand, WhatItRecordsIsReplayedTheSameEachTime) {
  for (int i = 0; i < 5; ++i) make(text("data/", i), 300'000);
  const Ran loaded =
      run("load " + quoted("data") + " --record " + quoted("run") + " --trace " + quoted("trace"));
  EXPECT_EQ(loaded.exit_code, 0) << loaded.err;
  EXPECT_NE(loaded.out.find("5 files"), std::string::npos) << loaded.out;
  EXPECT_TRUE(json::parse(test::read_text(at("trace")))["traceEvents"].size() > 10);
  const Ran once = run("replay " + quoted("run") + " --json");
  const Ran again = run("replay " + quoted("run") + " --json");
  EXPECT_EQ(once.exit_code, 0) << once.err;
  EXPECT_EQ(once.out, again.out);
  const json report = json::parse(once.out);
  ASSERT_EQ(report["policies"].size(), 3u);
  for (const json& policy : report["policies"]) {
    EXPECT_EQ(policy["finished"], 5);
    EXPECT_EQ(policy["latency"]["normal"]["requests"], 5);
  }
}

TEST_F(LoadCommand, SaysWhatIsWrong) {
  EXPECT_EQ(run("load").exit_code, 2);
  EXPECT_EQ(run("load x --priority urgent").exit_code, 2);
  EXPECT_EQ(run("load x --threads 0").exit_code, 2);
  const Ran missing = run("load " + quoted("nothing"));
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_NE(missing.out.find("nothing"), std::string::npos);
  make("no trace", 100);
  const Ran nonsense = run("replay " + quoted("no trace"));
  EXPECT_EQ(nonsense.exit_code, 1);
  EXPECT_NE(nonsense.err.find("line 1"), std::string::npos) << nonsense.err;
}

TEST_F(LoadCommand, FindsOutBeforeItBeginsThatItCannotWriteWhatItIsToWrite) {
  make("data/asset", 1000);
  for (const std::string option : {"--trace", "--record"}) {
    const Ran no_folder = run("load " + quoted("data") + " " + option + " " + quoted("no/folder"));
    EXPECT_EQ(no_folder.exit_code, 2);
    EXPECT_EQ(no_folder.out, "");
    EXPECT_NE(no_folder.err.find("no such file or folder"), std::string::npos) << no_folder.err;
    EXPECT_EQ(run("load " + quoted("data") + " " + option + " " + quoted("data")).exit_code, 2);
  }
}

TEST_F(LoadCommand, NamesAnOptionThatIsNoneRatherThanThePathThatItSwallowed) {
  for (const std::string word : {"-dash.png", "--verfy", "--mipps=1"}) {
    const Ran ran = run("load " + word);
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_NE(ran.err.find("there is no option '" + word + "'"), std::string::npos) << ran.err;
  }
  EXPECT_NE(run("load --json").err.find("PATH is required"), std::string::npos);
  const Ran file = run("load -- -dash.png");
  EXPECT_EQ(file.exit_code, 1);
  EXPECT_NE(file.out.find("No such file"), std::string::npos) << file.out;
}

#if !defined(_WIN32)
TEST_F(LoadCommand, PassesNothingOverInSilence) {
  make("data/asset", 1000);
  std::filesystem::create_symlink("nowhere", at("data/broken"));
  ASSERT_EQ(mkfifo(at("data/pipe").c_str(), 0600), 0);
  const Ran ran = run("load " + quoted("data") + " --json");
  EXPECT_EQ(ran.exit_code, 1);
  const json report = json::parse(ran.out);
  ASSERT_EQ(report["files"].size(), 3u) << ran.out;
  EXPECT_EQ(report["files"][0]["state"], "ready");
  EXPECT_EQ(report["files"][1]["error"]["code"], "not_found");
  EXPECT_NE(report["files"][2]["error"]["message"].get<std::string>().find("is a pipe"), std::string::npos);
  const Ran device = run("replay /dev/zero");
  EXPECT_EQ(device.exit_code, 1);
  EXPECT_NE(device.err.find("is a pipe or a device"), std::string::npos) << device.err;
}
#endif

TEST_F(LoadCommand, NeverWritesOverWhatItLoads) {
  make("data/asset", 1000);
  const std::string before = test::read_text(at("data/asset"));
  for (const std::string option : {"--trace", "--record"}) {
    const Ran ran = run("load " + quoted("data") + " " + option + " " + quoted("data/asset"));
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_NE(ran.err.find(option + " would overwrite an input"), std::string::npos) << ran.err;
  }
  EXPECT_EQ(test::read_text(at("data/asset")), before);
  const Ran twice = run("load " + quoted("data") + " --trace " + quoted("t") + " --record " + quoted("t"));
  EXPECT_EQ(twice.exit_code, 2);
}

TEST(LoadArguments, EveryOptionArrives) {
  const char* const words[] = {"ferry",   "load",      "a",      "b",        "--priority",
                               "high",    "--threads", "8",      "--budget", "16",
                               "--piece", "2",         "--ring", "64",       "--trace",
                               "t",       "--record",  "r",      "--verify", "--checked",
                               "--json",  "--adapter", "llvm",   "--mips",   "--strict"};
  const Command command = parse_arguments(static_cast<int>(std::size(words)), words);
  const auto* options = std::get_if<LoadCommandOptions>(&command);
  ASSERT_NE(options, nullptr);
  EXPECT_EQ(options->inputs, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(options->priority, LoadPriority::kHigh);
  EXPECT_EQ(options->threads, 8u);
  EXPECT_EQ(options->budget_bytes, 16u << 20);
  EXPECT_EQ(options->piece_bytes, 2u << 20);
  EXPECT_EQ(options->ring_bytes, 64u << 20);
  EXPECT_EQ(options->trace, "t");
  EXPECT_EQ(options->record, "r");
  EXPECT_EQ(options->adapter, "llvm");
  EXPECT_TRUE(options->verify && options->checked && options->json);
  EXPECT_TRUE(options->mips && options->strict);
}

}  // namespace
}  // namespace ferry::cli
