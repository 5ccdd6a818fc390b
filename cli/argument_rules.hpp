#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "arguments.hpp"

namespace ferry::cli {

/// One command of the command line: what adds it to the parser gives this.
struct CommandArguments {
  CLI::App* command = nullptr;
  /// The options, once the command line was parsed and this command was on it. Keeps what the parser writes
  /// into.
  std::function<Command()> options;
};

// Each in a file of its own, beside the text of its help.
CommandArguments add_roundtrip(CLI::App& app);
CommandArguments add_info(CLI::App& app);
CommandArguments add_load(CLI::App& app);
CommandArguments add_replay(CLI::App& app);
CommandArguments add_inspect(CLI::App& app);
CommandArguments add_convert(CLI::App& app);
CommandArguments add_bench(CLI::App& app);
CommandArguments add_diagnose(CLI::App& app);
CommandArguments add_stream(CLI::App& app);
CommandArguments add_pack(CLI::App& app);
CommandArguments add_explain(CLI::App& app);
CommandArguments add_check(CLI::App& app);
CommandArguments add_advise(CLI::App& app);

/// In the place of the first `--` of `ferry check`: the parser would look for another command behind that.
inline constexpr const char* kProgramFollows = "\x1f--";

/// A whole number within the limits; CLI11's own says of `1.5` and of `many` that they are out of range.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

/// A size in bytes: `4096`, `64KiB`, `4 MiB`, `1g`: whole, in binary units, in any case. None where it is no
/// size or takes more than 64 bits.
std::optional<std::uint64_t> read_byte_count(std::string_view word);

/// `--adapter ''` comes from a script whose variable is empty; it does not mean 'as if it were not there'.
CLI::Validator not_empty(const char* what);

// What several commands have. `value` must live until the command line is parsed.

/// The files that the command is about.
void add_inputs(CLI::App& command, std::vector<std::string>& value, const char* name, const char* help);
void add_adapter(CLI::App& command, std::string& value);
void add_checked(CLI::App& command, bool& value);
/// --debug-layer, --gpu-validation and --dred.
void add_debugging(CLI::App& command, DebugOptions& value);
void add_strict(CLI::App& command, bool& value);
void add_json(CLI::App& command, bool& value);
/// A size in MiB, from 1 to `most`; `value` is in bytes, and its default is in the help already.
void add_mebibytes(CLI::App& command, const char* option, std::uint64_t& value, std::uint64_t most,
                   const char* help);
/// A size as read_byte_count() takes it.
CLI::Option& add_byte_count(CLI::App& command, const char* option, std::uint64_t& value, const char* help);

}  // namespace ferry::cli
