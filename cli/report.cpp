#include "report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

#include <ferry/assets/file.hpp>
#include <ferry/base/text.hpp>

#include "exit_code.hpp"
#include "version.hpp"

namespace ferry::cli {

using json = nlohmann::ordered_json;

namespace {

const char* word(Outcome outcome) {
  switch (outcome) {
    case Outcome::kIdentical:
      return "identical";
    case Outcome::kDifferent:
      return "different";
    case Outcome::kFailed:
      break;
  }
  return "failed";
}

std::string pixel_text(const std::array<std::uint32_t, 4>& rgba) {
  return fmt::format("({}, {}, {}, {})", rgba[0], rgba[1], rgba[2], rgba[3]);
}

double seconds(std::chrono::nanoseconds duration) {
  return std::chrono::duration<double>(duration).count();
}

json file_object(const FileReport& file) {
  json object = {{"input", path_text(file.input)}, {"outcome", word(file.outcome)}};
  if (!file.output.empty()) object["output"] = path_text(file.output);
  if (file.width != 0) {
    object["width"] = file.width;
    object["height"] = file.height;
    object["format"] = std::string(format_name(file.format));
    object["bytes"] = file.bytes;
  }
  if (file.outcome != Outcome::kFailed) {
    json times = {{"decode", seconds(file.times.decode)},
                  {"staging", seconds(file.times.staging)},
                  {"copy", seconds(file.times.copy)}};
    if (file.times.draw) times["draw"] = seconds(*file.times.draw);
    times["readback"] = seconds(file.times.readback);
    object["seconds"] = std::move(times);
  }
  if (file.difference) {
    const Difference& difference = *file.difference;
    object["difference"] = {{"x", difference.x},
                            {"y", difference.y},
                            {"sent", difference.sent},
                            {"returned", difference.returned}};
  }
  if (file.error) object["error"] = error_object(*file.error);
  return object;
}

}  // namespace

Totals count(std::span<const FileReport> files) {
  Totals totals;
  for (const FileReport& file : files) {
    switch (file.outcome) {
      case Outcome::kIdentical:
        ++totals.identical;
        break;
      case Outcome::kDifferent:
        ++totals.different;
        break;
      case Outcome::kFailed:
        ++totals.failed;
        break;
    }
  }
  return totals;
}

int exit_code(const RunReport& run, const Totals& totals) {
  const bool broken_rules = run.findings && run.findings->errors + run.findings->portability != 0;
  return totals.different == 0 && totals.failed == 0 && run.not_sent == 0 && !broken_rules ? kExitGood
                                                                                           : kExitFailed;
}

std::string adapter_text(const std::string& name, const std::string& driver) {
  return fmt::format("{}, driver {}", name, driver);
}

std::string header_line(const RunReport& run) {
  const RoundtripOptions& options = run.options;
  std::string line = fmt::format("{}; upload on {}, {}, ring {}", adapter_text(run.adapter, run.driver),
                                 to_string(options.queue), options.draw ? "drawn on DIRECT" : "not drawn",
                                 byte_text(options.ring_bytes));
  if (options.repeat > 1) line += fmt::format(", {} times each (medians)", options.repeat);
  return printable(std::move(line));
}

std::string file_line(const FileReport& file) {
  std::string line = path_text(file.input) + ": ";
  if (file.outcome == Outcome::kFailed) {
    return printable(line +
                     "failed: " + (file.error ? error_text(file.input, *file.error) : "no reason is known"));
  }
  line += fmt::format("{}x{} {} {}, decode {}, staging {}, copy {}, ", file.width, file.height,
                      format_name(file.format), byte_text(file.bytes), duration_text(file.times.decode),
                      duration_text(file.times.staging), duration_text(file.times.copy));
  if (file.times.draw) line += fmt::format("draw {}, ", duration_text(*file.times.draw));
  line += fmt::format("readback {}, ", duration_text(file.times.readback));
  if (file.difference) {
    const Difference& difference = *file.difference;
    line += fmt::format("different: the first at x {} y {}, sent {}, came back {}", difference.x,
                        difference.y, pixel_text(difference.sent), pixel_text(difference.returned));
  } else {
    line += word(file.outcome);
  }
  if (!file.output.empty()) line += " -> " + path_text(file.output);
  return printable(std::move(line));
}

std::string totals_line(const RunReport& run, const Totals& totals) {
  std::string line =
      fmt::format("{} identical, {} different, {} failed", totals.identical, totals.different, totals.failed);
  if (run.not_sent != 0) line += fmt::format(", {} not sent (interrupted)", run.not_sent);
  return line;
}

std::string findings_line(const FindingCounts& findings) {
  return fmt::format("checker: {} errors, {} portability findings, {} pieces of advice", findings.errors,
                     findings.portability, findings.advice);
}

json to_json(const RunReport& run, std::span<const FileReport> files) {
  const Totals totals = count(files);
  json document = {{"ferry", kVersion},
                   {"adapter", run.adapter},
                   {"driver", run.driver},
                   {"queue", std::string(to_string(run.options.queue))},
                   {"drawn", run.options.draw},
                   {"repeat", run.options.repeat},
                   {"ring_bytes", run.options.ring_bytes},
                   {"files", json::array()},
                   {"identical", totals.identical},
                   {"different", totals.different},
                   {"failed", totals.failed},
                   {"not_sent", run.not_sent}};
  if (run.findings) {
    document["findings"] = {{"error", run.findings->errors},
                            {"portability", run.findings->portability},
                            {"advice", run.findings->advice}};
  }
  for (const FileReport& file : files) document["files"].push_back(file_object(file));
  return document;
}

json error_object(const Error& error) {
  json object = {{"code", std::string(to_string(error.code))}, {"message", error.message}};
  if (error.hresult != 0) object["hresult"] = hresult_name(error.hresult);
  return object;
}

json to_json(const Error& error) {
  return {{"ferry", kVersion}, {"error", error_object(error)}};
}

std::string json_text(const json& document) {
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string error_text(const std::filesystem::path& file, const Error& error) {
  const std::string prefix = path_text(file) + ": ";
  std::string message = to_string(error);
  if (message.compare(0, prefix.size(), prefix) == 0) message.erase(0, prefix.size());
  return message;
}

std::string printable(std::string text) {
  for (char& c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) c = '?';
  }
  return text;
}

std::string duration_text(std::chrono::nanoseconds duration) {
  double value = static_cast<double>(duration.count()) / 1e3;
  const char* unit = "us";
  for (const char* const bigger : {"ms", "s"}) {
    if (value < 999.5) break;
    value /= 1e3;
    unit = bigger;
  }
  const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f} {}", value, decimals, unit);
}

std::chrono::nanoseconds median(std::vector<std::chrono::nanoseconds> durations) {
  if (durations.empty()) return {};
  std::sort(durations.begin(), durations.end());
  const std::size_t middle = durations.size() / 2;
  if (durations.size() % 2 == 1) return durations[middle];
  return (durations[middle - 1] + durations[middle]) / 2;
}

}  // namespace ferry::cli
