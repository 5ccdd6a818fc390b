#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include <ferry/transfer/advise.hpp>

#include "arguments.hpp"

namespace ferry::cli {

/// The machine that the advice is for: its name in words, and what decides.
struct AdvisedMachine {
  std::string name;
  MemoryArchitecture memory;
};

/// The advice for people, many lines with a line break at the end, and for machines.
std::string advice_text(const Advice& advice, const AdvisedMachine& machine);
nlohmann::ordered_json to_json(const Advice& advice, const AdvisedMachine& machine);

/// `ferry advise`: which heap, which way. Asks a device only where the machine is not described. Gives the
/// exit code.
int run_advise(const AdviseOptions& options);

}  // namespace ferry::cli
