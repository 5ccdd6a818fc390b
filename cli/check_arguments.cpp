#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "argument_rules.hpp"
#include "exit_code.hpp"

namespace ferry::cli {

namespace {

constexpr const char* kFooter =
    R"(Runs PROGRAM, as it is, with Ferry's checker between it and libvkd3d: no source, no
rebuild. What breaks a rule of Direct3D 12 is said on standard error as it happens, and
summed up at the end; 'ferry explain RULE' tells more of each rule. The program's own
output is left alone. Everything after PROGRAM belongs to it; options come before.

Exit code: 1 where a rule of severity error was broken, or nothing could be checked;
2 for wrong arguments and for a program that cannot be run; else the program's own, or
128 and the signal's number where a signal ended it.

Examples:
  ferry check vkd3d-gears
  ferry check --slow-gpu --least portability -- ./game --fullscreen
  ferry check --advice --json findings.json --log findings.txt ./game
  ferry check --lose-device 500 ./game)";

Finished misused(const std::string& what) {
  return {kExitUsage, "", fmt::format("ferry check: {}\nTry 'ferry check --help'.\n", what)};
}

/// The options, with the program from what the parser left.
Command with_program(CheckOptions options, std::vector<std::string> words) {
  std::replace(words.begin(), words.end(), std::string(kProgramFollows), std::string("--"));
  if (!words.empty() && words.front() == "--") {
    words.erase(words.begin());
  } else if (!words.empty() && words.front().size() > 1 && words.front().front() == '-') {
    return misused(
        fmt::format("there is no option '{}'; the program's own options come after its name, and a "
                    "program whose name begins with '-' after '--'",
                    words.front()));
  }
  if (words.empty() || words.front().empty()) return misused("a program to run is missing");
  // Bytes that the GPU has read already cannot be found changed.
  if (options.shim.shadow) options.shim.slow_gpu = true;
  options.program = std::move(words);
  return options;
}

}  // namespace

CommandArguments add_check(CLI::App& app) {
  using check::OnViolation;
  using check::Severity;
  const auto options = std::make_shared<CheckOptions>();
  CLI::App& command =
      *app.add_subcommand("check", "Runs a program with the rule checker between it and Direct3D 12.");
  command.footer(kFooter);
  command.prefix_command();
  command.add_flag(
      "--advice", options->shim.advice,
      "Look for habits that are legal and cost time, too: tiny submissions, a wait in every frame, ...");
  command.add_flag("--slow-gpu", options->shim.slow_gpu,
                   "Play the slowest GPU: work runs when the program asks for its fence, and not before");
  command.add_flag(
      "--shadow", options->shim.shadow,
      "Find bytes of UPLOAD buffers that change while the GPU may read them; plays the slow GPU, too");
  const std::map<std::string, OnViolation> failing = {{"errors", OnViolation::kFailErrors},
                                                      {"portability", OnViolation::kFailPortability}};
  command
      .add_option_function<std::string>(
          "--fail",
          [options, failing](const std::string& word) { options->shim.on_violation = failing.at(word); },
          "Make the calls that break a rule fail: rules of severity error, or portability, too")
      ->type_name("")
      ->check(CLI::IsMember({"errors", "portability"}));
  const std::map<std::string, Severity> severities = {
      {"advice", Severity::kAdvice}, {"portability", Severity::kPortability}, {"error", Severity::kError}};
  command
      .add_option_function<std::string>(
          "--least",
          [options, severities](const std::string& word) { options->shim.least = severities.at(word); },
          "Leave out what is softer than that; default: advice")
      ->type_name("")
      ->check(CLI::IsMember({"advice", "portability", "error"}));
  command
      .add_option("--lose-device", options->shim.lose_device,
                  "Lose each device at the Nth of its calls that can fail, as if the GPU hung: how does the "
                  "program take it?")
      ->type_name("N")
      ->check(whole_number(1, UINT64_MAX));
  command.add_option("--journal", options->shim.journal, "Calls shown before each finding; default: 8")
      ->type_name("N")
      ->check(whole_number(1, check::shim::kMostJournal));
  command
      .add_option("--log", options->log,
                  "Write the findings and the summary into this file, not to standard error")
      ->type_name("FILE")
      ->check(not_empty("the file's name"));
  command
      .add_option(
          "--json", options->json,
          "Write the findings into this file, too, as JSON, one object a line; '-' is standard error, "
          "with nothing else on it")
      ->type_name("FILE")
      ->check(not_empty("the file's name"));
  command.add_flag("--keep-exit-code", options->keep_exit_code,
                   "End with the program's exit code whatever was found");
  return {&command, [options, &command]() { return with_program(*options, command.remaining()); }};
}

}  // namespace ferry::cli
