#include "arguments.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <sstream>
#include <string>
#include <string_view>

#include "exit_code.hpp"
#include "version.hpp"

namespace ferry::cli {

namespace {

constexpr const char* kMainFooter = R"(Examples:
  ferry roundtrip photo.png                  is every pixel right after the whole way?
  ferry roundtrip pictures/ -o returned/     a folder, with what came back written as PNG
  ferry load game/assets/ --verify           a folder into GPU memory, by the asynchronous loader
  ferry info                                 which adapters there are, and what they can do

Exit codes: 0 all is well, 1 something failed or differs, 2 the arguments are wrong.)";

constexpr const char* kRoundtripFooter =
    R"(Each PNG is uploaded through the ring into a DEFAULT texture, drawn into a
render target of the same size, and read back. 8 bits a sample and below become
R8G8B8A8_UNORM, 16 bits become R16G16B16A16_UNORM.

Printed for each file: size, format, bytes; the times
  decode    read the file and unpack it
  staging   write its rows into the upload ring; copying starts meanwhile
  copy      from the last row staged to the copy's fence point, as the CPU sees it
  draw      by the GPU's own clock; DIRECT waits for the copy on the GPU
  readback  from the draw's fence point to the last byte in CPU memory
and 'identical', or the first pixel that differs with both values; with -o also
where it was written.
With --repeat each time is the median.

What comes back is written under its input's name, in folders as the inputs lie;
a name that is taken by another input gets a number (photo-2.png). A file that lies
there from before is replaced, once the new one is whole; an input never is.

Examples:
  ferry roundtrip photo.png -o returned/
  ferry roundtrip pictures/ --repeat 10 --json > report.json
  ferry roundtrip photo.png --queue direct --no-draw --adapter llvmpipe)";

constexpr const char* kLoadFooter =
    R"(Each PNG becomes a texture, every other file a buffer of its bytes, both in GPU
memory. With --budget the files that were loaded first make room for later ones.

Printed: what failed and why, the rate from the first request to the end of the
last, and the latencies from request to ready.

--trace writes a timeline for chrome://tracing or Perfetto, --record what
'ferry replay' reads.

Examples:
  ferry load assets/ --verify
  ferry load big.bin --piece 1 --threads 8 --trace timeline.json
  ferry load assets/ --record run.txt && ferry replay run.txt)";

constexpr const char* kReplayFooter =
    R"(Runs the recorded requests through the scheduler, with a model of the machine that
takes as long as was recorded: the same order each time, with no GPU. Printed are
the latencies by priority, for priorities with aging, for strict priorities, and
for first come, first served.)";

std::string version_line() {
  return fmt::format("ferry {}", kVersion);
}

Finished finished(const CLI::App& app, const CLI::Error& error) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = app.exit(error, out, err);
  return {code == 0 ? kExitGood : kExitUsage, out.str(), err.str()};
}

/// A whole number within the limits; CLI11's own says of `1.5` and of `many` that they are out of range.
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

/// `--adapter ''` comes from a script whose variable is empty; it does not mean 'as if it were not there'.
CLI::Validator not_empty(const char* what) {
  return CLI::Validator(
      [what](const std::string& word) { return word.empty() ? fmt::format("{} is empty", what) : ""; }, "");
}

bool has_command(const CLI::App& app, std::string_view name) {
  const auto commands = app.get_subcommands({});
  return std::any_of(commands.begin(), commands.end(),
                     [&](const CLI::App* command) { return command->get_name() == name; });
}

/// `roundtrip, info`
std::string command_names(const CLI::App& app) {
  std::string names;
  for (const CLI::App* const command : app.get_subcommands({})) {
    names += (names.empty() ? "" : ", ") + command->get_name();
  }
  return names;
}

}  // namespace

