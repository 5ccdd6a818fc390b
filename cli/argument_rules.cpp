#include "argument_rules.hpp"

#include <fmt/format.h>

#include <charconv>

#include <ferry/base/units.hpp>

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

std::optional<std::uint64_t> read_byte_count(std::string_view word) {
  std::uint64_t count = 0;
  const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), count);
  if (error != std::errc()) return std::nullopt;
  std::string unit;
  for (const char c : word.substr(static_cast<std::size_t>(rest - word.data()))) {
    if (c != ' ' || !unit.empty()) unit += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  }
  std::uint64_t factor = 1;
  if (unit.empty() || unit == "b") return count;
  for (const char letter : {'k', 'm', 'g', 't'}) {
    factor <<= 10;
    const std::string one(1, letter);
    std::uint64_t bytes = 0;
    if (unit != one && unit != one + "ib") continue;
    if (!multiply_checked(count, factor, bytes)) return std::nullopt;
    return bytes;
  }
  return std::nullopt;
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

void add_debugging(CLI::App& command, DebugOptions& value) {
  command.add_flag(
      "--debug-layer", value.layer,
      "Run on Direct3D 12's own debug layer (Windows with its 'Graphics Tools'); an error of it is a "
      "failure (exit code 1)");
  command.add_flag("--gpu-validation", value.gpu_validation,
                   "The debug layer with its GPU-based validation, which takes many times as long");
  command.add_flag("--dred", value.dred,
                   "Have Windows record what the GPU does (DRED), for the report of a lost device");
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

CLI::Option& add_byte_count(CLI::App& command, const char* option, std::uint64_t& value, const char* help) {
  const auto check = [](const std::string& word) {
    if (read_byte_count(word)) return std::string();
    return fmt::format("'{}' is no size: a whole number, with or without KiB, MiB, GiB or TiB", word);
  };
  const auto store = [&value](const std::string& word) { value = read_byte_count(word).value_or(0); };
  return *command.add_option_function<std::string>(option, store, help)
              ->type_name("SIZE")
              ->check(CLI::Validator(check, ""));
}

}  // namespace ferry::cli
