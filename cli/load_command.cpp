#include "load_command.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ferry/assets/file.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/loader/loader.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include "checked_device.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "load_files.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "verify.hpp"

namespace ferry::cli {

namespace {

using Clock = std::chrono::steady_clock;

/// Of the timeline; some hundred bytes each.
constexpr std::size_t kTraceEvents = 1'000'000;

enum class Verified : std::uint8_t { kNot, kSame, kDifferent };

struct LoadedFile {
  LoadItem item;  // its request has gone to the loader
  bool last_of_its_file = true;
  LoadTicket ticket;
  LoadState state = LoadState::kQueued;
  std::optional<Error> error;
  std::uint64_t bytes = 0;
  Verified verified = Verified::kNot;
};

Result<void> write_text(const std::string& path, const std::string& content) {
  auto writer = FileWriter::create(path_from_utf8(path));
  if (!writer) return fail(std::move(writer).error());
  if (auto wrote = writer->write(std::as_bytes(std::span(content))); !wrote) return wrote;
  return writer->commit();
}

/// One run of the command. The loader's workers call `may_evict`; all else happens on the main thread.
class LoadRun {
 public:
  LoadRun(const LoadCommandOptions& options, std::shared_ptr<Device> device)
      : options_(options), device_(std::move(device)) {}

  Result<void> start() {
    auto manager = TransferManager::create(device_);
    if (!manager) return fail(std::move(manager).error());
    manager_ = *std::move(manager);
    LoaderOptions how;
    how.threads = options_.threads;
    how.ring_bytes = options_.ring_bytes;
    how.piece_bytes = options_.piece_bytes;
    if (options_.budget_bytes != 0) {
      how.gpu_memory_bytes = options_.budget_bytes;
      how.evict = [this](const EvictCandidate& candidate) { return may_evict(candidate); };
    }
    how.trace_events = options_.trace.empty() ? 0 : kTraceEvents;
    how.record = !options_.record.empty();
    auto loader = Loader::create(device_, how);
    if (!loader) return fail(std::move(loader).error());
    loader_ = *std::move(loader);
    return {};
  }

  Result<void> load_all(const std::vector<Input>& inputs, Progress& progress) {
    begin_ = Clock::now();
    const LoadWays ways = {options_.mips, options_.strict, device_.get()};
    std::uint64_t file_number = 0;
    for (const Input& input : inputs) {
      ++file_number;
      std::vector<LoadItem> items = items_for(input, ways);
      if (items.empty()) progress.next();
      for (LoadItem& item : items) {
        item.request.tag = file_number;
        const bool last = &item == &items.back();
        if (auto begun = begin(std::move(item), last); !begun) return begun;
      }
    }
    bool told = false;
    while (open_ > 0) {
      if (interrupted() && !std::exchange(told, true)) {
        for (const LoadedFile& file : files_) file.ticket.cancel();
      }
      loader_->pump();
      if (ended_.empty()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        continue;
      }
      while (!ended_.empty()) {
        LoadedFile& file = files_[ended_.front()];
        ended_.pop_front();
        if (file.last_of_its_file) progress.next();
        progress.update(0, path_text(file.item.input.path));
        if (file.state == LoadState::kReady && options_.verify && !interrupted()) verify(file);
        file.item.expected = nullptr;
        --open_;
        {
          const std::lock_guard lock(mutex_);
          if (file.ticket) done_with_.push_back(file.ticket.number());
        }
        done_with_changed_.notify_all();
      }
    }
    return loader_->wait_idle();
  }

  [[nodiscard]] const std::deque<LoadedFile>& files() const { return files_; }
  [[nodiscard]] std::chrono::nanoseconds loading_time() const {
    return last_end_ > begin_ ? last_end_ - begin_ : Clock::duration::zero();
  }
  [[nodiscard]] Loader& loader() { return *loader_; }

 private:
  Result<void> begin(LoadItem item, bool last_of_its_file) {
    // Under the lock, so that nobody looks for the ticket before it is in its place.
    const std::lock_guard lock(mutex_);
    const std::size_t index = files_.size();
    LoadedFile& file = files_.emplace_back();
    file.item = std::move(item);
    file.last_of_its_file = last_of_its_file;
    ++open_;
    if (file.item.input.problem) {
      file.state = LoadState::kFailed;
      file.error = file.item.input.problem;
      ended_.push_back(index);
      return {};
    }
    LoadRequest request = std::move(file.item.request);
    request.priority = options_.priority;
    request.on_end = [this, index](const LoadTicket& ticket) { ended(index, ticket); };
    auto ticket = loader_->load(std::move(request));
    if (!ticket) return fail(std::move(ticket).error());
    by_number_.emplace(ticket->number(), index);
    file.ticket = *std::move(ticket);
    return {};
  }

