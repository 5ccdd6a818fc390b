#include <cstdio>

#include "check_command.hpp"
#include "exit_code.hpp"

namespace ferry::cli {

int run_check(const CheckOptions&) {
  std::fputs(
      "ferry check: only on Linux can the checker be put under a program from outside. Here wrap the device "
      "in the "
      "program: ferry::check::wrap(device), see docs/checker.md; and switch Windows' own debug layer on: "
      "D3D12GetDebugInterface, then EnableDebugLayer.\n",
      stderr);
  return kExitUsage;
}

}  // namespace ferry::cli
