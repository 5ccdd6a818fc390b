#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include <ferry/assets/file.hpp>
#include <ferry/base/text.hpp>

#include "../../assets/test/scratch_folder.hpp"
#include "run_line.hpp"

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
    const int code = run_line(FERRY_COMMAND, arguments, before, at(".out"), at(".err"));
    return {code, test::read_text(at(".out")), test::read_text(at(".err"))};
  }

  std::string at(const std::filesystem::path& path) const { return path_text(folder_ / path); }

  std::string quoted(const std::filesystem::path& path) const { return text("\"", at(path), "\""); }

  test::ScratchFolder folder_;
};

}  // namespace ferry::cli