Command parse_arguments(int argc, const char* const* argv) {
  RoundtripOptions roundtrip;
  InfoOptions info;
  std::uint64_t ring_mib = roundtrip.ring_bytes >> 20;
  std::string queue = "copy";
  bool no_draw = false;

  CLI::App app("Moves data between the CPU and the GPU by Direct3D 12, and shows that it arrives.", "ferry");
  app.set_version_flag("--version", version_line(), "Print the version and exit");
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.footer(kMainFooter);
  app.require_subcommand(1);
  app.failure_message([](const CLI::App* asked, const CLI::Error& error) {
    const CLI::App* deepest = asked;
    while (!deepest->get_subcommands().empty()) deepest = deepest->get_subcommands().front();
    const std::string name = deepest->get_parent() == nullptr ? "ferry" : "ferry " + deepest->get_name();
    return fmt::format("{}: {}\nTry '{} --help'.\n", name, error.what(), name);
  });

  const std::string adapter_help = "The adapter to use: its number, or a part of its name (see 'ferry info')";

  CLI::App* const trip =
      app.add_subcommand("roundtrip", "Sends pictures to GPU memory and back and compares every pixel.");
  trip->footer(kRoundtripFooter);
  trip->add_option("IMAGE", roundtrip.inputs,
                   "PNG files, and folders that are searched for *.png at every depth")
      ->required()
      ->check(not_empty("the name"))
      ->type_name("");
  trip->add_option("-o,--output", roundtrip.output,
                   "Write what came back into this folder; made where it is missing")
      ->check(not_empty("the folder's name"))
      ->type_name("FOLDER");
  trip->add_option("--adapter", roundtrip.adapter, adapter_help)
      ->type_name("N|NAME")
      ->check(not_empty("the adapter's name"));
  trip->add_option("--queue", queue, "The queue that uploads (default: copy)")
      ->type_name("copy|direct")
      ->check(CLI::IsMember({"copy", "direct"}, CLI::ignore_case).description(""));
  trip->add_flag("--no-draw", no_draw, "Read the uploaded texture back itself, without drawing it");
  trip->add_option("--repeat", roundtrip.repeat,
                   "Send each picture N times, each time into fresh textures (default: 1)")
      ->type_name("N")
      ->check(whole_number(1, 1'000'000));
  trip->add_option("--ring", ring_mib, "The upload ring's size in MiB, 1 to 4096 (default: 32)")
      ->type_name("MIB")
      ->check(whole_number(1, 4096));
  trip->add_flag("--checked", roundtrip.checked,
                 "Run on the rule-checking layer; a broken rule is a failure (exit code 1)");
  trip->add_flag("--json", roundtrip.json, "Print one JSON document instead of text");

  CLI::App* const tell =
      app.add_subcommand("info", "Tells which adapters there are and what the chosen one can do.");
  tell->add_option("--adapter", info.adapter, adapter_help)
      ->type_name("N|NAME")
      ->check(not_empty("the adapter's name"));
  tell->add_flag("--json", info.json, "Print one JSON document instead of text");

  LoadCommandOptions load;
  std::string priority = "normal";
  std::uint64_t budget_mib = 0;
  std::uint64_t load_piece_mib = load.piece_bytes >> 20;
  std::uint64_t load_ring_mib = load.ring_bytes >> 20;
  CLI::App* const fill =
      app.add_subcommand("load", "Loads files into GPU memory by the asynchronous loader.");
  fill->footer(kLoadFooter);
  fill->add_option("PATH", load.inputs, "Files, and folders that are searched at every depth")
      ->required()
      ->check(not_empty("the name"))
      ->type_name("");
  fill->add_option("--adapter", load.adapter, adapter_help)
      ->type_name("N|NAME")
      ->check(not_empty("the adapter's name"));
  fill->add_option("--priority", priority, "immediate, high, normal, low or background (default: normal)")
      ->type_name("P")
      ->check(CLI::IsMember({"immediate", "high", "normal", "low", "background"}).description(""));
  fill->add_option("--threads", load.threads, "Threads that read and decode, 1 to 64 (default: 4)")
      ->type_name("N")
      ->check(whole_number(1, 64));
  fill->add_option("--budget", budget_mib, "GPU memory for what is loaded, in MiB (default: no limit)")
      ->type_name("MIB")
      ->check(whole_number(1, 1u << 20));
  fill->add_option("--piece", load_piece_mib,
                   "Files are cut into pieces of this many MiB, 1 to 64 (default: 4)")
      ->type_name("MIB")
      ->check(whole_number(1, 64));
  fill->add_option("--ring", load_ring_mib, "The staging memory in MiB, 1 to 4096 (default: 32)")
      ->type_name("MIB")
      ->check(whole_number(1, 4096));
  fill->add_option("--trace", load.trace, "Write a timeline into this file")
      ->type_name("FILE")
      ->check(not_empty("the file's name"));
  fill->add_option("--record", load.record, "Write a recording for 'ferry replay' into this file")
      ->type_name("FILE")
      ->check(not_empty("the file's name"));
  fill->add_flag("--verify", load.verify, "Read everything back and compare it with the files");
  fill->add_flag("--checked", load.checked,
                 "Run on the rule-checking layer; a broken rule is a failure (exit code 1)");
  fill->add_flag("--json", load.json, "Print one JSON document instead of text");

  ReplayCommandOptions replay;
  std::uint64_t replay_piece_mib = replay.piece_bytes >> 20;
  CLI::App* const again =
      app.add_subcommand("replay", "Replays a recording of 'ferry load' and compares policies.");
  again->footer(kReplayFooter);
  again->add_option("TRACE", replay.trace, "What 'ferry load --record' wrote")
      ->required()
      ->check(not_empty("the file's name"))
      ->type_name("");
  again->add_option("--threads", replay.threads, "Pieces that are read at once, 1 to 64 (default: 4)")
      ->type_name("N")
      ->check(whole_number(1, 64));
  again->add_option("--piece", replay_piece_mib, "Requests are cut into pieces of this many MiB (default: 4)")
      ->type_name("MIB")
      ->check(whole_number(1, 64));
  again->add_flag("--json", replay.json, "Print one JSON document instead of text");

  if (argc < 2 || (argv[1][0] != '-' && !has_command(app, argv[1]))) {
    const std::string problem =
        argc < 2 ? "a command is missing" : fmt::format("there is no command '{}'", argv[1]);
    return Finished{
        kExitUsage, "",
        fmt::format("ferry: {}; there are: {}\nTry 'ferry --help'.\n", problem, command_names(app))};
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Error& error) {
    return finished(app, error);
  }
  if (trip->parsed()) {
    roundtrip.queue = (queue.front() == 'c' || queue.front() == 'C') ? QueueKind::kCopy : QueueKind::kDirect;
    roundtrip.draw = !no_draw;
    roundtrip.ring_bytes = ring_mib << 20;
    return roundtrip;
  }
  if (fill->parsed()) {
    load.priority = *load_priority_from(priority);
    load.budget_bytes = budget_mib << 20;
    load.piece_bytes = load_piece_mib << 20;
    load.ring_bytes = load_ring_mib << 20;
    return load;
  }
  if (again->parsed()) {
    replay.piece_bytes = replay_piece_mib << 20;
    return replay;
  }
  return info;
}

}  // namespace ferry::cli
