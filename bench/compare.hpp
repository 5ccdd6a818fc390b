#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// One way to do a row's work.
struct Contender {
  std::string name;
  /// Does the work once, to its end.
  std::function<void()> run;
  /// Does only a part of the row's work: shown with its ratio, but no bar, and its bytes are not compared.
  bool less_work = false;
};

/// One comparison: the same work done by the one under test and by the bars it is held against.
struct Row {
  std::string name;
  /// Bytes moved by one run; 0 for rows whose result is a time.
  std::uint64_t bytes = 0;
  /// What one run repeats: its time is divided by this for rows that show a time.
  std::uint64_t repeats = 1;
  /// Files loaded by one run; where it is not 0, files a second are shown too.
  std::uint64_t files = 0;
  /// The first is under test, the others are bars.
  std::vector<Contender> contenders;
  /// The least ratio (bar's time over ours) against the best bar.
  double aim = 0.97;
  /// Called before each contender's checked run: new source bytes, so that stale results cannot pass.
  std::function<void(std::uint64_t seed)> prepare;
  /// After it: an empty text, or what is wrong.
  std::function<std::string()> check;
};

/// A row that is made only when its turn comes, so that its memory is freed before the next.
struct RowMaker {
  std::string name;
  std::function<Row()> make;
};

struct Options {
  /// Only rows whose name matches this regular expression. Default: all.
  std::string filter;
  /// Only contenders whose name matches this one; rows with none are left out. For profiles. Default: all.
  std::string contender;
  /// Time for the measured runs of one row.
  double seconds = 3;
  /// Rounds measured at the least, even where they take longer.
  int least_rounds = 7;
  /// Compare bytes once per row and contender, outside the measured time.
  bool verify = false;
  bool list = false;
  /// Where to write all samples; none by default.
  std::string json;
};

/// One more option of a program, `--name value`.
struct ExtraOption {
  std::string name;
  std::string help;
  std::string* value = nullptr;
};

/// Middle and spread of some samples.
struct Summary {
  double median = 0;
  /// Half the distance between the first and third quartile, as a fraction of the median.
  double spread = 0;
};
Summary summarize(std::vector<double> samples);

/// Reads `--filter RE --contender RE --seconds S --rounds N --verify --list --json FILE` and the program's
/// own; ends the program at anything else.
Options parse_options(int argc, char** argv, const char* about, const std::vector<ExtraOption>& extra = {},
                      const Options& defaults = {});

/// Runs the rows one after the other and prints a table. Within a row the contenders take turns, run by run,
/// and each round begins with another of them, so that whatever else the machine does falls on all alike.
///
/// `context` are names and values that describe the machine and go to the JSON file. The answer is the
/// program's exit code: 1 where bytes were wrong. A missed aim is shown, and is no failure.
int run_rows(const std::vector<RowMaker>& rows, const Options& options,
             const std::vector<std::pair<std::string, std::string>>& context);

}  // namespace bench
