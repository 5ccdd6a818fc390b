#include "output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include <nlohmann/json.hpp>

#include <ferry/gpu/adapter.hpp>

#include "exit_code.hpp"
#include "report.hpp"

namespace ferry::cli {

void Output::text(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) failed_ = true;
}

void Output::line(std::string_view line) {
  text(line);
  text("\n");
  if (std::fflush(stdout) != 0) failed_ = true;
}

int Output::finish(int exit_code) {
  if (std::fflush(stdout) != 0) failed_ = true;
  if (!failed_) return exit_code;
  std::fputs("ferry: standard output did not take the whole report\n", stderr);
  return kExitFailed;
}

int unable(const Error& error, bool json, int exit_code) {
  const nlohmann::ordered_json document = to_json(error);
  return unable(error, json ? &document : nullptr, exit_code);
}

int unable(const Error& error, const nlohmann::ordered_json* document, int exit_code) {
  std::fprintf(stderr, "ferry: %s\n", printable(to_string(error)).c_str());
  if (document == nullptr) return exit_code;
  Output output;
  output.text(json_text(*document));
  return output.finish(exit_code);
}

int no_device_exit_code(const Error& error, const std::string& adapter) {
  if (adapter.empty() || error.code != ErrorCode::kNotFound) return kExitFailed;
  // Where there is no adapter at all, none fits, but the argument is not to blame.
  return list_adapters() ? kExitUsage : kExitFailed;
}

}  // namespace ferry::cli
