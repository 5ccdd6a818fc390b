#include "stream_command.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ferry/assets/file.hpp>
#include <ferry/base/units.hpp>

#include "checked_device.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "stream/copy_rate.hpp"
#include "stream/glow_taps.hpp"
#include "stream/stream_json.hpp"
#include "stream/stream_report.hpp"
#include "stream/stream_run.hpp"
#include "stream/stream_text.hpp"
#include "stream/stream_trace.hpp"

namespace ferry::cli {

namespace {

/// Of each mode's timeline; some hundred bytes each.
constexpr std::size_t kTraceEvents = 500'000;

Result<void> write_text(const std::string& path, const std::string& content) {
  auto writer = FileWriter::create(path_from_utf8(path));
  if (!writer) return fail(std::move(writer).error());
  if (auto wrote = writer->write(std::as_bytes(std::span(content))); !wrote) return wrote;
  return writer->commit();
}

/// What can be known to fail at the end is looked at before the beginning.
Result<void> check_outputs(const StreamCommandOptions& options) {
  if (!options.report.empty() && options.report == options.trace) {
    return fail(ErrorCode::kInvalidArgument, "--report and --trace name the same file, '", options.report,
                "'");
  }
  for (const std::string& path : {options.report, options.trace}) {
    if (path.empty()) continue;
    // Opened and given up again: whatever has the name stays as it is.
    if (auto writer = FileWriter::create(path_from_utf8(path)); !writer) {
      return fail(std::move(writer).error());
    }
  }
  if (options.save_frames.empty()) return {};
  std::error_code failed;
  std::filesystem::create_directories(path_from_utf8(options.save_frames), failed);
  if (failed) {
    return fail(ErrorCode::kIo, options.save_frames, ": the folder cannot be made: ", failed.message());
  }
  return {};
}

/// What was not typed, as it suits the adapter: a CPU that draws draws little.
StreamSetup setup_for(const StreamCommandOptions& options, const Device& own,
                      const std::shared_ptr<Device>& used) {
  const bool software = own.adapter().software;
  StreamSetup setup;
  setup.device = used;
  setup.width = options.width != 0 ? options.width : software ? 640 : 1920;
  setup.height = options.height != 0 ? options.height : software ? 360 : 1080;
  setup.grid = software ? 8 : 32;
  const std::uint32_t tiles = options.tiles != 0 ? options.tiles : software ? 900 : 24000;
  const auto side = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(tiles))));
  const double reach = std::clamp(side / 6.0, 2.0, 16.0);
  setup.world = TileWorld(side, reach);
  setup.path = CameraPath(side, reach);
  setup.frames_before = std::max(1U, options.frames / 5);
  setup.frames_after = std::max(1U, options.frames / 5);
  setup.frames_flying = options.frames - setup.frames_before - setup.frames_after;
  setup.rate_limit = options.rate;
  setup.ring_bytes = options.ring_bytes != 0 ? options.ring_bytes : software ? 64_MiB : 192_MiB;
  const std::uint32_t cores = std::max(1U, std::thread::hardware_concurrency());
  setup.threads = options.threads != 0 ? options.threads : std::clamp(cores / 2, 2U, 8U);
  setup.save_folder = options.save_frames;
  setup.save_every = options.save_every;
  setup.trace_events = options.trace.empty() ? 0 : kTraceEvents;
  return setup;
}

/// How long drawing a frame shall take; 0: as long as it takes.
std::chrono::nanoseconds frame_time_of(const StreamCommandOptions& options, bool software) {
  const double ms = options.frame_ms >= 0 ? options.frame_ms : software ? 0 : 8;
  return std::chrono::nanoseconds(static_cast<std::int64_t>(ms * 1e6));
}

StreamResults results_for(const StreamSetup& setup, const StreamCommandOptions& options, const Device& own) {
  StreamResults results;
  results.adapter = own.adapter().name;
  results.driver = own.adapter().driver;
  results.software = own.adapter().software;
  results.copy_engine_known = own.caps().copy_engine != OwnEngine::kUnknown;
  results.copy_engine = own.caps().copy_engine == OwnEngine::kYes;
  results.cpu_threads = std::thread::hardware_concurrency();
  results.width = setup.width;
  results.height = setup.height;
  results.frames = options.frames;
  results.side = setup.world.side();
  results.reach = setup.world.reach();
  results.path_length = setup.path.length();
  results.tiles = setup.source->what();
  results.glow_taps = setup.glow_taps;
  results.rate_limit = setup.rate_limit;
  results.ring_bytes = setup.ring_bytes;
  results.threads = setup.threads;
  results.copy_rate = setup.copy_rate;
  return results;
}

