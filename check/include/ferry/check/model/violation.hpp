#pragma once

#include <functional>
#include <string>
#include <vector>

#include <ferry/check/model/object_id.hpp>
#include <ferry/check/model/rule.hpp>

namespace ferry::check {

/// One broken rule, found once.
struct Violation {
  Rule rule = Rule::kCount;
  /// Usually the rule's own; softer where the fault did no harm this time (the message says why).
  Severity severity = Severity::kError;
  /// The API call that broke it, as its event named it: `ID3D12GraphicsCommandList::CopyTextureRegion`.
  std::string call;
  /// Sentences for people: the objects by name, the values, what was expected, and the remedy.
  std::string message;
  /// The objects that the message speaks of, the chief one first.
  std::vector<ObjectId> objects;

  [[nodiscard]] const RuleInfo& info() const noexcept { return rule_info(rule); }
};

/// Where violations go. Called in the middle of `Model::on`: it must not call the model.
using Sink = std::function<void(const Violation&)>;

/// Where Ferry's documentation explains the rule, with the wrong line and the right one:
/// `docs/diagnoses.md#missing-barrier`. `ferry explain missing-barrier` prints it.
std::string diagnosis_page(Rule rule);

/// Several lines for a terminal: severity, name, call, message, the title of Direct3D 12's page, and where
/// Ferry explains the rule.
std::string to_text(const Violation& violation);

/// One JSON object on one line: rule, severity, call, message, remedy, source, page (diagnosis_page), objects.
std::string to_json(const Violation& violation);

}  // namespace ferry::check
