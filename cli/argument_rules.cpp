#include "argument_rules.hpp"

#include <fmt/format.h>

#include <charconv>

namespace ferry::cli {

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto check = [least, most](const std::string& word) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool whole = error == std::errc() && end == word.data() + word.size();
    if (whole && value >= least && value <= most) return std::string();
    return fmt::format("'{}' is not a whole number from {} to {}", word, least, most);
  };
  return CLI::Validator(check, "");
}

CLI::Validator not_empty(const char* what) {
  return CLI::Validator(
      [what](const std::string& word) { return word.empty() ? fmt::format("{} is empty", what) : ""; }, "");
}

void add_inputs(CLI::App& command, std::vector<std::string>& value, const char* name, const char* help) {
  command.add_option(name, value, help)->required()->check(not_empty("the name"))->type_name("");
}

void add_adapter(CLI::App& command, std::string& value) {
  command
      .add_option("--adapter", value,
                  "The adapter to use: its number, or a part of its name (see 'ferry info')")
      ->type_name("N|NAME")
      ->check(not_empty("the adapter's name"));
}

void add_checked(CLI::App& command, bool& value) {
  command.add_flag("--checked", value,
                   "Run on the rule-checking layer; a broken rule is a failure (exit code 1)");
}

void add_strict(CLI::App& command, bool& value) {
  command.add_flag("--strict", value,
                   "Refuse files that break their format's rules in ways that readers see through");
}

void add_json(CLI::App& command, bool& value) {
  command.add_flag("--json", value, "Print one JSON document instead of text");
}

void add_mebibytes(CLI::App& command, const char* option, std::uint64_t& value, std::uint64_t most,
                   const char* help) {
  const auto store = [&value](const std::uint64_t& mebibytes) { value = mebibytes << 20; };
  command.add_option_function<std::uint64_t>(option, store, help)
      ->type_name("MIB")
      ->check(whole_number(1, most));
}

}  // namespace ferry::cli
