// `ferry check` from outside, on programs that know nothing of it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <elf.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <set>
#include <sstream>
#include <string>

#include "check_summary.hpp"
#include "ferry_command.hpp"
#include "program_file.hpp"
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
  EXPECT_EQ(run("check --lose-device 0 x").exit_code, 2);
  EXPECT_EQ(run("check --fail all x").exit_code, 2);
  EXPECT_EQ(run("check ''").exit_code, 2);
  EXPECT_EQ(run("check --").exit_code, 2);
  EXPECT_EQ(run("check --json /no/such/folder/json x").exit_code, 2);
  EXPECT_EQ(run("check ./no-such-program-here").exit_code, 2);
  EXPECT_EQ(run("check --log /no/such/folder/log x").exit_code, 2);
}

// ------------------------------------------------------------------------------------------------ its options

TEST_F(Check, PlaysASlowGpu) {
  const Ran ran = check("looks", "--slow-gpu");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out, "first look: 0\n");
}

TEST_F(Check, ShadowsUploadMemoryAndPlaysTheSlowGpuForIt) {
  EXPECT_EQ(check("flicker").exit_code, 0);
  const Ran ran = check("flicker", "--shadow");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.err.find("error: staging-changed-in-flight\n"), std::string::npos) << ran.err;
}

TEST_F(Check, AdvisesOnRequest) {
  const std::string advice = "advice: submit-and-wait\n";
  EXPECT_EQ(check("habit").err.find(advice), std::string::npos);
  const Ran ran = check("habit", "--advice");
  EXPECT_EQ(ran.exit_code, 0) << "advice is no failure";
  EXPECT_NE(ran.err.find(advice), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("ferry check: 0 errors in 1 Direct3D 12 device, 1 piece of advice\n"),
            std::string::npos)
      << ran.err;
  EXPECT_EQ(check("habit", "--advice --least portability").err,
            "ferry check: 0 errors in 1 Direct3D 12 device\n");
}

TEST_F(Check, MakesCallsFail) {
  EXPECT_EQ(check("unseen").out, "");
  EXPECT_EQ(check("unseen", "--fail errors").out, "no buffer\n");
  EXPECT_EQ(check("unseen", "--fail portability").out, "no buffer\n");
  EXPECT_EQ(check("right", "--fail errors").out, "the program's own output\n");
}

TEST_F(Check, LosesTheDevice) {
  const Ran ran = check("loss", "--lose-device 5");
  EXPECT_EQ(ran.exit_code, 3) << "to lose a device is no error of the program";
  EXPECT_EQ(ran.out, "call 5: 887a0006\n");
  EXPECT_NE(
      ran.err.find("device lost: DXGI_ERROR_DEVICE_HUNG in ID3D12Device::CreateCommittedResource, call "),
      std::string::npos)
      << ran.err;
}

TEST_F(Check, ShowsAsManyCallsAsAreAskedFor) {
  const auto lines = [](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find("\n  | #"); at != std::string::npos; at = text.find("\n  | #", at + 1))
      ++count;
    return count;
  };
  EXPECT_EQ(lines(check("flicker", "--shadow --journal 3").err), 3U);
  EXPECT_EQ(lines(check("flicker", "--shadow").err), 8U);
}

TEST_F(Check, WritesJsonToStandardErrorAlone) {
  const Ran ran = check("wrong", "--json -");
  EXPECT_EQ(ran.exit_code, 1);
  std::istringstream lines(ran.err);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    EXPECT_TRUE(json::parse(line, nullptr, false).is_object()) << line;
  }
  EXPECT_EQ(count, 2U) << ran.err;
}

TEST_F(Check, EmptiesTheFilesThatItWrites) {
  test::write_text(at("log"), "of another run\n");
  check("right", "--log " + quoted("log") + " --json " + quoted("json"));
  EXPECT_EQ(test::read_text(at("log")), "ferry check: 0 errors in 1 Direct3D 12 device\n");
  EXPECT_EQ(json::parse(test::read_text(at("json")))["summary"]["devices"], 1);
}

