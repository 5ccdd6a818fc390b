#include "words.hpp"

#include <cstdio>
#include <string>

#include <ferry/base/text.hpp>

namespace ferry::check::layer {

void deliver(const Finding& finding, const WrapOptions& options) {
  if (options.text != nullptr) {
    std::string out = to_text(finding.violation);
    if (!out.empty() && out.back() != '\n') out += '\n';
    for (const std::string& line : finding.journal) out += text("  | ", line, "\n");
    std::fputs(out.c_str(), options.text);
  }
  if (options.json != nullptr) {
    std::string out = to_json(finding.violation);
    while (!out.empty() && out.back() == '\n') out.pop_back();
    out += '\n';
    std::fputs(out.c_str(), options.json);
  }
  if (options.on_finding) options.on_finding(finding);
}

}  // namespace ferry::check::layer
