#include <memory>

#include "argument_rules.hpp"

namespace ferry::cli {

CommandArguments add_info(CLI::App& app) {
  const auto options = std::make_shared<InfoOptions>();
  CLI::App& command =
      *app.add_subcommand("info", "Tells which adapters there are and what the chosen one can do.");
  add_adapter(command, options->adapter);
  add_json(command, options->json);
  return {&command, [options]() -> Command { return *options; }};
}

}  // namespace ferry::cli
