#include "load_command.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ferry/assets/file.hpp>
#include <ferry/base/text.hpp>
#include <ferry/gpu/device.hpp>

#include "checked_device.hpp"
#include "exit_code.hpp"
#include "load_files.hpp"
#include "load_run.hpp"
#include "output.hpp"
#include "report.hpp"
#include "version.hpp"

namespace ferry::cli {

namespace {

struct LoadTotals {
  std::size_t ready = 0;
  std::size_t failed = 0;
  std::size_t cancelled = 0;
  std::size_t different = 0;
  std::uint64_t bytes = 0;
};

LoadTotals totals_of(const std::deque<LoadedFile>& files) {
  LoadTotals totals;
  for (const LoadedFile& file : files) {
    if (file.state == LoadState::kReady) {
      ++totals.ready;
      totals.bytes += file.bytes;
    } else {
      ++(file.state == LoadState::kCancelled ? totals.cancelled : totals.failed);
    }
    if (file.verified == Verified::kDifferent) ++totals.different;
  }
  return totals;
}

/// GB/s.
double rate_of(const LoadTotals& totals, std::chrono::nanoseconds time) {
  return time.count() > 0 ? static_cast<double>(totals.bytes) / static_cast<double>(time.count()) : 0;
}

void print(Output& output, LoadRun& run, const LoadCommandOptions& options, const LoadTotals& totals,
           const Device& device) {
  output.line(printable(fmt::format(
      "{}; {} {}, ring {}", adapter_text(device.adapter().name, device.adapter().driver), options.threads,
      options.threads == 1 ? "thread" : "threads", byte_text(options.ring_bytes))));
  for (const LoadedFile& file : run.files()) {
    std::string name = path_text(file.item.input.path);
    if (!file.item.part.empty()) name += ": " + file.item.part;
    if (file.state == LoadState::kFailed) {
      output.line(printable(fmt::format("{}: failed: {}", name,
                                        file.error ? error_text(file.item.input.path, *file.error) : "")));
    } else if (file.verified == Verified::kDifferent) {
      output.line(printable(fmt::format("{}: DIFFERENT in GPU memory", name)));
    }
  }
  const auto time = run.loading_time();
  const std::string rate =
      time.count() > 0 ? fmt::format(": {:.3g} GB/s", rate_of(totals, time)) : std::string();
  const bool parts = std::any_of(run.files().begin(), run.files().end(),
                                 [](const LoadedFile& file) { return !file.item.part.empty(); });
  std::string line =
      fmt::format("{} {}{}, {} in {}{}", totals.ready, parts ? "resource" : "file",
                  totals.ready == 1 ? "" : "s", byte_text(totals.bytes), duration_text(time), rate);
  if (options.verify && totals.ready > 0) {
    line += fmt::format("; verified in {}, {} different",
                        run.verifies_afterwards() ? duration_text(run.verifying_time()) : "that time",
                        totals.different);
  }
  if (totals.failed > 0) line += fmt::format("; {} failed", totals.failed);
  if (totals.cancelled > 0) line += fmt::format("; {} cancelled", totals.cancelled);
  output.line(line);
  const LatencySummary latency =
      run.loader().statistics().by_priority[static_cast<std::size_t>(options.priority)].latency;
  if (latency.count > 0) {
    output.line(fmt::format("latency p50 {}, p95 {}, p99 {}, max {}", duration_text(latency.p50),
                            duration_text(latency.p95), duration_text(latency.p99),
                            duration_text(latency.max)));
  }
}

nlohmann::ordered_json to_json(LoadRun& run, const LoadCommandOptions& options, const LoadTotals& totals,
                               const Device& device) {
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  for (const LoadedFile& file : run.files()) {
    nlohmann::ordered_json one = {{"path", path_text(file.item.input.path)},
                                  {"state", to_string(file.state)},
                                  {"as", file.item.texture ? "texture" : "buffer"},
                                  {"bytes", file.bytes}};
    if (!file.item.part.empty()) one["part"] = file.item.part;
    if (file.error) one["error"] = error_object(*file.error);
    if (file.verified != Verified::kNot) one["identical"] = file.verified == Verified::kSame;
    files.push_back(std::move(one));
  }
  const LoadStatistics statistics = run.loader().statistics();
  const LatencySummary latency = statistics.by_priority[static_cast<std::size_t>(options.priority)].latency;
  return {{"ferry", kVersion},
          {"adapter", device.adapter().name},
          {"driver", device.adapter().driver},
          {"files", std::move(files)},
          {"ready", totals.ready},
          {"failed", totals.failed},
          {"cancelled", totals.cancelled},
          {"different", totals.different},
          {"bytes", totals.bytes},
          {"seconds", std::chrono::duration<double>(run.loading_time()).count()},
          {"seconds_include_verification", options.verify && !run.verifies_afterwards()},
          {"verification_seconds", std::chrono::duration<double>(run.verifying_time()).count()},
          {"bytes_per_second", rate_of(totals, run.loading_time()) * 1e9},
          {"latency",
           {{"p50_ns", latency.p50.count()},
            {"p95_ns", latency.p95.count()},
            {"p99_ns", latency.p99.count()},
            {"max_ns", latency.max.count()}}},
          {"evictions", statistics.evictions},
          {"submissions", statistics.submissions}};
}

/// Nothing that is loaded is written over, and the two outputs are two.
Result<void> check_outputs(const LoadCommandOptions& options, const std::vector<Input>& inputs) {
  const auto same = [](const std::filesystem::path& a, const std::filesystem::path& b) {
    std::error_code none;
    return a == b || std::filesystem::equivalent(a, b, none);
  };
  const std::filesystem::path trace = path_from_utf8(options.trace);
  const std::filesystem::path record = path_from_utf8(options.record);
  if (!trace.empty() && same(trace, record)) {
    return fail(ErrorCode::kInvalidArgument, "--trace and --record name the same file, '", options.trace,
                "'");
  }
  for (const Input& input : inputs) {
    if (!trace.empty() && same(trace, input.path)) {
      return fail(ErrorCode::kInvalidArgument, "--trace would overwrite an input, '", options.trace, "'");
    }
    if (!record.empty() && same(record, input.path)) {
      return fail(ErrorCode::kInvalidArgument, "--record would overwrite an input, '", options.record, "'");
    }
  }
  return {};
}

/// What is written beside the loading: opened before it, so that a folder that is not there is not found out
/// at its end.
class SideFile {
 public:
  Result<void> open(const std::string& path) {
    if (path.empty()) return {};
    auto writer = FileWriter::create(path_from_utf8(path));
    if (!writer) return fail(std::move(writer).error());
    writer_ = *std::move(writer);
    return {};
  }
  [[nodiscard]] bool wanted() const { return writer_.has_value(); }
  Result<void> write(const std::string& content) {
    if (auto wrote = writer_->write(std::as_bytes(std::span(content))); !wrote) return wrote;
    return writer_->commit();
  }

