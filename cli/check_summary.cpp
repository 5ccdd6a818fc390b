#include "check_summary.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <optional>

#include "report_line.hpp"

namespace ferry::cli {

namespace {

using check::Severity;

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::uint64_t number(std::string_view word) {
  std::uint64_t value = 0;
  std::from_chars(word.data(), word.data() + word.size(), value);
  return value;
}

std::optional<Severity> severity_of(std::string_view word) {
  for (const Severity one : {Severity::kAdvice, Severity::kPortability, Severity::kError}) {
    if (to_string(one) == word) return one;
  }
  return std::nullopt;
}

std::uint64_t& count_of(FindingCounts& counts, Severity severity) {
  switch (severity) {
    case Severity::kAdvice:
      return counts.advice;
    case Severity::kPortability:
      return counts.portability;
    case Severity::kError:
      break;
  }
  return counts.errors;
}

void add_finding(CheckSummary& summary, Severity severity, const std::vector<std::string_view>& words) {
  ++count_of(summary.findings, severity);
  for (CheckSummary::Row& row : summary.rows) {
    if (row.severity == severity && row.rule == words[2]) {
      ++row.count;
      return;
    }
  }
  summary.rows.push_back({severity, std::string(words[2]), 1, std::string(words[3]), number(words[4])});
}

std::string counted(std::uint64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace

CheckSummary read_check_report(std::string_view report) {
  namespace shim = check::shim;
  CheckSummary summary;
  for (const std::string_view line : split(report, '\n')) {
    const std::vector<std::string_view> words = split(line, '\t');
    if (words.front() == shim::kLoadedLine) ++summary.processes;
    if (words.front() == shim::kDeviceLine) ++summary.devices;
    if (words.front() == shim::kPresentedLine && words.size() == 2) summary.presented += number(words[1]);
    if (words.front() == shim::kLivingLine && words.size() == 2) summary.living += number(words[1]);
    if (words.front() == shim::kFindingLine && words.size() == 5) {
      if (const auto severity = severity_of(words[1])) add_finding(summary, *severity, words);
    }
  }
  std::stable_sort(summary.rows.begin(), summary.rows.end(),
                   [](const auto& a, const auto& b) { return a.severity > b.severity; });
  return summary;
}

std::string summary_text(const CheckSummary& summary) {
  if (summary.devices == 0) return "";
  const FindingCounts& found = summary.findings;
  std::string out = fmt::format("ferry check: {} in {}", counted(found.errors, "error", "errors"),
                                counted(summary.devices, "Direct3D 12 device", "Direct3D 12 devices"));
  if (found.portability != 0) {
    out += ", " + counted(found.portability, "portability finding", "portability findings");
  }
  if (found.advice != 0) out += ", " + counted(found.advice, "piece of advice", "pieces of advice");
  if (summary.presented != 0) out += ", " + counted(summary.presented, "image", "images") + " presented";
  if (summary.living != 0) out += ", " + counted(summary.living, "object", "objects") + " never released";
  out += '\n';
  std::size_t width = 0;
  for (const CheckSummary::Row& row : summary.rows) width = std::max(width, row.rule.size());
  for (const CheckSummary::Row& row : summary.rows) {
    out += fmt::format("  {:<11}  {:<{}}  {:>5}, first in {}, call {}\n", to_string(row.severity), row.rule,
                       width, row.count, row.first_call, row.first_index);
  }
  if (!summary.rows.empty()) {
    out += fmt::format("What a rule demands, and what to do: ferry explain {}\n", summary.rows.front().rule);
  }
  return out;
}

nlohmann::ordered_json to_json(const CheckSummary& summary) {
  nlohmann::ordered_json rules = nlohmann::ordered_json::array();
  for (const CheckSummary::Row& row : summary.rows) {
    rules.push_back({{"rule", row.rule},
                     {"severity", to_string(row.severity)},
                     {"count", row.count},
                     {"first_call", row.first_call},
                     {"first_call_index", row.first_index}});
  }
  return {{"summary",
           {{"processes", summary.processes},
            {"devices", summary.devices},
            {"presented", summary.presented},
            {"never_released", summary.living},
            {"findings",
             {{"error", summary.findings.errors},
              {"portability", summary.findings.portability},
              {"advice", summary.findings.advice}}},
            {"rules", std::move(rules)}}}};
}

}  // namespace ferry::cli
