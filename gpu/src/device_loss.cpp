#include <ferry/gpu/device_loss.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

#include <ferry/base/json_text.hpp>
#include <ferry/base/text.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/fence_timeline.hpp>

#include "debug_interfaces.hpp"
#include "extended_data.hpp"

namespace ferry {
namespace {

/// Of the debug layer, in a report.
constexpr std::size_t kDebugMessages = 16;

struct Reason {
  std::uint32_t hresult;
  std::string_view meaning;
  std::string_view remedy;
};

/// Source: the DXGI documentation's page "DXGI_ERROR", the Direct3D 12 documentation's page
/// "ID3D12Device::GetDeviceRemovedReason".
constexpr Reason kReasons[] = {
    {0x887a0005u, "the adapter was taken out, its driver was updated, or the driver stopped",
     "Release everything, make a new device and load again; if it comes back, update the driver"},
    {0x887a0006u, "the GPU did not finish in time, or was given commands that it could not take",
     "Look at the first thing in flight on each queue: an endless loop in a shader, a queue's Wait for a "
     "value that "
     "nobody signals, a descriptor or an index out of range, too much work in one list"},
    {0x887a0007u, "the GPU was reset because of a badly formed command",
     "Run the program on the checker or the debug layer, which name the command"},
    {0x887a0020u, "the driver failed within itself",
     "Update the driver; if it comes back, look at the first thing in flight on each queue"},
    {0x887a0001u, "the program made a call that Direct3D 12 forbids",
     "Run the program on the checker or the debug layer, which name the call"},
    {0x8007000eu, "memory ran out where the device cannot go on without it",
     "Keep less in GPU memory, and look at the budget that Device::video_memory() tells"},
};

TimelineLoss describe(const FenceTimeline& timeline, std::size_t completed) {
  TimelineLoss loss;
  loss.name = timeline.name();
  loss.last_submitted = timeline.last_submitted();
  // Complete is what the fence showed before the loss; a fence of a lost device is not asked again.
  const std::vector<TimelineEntry> recent = timeline.recent();
  for (const TimelineEntry& entry : recent) {
    (entry.complete ? loss.completed : loss.in_flight).push_back({entry.value, entry.label});
  }
  loss.older_in_flight = recent.size() == FenceTimeline::kKeptLabels && loss.completed.empty();
  if (loss.completed.size() > completed) {
    loss.completed.erase(loss.completed.begin(),
                         loss.completed.end() - static_cast<std::ptrdiff_t>(completed));
  }
  auto unsignalled = timeline.unmarked(FenceTimeline::Unmarked::kNoSignal);
  loss.unsignalled = std::move(unsignalled.labels);
  loss.unsignalled_count = unsignalled.count;
  auto refused = timeline.unmarked(FenceTimeline::Unmarked::kRefused);
  loss.not_done = std::move(refused.labels);
  loss.not_done_count = refused.count;
  return loss;
}

/// The first line of the journal whose result tells of the loss.
std::string first_failed(std::span<const std::string> journal) {
  for (const std::string& line : journal) {
    if (line.find(": DXGI_ERROR_DEVICE_") != std::string::npos) return line;
  }
  return "";
}

std::string entry_words(const LossEntry& entry) {
  return text(entry.value, " '", entry.label, "'");
}

void add_unmarked(std::string& out, std::string_view heading, const std::vector<std::string>& labels,
                  std::uint64_t count) {
  if (count == 0) return;
  out += text("  ", heading, ": ");
  for (std::size_t i = 0; i < labels.size(); ++i) out += text(i == 0 ? "'" : ", '", labels[i], "'");
  if (count > labels.size()) out += text(" and ", count - labels.size(), " more");
  out += "\n";
}

void add_timeline(std::string& out, const TimelineLoss& timeline) {
  out += text("queue or fence '", timeline.name, "', submitted up to ", timeline.last_submitted, ":\n");
  out += "  surely completed: ";
  for (std::size_t i = 0; i < timeline.completed.size(); ++i) {
    out += text(i == 0 ? "" : ", ", entry_words(timeline.completed[i]));
  }
  out += timeline.completed.empty() ? "nothing that is remembered\n" : "\n";
  out += text("  in flight, never seen complete: ", timeline.older_in_flight ? "older work, " : "");
  for (std::size_t i = 0; i < timeline.in_flight.size(); ++i) {
    out += text(i == 0 ? "" : ", ", entry_words(timeline.in_flight[i]));
  }
  out += timeline.in_flight.empty() ? "nothing\n" : "\n";
  add_unmarked(out, "perhaps done, for its Signal failed", timeline.unsignalled, timeline.unsignalled_count);
  add_unmarked(out, "surely not done", timeline.not_done, timeline.not_done_count);
}

void add_extended(std::string& out, const ExtendedData& data) {
  for (const BreadcrumbList& list : data.lists) {
    out += text("list '", list.list, "' on '", list.queue, "': ", list.ended, " of ", list.operations,
                " operations ended");
    if (!list.last_ended.empty()) out += text(", ", list.last_ended, " last");
    if (!list.first_not_ended.empty())
      out += text("; the first that surely did not is ", list.first_not_ended);
    out += "\n";
  }
  if (data.fault_address == 0) return;
  out += text("page fault at GPU address ", Hex{data.fault_address}, "\n");
  for (const std::string& name : data.alive_there) out += text("  there lies '", name, "'\n");
  for (const std::string& name : data.released_there) {
    out += text("  there lay '", name, "', which was released: keep it until the GPU is done with it\n");
  }
}

/// Writes one JSON object, field by field.
class JsonObject {
 public:
  explicit JsonObject(std::string& out) : out_(out) { out_ += '{'; }
  ~JsonObject() { out_ += '}'; }
  JsonObject(const JsonObject&) = delete;
  JsonObject& operator=(const JsonObject&) = delete;

