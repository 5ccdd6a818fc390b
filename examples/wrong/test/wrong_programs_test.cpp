// Each wrong program is stopped, in the words that stand at the end of its file.
// FERRY_WRITE_DOCS=1 in the environment writes them there.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <ferry/base/text.hpp>

#include "../../../assets/test/scratch_folder.hpp"
#include "../../../cli/test/run_line.hpp"

namespace ferry {
namespace {

constexpr std::string_view kHeading =
    "// What the checker says, before it ends the program with exit code 1:\n//\n";
constexpr std::size_t kWidth = 100;

std::vector<std::string> names() {
  std::vector<std::string> all;
  std::istringstream list(FERRY_WRONG_PROGRAMS);
  for (std::string name; std::getline(list, name, ',');) all.push_back(name);
  return all;
}

std::filesystem::path source_of(const std::string& name) {
  return std::filesystem::path(FERRY_WRONG_SOURCES) / (name + ".cpp");
}

/// The line in comment lines of at most kWidth columns, those after the first indented further.
std::string as_comment(const std::string& line) {
  const std::string indent(line.find_first_not_of(' ') + 2, ' ');
  std::string out;
  std::string row = "//   ";
  row.append(line, 0, line.find_first_not_of(' '));
  bool row_is_empty = true;
  std::istringstream words(line);
  for (std::string word; words >> word; row_is_empty = false) {
    if (!row_is_empty && row.size() + 1 + word.size() > kWidth) {
      out += row;
      out += '\n';
      row = "//   ";
      row += indent;
      row_is_empty = true;
    }
    if (!row_is_empty) row += ' ';
    row += word;
  }
  out += row;
  out += '\n';
  return out;
}

class WrongProgram : public testing::TestWithParam<std::string> {};

TEST_P(WrongProgram, IsStoppedInTheWordsAtItsEnd) {
  const test::ScratchFolder folder;
  const std::string out = (folder / "out").string();
  const std::string err = (folder / "err").string();
  const std::string program = (std::filesystem::path(FERRY_WRONG_BINARIES) / GetParam()).string();
  EXPECT_EQ(cli::run_line(program, "", "", out, err), 1);
  EXPECT_EQ(test::read_text(out), "") << "it went on after its mistake";

  std::string said(kHeading);
  std::istringstream lines(test::read_text(err));
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r')) line.pop_back();  // Windows' line ends
    said += as_comment(line);
  }
  const std::string source = test::read_text(source_of(GetParam()));
  const std::size_t end_of_program = source.find("\n}\n");
  ASSERT_NE(end_of_program, std::string::npos);
  const std::string program_text = source.substr(0, end_of_program + 3);
  if (std::getenv("FERRY_WRITE_DOCS") != nullptr) {
    std::ofstream(source_of(GetParam()), std::ios::binary) << program_text << '\n' << said;
    return;
  }
  const std::string written = source.substr(std::min(source.size(), end_of_program + 4));
  EXPECT_EQ(written, said) << "run FERRY_WRITE_DOCS=1 wrong_programs_test";
}

INSTANTIATE_TEST_SUITE_P(All, WrongProgram, testing::ValuesIn(names()),
                         [](const testing::TestParamInfo<std::string>& program) { return program.param; });

TEST(WrongPrograms, EachFileIsRun) {
  const std::vector<std::string> run = names();
  for (const auto& file : std::filesystem::directory_iterator(FERRY_WRONG_SOURCES)) {
    if (file.path().extension() != ".cpp") continue;
    EXPECT_NE(std::find(run.begin(), run.end(), file.path().stem().string()), run.end()) << file.path();
  }
}

}  // namespace
}  // namespace ferry
