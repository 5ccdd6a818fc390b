#include "arguments.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "exit_code.hpp"

namespace ferry::cli {
namespace {

Command parse(std::vector<const char*> words) {
  words.insert(words.begin(), "ferry");
  return parse_arguments(static_cast<int>(words.size()), words.data());
}

TEST(Arguments, DefaultsAreAsDocumented) {
  const Command command = parse({"roundtrip", "a.png"});
  const auto* options = std::get_if<RoundtripOptions>(&command);
  ASSERT_NE(options, nullptr);
  EXPECT_EQ(options->inputs, std::vector<std::string>{"a.png"});
  EXPECT_EQ(options->output, "");
  EXPECT_EQ(options->adapter, "");
  EXPECT_EQ(options->queue, QueueKind::kCopy);
  EXPECT_TRUE(options->draw);
  EXPECT_EQ(options->repeat, 1U);
  EXPECT_EQ(options->ring_bytes, 32U << 20);
  EXPECT_FALSE(options->checked);
  EXPECT_FALSE(options->json);
}

TEST(Arguments, EveryOptionArrives) {
  const Command command =
      parse({"roundtrip", "a.png", "b", "-o", "out", "--adapter", "llvm", "--queue", "direct", "--no-draw",
             "--repeat", "7", "--ring", "4096", "--checked", "--json"});
  const auto* options = std::get_if<RoundtripOptions>(&command);
  ASSERT_NE(options, nullptr);
  EXPECT_EQ(options->inputs, (std::vector<std::string>{"a.png", "b"}));
  EXPECT_EQ(options->output, "out");
  EXPECT_EQ(options->adapter, "llvm");
  EXPECT_EQ(options->queue, QueueKind::kDirect);
  EXPECT_FALSE(options->draw);
  EXPECT_EQ(options->repeat, 7U);
  EXPECT_EQ(options->ring_bytes, std::uint64_t{4} << 30);
  EXPECT_TRUE(options->checked);
  EXPECT_TRUE(options->json);

  const Command info = parse({"info", "--adapter", "1", "--json"});
  const auto* info_options = std::get_if<InfoOptions>(&info);
  ASSERT_NE(info_options, nullptr);
  EXPECT_EQ(info_options->adapter, "1");
  EXPECT_TRUE(info_options->json);
}

TEST(Arguments, AQueueIsNamedInAnyCase) {
  struct Case {
    const char* word;
    QueueKind kind;
  };
  for (const Case& c : {Case{"copy", QueueKind::kCopy}, Case{"COPY", QueueKind::kCopy},
                        Case{"Copy", QueueKind::kCopy}, Case{"direct", QueueKind::kDirect},
                        Case{"DIRECT", QueueKind::kDirect}, Case{"Direct", QueueKind::kDirect}}) {
    const Command command = parse({"roundtrip", "a.png", "--queue", c.word});
    const auto* options = std::get_if<RoundtripOptions>(&command);
    ASSERT_NE(options, nullptr) << c.word;
    EXPECT_EQ(options->queue, c.kind) << c.word;
  }
}

TEST(Arguments, WrongUsageIsNamed) {
  struct Case {
    std::vector<const char*> words;
    const char* said;
  };
  for (const Case& c : std::vector<Case>{
           {{}, "a command is missing; there are: roundtrip, info, load, replay, inspect, convert"},
           {{"fly"}, "fly"},
           {{"--json"}, "a command is missing before '--json'"},
           {{"--json"}, "there are: roundtrip, info, load, replay, inspect, convert"},
           {{"--adapter", "x", "info"}, "a command is missing before '--adapter'"},
           {{"roundtrip"}, "IMAGE"},
           {{"roundtrip", "a.png", "--queue", "compute"}, "compute"},
           {{"roundtrip", "a.png", "--repeat", "0"}, "--repeat"},
           {{"roundtrip", "a.png", "--repeat", "many"}, "many"},
           {{"roundtrip", "a.png", "--ring", "0"}, "--ring"},
           {{"roundtrip", "a.png", "--ring", "4097"}, "--ring"},
           {{"roundtrip", "a.png", "--ring", "-1"}, "--ring"},
           {{"roundtrip", "a.png", "--ring", "1.5"}, "'1.5' is not a whole number"},
           {{"roundtrip", "a.png", "--ring", ""}, "'' is not a whole number"},
           {{"roundtrip", "a.png", "-o", ""}, "the folder's name is empty"},
           {{"roundtrip", "a.png", "--adapter", ""}, "name is empty"},
           {{"info", "--adapter", ""}, "name is empty"},
           {{"roundtrip", ""}, "the name is empty"},
           {{""}, "there is no command ''"},
           {{"roundtrip", "a.png", "--no-such"}, "--no-such"},
           {{"roundtrip", "a.png", "-o"}, "--output"},
           {{"info", "--no-such"}, "--no-such"}}) {
    const Command command = parse(c.words);
    const auto* finished = std::get_if<Finished>(&command);
    ASSERT_NE(finished, nullptr) << c.said;
    EXPECT_EQ(finished->exit_code, kExitUsage) << c.said;
    EXPECT_EQ(finished->out, "");
    EXPECT_NE(finished->err.find(c.said), std::string::npos) << finished->err;
    EXPECT_NE(finished->err.find("--help"), std::string::npos) << finished->err;
  }
}

TEST(Arguments, HelpAndVersionAreForStandardOutput) {
  for (const std::vector<const char*>& words :
       {std::vector<const char*>{"--help"}, {"roundtrip", "--help"}, {"info", "-h"}, {"--version"}}) {
    const Command command = parse(words);
    const auto* finished = std::get_if<Finished>(&command);
    ASSERT_NE(finished, nullptr);
    EXPECT_EQ(finished->exit_code, kExitGood);
    EXPECT_NE(finished->out, "");
    EXPECT_EQ(finished->err, "");
  }
  const Command help = parse({"--help"});
  EXPECT_NE(std::get<Finished>(help).out.find("Examples:"), std::string::npos);
}

}  // namespace
}  // namespace ferry::cli