  void name(std::string_view field) {
    if (!std::exchange(first_, false)) out_ += ',';
    append_json_string(out_, field);
    out_ += ':';
  }
  void string(std::string_view field, std::string_view value) {
    name(field);
    append_json_string(out_, value);
  }
  void number(std::string_view field, std::uint64_t value) {
    name(field);
    out_ += text(value);
  }
  void boolean(std::string_view field, bool value) {
    name(field);
    out_ += value ? "true" : "false";
  }
  template <typename List, typename Write>
  void list(std::string_view field, const List& values, const Write& write) {
    name(field);
    out_ += '[';
    bool first = true;
    for (const auto& value : values) {
      if (!std::exchange(first, false)) out_ += ',';
      write(value);
    }
    out_ += ']';
  }
  void strings(std::string_view field, const std::vector<std::string>& values) {
    list(field, values, [&](const std::string& value) { append_json_string(out_, value); });
  }

 private:
  std::string& out_;
  bool first_ = true;
};

void add_entries(std::string& out, JsonObject& object, std::string_view field,
                 const std::vector<LossEntry>& entries) {
  object.list(field, entries, [&](const LossEntry& entry) {
    JsonObject one(out);
    one.number("value", entry.value);
    one.string("label", entry.label);
  });
}

void add_extended_json(std::string& out, JsonObject& object, const ExtendedData& data) {
  object.name("extended");
  JsonObject extended(out);
  extended.list("lists", data.lists, [&](const BreadcrumbList& list) {
    JsonObject one(out);
    one.string("list", list.list);
    one.string("queue", list.queue);
    one.number("ended", list.ended);
    one.number("operations", list.operations);
    one.string("last_ended", list.last_ended);
    one.string("first_not_ended", list.first_not_ended);
  });
  extended.number("fault_address", data.fault_address);
  extended.strings("alive_there", data.alive_there);
  extended.strings("released_there", data.released_there);
}

}  // namespace

DeviceLossReport describe_device_loss(const Device& device, const DeviceLossSources& sources) {
  DeviceLossReport report;
  report.reason = device.d3d()->GetDeviceRemovedReason();
  report.lost = FAILED(report.reason);
  report.meaning =
      report.lost ? "the device is gone for a reason of its own" : "the device answers that it is there";
  report.remedy = report.lost ? "Release everything, make a new device and load again"
                              : "Look at the error that brought you here";
  for (const Reason& reason : kReasons) {
    if (reason.hresult != static_cast<std::uint32_t>(report.reason)) continue;
    report.meaning = reason.meaning;
    report.remedy = reason.remedy;
  }
  for (const auto& timeline : device.timelines().all()) {
    TimelineLoss loss = describe(*timeline, sources.completed);
    if (loss.last_submitted == 0 && loss.unsignalled_count == 0 && loss.not_done_count == 0) continue;
    report.timelines.push_back(std::move(loss));
  }
  if (sources.error != nullptr) report.noticed_by = to_string(*sources.error);
  report.journal.assign(sources.journal.begin(), sources.journal.end());
  report.first_failed_call = first_failed(sources.journal);
  IUnknown* const below = sources.below != nullptr ? sources.below : device.d3d();
  report.extended = dred::read_extended_data(below);
  for (const DebugMessage& message : sdk_layers::newest_problems(below, kDebugMessages)) {
    report.debug_messages.push_back(ferry::to_text(message));
  }
  return report;
}

std::string DeviceLossReport::to_text() const {
  std::string out =
      text(lost ? "device lost: " : "device not lost: ", hresult_name(reason), ": ", meaning, "\n");
  for (const TimelineLoss& timeline : timelines) add_timeline(out, timeline);
  if (!noticed_by.empty()) out += text("noticed by: ", noticed_by, "\n");
  if (!first_failed_call.empty()) out += text("first call that failed for it: ", first_failed_call, "\n");
  if (extended) add_extended(out, *extended);
  if (!debug_messages.empty()) out += "the debug layer's last errors and warnings:\n";
  for (const std::string& line : debug_messages) out += text("  | ", line, "\n");
  if (!journal.empty()) out += "last calls:\n";
  for (const std::string& line : journal) out += text("  | ", line, "\n");
  return out + text("remedy: ", remedy, ".\n");
}

std::string DeviceLossReport::to_json() const {
  std::string out;
  {
    JsonObject object(out);
    object.boolean("lost", lost);
    object.string("reason", hresult_name(reason));
    object.string("meaning", meaning);
    object.string("remedy", remedy);
    object.list("timelines", timelines, [&](const TimelineLoss& timeline) {
      JsonObject one(out);
      one.string("name", timeline.name);
      one.number("last_submitted", timeline.last_submitted);
      add_entries(out, one, "completed", timeline.completed);
      add_entries(out, one, "in_flight", timeline.in_flight);
      one.boolean("older_in_flight", timeline.older_in_flight);
      one.strings("unsignalled", timeline.unsignalled);
      one.number("unsignalled_count", timeline.unsignalled_count);
      one.strings("not_done", timeline.not_done);
      one.number("not_done_count", timeline.not_done_count);
    });
    object.string("noticed_by", noticed_by);
    object.string("first_failed_call", first_failed_call);
    object.strings("journal", journal);
    if (extended) add_extended_json(out, object, *extended);
    if (!debug_messages.empty()) object.strings("debug_messages", debug_messages);
  }
  return out;
}

}  // namespace ferry
