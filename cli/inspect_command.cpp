#include "inspect_command.hpp"

#include <nlohmann/json.hpp>

#include "exit_code.hpp"
#include "inspect.hpp"
#include "interrupt.hpp"
#include "load_files.hpp"
#include "output.hpp"
#include "report.hpp"
#include "version.hpp"

namespace ferry::cli {

int run_inspect(const InspectOptions& options) {
  Output output;
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  std::size_t failed = 0;
  for (const Input& input : find_files(options.inputs)) {
    if (interrupted()) return output.finish(kExitFailed);
    Inspection found;
    found.path = input.path;
    found.error = input.problem;
    if (!input.problem) found = inspect_file(input.path, options.strict);
    if (found.error) ++failed;
    if (options.json) {
      files.push_back(to_json(found));
    } else {
      output.text(inspection_text(found, options.all));
    }
  }
  if (options.json) {
    output.text(json_text({{"ferry", kVersion}, {"files", std::move(files)}, {"failed", failed}}));
  }
  return output.finish(failed == 0 ? kExitGood : kExitFailed);
}

}  // namespace ferry::cli