// ----------------------------------------------------------------------------------------------- the program

TEST_F(Check, WhatComesAfterTheProgramIsTheProgramsOwn) {
  for (const char* const options : {"", "--", "--advice", "--advice --"}) {
    const Ran ran = check("args --json --advice -x -- --help '' 'two words'", options);
    EXPECT_EQ(ran.out, "--json\n--advice\n-x\n--\n--help\n\ntwo words\n") << options;
  }
}

TEST_F(Check, LeavesInputAndOutputAlone) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  test::write_text(at("in"), all);
  const Ran ran = check("bytes < " + quoted("in"), "--keep-exit-code");
  EXPECT_EQ(ran.out, all + all);
  EXPECT_EQ(ran.exit_code, 7);
}

TEST_F(Check, GivesTheProgramsExitCode) {
  for (const int code : {0, 1, 2, 77, 255}) EXPECT_EQ(check(text("right ", code)).exit_code, code);
}

TEST_F(Check, TellsASignalThatEndedTheProgram) {
  for (const int number : {SIGTERM, SIGKILL, SIGABRT}) {
    const Ran ran = check(text("raise ", number));
    EXPECT_EQ(ran.exit_code, 128 + number);
    EXPECT_NE(ran.err.find(text("was ended by signal ", number, " (")), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find("ferry check: 0 errors in 1 Direct3D 12 device\n"), std::string::npos) << ran.err;
  }
}

class CheckKinds : public Check {
 protected:
  /// A file with that content and those rights; gives its path.
  std::string file(const std::string& content, std::filesystem::perms rights) {
    test::write_text(at("program"), content);
    std::filesystem::permissions(at("program"), rights);
    return at("program");
  }
  static constexpr auto kRunnable = std::filesystem::perms::owner_all;
};

TEST_F(CheckKinds, AScriptIsCheckedThroughItsInterpreter) {
  const std::string script =
      file(text("#!/bin/sh\necho \"$1\"\nexec \"", FERRY_SHIM_PROGRAM, "\" wrong 5\n"), kRunnable);
  const Ran ran = run(text("check --keep-exit-code \"", script, "\" 'an argument'"));
  EXPECT_EQ(ran.out, "an argument\nno buffer\n");
  EXPECT_EQ(ran.exit_code, 5);
  EXPECT_NE(ran.err.find("error: upload-initial-state\n"), std::string::npos) << ran.err;
}

TEST_F(CheckKinds, WhatCannotBeRunIsWrongUsageAndSaysWhy) {
  struct Case {
    std::string program;
    const char* said;
  };
  const std::string text_file = file("echo hello\n", kRunnable);
  for (const Case& c : {Case{text_file, "#!/bin/sh"}, Case{at("missing"), "No such file"},
                        Case{"no-such-program-anywhere", "No such file"},
                        Case{folder_.path().string(), "Permission denied"}}) {
    const Ran ran = run(text("check \"", c.program, "\""));
    EXPECT_EQ(ran.exit_code, 2) << c.program;
    EXPECT_EQ(ran.out, "");
    EXPECT_NE(ran.err.find("'" + c.program + "' cannot be run: "), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find(c.said), std::string::npos) << ran.err;
  }
  const std::string unrunnable = file("#!/bin/sh\n", std::filesystem::perms::owner_read);
  const Ran ran = run(text("check \"", unrunnable, "\""));
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_NE(ran.err.find("Permission denied"), std::string::npos) << ran.err;
}

