#include "debug_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "arguments.hpp"

namespace ferry::cli {
namespace {

TEST(DebugReport, CountsErrorsAndWarningsAndKeepsTheirWords) {
  DebugReport report;
  EXPECT_TRUE(report.good());
  EXPECT_EQ(report.line(), "debug layer: 0 errors, 0 warnings");
  report.add({DebugSeverity::kInfo, 1, 5, "made a buffer"});
  report.add({DebugSeverity::kWarning, 9, 820, "slow clear"});
  EXPECT_TRUE(report.good()) << "a warning is no failure";
  report.add({DebugSeverity::kCorruption, 9, 1, "memory is gone"});
  report.add({DebugSeverity::kError, 6, 538, "wrong state"});
  EXPECT_FALSE(report.good());
  report.poll();
  EXPECT_EQ(report.line(), "debug layer: 2 errors, 1 warning");
  const nlohmann::ordered_json document = report.json();
  EXPECT_EQ(document["errors"], 2);
  EXPECT_EQ(document["warnings"], 1);
  EXPECT_EQ(document["missed"], 0);
  ASSERT_EQ(document["messages"].size(), 3U) << "infos are left out";
  EXPECT_EQ(document["messages"][2]["severity"], "error");
  EXPECT_EQ(document["messages"][2]["id"], 538);
  EXPECT_EQ(document["messages"][2]["text"], "wrong state");
}

TEST(DebugReport, KeepsNoMoreWordsThanSomebodyReads) {
  DebugReport report;
  for (int i = 0; i < 1000; ++i) report.add({DebugSeverity::kWarning, 9, 820, "again"});
  EXPECT_EQ(report.json()["messages"].size(), 200U);
  EXPECT_EQ(report.json()["warnings"], 1000);
}

TEST(DebugReport, TheOptionsAreThereForWhatRunsOnADevice) {
  for (const char* const command : {"roundtrip", "load", "stream"}) {
    const char* const words[] = {"ferry", command, "folder", "--debug-layer", "--gpu-validation", "--dred"};
    const Command parsed = parse_arguments(6, words);
    const DebugOptions* debug = nullptr;
    if (const auto* const options = std::get_if<RoundtripOptions>(&parsed)) debug = &options->debug;
    if (const auto* const options = std::get_if<LoadCommandOptions>(&parsed)) debug = &options->debug;
    if (const auto* const options = std::get_if<StreamCommandOptions>(&parsed)) debug = &options->debug;
    ASSERT_TRUE(debug) << command;
    EXPECT_TRUE(debug->layer && debug->gpu_validation && debug->dred) << command;
  }
}

}  // namespace
}  // namespace ferry::cli
