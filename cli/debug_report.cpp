#include "debug_report.hpp"

#include <cstdio>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report.hpp"

namespace ferry::cli {

Result<std::shared_ptr<DebugReport>> DebugReport::open(const Device& device) {
  auto report = std::make_shared<DebugReport>();
  auto messages =
      DebugMessages::open(device, [to = report.get()](const DebugMessage& message) { to->add(message); });
  if (!messages) return fail(std::move(messages).error());
  report->messages_ = *std::move(messages);
  return report;
}

void DebugReport::add(const DebugMessage& message) {
  if (message.severity > DebugSeverity::kWarning) return;
  const std::lock_guard lock(mutex_);
  ++(message.severity == DebugSeverity::kWarning ? warnings_ : errors_);
  if (kept_.size() < kKept) kept_.push_back(message);
  std::fprintf(stderr, "debug layer: %s\n", printable(to_text(message)).c_str());
}

void DebugReport::poll() {
  if (messages_) messages_->poll();
}

bool DebugReport::good() const {
  const std::lock_guard lock(mutex_);
  return errors_ == 0 && (!messages_ || messages_->missed() == 0);
}

std::string DebugReport::line() const {
  const std::lock_guard lock(mutex_);
  std::string line = fmt::format("debug layer: {} error{}, {} warning{}", errors_, errors_ == 1 ? "" : "s",
                                 warnings_, warnings_ == 1 ? "" : "s");
  if (messages_ && messages_->missed() > 0) line += fmt::format(", {} messages missed", messages_->missed());
  return line;
}

nlohmann::ordered_json DebugReport::json() const {
  const std::lock_guard lock(mutex_);
  nlohmann::ordered_json messages = nlohmann::ordered_json::array();
  for (const DebugMessage& message : kept_) {
    messages.push_back({{"severity", std::string(to_string(message.severity))},
                        {"id", message.id},
                        {"category", message.category},
                        {"text", message.text}});
  }
  return {{"errors", errors_},
          {"warnings", warnings_},
          {"missed", messages_ ? messages_->missed() : 0},
          {"messages", std::move(messages)}};
}

}  // namespace ferry::cli
