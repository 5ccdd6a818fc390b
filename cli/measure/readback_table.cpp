// Reading something back each frame.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <ferry/base/text.hpp>

#include "gpu_load.hpp"
#include "list_runner.hpp"
#include "readback_frames.hpp"
#include "readback_way.hpp"
#include "staging_way.hpp"
#include "tables.hpp"

namespace ferry::measure {

namespace {

struct What {
  const char* name;
  std::uint32_t width;  // Bytes of a buffer where `height` is 0.
  std::uint32_t height;
};
constexpr What kWhats[] = {{"64 B", 64, 0},
                           {"64 KiB", 65536, 0},
                           {"1 MiB", 1 << 20, 0},
                           {"1920x1080", 1920, 1080},
                           {"3840x2160", 3840, 2160}};

constexpr const char* kSynchronous = "synchronous";
constexpr const char* kPooled = "pooled, at once";

std::string late_name(std::size_t late) {
  return fmt::format("{} frame{} late", late, late == 1 ? "" : "s");
}

Table empty_table(double load_seconds) {
  Table table;
  table.name = "readback";
  table.title = "What does reading back each frame cost?";
  table.about = fmt::format(
      "Frames that work {:.2g} ms on the CPU and {:.2g} ms on the GPU, each of which is read back to memory. "
      "Synchronous: a READBACK buffer made for each and waited for. Pooled: Ferry's tickets, waited for at "
      "once, or "
      "looked at some frames later. 'Wait' is the CPU's in each frame; 'age' is the time from a frame's "
      "submission "
      "to its bytes being in memory. Each frame carries its number, and what arrives is held against it.",
      load_seconds * 1e3, load_seconds * 1e3);
  table.columns = {{"what", "what"},
                   {"way", "way"},
                   {"size_bytes", "size", Unit::kBytes},
                   {"wait", "wait", Unit::kMicroseconds},
                   {"frames_per_second", "frames", Unit::kPerSecond},
                   {"age", "age", Unit::kMilliseconds}};
  const auto bars = Plot::Kind::kBars;
  table.plots = {{"Frames a second", "what", "way", {"frames_per_second"}, bars, false},
                 {"CPU wait in each frame, us", "what", "way", {"wait"}, bars, false},
                 {"Age of the data, ms", "what", "way", {"age"}, bars, false}};
  return table;
}

std::string sentence(const Table& table, const What& what) {
  const auto middle = [&](const std::string& way, std::string_view key) {
    return middle_of(cell_of(table, *find_row(table, {what.name, way}), key));
  };
  // The first that hardly waits.
  std::string quiet;
  for (const std::size_t late : {1, 2, 3}) {
    if (quiet.empty() && middle(late_name(late), "wait") < 0.1 * middle(kSynchronous, "wait"))
      quiet = late_name(late);
  }
  if (quiet.empty()) {
    return fmt::format("{}: even {} waits {} in each frame: the copies, or the frames, are as slow as that.",
                       what.name, late_name(3),
                       figure_text(middle(late_name(3), "wait"), Unit::kMicroseconds));
  }
  return fmt::format(
      "{}: {} saves the CPU {} of waiting in each frame (synchronous {}) and makes {:.2f} times the frames; "
      "the data is "
      "{} old, {} with a synchronous readback.",
      what.name, quiet,
      figure_text(middle(kSynchronous, "wait") - middle(quiet, "wait"), Unit::kMicroseconds),
      figure_text(middle(kSynchronous, "wait"), Unit::kMicroseconds),
      middle(quiet, "frames_per_second") / middle(kSynchronous, "frames_per_second"),
      figure_text(middle(quiet, "age"), Unit::kMilliseconds),
      figure_text(middle(kSynchronous, "age"), Unit::kMilliseconds));
}

}  // namespace

Result<Table> readback_table(const Setting& setting) {
  const auto queue = setting.manager->queue(QueueKind::kDirect);
  if (!queue) return fail(queue.error());
  ListRunner runner(setting.device, *queue, "bench frames");
  const double wanted = setting.quick ? 0.0002 : setting.adapter.software ? 0.002 : 0.001;
  const auto load = GpuLoad::create(setting.device, runner, wanted, setting.adapter.software);
  if (!load) return fail(load.error());
  Table table = empty_table((*load)->seconds());
  for (std::size_t i = 0; i < std::size(kWhats); ++i) {
    const What& what = kWhats[i];
    const auto made = ReadbackFrames::create(setting.device, runner, **load, what.width, what.height);
    if (!made) return fail(made.error());
    ReadbackFrames& frames = **made;
    std::vector<std::pair<std::string, std::unique_ptr<ReadbackWay>>> ways;
    ways.emplace_back(kSynchronous, synchronous_way(setting.device, runner, frames.source()));
    ways.emplace_back(kPooled, pooled_way(*setting.manager, frames.source(), 0));
    for (const std::size_t late : {1, 2, 3}) {
      ways.emplace_back(late_name(late), pooled_way(*setting.manager, frames.source(), late));
    }
    // Fewer frames of the big ones, so that there are some rounds of each.
    const double each = 2 * wanted + static_cast<double>(frames.source().bytes) / 2e9;
    const auto count = setting.quick ? 4 : static_cast<std::uint64_t>(std::clamp(0.1 / each, 8.0, 64.0));
    std::vector<Contender> contenders;
    contenders.reserve(ways.size());
    for (auto& [name, way] : ways) {
      contenders.push_back(
          {name, [&frames, &one = *way, count]() -> Result<std::vector<double>> {
             const auto times = frames.run(one, count);
             if (!times) return fail(times.error());
             return std::vector<double>{1 / times->each, times->waited * 1e6, times->age * 1e3};
           }});
    }
    const auto samples = sample_row(setting, i, std::size(kWhats), what.name, contenders);
    if (!samples) return fail(samples.error());
    if (samples->stopped) return table;
    for (std::size_t k = 0; k < contenders.size(); ++k) {
      const auto& figures = samples->figures[k];
      table.rows.push_back({std::string(what.name), contenders[k].name, frames.source().bytes,
                            spread_of(figures[1]), spread_of(figures[0]), spread_of(figures[2])});
    }
    table.says.push_back(sentence(table, what));
  }
  return table;
}

}  // namespace ferry::measure
