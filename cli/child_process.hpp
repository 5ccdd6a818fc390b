#pragma once

#include <string>
#include <vector>

#include <ferry/base/result.hpp>

namespace ferry::cli {

/// How a program ended.
struct ProgramEnd {
  int exit_code = 0;
  int signal = 0;  ///< That ended it; 0 where none did.
};

/// A variable of the environment.
struct Variable {
  std::string name;
  std::string value;
};

/// Runs a program (looked for in PATH, as a shell does) with its arguments to its end, on this one's
/// standard streams, with `variables` in its environment besides this one's (or in the place of those of the
/// same names). Meanwhile signals to end this program are the other's to deal with: those of the terminal
/// reach it anyway, SIGTERM and SIGHUP are handed on. Linux.
///
/// Fails with kNotFound where there is no such program or it cannot be executed.
Result<ProgramEnd> run_program(const std::vector<std::string>& program,
                               const std::vector<Variable>& variables);

}  // namespace ferry::cli
