#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "argument_rules.hpp"

namespace ferry::cli {

namespace {

constexpr const char* kFooter = R"(What is measured (default: all):
  strategies  the three ways to use staging memory again: a buffer per frame, waiting
              every time, a ring; memory, waiting and frames a second
  bandwidth   rates up, down and both at once, by the size of the pieces, on the CPU and
              on the GPU, beside memcpy
  small       many small uploads, beside hand-written Direct3D 12
  latency     one small transfer, from the call to the moment its end is seen
  readback    reading back each frame: at once, from a pool, some frames later

Every path is tried and its bytes compared before it is measured. Shown are medians, and
half the distance between the quartiles as +-. Leave the machine alone meanwhile.

Examples:
  ferry bench                                about a minute
  ferry bench strategies readback            two of them
  ferry bench --report bench.html            with plots, as one HTML page
  ferry bench bandwidth --json               for machines)";

}  // namespace

CommandArguments add_bench(CLI::App& app) {
  const auto options = std::make_shared<BenchOptions>();
  CLI::App& command =
      *app.add_subcommand("bench", "Measures transfers on this machine, Ferry's beside others.");
  command.footer(kFooter);
  std::vector<std::string> names(std::begin(kBenchTables), std::end(kBenchTables));
  names.emplace_back("all");
  command.add_option("WHAT", options->tables, "strategies, bandwidth, small, latency, readback or all")
      ->type_name("")
      ->check(CLI::IsMember(names).description(""));
  add_adapter(command, options->adapter);
  command.add_option("--report", options->report, "Write an HTML page with tables and plots into this file")
      ->type_name("FILE")
      ->check(not_empty("the file's name"));
  command.add_option("--seconds", options->seconds, "Time for measuring each table, 1 to 600 (default: 12)")
      ->type_name("S")
      ->check(whole_number(1, 600));
  command.add_flag("--quick", options->quick,
                   "Only show that everything works: the figures are worth nothing");
  add_checked(command, options->checked);
  add_json(command, options->json);
  return {&command, [options]() -> Command {
            // In the order in which they are measured, each once.
            std::vector<std::string>& asked = options->tables;
            const bool all = asked.empty() || std::find(asked.begin(), asked.end(), "all") != asked.end();
            std::vector<std::string> tables;
            for (const char* const name : kBenchTables) {
              if (all || std::find(asked.begin(), asked.end(), name) != asked.end())
                tables.emplace_back(name);
            }
            asked = std::move(tables);
            return *options;
          }};
}

}  // namespace ferry::cli
