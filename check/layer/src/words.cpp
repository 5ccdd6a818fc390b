#include "words.hpp"

#include <cstdio>
#include <string>
#include <string_view>

#include <ferry/base/json_text.hpp>
#include <ferry/base/text.hpp>

namespace ferry::check::layer {

namespace {

/// The violation's JSON with what a Finding has besides.
std::string to_json(const Finding& finding) {
  std::string out = check::to_json(finding.violation);
  out.pop_back();  // The closing brace.
  out += text(",\"call_index\":", finding.call_index, ",\"journal\":[");
  for (std::size_t i = 0; i < finding.journal.size(); ++i) {
    if (i != 0) out += ',';
    append_json_string(out, finding.journal[i]);
  }
  return out + "]}\n";
}

}  // namespace

void deliver(const Finding& finding, const WrapOptions& options) {
  if (options.text != nullptr) {
    std::string out = to_text(finding.violation);
    if (!out.empty() && out.back() != '\n') out += '\n';
    for (const std::string& line : finding.journal) out += text("  | ", line, "\n");
    std::fputs(out.c_str(), options.text);
  }
  if (options.json != nullptr) std::fputs(to_json(finding).c_str(), options.json);
  if (options.on_finding) options.on_finding(finding);
}

}  // namespace ferry::check::layer