/// An executable that no dynamic loader starts: a head, one segment, and code that ends the process well.
std::string executable_without_loader(bool of_64_bits) {
  std::string image(4096, '\0');
  if (of_64_bits) {
    Elf64_Ehdr head = {};
    std::memcpy(head.e_ident, ELFMAG, SELFMAG);
    head.e_ident[EI_CLASS] = ELFCLASS64;
    head.e_ident[EI_DATA] = ELFDATA2LSB;
    head.e_ident[EI_VERSION] = EV_CURRENT;
    head.e_type = ET_EXEC;
    head.e_machine = EM_X86_64;
    head.e_version = EV_CURRENT;
    head.e_phoff = sizeof head;
    head.e_ehsize = sizeof head;
    head.e_phentsize = sizeof(Elf64_Phdr);
    head.e_phnum = 1;
    Elf64_Phdr segment = {};
    segment.p_type = PT_LOAD;
    segment.p_flags = PF_R | PF_X;
    segment.p_vaddr = segment.p_paddr = 0x400000;
    segment.p_filesz = segment.p_memsz = image.size();
    segment.p_align = image.size();
    constexpr std::uint64_t kCode = 0x200;
    head.e_entry = segment.p_vaddr + kCode;
    // mov eax, 60 (exit); xor edi, edi; syscall
    constexpr unsigned char kExit[] = {0xb8, 60, 0, 0, 0, 0x31, 0xff, 0x0f, 0x05};
    std::memcpy(image.data(), &head, sizeof head);
    std::memcpy(image.data() + sizeof head, &segment, sizeof segment);
    std::memcpy(image.data() + kCode, kExit, sizeof kExit);
  } else {
    Elf32_Ehdr head = {};
    std::memcpy(head.e_ident, ELFMAG, SELFMAG);
    head.e_ident[EI_CLASS] = ELFCLASS32;
    std::memcpy(image.data(), &head, sizeof head);
  }
  return image;
}

TEST_F(CheckKinds, AProgramThatNothingCanBePreloadedIntoIsNamedWithTheReason) {
  EXPECT_EQ(why_nothing_is_preloaded(FERRY_SHIM_PROGRAM), "");
  EXPECT_EQ(why_nothing_is_preloaded(file("#!/bin/sh\n", kRunnable)), "");
  EXPECT_EQ(why_nothing_is_preloaded(at("missing")), "");
  const auto why = [&](const std::string& content, std::filesystem::perms rights) {
    return why_nothing_is_preloaded(file(content, rights));
  };
  EXPECT_NE(why(executable_without_loader(false), kRunnable).find("is a 32-bit program"), std::string::npos);
  const std::string is_static = "is linked statically";
  EXPECT_NE(why(executable_without_loader(true), kRunnable).find(is_static), std::string::npos);
  for (const auto right : {std::filesystem::perms::set_uid, std::filesystem::perms::set_gid}) {
    EXPECT_NE(why("#!/bin/sh\n", kRunnable | right).find("runs with other rights than yours"),
              std::string::npos);
  }
#if defined(__x86_64__)
  const Ran ran = run(text("check \"", file(executable_without_loader(true), kRunnable), "\""));
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.err.find("ferry check: nothing was checked: "), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find(is_static), std::string::npos) << ran.err;
#endif
}

TEST_F(CheckKinds, AProgramIsLookedForInPathAsAShellDoes) {
  file("#!/bin/sh\n", kRunnable | std::filesystem::perms::set_uid);
  const std::string path = text("PATH=", folder_.path().string(), ":/usr/bin:/bin");
  const Ran ran = run("check program", path);
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.err.find("'program' runs with other rights than yours"), std::string::npos) << ran.err;
}

TEST(ShimOptions, ReadsWhatItWrites) {
  namespace shim = check::shim;
  shim::ShimOptions all;
  all.advice = all.slow_gpu = all.shadow = true;
  all.least = check::Severity::kError;
  all.on_violation = check::OnViolation::kFailPortability;
  all.journal = 20;
  all.lose_device = 300;
  EXPECT_EQ(shim::to_text(shim::ShimOptions()), "");
  EXPECT_EQ(shim::to_text(all),
            "advice,slow-gpu,shadow,least=error,fail=portability,journal=20,lose-device=300");
  for (const shim::ShimOptions& options : {shim::ShimOptions(), all}) {
    const auto read = shim::read_shim_options(shim::to_text(options));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, options);
  }
  for (const char* const wrong :
       {",", "advice,", "Advice", "advice=1", "least", "least=", "journal=0", "journal=1x", "journal=1025",
        "lose-device=0", "lose-device=", "fail=error", "x"}) {
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
