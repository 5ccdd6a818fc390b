#include <memory>

#include "argument_rules.hpp"

namespace ferry::cli {

namespace {

constexpr const char* kFooter =
    R"(A page has the symptom, the cause, the wrong line and the right one. There is one for each
rule of the checker, by the name that its findings give, for each symptom, and for each
verdict of 'ferry stream'. Without a name the pages are listed; so are those that fit,
where several do. No GPU is needed.

Exit code 2: no page has this name or these words.

Examples:
  ferry explain missing-barrier   what a finding of the checker means
  ferry explain footprint         the pages whose names begin so
  ferry explain slanted           the pages that speak of it)";

}  // namespace

CommandArguments add_explain(CLI::App& app) {
  const auto options = std::make_shared<ExplainOptions>();
  CLI::App& command =
      *app.add_subcommand("explain", "Explains a rule of the checker, or a symptom: what to change.");
  command.footer(kFooter);
  command.add_option("NAME", options->words, "A rule, a symptom, the beginning of one, or words");
  add_json(command, options->json);
  return {&command, [options]() -> Command { return *options; }};
}

}  // namespace ferry::cli
