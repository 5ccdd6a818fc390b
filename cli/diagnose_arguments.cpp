#include <memory>

#include "argument_rules.hpp"

namespace ferry::cli {

namespace {

constexpr const char* kFooter =
    R"(Tells from two pictures which fault lies between them: rows moved further and
further (pitch), all rows moved by as much (offset), nothing or only a part that
arrived, channels in another order, values that went through the sRGB curve. Where the
picture cannot tell, it says so and what it may be. No GPU is needed.

Exit code 1: the pictures differ, or cannot be read or compared.

Examples:
  ferry diagnose photo.png screenshot.png
  ferry diagnose frame.png got.png --before last-frame.png --json)";

}  // namespace

CommandArguments add_diagnose(CLI::App& app) {
  const auto options = std::make_shared<DiagnoseOptions>();
  CLI::App& command = *app.add_subcommand("diagnose", "Names the fault that made one picture into another.");
  command.footer(kFooter);
  const auto add_file = [&command](const char* name, std::string& value, const char* help) {
    return command.add_option(name, value, help)->check(not_empty("the file's name"))->type_name("FILE");
  };
  add_file("EXPECTED", options->expected, "The picture that was sent, a PNG file")->required();
  add_file("GOT", options->got, "What came, a PNG file of the same size")->required();
  add_file("--before", options->before, "What the destination held before: tells stale from zero");
  add_file("--again", options->again, "What came another time: tells flicker");
  add_json(command, options->json);
  return {&command, [options]() -> Command { return *options; }};
}

}  // namespace ferry::cli
