#include "replay_command.hpp"

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ferry/assets/file.hpp>
#include <ferry/schedule/replay.hpp>

#include "exit_code.hpp"
#include "folder.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "report.hpp"
#include "version.hpp"

namespace ferry::cli {

namespace {

constexpr SchedulePolicy kPolicies[] = {SchedulePolicy::kAging, SchedulePolicy::kStrict,
                                        SchedulePolicy::kFirstCome};

const char* words_for(SchedulePolicy policy) {
  switch (policy) {
    case SchedulePolicy::kAging:
      return "priority with aging";
    case SchedulePolicy::kStrict:
      return "strict priority";
    case SchedulePolicy::kFirstCome:
      break;
  }
  return "first come, first served";
}

Result<LoadTrace> read_trace(const std::string& path) {
  if (auto problem = why_no_input(path_from_utf8(path))) return fail(*std::move(problem));
  const auto bytes = read_file(path_from_utf8(path));
  if (!bytes) return fail(bytes.error());
  auto trace = load_trace_from({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
  if (!trace) return fail(trace.error().code, path, ": ", trace.error().message);
  return trace;
}

void print(Output& output, SchedulePolicy policy, const ReplayResult& result) {
  output.line(fmt::format("{}: {} finished, {} cancelled, {} in {}", words_for(policy), result.finished,
                          result.cancelled, byte_text(result.bytes), duration_text(result.duration)));
  for (std::size_t i = 0; i < kLoadPriorities; ++i) {
    const LatencySummary latency = summarize(result.latency[i]);
    if (latency.count == 0) continue;
    output.line(fmt::format("  {:<10} {:>7} requests  p50 {:>8}  p95 {:>8}  p99 {:>8}  max {:>8}",
                            to_string(static_cast<LoadPriority>(i)), latency.count,
                            duration_text(latency.p50), duration_text(latency.p95),
                            duration_text(latency.p99), duration_text(latency.max)));
  }
}

nlohmann::ordered_json to_json(SchedulePolicy policy, const ReplayResult& result) {
  nlohmann::ordered_json latencies = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < kLoadPriorities; ++i) {
    const LatencySummary latency = summarize(result.latency[i]);
    if (latency.count == 0) continue;
    latencies[std::string(to_string(static_cast<LoadPriority>(i)))] = {{"requests", latency.count},
                                                                       {"p50_ns", latency.p50.count()},
                                                                       {"p95_ns", latency.p95.count()},
                                                                       {"p99_ns", latency.p99.count()},
                                                                       {"max_ns", latency.max.count()}};
  }
  return {{"policy", to_string(policy)},
          {"finished", result.finished},
          {"cancelled", result.cancelled},
          {"bytes", result.bytes},
          {"duration_ns", result.duration.count()},
          {"pieces", result.order.size()},
          {"latency", latencies}};
}

}  // namespace

int run_replay(const ReplayCommandOptions& options) {
  const auto trace = read_trace(options.trace);
  if (!trace) return unable(trace.error(), options.json, kExitFailed);
  nlohmann::ordered_json policies = nlohmann::ordered_json::array();
  Output output;
  for (const SchedulePolicy policy : kPolicies) {
    if (interrupted()) {
      return unable({ErrorCode::kCancelled, 0, "interrupted"}, options.json, kExitFailed);
    }
    ReplayOptions how;
    how.scheduler.policy = policy;
    how.scheduler.piece_bytes = options.piece_bytes;
    how.workers = options.threads;
    const auto result = replay(*trace, how);
    if (!result) return unable(result.error(), options.json, kExitFailed);
    if (options.json) {
      policies.push_back(to_json(policy, *result));
    } else {
      print(output, policy, *result);
    }
  }
  if (options.json)
    output.text(json_text({{"ferry", kVersion}, {"trace", options.trace}, {"policies", policies}}));
  return output.finish(kExitGood);
}

}  // namespace ferry::cli