bool is_good(const StreamResults& results) {
  if (results.interrupted || !results.same_picture) return false;
  if (results.findings && results.findings->errors + results.findings->portability != 0) return false;
  return std::all_of(results.modes.begin(), results.modes.end(), [](const ModeResult& mode) {
    return mode.tiles_failed == 0 && mode.last_sharp == mode.last_visible;
  });
}

/// One run of the command, once there is a device.
class StreamCommand {
 public:
  StreamCommand(const StreamCommandOptions& options, const CommandDevice& device)
      : options_(options),
        own_(*device.own),
        used_(device.used),
        debug_(device.debug),
        setup_(setup_for(options, own_, used_)) {}

  int run() {
    if (auto prepared = prepare(); !prepared) {
      const bool typed = prepared.error().code == ErrorCode::kNotFound;
      return unable_on(*used_, prepared.error(), own_, options_.json, typed ? kExitUsage : kExitFailed);
    }
    if (!options_.json) print(header_lines(results_));
    if (auto ran = run_modes(); !ran) return unable_on(*used_, ran.error(), own_, options_.json, kExitFailed);
    if (options_.checked) results_.findings = count_findings(*used_);
    if (debug_) debug_->poll();
    nlohmann::ordered_json document;
    if (options_.json) document = to_json(results_, false);
    const bool lost = tell_device_loss(*used_, nullptr, own_, &document);
    if (options_.json) {
      if (debug_) document["debug_layer"] = debug_->json();
      output_.text(json_text(document));
    } else {
      print(closing_lines(results_));
      if (debug_) output_.line(debug_->line());
    }
    for (const auto& [path, content] :
         {std::pair(options_.report, options_.report.empty() ? std::string() : stream_report_html(results_)),
          std::pair(options_.trace, options_.trace.empty() ? std::string() : trace_.text())}) {
      if (path.empty()) continue;
      if (auto wrote = write_text(path, content); !wrote) return unable(wrote.error(), false, kExitFailed);
    }
    const bool good = !lost && is_good(results_) && (!debug_ || debug_->good());
    return output_.finish(good ? kExitGood : kExitFailed);
  }

 private:
  Result<void> prepare() {
    std::vector<std::string> passed_over;
    auto source = options_.folder.empty() ? generated_tiles(own_.adapter().software ? 16 : 32)
                                          : file_tiles(options_.folder, *used_, passed_over);
    if (!source) return fail(std::move(source).error());
    for (const std::string& line : passed_over) {
      std::fprintf(stderr, "ferry: passed over: %s\n", printable(line).c_str());
    }
    source_ = *std::move(source);
    setup_.source = source_.get();
    const auto copy_rate = measure_copy_rate(used_);
    if (!copy_rate) return fail(copy_rate.error());
    setup_.copy_rate = *copy_rate;
    const auto frame_time = frame_time_of(options_, own_.adapter().software);
    if (frame_time.count() > 0) {
      const auto taps = taps_for(setup_, frame_time);
      if (!taps) return fail(taps.error());
      setup_.glow_taps = *taps;
    }
    results_ = results_for(setup_, options_, own_);
    return {};
  }

  Result<void> run_modes() {
    Progress progress(stderr, options_.modes.size());
    for (const StreamMode mode : options_.modes) {
      const auto tell = [&](double done, std::string_view phase) {
        progress.update(done, fmt::format("{}: {}", to_string(mode), phase));
      };
      auto run = run_stream_mode(setup_, mode, tell);
      progress.next();
      progress.clear();
      if (!run && interrupted()) {
        results_.interrupted = true;
        break;
      }
      if (!run) return fail(std::move(run).error());
      if (!options_.trace.empty()) trace_.add(run->result, run->loader_trace, run->began);
      results_.modes.push_back(std::move(run->result));
      if (!options_.json) print(mode_lines(results_.modes.back()));
    }
    results_.same_picture =
        std::all_of(results_.modes.begin(), results_.modes.end(), [this](const ModeResult& mode) {
          return mode.last_frame_hash == results_.modes.front().last_frame_hash;
        });
    return {};
  }

  void print(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) output_.line(line);
  }

  const StreamCommandOptions& options_;
  const Device& own_;
  std::shared_ptr<Device> used_;
  std::shared_ptr<DebugReport> debug_;
  StreamSetup setup_;
  std::unique_ptr<TileSource> source_;
  StreamResults results_;
  StreamTrace trace_;
  Output output_;
};

}  // namespace

int run_stream(const StreamCommandOptions& options) {
  if (auto writable = check_outputs(options); !writable) {
    return unable(writable.error(), options.json, kExitUsage);
  }
  const auto opened = open_command_device(options.adapter, options.checked, options.json,
                                          CheckedPace::kSlowest, options.debug);
  if (const int* const code = std::get_if<int>(&opened)) return *code;
  return StreamCommand(options, std::get<CommandDevice>(opened)).run();
}

}  // namespace ferry::cli
