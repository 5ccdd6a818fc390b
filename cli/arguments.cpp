#include "arguments.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <sstream>
#include <string>

#include "exit_code.hpp"
#include "version.hpp"

namespace ferry::cli {

namespace {

constexpr const char* kMainFooter = R"(Examples:
  ferry roundtrip photo.png                  is every pixel right after the whole way?
  ferry roundtrip pictures/ -o returned/     a folder, with what came back written as PNG
  ferry info                                 which adapters there are, and what they can do

Exit codes: 0 all is well, 1 something failed or differs, 2 nothing could be done
(wrong usage, no device).)";

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
and 'identical', or the first pixel that differs with both values.
With --repeat each time is the median.

Examples:
  ferry roundtrip photo.png -o returned/
  ferry roundtrip pictures/ --repeat 10 --json > report.json
  ferry roundtrip photo.png --queue direct --no-draw --adapter llvmpipe)";

std::string version_line() {
  return fmt::format("ferry {}", kVersion);
}

Finished finished(const CLI::App& app, const CLI::Error& error) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = app.exit(error, out, err);
  return {code == 0 ? kExitGood : kExitUnable, out.str(), err.str()};
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
      ->type_name("");
  trip->add_option("-o,--output", roundtrip.output,
                   "Write what came back into this folder; made where it is missing")
      ->type_name("FOLDER");
  trip->add_option("--adapter", roundtrip.adapter, adapter_help)->type_name("N|NAME");
  trip->add_option("--queue", queue, "The queue that uploads (default: copy)")
      ->type_name("copy|direct")
      ->check(CLI::IsMember({"copy", "direct"}, CLI::ignore_case).description(""));
  trip->add_flag("--no-draw", no_draw, "Read the uploaded texture back itself, without drawing it");
  trip->add_option("--repeat", roundtrip.repeat,
                   "Send each picture N times, each time into fresh textures (default: 1)")
      ->type_name("N")
      ->check(CLI::Range(1U, 1'000'000U).description(""));
  trip->add_option("--ring", ring_mib, "The upload ring's size in MiB, 1 to 4096 (default: 32)")
      ->type_name("MIB")
      ->check(CLI::Range(1U, 4096U).description(""));
  trip->add_flag("--checked", roundtrip.checked,
                 "Run on the rule-checking layer; a broken rule is a failure (exit code 1)");
  trip->add_flag("--json", roundtrip.json, "Print one JSON document instead of text");

  CLI::App* const tell =
      app.add_subcommand("info", "Tells which adapters there are and what the chosen one can do.");
  tell->add_option("--adapter", info.adapter, adapter_help)->type_name("N|NAME");
  tell->add_flag("--json", info.json, "Print one JSON document instead of text");

  if (argc > 1 && argv[1][0] != '-' && argv[1] != trip->get_name() && argv[1] != tell->get_name()) {
    return Finished{kExitUnable, "",
                    fmt::format("ferry: there is no command '{}'; there are: {}, {}\nTry 'ferry --help'.\n",
                                argv[1], trip->get_name(), tell->get_name())};
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
  return info;
}

}  // namespace ferry::cli
