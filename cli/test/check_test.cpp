// `ferry check` from outside, on programs that know nothing of it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>
#include <sstream>
#include <string>

#include "check_summary.hpp"
#include "ferry_command.hpp"
#include "shim_options.hpp"

namespace ferry::cli {
namespace {

using nlohmann::json;

class Check : public CommandTest {
 protected:
  /// `ferry check OPTIONS PROGRAM WHAT`
  Ran check(const std::string& what, const std::string& options = "") {
    return run(text("check ", options, " \"", FERRY_SHIM_PROGRAM, "\" ", what));
  }
};

TEST_F(Check, LeavesARightProgramAlone) {
  const Ran ran = check("right 5", "--");
  EXPECT_EQ(ran.exit_code, 5) << "its own exit code";
  EXPECT_EQ(ran.out, "the program's own output\n");
  EXPECT_EQ(ran.err, "ferry check: 0 errors in 1 Direct3D 12 device\n");
}

TEST_F(Check, SaysWhatAWrongProgramDoes) {
  const Ran ran = check("wrong 5");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.err.find("error: upload-initial-state\n  in ID3D12Device::CreateCommittedResource\n"),
            std::string::npos)
      << ran.err;
  EXPECT_NE(ran.err.find("ferry check: 1 error in 1 Direct3D 12 device\n"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("ferry explain upload-initial-state\n"), std::string::npos) << ran.err;
  EXPECT_EQ(check("wrong 5", "--keep-exit-code").exit_code, 5);
}

TEST_F(Check, WritesFiles) {
  const Ran ran = check("wrong", "--log " + quoted("log") + " --json " + quoted("json"));
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.err, "");
  EXPECT_NE(test::read_text(at("log")).find("ferry check: 1 error in "), std::string::npos);
  std::istringstream lines(test::read_text(at("json")));
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(json::parse(line)["rule"], "upload-initial-state");
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(json::parse(line)["summary"]["findings"]["error"], 1);
  EXPECT_FALSE(std::getline(lines, line));
}

TEST_F(Check, FollowsAProgramThroughForkExecAndSeveralDevices) {
  EXPECT_NE(check("fork").err.find("ferry check: 1 error in 1 Direct3D 12 device\n"), std::string::npos);
  EXPECT_NE(check("again wrong", "--log " + at("log")).exit_code, 0);
  EXPECT_NE(test::read_text(at("log")).find("error: upload-initial-state\n"), std::string::npos)
      << "a relative name would be another file after the program's chdir";
  EXPECT_NE(check("many").err.find("ferry check: 3 errors in 3 Direct3D 12 devices\n"), std::string::npos);
  EXPECT_NE(check("closes").err.find("ferry check: 2 errors in 3 Direct3D 12 devices\n"), std::string::npos);
}

TEST_F(Check, KeepsWhatWasFoundBeforeACrash) {
  const Ran ran = check("crash");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.err.find("was ended by signal 11"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("ferry check: 1 error in 1 Direct3D 12 device\n"), std::string::npos) << ran.err;
  EXPECT_EQ(check("crash", "--keep-exit-code").exit_code, 128 + 11);
}

TEST_F(Check, GivesLibvkd3dItsOwnObjects) {
  for (const char* const options : {"", "--slow-gpu"}) {
    const Ran ran = check("borders", options);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_EQ(ran.err, "ferry check: 0 errors in 1 Direct3D 12 device\n") << "nothing leaks, either";
  }
}

TEST_F(Check, ChecksAProgramThatLoadsLibvkd3dItself) {
  const Ran ran = run(text("check \"", FERRY_SHIM_DLOPEN_PROGRAM, "\""));
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.err.find("error: placed-misaligned\n"), std::string::npos) << ran.err;
}

TEST_F(Check, SaysWhenNothingWasChecked) {
  for (const char* const what : {"none", "asks"}) {
    const Ran ran = check(what);
    EXPECT_EQ(ran.exit_code, 1) << what;
    EXPECT_NE(ran.err.find("nothing was checked: "), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find("made no Direct3D 12 device"), std::string::npos) << ran.err;
  }
  EXPECT_EQ(check("none", "--keep-exit-code").exit_code, 7);
}

TEST_F(Check, TellsOfWhatWasNeverReleased) {
  EXPECT_NE(check("leaks").err.find(", 1 object never released\n"), std::string::npos);
}

TEST_F(Check, RefusesWhatItDoesNotUnderstand) {
  EXPECT_EQ(run("check").exit_code, 2);
  EXPECT_EQ(run("check --advise x").exit_code, 2);
  EXPECT_EQ(run("check --least loud x").exit_code, 2);
  EXPECT_EQ(run("check --journal 0 x").exit_code, 2);
  EXPECT_EQ(run("check ./no-such-program-here").exit_code, 2);
  EXPECT_EQ(run("check --log /no/such/folder/log x").exit_code, 2);
}

