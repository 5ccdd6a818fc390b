#include "explain_command.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ferry/check/model/rule.hpp>

#include "exit_code.hpp"
#include "output.hpp"
#include "report.hpp"
#include "version.hpp"
#include "wrapped_text.hpp"

namespace ferry::cli {

using json = nlohmann::ordered_json;

namespace {

std::string prose(std::string_view heading, std::string_view text) {
  return fmt::format("\n{}:\n{}", heading, wrapped_lines(text, "  ", "  "));
}

std::string code(std::string_view heading, std::string_view lines) {
  std::string out = fmt::format("\n{}:\n", heading);
  bool at_start = true;
  for (const char c : lines) {
    if (at_start && c != '\n') out += "    ";
    out += c;
    at_start = c == '\n';
  }
  return out;
}

std::string names_text(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

/// The pages, a line each, below the headings that they have in the document.
std::string list_text(const std::vector<const DiagnosisPage*>& pages) {
  std::size_t longest = 0;
  for (const DiagnosisPage* page : pages) longest = std::max(longest, page->name.size());
  std::string out;
  std::string group;
  for (const DiagnosisPage* page : pages) {
    if (page->group != group) {
      out += fmt::format("{}{}\n", out.empty() ? "" : "\n", page->group);
      group = page->group;
    }
    out += fmt::format("  {:<{}}  {}\n", page->name, longest, summary_of(*page));
  }
  return out;
}

json list_json(const std::vector<const DiagnosisPage*>& pages) {
  json list = json::array();
  for (const DiagnosisPage* page : pages) {
    list.push_back({{"name", page->name}, {"group", page->group}, {"summary", summary_of(*page)}});
  }
  return list;
}

}  // namespace

std::string page_text(const DiagnosisPage& page) {
  const auto rule = check::find_rule(page.name);
  std::string out = page.name;
  if (rule) {
    const check::RuleInfo& info = check::rule_info(*rule);
    out += fmt::format(" ({})\n{}", check::to_string(info.severity),
                       wrapped_lines(summary_of(page), "  ", "  "));
  } else {
    out += '\n';
  }
  out += prose("Symptom", page.symptom);
  out += prose("Cause", page.cause);
  out += code("Wrong", page.wrong);
  out += code("Right", page.right);
  if (!page.see_also.empty()) out += prose("See also", names_text(page.see_also));
  if (rule) {
    out += fmt::format("\nSource: Direct3D 12 documentation, '{}'\n", check::rule_info(*rule).source);
  }
  return out;
}

json page_json(const DiagnosisPage& page) {
  const auto rule = check::find_rule(page.name);
  const char* const other_kind = page.name.starts_with("stream-") ? "verdict" : "symptom";
  json out = {{"name", page.name}, {"group", page.group}, {"kind", rule ? "rule" : other_kind}};
  if (rule) out["severity"] = check::to_string(check::rule_info(*rule).severity);
  out["summary"] = summary_of(page);
  out["symptom"] = page.symptom;
  out["cause"] = page.cause;
  out["wrong"] = page.wrong;
  out["right"] = page.right;
  out["see_also"] = page.see_also;
  if (rule) out["source"] = check::rule_info(*rule).source;
  out["page"] = fmt::format("docs/diagnoses.md#{}", page.name);
  return out;
}

int run_explain(const ExplainOptions& options) {
  const std::vector<DiagnosisPage>& pages = built_in_diagnoses().pages;
  const std::string asked = fmt::format("{}", fmt::join(options.words, " "));
  std::vector<const DiagnosisPage*> found = find_pages(pages, asked);
  if (options.words.empty()) {
    for (const DiagnosisPage& page : pages) found.push_back(&page);
  }
  if (found.empty()) {
    const std::string message = fmt::format(
        "there is no page '{}' and none that speaks of it; the nearest name is '{}', and 'ferry explain' "
        "lists all",
        asked, nearest_page(pages, asked)->name);
    return unable({ErrorCode::kNotFound, 0, message}, options.json, kExitUsage);
  }
  Output output;
  if (found.size() == 1) {
    output.text(options.json ? json_text({{"ferry", kVersion}, {"page", page_json(*found[0])}})
                             : page_text(*found[0]));
  } else {
    output.text(options.json ? json_text({{"ferry", kVersion}, {"pages", list_json(found)}})
                             : list_text(found));
  }
  return output.finish(kExitGood);
}

}  // namespace ferry::cli
