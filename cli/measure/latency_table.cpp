// One small transfer at a time, from the call to the moment its end is seen.
#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <ferry/base/units.hpp>

#include "hand/copy_queue.hpp"
#include "hand/readback.hpp"
#include "hand/staging_stream.hpp"
#include "sampling/sample_bytes.hpp"
#include "tables.hpp"

namespace ferry::measure {

namespace {

constexpr std::size_t kUpload = 256;
constexpr std::size_t kReadback = 64;

/// One buffer, what goes into it, and what came back; everything by hand beside Ferry.
struct Bench {
  Bench(const Setting& setting, ComPtr<ID3D12Resource> made)
      : manager(*setting.manager),
        buffer(std::move(made)),
        queue(setting.device->d3d(), D3D12_COMMAND_LIST_TYPE_COPY),
        upload(queue, 64_KiB),
        readback(queue, 64_KiB) {}

  TransferManager& manager;
  ComPtr<ID3D12Resource> buffer;
  hand::CopyQueue queue;
  hand::SmallUpload upload;
  hand::Readback readback;
  std::array<std::byte, kUpload> source{};
  std::array<std::byte, kReadback> got{};
};

Result<void> upload_by_ferry(Bench& bench) {
  auto batch = bench.manager.begin_upload();
  if (!batch) return fail(std::move(batch).error());
  if (auto staged = batch->upload_buffer(bench.buffer.get(), 0, bench.source); !staged) return staged;
  const auto point = batch->submit("bench");
  if (!point) return fail(point.error());
  return bench.manager.wait(*point);
}

Result<void> read_by_ferry(Bench& bench) {
  ReadbackOptions options;
  options.queue = QueueKind::kCopy;
  const auto ticket = bench.manager.read_buffer({bench.buffer.get(), 0, kReadback}, options);
  if (!ticket) return fail(ticket.error());
  return ticket->copy_to(bench.got);
}

std::vector<Contender> upload_contenders(Bench& bench) {
  const auto by_hand = [&bench](bool look) {
    return [&bench, look]() -> Result<void> {
      bench.upload.upload(bench.buffer.get(), 0, bench.source.data(), bench.source.size(), look);
      return {};
    };
  };
  return {timed("ferry", [&bench] { return upload_by_ferry(bench); }),
          timed("by hand, event", by_hand(false)), timed("by hand, looking", by_hand(true))};
}

std::vector<Contender> readback_contenders(Bench& bench) {
  const auto by_hand = [&bench](bool look) {
    return [&bench, look]() -> Result<void> {
      bench.readback.small(bench.buffer.get(), kReadback, bench.got.data(), look);
      return {};
    };
  };
  return {timed("ferry", [&bench] { return read_by_ferry(bench); }), timed("by hand, event", by_hand(false)),
          timed("by hand, looking", by_hand(true))};
}

/// Each way once, with bytes of its own.
Result<void> verify(Bench& bench) {
  std::uint64_t seed = 1;
  for (const Contender& way : upload_contenders(bench)) {
    fill_noise(bench.source, seed++);
    if (auto ran = way.run(); !ran) return fail(std::move(ran).error());
    bench.got.fill(std::byte{0});
    if (auto read = read_by_ferry(bench); !read) return read;
    auto same =
        expect_same(bench.got, std::span(bench.source).first(kReadback), "a small upload " + way.name);
    if (!same) return same;
  }
  for (const Contender& way : readback_contenders(bench)) {
    fill_noise(bench.source, seed++);
    if (auto sent = upload_by_ferry(bench); !sent) return sent;
    bench.got.fill(std::byte{0});
    if (auto ran = way.run(); !ran) return fail(std::move(ran).error());
    auto same =
        expect_same(bench.got, std::span(bench.source).first(kReadback), "a small readback " + way.name);
    if (!same) return same;
  }
  return {};
}

Table empty_table() {
  Table table;
  table.name = "latency";
  table.title = "How long does one small transfer take?";
  table.about =
      "From the call to the moment its end is seen on the CPU, one at a time, on the COPY queue. By hand: "
      "waiting for "
      "an event, and looking at the fence all the time.";
  table.columns = {{"transfer", "transfer"},
                   {"way", "way"},
                   {"time", "time", Unit::kMicroseconds},
                   {"p99", "p99", Unit::kMicroseconds},
                   {"most", "most", Unit::kMicroseconds}};
  table.plots = {{"From the call to its end, us", "transfer", "way", {"time"}, Plot::Kind::kBars, false},
                 {"The same, slowest hundredth, us", "transfer", "way", {"p99"}, Plot::Kind::kBars, false}};
  return table;
}

std::string sentence(const std::string& transfer, const std::vector<Spread>& times) {
  const std::size_t bar = times[1].median < times[2].median ? 1 : 2;
  const double more = times[0].median - times[bar].median;
  return fmt::format("{}: Ferry takes {}, {} the better way by hand ({}).", transfer,
                     figure_text(times[0].median, Unit::kMicroseconds),
                     !differ(times[0], times[bar])
                         ? "no more or less than"
                         : fmt::format("{} {} than", figure_text(std::abs(more), Unit::kMicroseconds),
                                       more > 0 ? "more" : "less"),
                     bar == 1 ? "event" : "looking");
}

}  // namespace

Result<Table> latency_table(const Setting& setting) {
  auto buffer = setting.device->create_buffer(HeapKind::kDefault, 64_KiB, "bench latency");
  if (!buffer) return fail(std::move(buffer).error());
  Bench bench(setting, *std::move(buffer));
  if (auto right = verify(bench); !right) return fail(std::move(right).error());
  Table table = empty_table();
  const std::pair<std::string, std::vector<Contender>> rows[] = {
      {"upload 256 B", upload_contenders(bench)}, {"readback 64 B", readback_contenders(bench)}};
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    const auto& [transfer, contenders] = rows[i];
    const auto samples = sample_row(setting, i, std::size(rows), transfer, contenders, 50);
    if (!samples) return fail(samples.error());
    if (samples->stopped) return table;
    std::vector<Spread> times;
    for (std::size_t k = 0; k < contenders.size(); ++k) {
      std::vector<double> each = samples->figures[k].front();
      for (double& seconds : each) seconds *= 1e6;
      std::sort(each.begin(), each.end());
      times.push_back(spread_of(each));
      table.rows.push_back({transfer, contenders[k].name, times[k], quantile(each, 0.99), times[k].most});
    }
    table.says.push_back(sentence(transfer, times));
  }
  return table;
}

}  // namespace ferry::measure