  void ended(std::size_t index, const LoadTicket& ticket) {
    last_end_ = Clock::now();
    LoadedFile& file = files_[index];
    file.state = ticket.state();
    file.bytes = ticket.size();
    if (file.state != LoadState::kReady) file.error = ticket.error();
    ended_.push_back(index);
  }

  /// Over budget: what was loaded first goes, once it was looked at.
  bool may_evict(const EvictCandidate& candidate) {
    std::unique_lock lock(mutex_);
    done_with_changed_.wait(lock, [&] {
      return std::find(done_with_.begin(), done_with_.end(), candidate.number) != done_with_.end();
    });
    std::erase(done_with_, candidate.number);
    const auto found = by_number_.find(candidate.number);
    if (found != by_number_.end()) files_[found->second].ticket = {};
    return true;
  }

  void verify(LoadedFile& file) {
    const auto same = compare(file);
    if (!same) {
      file.error = same.error();
      file.state = LoadState::kFailed;
      return;
    }
    file.verified = *same ? Verified::kSame : Verified::kDifferent;
  }

  Result<bool> compare(const LoadedFile& file) {
    const auto expected = file.item.expected();
    if (!expected) return fail(expected.error());
    const auto resource = file.ticket.resource();
    return holds(*manager_, resource.get(), file.bytes, *expected);
  }

  const LoadCommandOptions& options_;
  std::shared_ptr<Device> device_;
  std::unique_ptr<TransferManager> manager_;
  std::deque<LoadedFile> files_;
  std::deque<std::size_t> ended_;
  std::size_t open_ = 0;
  Clock::time_point begin_{};
  Clock::time_point last_end_{};
  std::mutex mutex_;  // Guards what the workers see: tickets, by_number_, done_with_.
  std::condition_variable done_with_changed_;
  std::unordered_map<std::uint64_t, std::size_t> by_number_;
  std::vector<std::uint64_t> done_with_;
  std::unique_ptr<Loader> loader_;  // Ends first: it calls back.
};

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

double rate_of(const LoadTotals& totals, std::chrono::nanoseconds time) {
  return time.count() > 0 ? static_cast<double>(totals.bytes) / static_cast<double>(time.count()) : 0;
}

void print(Output& output, LoadRun& run, const LoadCommandOptions& options, const LoadTotals& totals) {
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
  std::string line = fmt::format("{} files, {} in {}: {:.3g} GB/s", totals.ready, byte_text(totals.bytes),
                                 duration_text(time), rate_of(totals, time));
  if (options.verify) line += fmt::format("; verified, {} different", totals.different);
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
  return {{"adapter", device.adapter().name},
          {"driver", device.adapter().driver},
          {"files", std::move(files)},
          {"ready", totals.ready},
          {"failed", totals.failed},
          {"cancelled", totals.cancelled},
          {"different", totals.different},
          {"bytes", totals.bytes},
          {"seconds", std::chrono::duration<double>(run.loading_time()).count()},
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

}  // namespace

int run_load(const LoadCommandOptions& options) {
  const std::vector<Input> inputs = find_files(options.inputs);
  if (auto kept = check_outputs(options, inputs); !kept) {
    return unable(kept.error(), options.json, kExitUsage);
  }
  const auto opened = open_command_device(options.adapter, options.checked, options.json);
  if (const int* const code = std::get_if<int>(&opened)) return *code;
  const auto& [own, device] = std::get<CommandDevice>(opened);
  Output output;
  LoadTotals totals;
  {
    LoadRun run(options, device);
    if (auto started = run.start(); !started) return unable(started.error(), options.json, kExitFailed);
    {
      Progress progress(stderr, inputs.size());
      if (auto loaded = run.load_all(inputs, progress); !loaded) {
        return unable(loaded.error(), options.json, kExitFailed);
      }
    }
    totals = totals_of(run.files());
    if (options.json) {
      output.text(json_text(to_json(run, options, totals, *own)));
    } else {
      print(output, run, options, totals);
    }
    for (const auto& [path, content] :
         {std::pair(options.trace, options.trace.empty() ? std::string() : run.loader().chrome_trace()),
          std::pair(options.record, options.record.empty() ? std::string() : run.loader().recording())}) {
      if (path.empty()) continue;
      if (auto wrote = write_text(path, content); !wrote) return unable(wrote.error(), false, kExitFailed);
    }
  }
  bool good = totals.failed == 0 && totals.cancelled == 0 && totals.different == 0;
  if (options.checked) {
    const FindingCounts findings = count_findings(*device);
    if (!options.json) output.line(findings_line(findings));
    good = good && findings.errors == 0 && findings.portability == 0;
  }
  return output.finish(good ? kExitGood : kExitFailed);
}

}  // namespace ferry::cli
