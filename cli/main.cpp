// The `ferry` command.
#include <cstdio>
#include <exception>

#include "arguments.hpp"
#include "exit_code.hpp"
#include "info_command.hpp"
#include "roundtrip_command.hpp"

namespace {

int run(int argc, char** argv) {
  using namespace ferry::cli;
  const Command command = parse_arguments(argc, argv);
  if (const auto* roundtrip = std::get_if<RoundtripOptions>(&command)) return run_roundtrip(*roundtrip);
  if (const auto* info = std::get_if<InfoOptions>(&command)) return run_info(*info);
  const auto& finished = std::get<Finished>(command);
  std::fputs(finished.out.c_str(), stdout);
  std::fputs(finished.err.c_str(), stderr);
  return finished.exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    // Ferry throws nothing; what gets here is the standard library's, out of memory most likely.
    std::fprintf(stderr, "ferry: %s\n", error.what());
    return ferry::cli::kExitUnable;
  }
}
