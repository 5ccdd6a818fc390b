#include <memory>

#include "argument_rules.hpp"

namespace ferry::cli {

namespace {

constexpr const char* kFooter =
    R"(Runs the recorded requests through the scheduler, with a model of the machine that
takes as long as was recorded: the same order each time, with no GPU. Printed are
the latencies by priority, for priorities with aging, for strict priorities, and
for first come, first served.)";

}  // namespace

CommandArguments add_replay(CLI::App& app) {
  const auto options = std::make_shared<ReplayCommandOptions>();
  CLI::App& command =
      *app.add_subcommand("replay", "Replays a recording of 'ferry load' and compares policies.");
  command.footer(kFooter);
  command.add_option("TRACE", options->trace, "What 'ferry load --record' wrote")
      ->required()
      ->check(not_empty("the file's name"))
      ->type_name("");
  command.add_option("--threads", options->threads, "Pieces that are read at once, 1 to 64 (default: 4)")
      ->type_name("N")
      ->check(whole_number(1, 64));
  add_mebibytes(command, "--piece", options->piece_bytes, 64,
                "Requests are cut into pieces of this many MiB (default: 4)");
  add_json(command, options->json);
  return {&command, [options]() -> Command { return *options; }};
}

}  // namespace ferry::cli
