#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include <ferry/base/text.hpp>

#include "../../assets/test/scratch_folder.hpp"

#if !defined(_WIN32)
#include <sys/wait.h>
#endif

namespace ferry::cli {

/// What the command said, and how it ended; -1 where it crashed.
struct Ran {
  int exit_code = -1;
  std::string out;
  std::string err;
};

/// Tests of the `ferry` command from outside, in a folder of their own.
class CommandTest : public testing::Test {
 protected:
  /// Runs `ferry ARGUMENTS`, with `before` (variables, or nothing) in front.
  Ran run(const std::string& arguments, const std::string& before = "") {
    const std::string line =
        text(before, " \"", FERRY_COMMAND, "\" ", arguments, " > ", quoted(".out"), " 2> ", quoted(".err"));
    const int status = std::system(line.c_str());
#if defined(_WIN32)
    const int code = status;
#else
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
#endif
    return {code, test::read_text(at(".out")), test::read_text(at(".err"))};
  }

  std::string at(const std::filesystem::path& path) const {
    return (folder_ / path).string();
  }

  std::string quoted(const std::filesystem::path& path) const {
    return text("\"", at(path), "\"");
  }

  test::ScratchFolder folder_;
};

}  // namespace ferry::cli
