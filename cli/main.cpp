// The `ferry` command.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "advise_command.hpp"
#include "arguments.hpp"
#include "bench_command.hpp"
#include "check_command.hpp"
#include "console.hpp"
#include "convert_command.hpp"
#include "diagnose_command.hpp"
#include "exit_code.hpp"
#include "explain_command.hpp"
#include "info_command.hpp"
#include "inspect_command.hpp"
#include "interrupt.hpp"
#include "load_command.hpp"
#include "output.hpp"
#include "pack_command.hpp"
#include "replay_command.hpp"
#include "roundtrip_command.hpp"
#include "stream_command.hpp"

namespace {

int run(int argc, char** argv) {
  using namespace ferry::cli;
  std::vector<std::string> words = command_line(argc, argv);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  const Command command = parse_arguments(static_cast<int>(pointers.size()), pointers.data());
  // Before anything is set: the program is to run as it would without the command.
  if (const auto* check = std::get_if<CheckOptions>(&command)) return run_check(*check);
  quieten_the_runtime();
  if (const auto* roundtrip = std::get_if<RoundtripOptions>(&command)) return run_roundtrip(*roundtrip);
  if (const auto* info = std::get_if<InfoOptions>(&command)) return run_info(*info);
  if (const auto* load = std::get_if<LoadCommandOptions>(&command)) return run_load(*load);
  if (const auto* replay = std::get_if<ReplayCommandOptions>(&command)) return run_replay(*replay);
  if (const auto* inspect = std::get_if<InspectOptions>(&command)) return run_inspect(*inspect);
  if (const auto* diagnose = std::get_if<DiagnoseOptions>(&command)) return run_diagnose(*diagnose);
  if (const auto* convert = std::get_if<ConvertOptions>(&command)) return run_convert(*convert);
  if (const auto* pack = std::get_if<PackCommandOptions>(&command)) return run_pack(*pack);
  if (const auto* stream = std::get_if<StreamCommandOptions>(&command)) return run_stream(*stream);
  if (const auto* bench = std::get_if<BenchOptions>(&command)) return run_bench(*bench);
  if (const auto* advise = std::get_if<AdviseOptions>(&command)) return run_advise(*advise);
  if (const auto* explain = std::get_if<ExplainOptions>(&command)) return run_explain(*explain);
  const auto& finished = std::get<Finished>(command);
  std::fputs(finished.err.c_str(), stderr);
  Output output;
  output.text(finished.out);
  return output.finish(finished.exit_code);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    int code = 0;
    {
      const ferry::cli::ConsoleMode console;
      ferry::cli::catch_interrupts();
      code = run(argc, argv);
    }
    ferry::cli::end_if_interrupted();
    return code;
  } catch (const std::exception& error) {
    // Ferry throws nothing; what gets here is the standard library's, out of memory most likely.
    std::fprintf(stderr, "ferry: %s\n", error.what());
    return ferry::cli::kExitFailed;
  }
}
