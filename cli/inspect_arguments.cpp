#include <memory>

#include "argument_rules.hpp"

namespace ferry::cli {

namespace {

constexpr const char* kFooter =
    R"(Printed for each file: its kind (by its content, not its name), the texture's shape,
mip levels and format, colour space and alpha as far as the file tells, what is odd
about it, and where each subresource lies in staging memory: its offset, row pitch,
rows and bytes. No GPU is needed.

Exit code 1: a file cannot be read, is damaged, or holds what Direct3D 12 has not.

Examples:
  ferry inspect wall.dds
  ferry inspect textures/ --strict --json > textures.json)";

}  // namespace

CommandArguments add_inspect(CLI::App& app) {
  const auto options = std::make_shared<InspectOptions>();
  CLI::App& command =
      *app.add_subcommand("inspect", "Tells what files hold, and how it lies in staging memory.");
  command.footer(kFooter);
  add_inputs(command, options->inputs, "FILE", "Files, and folders that are searched at every depth");
  command.add_flag("--all", options->all, "Show every subresource of textures that have many");
  add_strict(command, options->strict);
  add_json(command, options->json);
  return {&command, [options]() -> Command { return *options; }};
}

}  // namespace ferry::cli
