#include <ferry/base/json_text.hpp>
#include <ferry/base/text.hpp>
#include <ferry/check/model/violation.hpp>

namespace ferry::check {
namespace {

void append_json_field(std::string& out, std::string_view name, std::string_view value) {
  append_json_string(out, name);
  out += ':';
  append_json_string(out, value);
  out += ',';
}

}  // namespace

std::string diagnosis_page(Rule rule) {
  return text("docs/diagnoses.md#", rule_info(rule).name);
}

std::string to_text(const Violation& violation) {
  const RuleInfo& info = violation.info();
  return text(to_string(violation.severity), ": ", info.name, "\n  in ", violation.call, "\n  ",
              violation.message, "\n  source: Direct3D 12 documentation, '", info.source,
              "'\n  explained: ferry explain ", info.name, " (", diagnosis_page(violation.rule), ")\n");
}

std::string to_json(const Violation& violation) {
  const RuleInfo& info = violation.info();
  std::string out = "{";
  append_json_field(out, "rule", info.name);
  append_json_field(out, "severity", to_string(violation.severity));
  append_json_field(out, "call", violation.call);
  append_json_field(out, "message", violation.message);
  append_json_field(out, "remedy", info.remedy);
  append_json_field(out, "source", info.source);
  append_json_field(out, "page", diagnosis_page(violation.rule));
  out += "\"objects\":[";
  for (std::size_t i = 0; i < violation.objects.size(); ++i) {
    if (i != 0) out += ',';
    out += text(static_cast<std::uint64_t>(violation.objects[i]));
  }
  return out + "]}";
}

}  // namespace ferry::check