TEST(ShimOptions, ReadsWhatItWrites) {
  namespace shim = check::shim;
  shim::ShimOptions all;
  all.advice = all.slow_gpu = all.shadow = true;
  all.least = check::Severity::kError;
  all.on_violation = check::OnViolation::kFailPortability;
  all.journal = 20;
  EXPECT_EQ(shim::to_text(shim::ShimOptions()), "");
  EXPECT_EQ(shim::to_text(all), "advice,slow-gpu,shadow,least=error,fail=portability,journal=20");
  for (const shim::ShimOptions& options : {shim::ShimOptions(), all}) {
    const auto read = shim::read_shim_options(shim::to_text(options));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, options);
  }
  for (const char* const wrong : {",", "advice,", "Advice", "advice=1", "least", "least=", "journal=0",
                                  "journal=1x", "journal=1025", "fail=error", "x"}) {
    EXPECT_FALSE(shim::read_shim_options(wrong)) << wrong;
  }
}

/// The functions that a library exports.
std::set<std::string> exported(const std::string& library) {
  std::set<std::string> names;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(
      popen(text("nm -D --defined-only '", library, "'").c_str(), "r"), pclose);
  if (out == nullptr) return names;
  std::array<char, 512> line = {};
  while (std::fgets(line.data(), line.size(), out.get()) != nullptr) {
    std::istringstream words(line.data());
    std::string address, kind, name;
    words >> address >> kind >> name;
    if (kind == "T") names.insert(name.substr(0, name.find('@')));
  }
  return names;
}

/// Every function of the libraries is either the shim's, too, or known to take and give nothing that is
/// wrapped.
TEST(ShimFunctions, NoneIsForgotten) {
  const std::set<std::string> harmless = {"vkd3d_create_instance",
                                          "vkd3d_create_root_signature_deserializer",
                                          "vkd3d_create_versioned_root_signature_deserializer",
                                          "vkd3d_get_dxgi_format",
                                          "vkd3d_get_vk_format",
                                          "vkd3d_instance_decref",
                                          "vkd3d_instance_get_vk_instance",
                                          "vkd3d_instance_incref",
                                          "vkd3d_serialize_root_signature",
                                          "vkd3d_serialize_versioned_root_signature",
                                          "vkd3d_set_log_callback",
                                          "D3D12CreateRootSignatureDeserializer",
                                          "D3D12CreateVersionedRootSignatureDeserializer",
                                          "D3D12GetDebugInterface",
                                          "D3D12SerializeRootSignature",
                                          "D3D12SerializeVersionedRootSignature",
                                          "vkd3d_create_event",
                                          "vkd3d_destroy_event",
                                          "vkd3d_signal_event",
                                          "vkd3d_wait_event"};
  const std::set<std::string> ours = exported(FERRY_SHIM);
  std::set<std::string> theirs;
  for (const char* const library : {FERRY_VKD3D_LIBRARY, FERRY_VKD3D_UTILS_LIBRARY})
    theirs.merge(exported(library));
  ASSERT_GT(theirs.size(), 20U);
  for (const std::string& name : theirs) EXPECT_TRUE(ours.contains(name) != harmless.contains(name)) << name;
  for (const std::string& name : ours) {
    const bool of_others =
        name == "dlsym" || name == "vkQueuePresentKHR" || name == "vkGetSwapchainImagesKHR";
    EXPECT_TRUE(of_others || theirs.contains(name)) << name << " is exported and belongs to nobody";
  }
}

/// Runs one of vkd3d's demos on a display of its own until its Escape key is pressed.
class CheckDemo : public CommandTest {
 protected:
  void SetUp() override {
    for (const char* const tool : {"vkd3d-gears", "vkd3d-triangle", "Xvfb", "xvfb-run", "xdotool"}) {
      if (std::system(text("command -v ", tool, " > /dev/null").c_str()) != 0) {
        GTEST_SKIP() << tool << " is not installed (Debian: vkd3d-demos, xvfb, xauth, xdotool)";
      }
    }
  }

  Ran run_demo(const std::string& name, const std::string& options) {
    // The key is pressed until the demo is gone: it may not have its window yet.
    test::write_text(at("script"),
                     text("\"", FERRY_COMMAND, "\" check ", options, " ", name, " 2> ", quoted("err"),
                          " &\nwhile sleep 1; kill -0 $! 2> /dev/null; do\n"
                          "  xdotool mousemove 100 100 sleep 1 key Escape\ndone\nwait $!\n"));
    const int status = std::system(
        text("xvfb-run -a -s '-screen 0 800x600x24' sh ", quoted("script"), " > ", quoted("out")).c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, test::read_text(at("out")),
            test::read_text(at("err"))};
  }
};

TEST_F(CheckDemo, GearsAndTriangleBreakNoRule) {
  for (const char* const name : {"vkd3d-triangle", "vkd3d-gears"}) {
    const Ran ran = run_demo(name, "--least portability");
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_NE(ran.err.find("ferry check: 0 errors in 1 Direct3D 12 device, "), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find(" presented\n"), std::string::npos) << ran.err;
    EXPECT_EQ(ran.err.find("portability"), std::string::npos) << ran.err;
  }
}

}  // namespace
}  // namespace ferry::cli
