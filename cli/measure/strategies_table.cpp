// The three ways to use staging memory again.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <ferry/base/text.hpp>

#include "gpu_load.hpp"
#include "list_runner.hpp"
#include "staging_way.hpp"
#include "tables.hpp"
#include "upload_frames.hpp"
#include "upload_pattern.hpp"

namespace ferry::measure {

namespace {

Table empty_table(double load_seconds) {
  Table table;
  table.name = "strategies";
  table.title = "When may staging memory be written again?";
  table.about = fmt::format(
      "Frames that work {:.2g} ms on the CPU, upload, and work {:.2g} ms on the GPU, up to {} in flight. "
      "Every eighth frame is a burst; the others upload an eighth to a quarter of it. 'Wait' is the CPU's, "
      "in "
      "each frame; memory is UPLOAD memory. +- is half the distance between the quartiles.",
      load_seconds * 1e3, load_seconds * 1e3, kFramesInFlight);
  table.columns = {{"pattern", "pattern"},
                   {"strategy", "strategy"},
                   {"burst_bytes", "burst", Unit::kBytes},
                   {"memory_bytes", "memory", Unit::kBytes},
                   {"wait", "wait", Unit::kMicroseconds},
                   {"frames_per_second", "frames", Unit::kPerSecond}};
  const auto bars = Plot::Kind::kBars;
  table.plots = {{"Frames a second", "pattern", "strategy", {"frames_per_second"}, bars, false},
                 {"CPU wait in each frame, us", "pattern", "strategy", {"wait"}, bars, false},
                 {"UPLOAD memory, bytes", "pattern", "strategy", {"memory_bytes"}, bars, false}};
  return table;
}

/// The staging memory of all ways, for one pattern.
Result<std::vector<std::unique_ptr<StagingWay>>> make_ways(const Setting& setting, ListRunner& runner,
                                                           const UploadPattern& pattern) {
  std::vector<std::unique_ptr<StagingWay>> ways;
  for (const StagingKind kind : kStagingKinds) {
    auto way = make_staging(kind, setting.device, runner, pattern.peak_bytes());
    if (!way) return fail(std::move(way).error());
    ways.push_back(*std::move(way));
  }
  return ways;
}

std::string sentence(const Table& table, const UploadPattern& pattern) {
  const auto cell = [&](StagingKind kind, std::string_view key) -> const Cell& {
    static const Cell kNothing;
    const auto* const row = find_row(table, {pattern.name, to_string(kind)});
    return row == nullptr ? kNothing : cell_of(table, *row, key);
  };
  const auto fps = [&](StagingKind kind) { return middle_of(cell(kind, "frames_per_second")); };
  const auto memory = [&](StagingKind kind) { return middle_of(cell(kind, "memory_bytes")); };
  const StagingKind frame = StagingKind::kBufferPerFrame;
  const StagingKind wait = StagingKind::kWaitEveryTime;
  const StagingKind ring = StagingKind::kRing;
  const double part = fps(ring) / fps(frame);
  return fmt::format(
      "{}: the ring does with {:.0f}% of the memory of a buffer per frame ({} against {}), at {:.2f} of its "
      "frames a second{}; waiting every time makes {:.2f} of them and holds the CPU for {} in each frame, "
      "the ring "
      "for {}.",
      pattern.name, 100 * memory(ring) / memory(frame), number_text(memory(ring), Unit::kBytes),
      number_text(memory(frame), Unit::kBytes), part,
      differ(std::get<Spread>(cell(ring, "frames_per_second")),
             std::get<Spread>(cell(frame, "frames_per_second")))
          ? ""
          : " (no difference beyond the spread)",
      fps(wait) / fps(frame), figure_text(middle_of(cell(wait, "wait")), Unit::kMicroseconds),
      figure_text(middle_of(cell(ring, "wait")), Unit::kMicroseconds));
}

}  // namespace

Result<Table> strategies_table(const Setting& setting) {
  const auto queue = setting.manager->queue(QueueKind::kDirect);
  if (!queue) return fail(queue.error());
  ListRunner runner(setting.device, *queue, "bench frames");
  const double wanted = setting.quick ? 0.0002 : setting.adapter.software ? 0.002 : 0.001;
  const auto load = GpuLoad::create(setting.device, runner, wanted, setting.adapter.software);
  if (!load) return fail(load.error());
  Table table = empty_table((*load)->seconds());
  const std::uint64_t frames = setting.quick ? 16 : setting.adapter.software ? 64 : 192;
  const std::vector<UploadPattern> patterns = upload_patterns();
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const UploadPattern& pattern = patterns[i];
    const auto drawn = UploadFrames::create(setting.device, runner, **load, pattern);
    if (!drawn) return fail(drawn.error());
    const auto ways = make_ways(setting, runner, pattern);
    if (!ways) return fail(ways.error());
    std::vector<Contender> contenders;
    std::uint64_t seed = 0;
    for (std::size_t k = 0; k < ways->size(); ++k) {
      StagingWay& way = *(*ways)[k];
      // Two runs: the second finds every piece of staging memory used before.
      for (int once = 0; once < (setting.quick ? 1 : 2); ++once) {
        ++seed;
        if (auto ran = (*drawn)->run(way, 16, seed); !ran) return fail(std::move(ran).error());
        if (auto right = (*drawn)->verify(*setting.manager, 16, seed); !right) {
          return fail(std::move(right).error());
        }
      }
      contenders.push_back({to_string(kStagingKinds[k]), [&, frames]() -> Result<std::vector<double>> {
                              const auto times = (*drawn)->run(way, frames, 0);
                              if (!times) return fail(times.error());
                              return std::vector<double>{1 / times->each, times->waited * 1e6};
                            }});
    }
    const auto samples = sample_row(setting, i, patterns.size(), pattern.name, contenders);
    if (!samples) return fail(samples.error());
    if (samples->stopped) return table;
    for (std::size_t k = 0; k < ways->size(); ++k) {
      const auto& figures = samples->figures[k];
      table.rows.push_back({pattern.name, contenders[k].name, pattern.peak_bytes(),
                            (*ways)[k]->memory_bytes(), spread_of(figures[1]), spread_of(figures[0])});
    }
    table.says.push_back(sentence(table, pattern));
  }
  return table;
}

}  // namespace ferry::measure