 private:
  std::optional<FileWriter> writer_;
};

}  // namespace

int run_load(const LoadCommandOptions& options) {
  const std::vector<Input> inputs = find_files(options.inputs);
  if (auto kept = check_outputs(options, inputs); !kept) {
    return unable(kept.error(), options.json, kExitUsage);
  }
  SideFile trace;
  SideFile record;
  for (const auto& [file, path] : {std::pair(&trace, &options.trace), std::pair(&record, &options.record)}) {
    if (auto opened = file->open(*path); !opened) return unable(opened.error(), options.json, kExitUsage);
  }
  const auto opened = open_command_device(options.adapter, options.checked, options.json,
                                          CheckedPace::kSlowest, options.debug);
  if (const int* const code = std::get_if<int>(&opened)) return *code;
  const auto& [own, device, debug] = std::get<CommandDevice>(opened);
  Output output;
  LoadTotals totals;
  bool lost = false;
  {
    LoadRun run(options, device);
    if (auto started = run.start(); !started) {
      return unable_on(*device, started.error(), *own, options.json, kExitFailed);
    }
    if (auto loaded = run.load_all(inputs); !loaded) {
      return unable_on(*device, loaded.error(), *own, options.json, kExitFailed);
    }
    totals = totals_of(run.files());
    const auto failed = std::find_if(run.files().begin(), run.files().end(), [](const LoadedFile& file) {
      return file.state == LoadState::kFailed && file.error;
    });
    nlohmann::ordered_json document;
    if (options.json) document = to_json(run, options, totals, *own);
    lost =
        tell_device_loss(*device, failed != run.files().end() ? &*failed->error : nullptr, *own, &document);
    if (debug) debug->poll();
    if (options.json) {
      if (debug) document["debug_layer"] = debug->json();
      output.text(json_text(document));
    } else {
      print(output, run, options, totals, *own);
    }
    Result<void> wrote;
    if (trace.wanted()) wrote = trace.write(run.loader().chrome_trace());
    if (wrote && record.wanted()) wrote = record.write(run.loader().recording());
    if (!wrote) return unable(wrote.error(), false, kExitFailed);
  }
  bool good = !lost && totals.failed == 0 && totals.cancelled == 0 && totals.different == 0;
  if (options.checked) {
    const FindingCounts findings = count_findings(*device);
    if (!options.json) output.line(findings_line(findings));
    good = good && findings.errors == 0 && findings.portability == 0;
  }
  if (debug) {
    if (!options.json) output.line(debug->line());
    good = good && debug->good();
  }
  return output.finish(good ? kExitGood : kExitFailed);
}

}  // namespace ferry::cli
