#include "arguments.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

#include "argument_rules.hpp"
#include "exit_code.hpp"
#include "version.hpp"

namespace ferry::cli {

namespace {

constexpr const char* kMainFooter = R"(Examples:
  ferry roundtrip photo.png                  is every pixel right after the whole way?
  ferry roundtrip pictures/ -o returned/     a folder, with what came back written as PNG
  ferry load game/assets/ --verify           a folder into GPU memory, by the asynchronous loader
  ferry inspect textures/                    what files hold, and how it lies in staging memory
  ferry convert photo.jpg photo.dds --mips   a file of one format into another
  ferry pack game/assets/ game.ferry --mips  a folder into one file that is read with no parsing
  ferry diagnose photo.png got.png           which fault made one picture into the other
  ferry bench                                what transfers cost on this machine
  ferry advise --size 4MiB --kind buffer --cpu-writes once --cpu-reads never
                                             which heap and which way, and why
  ferry check ./game --fullscreen            a program of yours, held against the rules of Direct3D 12
  ferry explain missing-barrier              what a finding of the checker means, and what to change
  ferry info                                 which adapters there are, and what they can do

Exit codes: 0 all is well, 1 something failed or differs, 2 the arguments are wrong.)";

std::string version_line() {
  return fmt::format("ferry {}", kVersion);
}

Finished finished(const CLI::App& app, const CLI::Error& error) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = app.exit(error, out, err);
  return {code == 0 ? kExitGood : kExitUsage, out.str(), err.str()};
}

std::string failure_text(const CLI::App* asked, const CLI::Error& error) {
  const CLI::App* deepest = asked;
  while (!deepest->get_subcommands().empty()) deepest = deepest->get_subcommands().front();
  const std::string name = deepest->get_parent() == nullptr ? "ferry" : "ferry " + deepest->get_name();
  return fmt::format("{}: {}\nTry '{} --help'.\n", name, error.what(), name);
}

/// `roundtrip, info`
std::string command_names(const std::vector<CommandArguments>& commands) {
  std::string names;
  for (const CommandArguments& one : commands) {
    names += (names.empty() ? "" : ", ") + one.command->get_name();
  }
  return names;
}

/// What is wrong with the first word, which is a command, or asks for help or the version; or nothing.
std::string problem_with(const char* first, const std::vector<CommandArguments>& commands) {
  if (first == nullptr) return "a command is missing";
  const std::string_view word = first;
  for (const std::string_view option : {"-h", "--help", "--version"}) {
    if (word == option) return "";
  }
  for (const CommandArguments& one : commands) {
    if (word == one.command->get_name()) return "";
  }
  if (!word.empty() && word.front() == '-') {
    return fmt::format("a command is missing before '{}': options come after it", word);
  }
  return fmt::format("there is no command '{}'", word);
}

/// The first word that looks like an option and is none of the command argv[1]; empty where there is none.
std::string unknown_option(const CLI::App& app, int argc, const char* const* argv) {
  const CLI::App* const command = app.get_subcommand(argv[1]);
  for (int i = 2; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--") break;
    if (word.size() < 2 || word.front() != '-') continue;
    const std::string name(word.substr(0, word.find('=')));
    if (command->get_option_no_throw(name) == nullptr) return std::string(word);
  }
  return "";
}

}  // namespace

Command parse_arguments(int argc, const char* const* argv) {
  CLI::App app("Moves data between the CPU and the GPU by Direct3D 12, and shows that it arrives.", "ferry");
  // On Windows CLI11 takes words that begin with a slash for options; here they are paths.
  app.allow_windows_style_options(false);
  app.set_version_flag("--version", version_line(), "Print the version and exit");
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.footer(kMainFooter);
  app.require_subcommand(1);
  app.failure_message(failure_text);
  const std::vector<CommandArguments> commands = {
      add_roundtrip(app), add_info(app),    add_load(app),   add_replay(app), add_inspect(app),
      add_convert(app),   add_pack(app),    add_stream(app), add_bench(app),  add_diagnose(app),
      add_advise(app),    add_explain(app), add_check(app)};
  const std::string problem = problem_with(argc < 2 ? nullptr : argv[1], commands);
  if (!problem.empty()) {
    return Finished{
        kExitUsage, "",
        fmt::format("ferry: {}; there are: {}\nTry 'ferry --help'.\n", problem, command_names(commands))};
  }
  std::vector<const char*> words(argv, argv + argc);
  if (std::string_view(words[1]) == "check") {
    const auto mark = std::find_if(words.begin(), words.end(),
                                   [](const char* word) { return std::string_view(word) == "--"; });
    if (mark != words.end()) *mark = kProgramFollows;
  }
  try {
    app.parse(argc, words.data());
  } catch (const CLI::RequiredError& error) {
    Finished end = finished(app, error);
    // The parser looks for what is missing before it says what it did not understand.
    const std::string unknown = unknown_option(app, argc, argv);
    if (!unknown.empty()) {
      end.err = fmt::format(
          "ferry {}: there is no option '{}'; a name that begins with '-' comes after '--'\n"
          "Try 'ferry {} --help'.\n",
          argv[1], unknown, argv[1]);
    }
    return end;
  } catch (const CLI::Error& error) {
    return finished(app, error);
  }
  const auto asked = std::find_if(commands.begin(), commands.end(),
                                  [](const CommandArguments& one) { return one.command->parsed(); });
  return asked->options();
}

}  // namespace ferry::cli
