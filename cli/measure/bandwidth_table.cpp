// Rates of each direction and of both at once, on the CPU and on the GPU.
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <ferry/base/text.hpp>
#include <ferry/base/units.hpp>
#include <ferry/layout/row_copy.hpp>

#include "copy_lane.hpp"
#include "hand/workers.hpp"
#include "sampling/sample_bytes.hpp"
#include "tables.hpp"

namespace ferry::measure {

namespace {

constexpr std::uint64_t kMost = 64_MiB;
constexpr std::uint64_t kPieces[] = {4_KiB, 16_KiB, 64_KiB, 256_KiB, 1_MiB, 4_MiB, 16_MiB, 64_MiB};

/// Memory, lanes and threads for all rows.
struct Yard {
  std::unique_ptr<CopyLane> up;
  std::unique_ptr<CopyLane> down;
  std::unique_ptr<hand::Workers> workers;
  ComPtr<ID3D12Resource> buffer;  // For whole ways.
  std::vector<std::byte> source;
  std::vector<std::byte> sink;
};

Result<Yard> make_yard(const Setting& setting) {
  Yard yard;
  TransferManager& manager = *setting.manager;
  auto up = CopyLane::create(manager, QueueKind::kCopy, Direction::kUp, kMost);
  if (!up) return fail(std::move(up).error());
  yard.up = *std::move(up);
  // On a queue of another kind, so that both may run at once wherever the GPU can do that.
  auto down = CopyLane::create(manager, QueueKind::kDirect, Direction::kDown, kMost);
  if (!down) return fail(std::move(down).error());
  yard.down = *std::move(down);
  auto buffer = setting.device->create_buffer(HeapKind::kDefault, kMost, "bench whole way");
  if (!buffer) return fail(std::move(buffer).error());
  yard.buffer = *std::move(buffer);
  yard.workers = std::make_unique<hand::Workers>(std::clamp(std::thread::hardware_concurrency(), 1u, 16u));
  yard.source.resize(static_cast<std::size_t>(kMost));
  yard.sink.resize(static_cast<std::size_t>(kMost));
  fill_noise(yard.source, 1);
  return yard;
}

/// Whole ways by Ferry: to a buffer in pieces, and back.
Result<void> upload(TransferManager& manager, const Yard& yard, ID3D12Resource* to, std::uint64_t bytes,
                    std::uint64_t piece) {
  auto batch = manager.begin_upload();
  if (!batch) return fail(std::move(batch).error());
  for (std::uint64_t at = 0; at < bytes; at += piece) {
    auto staged = batch->upload_buffer(
        to, at,
        std::span(yard.source)
            .subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(std::min(piece, bytes - at))));
    if (!staged) return staged;
  }
  const auto point = batch->submit("bench");
  if (!point) return fail(point.error());
  return manager.wait(*point);
}

Result<void> download(TransferManager& manager, ID3D12Resource* from, std::span<std::byte> out,
                      std::uint64_t piece) {
  ReadbackOptions options;
  options.queue = QueueKind::kCopy;
  std::vector<ReadbackTicket> tickets;
  // As many at once as fit into the pool's idle memory: it makes no new buffers then.
  const std::size_t most =
      static_cast<std::size_t>(std::max<std::uint64_t>(1, std::min<std::uint64_t>(64, 16_MiB / piece)));
  for (std::uint64_t at = 0; at < out.size();) {
    tickets.clear();
    const std::uint64_t first = at;
    for (; tickets.size() < most && at < out.size(); at += piece) {
      auto ticket = manager.read_buffer({from, at, std::min<std::uint64_t>(piece, out.size() - at)}, options);
      if (!ticket) return fail(std::move(ticket).error());
      tickets.push_back(*std::move(ticket));
    }
    for (std::size_t i = 0; i < tickets.size(); ++i) {
      const auto place = static_cast<std::size_t>(first + i * piece);
      auto copied = tickets[i].copy_to(out.subspan(place, static_cast<std::size_t>(tickets[i].size())));
      if (!copied) return copied;
    }
  }
  return {};
}

/// Copies the source to UPLOAD memory in pieces; each worker has its own share.
void stage(Yard& yard, std::uint64_t bytes, std::uint64_t piece, std::size_t threads) {
  const std::uint64_t pieces = divide_up(bytes, piece);
  const auto share = [&](std::size_t worker) {
    for (std::uint64_t i = worker; i < pieces; i += threads) {
      const std::uint64_t at = i * piece;
      copy_bytes(yard.up->staging().data() + at, yard.source.data() + at,
                 static_cast<std::size_t>(std::min(piece, bytes - at)), StoreHint::kStreaming, true,
                 WriteFence::kLater);
    }
    store_fence();
  };
  if (threads == 1) {
    share(0);
  } else {
    yard.workers->run(share);
  }
}

Result<double> both_at_once(Yard& yard, std::uint64_t bytes, std::uint64_t piece) {
  auto up = yard.up->record(bytes, piece, false);
  if (!up) return fail(std::move(up).error());
  auto down = yard.down->record(bytes, piece, false);
  if (!down) return fail(std::move(down).error());
  const double begin = now_seconds();
  const auto up_point = yard.up->submit(*std::move(up));
  if (!up_point) return fail(up_point.error());
  const auto down_point = yard.down->submit(*std::move(down));
  if (!down_point) return fail(down_point.error());
  if (auto done = yard.up->wait(*up_point); !done) return fail(std::move(done).error());
  if (auto done = yard.down->wait(*down_point); !done) return fail(std::move(done).error());
  return now_seconds() - begin;
}

/// Once through every path, and every byte compared.
Result<void> verify(const Setting& setting, Yard& yard) {
  TransferManager& manager = *setting.manager;
  const std::uint64_t bytes = setting.quick ? 1_MiB : 8_MiB;
  const auto part = static_cast<std::size_t>(bytes);
  const std::span<const std::byte> wanted = std::span(yard.source).first(part);
  const std::span<std::byte> got = std::span(yard.sink).first(part);
  std::uint64_t seed = 2;
  for (const std::size_t threads : {std::size_t{1}, yard.workers->count()}) {
    fill_noise(yard.source, seed++);
    stage(yard, bytes, 64_KiB, threads);
    if (auto copied = yard.up->copy(bytes, 256_KiB); !copied) return fail(std::move(copied).error());
    if (auto read = download(manager, yard.up->gpu_side(), got, 1_MiB); !read) return read;
    auto same = expect_same(got, wanted, text("a copy staged by ", threads, " threads"));
    if (!same) return same;
  }
  for (const bool both : {false, true}) {
    fill_noise(yard.source, seed++);
    if (auto sent = upload(manager, yard, yard.down->gpu_side(), bytes, 64_KiB); !sent) return sent;
    auto copied = both ? both_at_once(yard, bytes, 16_KiB) : yard.down->copy(bytes, 16_KiB);
    if (!copied) return fail(std::move(copied).error());
    const auto arrived = yard.down->arrived();
    if (!arrived) return fail(arrived.error());
    auto same = expect_same(arrived->bytes().first(part), wanted, "a copy to READBACK memory");
    if (!same) return same;
  }
  return {};
}

/// A contender whose figure is a rate in GB/s. `seconds_of` moves `bytes` once and gives the time.
Contender rated(std::string name, std::uint64_t bytes, std::function<Result<double>()> seconds_of) {
  return {std::move(name), [=, seconds_of = std::move(seconds_of)]() -> Result<std::vector<double>> {
            const auto seconds = seconds_of();
            if (!seconds) return fail(seconds.error());
            return std::vector<double>{static_cast<double>(bytes) / *seconds * 1e-9};
          }};
}

/// The same, timed here.
Contender timed_rate(std::string name, std::uint64_t bytes, std::function<Result<void>()> work) {
  return rated(std::move(name), bytes, [work = std::move(work)]() -> Result<double> {
    const double begin = now_seconds();
    if (auto done = work(); !done) return fail(std::move(done).error());
    return now_seconds() - begin;
  });
}

/// In the order of the table's columns.
std::vector<Contender> contenders_for(const Setting& setting, Yard& yard, std::uint64_t bytes,
                                      std::uint64_t piece) {
  TransferManager& manager = *setting.manager;
  // A readback of a piece is a submission of its own: as many as can be had in some milliseconds.
  const std::uint64_t read = std::min(bytes, piece * (setting.quick ? 4 : 128));
  const auto with_threads = [&yard, bytes, piece](std::size_t threads) {
    return [&yard, bytes, piece, threads]() -> Result<void> {
      stage(yard, bytes, piece, threads);
      return {};
    };
  };
  const auto plain_copy = [&yard, bytes, piece]() -> Result<void> {
    for (std::uint64_t at = 0; at < bytes; at += piece) {
      std::memcpy(yard.sink.data() + at, yard.source.data() + at,
                  static_cast<std::size_t>(std::min(piece, bytes - at)));
    }
    return {};
  };
  return {
      timed_rate("memcpy", bytes, plain_copy),
      timed_rate("staging", bytes, with_threads(1)),
      timed_rate("staging, all threads", bytes, with_threads(yard.workers->count())),
      rated("copy up", bytes, [&yard, bytes, piece] { return yard.up->copy(bytes, piece); }),
      rated("copy down", bytes, [&yard, bytes, piece] { return yard.down->copy(bytes, piece); }),
      rated("copy both", 2 * bytes, [&yard, bytes, piece] { return both_at_once(yard, bytes, piece); }),
      timed_rate(
          "whole up", bytes,
          [&manager, &yard, bytes, piece] { return upload(manager, yard, yard.buffer.get(), bytes, piece); }),
      timed_rate("whole down", read,
                 [&manager, &yard, read, piece] {
                   return download(manager, yard.buffer.get(),
                                   std::span(yard.sink).first(static_cast<std::size_t>(read)), piece);
                 }),
  };
}

Table empty_table(const Yard& yard) {
  Table table;
  table.name = "bandwidth";
  table.title = "How much gets through?";
  table.about = fmt::format(
      "Gigabytes (1e9 bytes) a second, by the size of the pieces. On the CPU: memcpy beside it, and writing "
      "UPLOAD "
      "memory with one thread and with {}. On the GPU: the copies alone, up on the COPY queue (by {}), down "
      "on the "
      "DIRECT queue (by {}), and both at once (both ways' bytes, by the fences). Whole ways by Ferry, one "
      "thread: "
      "from memory to a DEFAULT buffer in one batch, and a readback of each piece to memory.",
      yard.workers->count(), yard.up->has_clock() ? "the GPU's timestamps" : "the fence",
      yard.down->has_clock() ? "the GPU's timestamps" : "the fence");
  table.columns = {
      {"piece_bytes", "piece", Unit::kBytes},
      {"memcpy", "memcpy", Unit::kGigabytes},
      {"staging", "staging", Unit::kGigabytes},
      {"staging_all_threads", fmt::format("{} threads", yard.workers->count()), Unit::kGigabytes},
      {"copy_up", "GPU up", Unit::kGigabytes},
      {"copy_down", "GPU down", Unit::kGigabytes},
      {"copy_both", "GPU both", Unit::kGigabytes},
      {"whole_up", "Ferry up", Unit::kGigabytes},
      {"whole_down", "Ferry down", Unit::kGigabytes}};
  table.plots = {{"On the CPU, GB/s", "piece_bytes", "", {"memcpy", "staging", "staging_all_threads"}},
                 {"Copies on the GPU, GB/s", "piece_bytes", "", {"copy_up", "copy_down", "copy_both"}},
                 {"Whole ways by Ferry, GB/s", "piece_bytes", "", {"memcpy", "whole_up", "whole_down"}}};
  return table;
}

std::vector<std::string> sentences(const Table& table) {
  const auto at = [&](const std::vector<Cell>& row, std::string_view key) {
    return middle_of(cell_of(table, row, key));
  };
  const auto best = [&](std::string_view key) {
    double most = 0;
    for (const auto& row : table.rows) most = std::max(most, at(row, key));
    return most;
  };
  const double up = best("copy_up");
  // From where on the copies are near their best.
  std::string enough;
  for (const auto& row : table.rows) {
    if (enough.empty() && at(row, "copy_up") >= 0.8 * up) {
      enough = number_text(middle_of(row.front()), Unit::kBytes);
    }
  }
  const double threads = best("staging_all_threads");
  const double limit = std::min(up, threads);
  return {
      fmt::format("The GPU copies up to {:.3g} GB/s up, {:.3g} down and {:.3g} in both directions together; "
                  "pieces of "
                  "{} reach 80% of that on the way up.",
                  up, best("copy_down"), best("copy_both"), enough),
      fmt::format(
          "One thread stages {:.3g} GB/s (memcpy: {:.3g}), all of them {:.3g}: the {} is the limit of an "
          "upload by many threads, at {:.3g} GB/s. Ferry's whole way with one thread moves {:.3g} GB/s up, "
          "{:.0f}% of what one thread stages, and {:.3g} down.",
          best("staging"), best("memcpy"), threads, threads < up ? "CPU" : "copy engine", limit,
          best("whole_up"), 100 * best("whole_up") / best("staging"), best("whole_down"))};
}

}  // namespace

Result<Table> bandwidth_table(const Setting& setting) {
  auto made = make_yard(setting);
  if (!made) return fail(std::move(made).error());
  Yard yard = *std::move(made);
  if (auto right = verify(setting, yard); !right) return fail(std::move(right).error());
  Table table = empty_table(yard);
  const std::uint64_t base = setting.quick ? 256_KiB : setting.adapter.software ? 16_MiB : kMost;
  for (std::size_t i = 0; i < std::size(kPieces); ++i) {
    const std::uint64_t piece = kPieces[i];
    const std::uint64_t bytes = std::max(base, piece);
    const std::vector<Contender> contenders = contenders_for(setting, yard, bytes, piece);
    const auto samples =
        sample_row(setting, i, std::size(kPieces), "pieces of " + byte_text(piece), contenders);
    if (!samples) return fail(samples.error());
    if (samples->stopped) return table;
    std::vector<Cell> row = {piece};
    for (const auto& figures : samples->figures) row.emplace_back(spread_of(figures.front()));
    table.rows.push_back(std::move(row));
  }
  table.says = sentences(table);
  return table;
}

}  // namespace ferry::measure
