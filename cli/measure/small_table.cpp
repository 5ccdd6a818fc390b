// Many small uploads, to one buffer and to many, beside hand-written Direct3D 12.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <ferry/base/text.hpp>
#include <ferry/base/units.hpp>

#include "hand/copy_queue.hpp"
#include "hand/staging_stream.hpp"
#include "sampling/sample_bytes.hpp"
#include "tables.hpp"

namespace ferry::measure {

namespace {

constexpr std::uint64_t kSizes[] = {64, 256, 4096};
constexpr const char* kFerry = "ferry";
constexpr const char* kStream = "by hand, 4 x 4 MiB";
constexpr const char* kOneByOne = "by hand, one by one";

/// `count` pieces of `size` bytes; piece i lies at i * size of the source, and in its buffer.
struct Work {
  std::uint64_t size = 0;
  std::uint64_t count = 0;
  std::vector<ComPtr<ID3D12Resource>> buffers;  // One for all, or many, which the pieces go to in turn.
  std::vector<std::byte> source;

  [[nodiscard]] ID3D12Resource* buffer(std::uint64_t i) const {
    return buffers[static_cast<std::size_t>(i % buffers.size())].get();
  }
  [[nodiscard]] std::uint64_t offset(std::uint64_t i) const { return i / buffers.size() * size; }
  [[nodiscard]] std::span<const std::byte> piece(std::uint64_t i) const {
    return std::span(source).subspan(static_cast<std::size_t>(i * size), static_cast<std::size_t>(size));
  }
};

Result<Work> make_work(const Setting& setting, std::uint64_t size, bool many) {
  Work work;
  work.size = size;
  work.count = setting.quick ? 64 : setting.adapter.software ? 4096 : 16384;
  const std::uint64_t buffers = many ? std::min<std::uint64_t>(work.count / 4, 1024) : 1;
  for (std::uint64_t i = 0; i < buffers; ++i) {
    auto made = setting.device->create_buffer(HeapKind::kDefault, work.count / buffers * size, "bench small");
    if (!made) return fail(std::move(made).error());
    work.buffers.push_back(*std::move(made));
  }
  work.source.resize(static_cast<std::size_t>(work.count * size));
  return work;
}

Result<void> by_ferry(TransferManager& manager, const Work& work) {
  auto batch = manager.begin_upload();
  if (!batch) return fail(std::move(batch).error());
  for (std::uint64_t i = 0; i < work.count; ++i) {
    if (auto staged = batch->upload_buffer(work.buffer(i), work.offset(i), work.piece(i)); !staged)
      return staged;
  }
  const auto point = batch->submit("bench");
  if (!point) return fail(point.error());
  return manager.wait(*point);
}

void by_stream(hand::StagingStream& stream, const Work& work) {
  for (std::uint64_t i = 0; i < work.count; ++i) {
    stream.upload_buffer(work.buffer(i), work.offset(i), work.piece(i).data(), work.size);
  }
  stream.finish();
}

void one_by_one(hand::SmallUpload& upload, const Work& work, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    upload.upload(work.buffer(i), work.offset(i), work.piece(i).data(), work.size, false);
  }
}

Result<void> verify(TransferManager& manager, const Work& work, std::uint64_t count, const std::string& who) {
  std::vector<std::byte> got(static_cast<std::size_t>(work.size));
  std::vector<std::byte> whole;
  for (std::size_t b = 0; b < work.buffers.size(); ++b) {
    whole.resize(static_cast<std::size_t>(divide_up(work.count, work.buffers.size()) * work.size));
    const auto ticket = manager.read_buffer({work.buffers[b].get(), 0, whole.size()});
    if (!ticket) return fail(ticket.error());
    if (auto copied = ticket->copy_to(whole); !copied) return copied;
    for (std::uint64_t i = b; i < count; i += work.buffers.size()) {
      const auto place = static_cast<std::size_t>(work.offset(i));
      auto same = expect_same(std::span(whole).subspan(place, got.size()), work.piece(i),
                              text("piece ", i, " of ", work.size, " bytes, ", who, ","));
      if (!same) return same;
    }
  }
  return {};
}

/// `run` gives how many pieces it uploaded; the figure is the nanoseconds for each.
Contender per_piece(std::string name, std::function<Result<std::uint64_t>()> run) {
  return {std::move(name), [run = std::move(run)]() -> Result<std::vector<double>> {
            const double begin = now_seconds();
            const auto count = run();
            if (!count) return fail(count.error());
            return std::vector<double>{(now_seconds() - begin) * 1e9 / static_cast<double>(*count)};
          }};
}

/// The staging memory of the hand-written ways.
struct ByHand {
  explicit ByHand(ID3D12Device* device)
      : queue(device, D3D12_COMMAND_LIST_TYPE_COPY), stream(queue, 4_MiB, 4), upload(queue, 4_KiB) {}
  hand::CopyQueue queue;
  hand::StagingStream stream;
  hand::SmallUpload upload;
};

std::vector<Contender> contenders_for(const Setting& setting, ByHand& hand, const Work& work) {
  TransferManager& manager = *setting.manager;
  const std::uint64_t few = std::min<std::uint64_t>(work.count, setting.quick ? 16 : 64);
  return {
      per_piece(kFerry,
                [&]() -> Result<std::uint64_t> {
                  if (auto done = by_ferry(manager, work); !done) return fail(std::move(done).error());
                  return work.count;
                }),
      per_piece(kStream,
                [&]() -> Result<std::uint64_t> {
                  by_stream(hand.stream, work);
                  return work.count;
                }),
      per_piece(kOneByOne,
                [&, few]() -> Result<std::uint64_t> {
                  one_by_one(hand.upload, work, few);
                  return few;
                }),
  };
}

Table empty_table() {
  Table table;
  table.name = "small";
  table.title = "What does a small upload cost?";
  table.about =
      "Many small uploads that are waited for together: in one batch of Ferry's, by hand in four staging "
      "segments "
      "of 4 MiB that take turns, and by hand one by one, each submitted and waited for. To one buffer, side "
      "by "
      "side, and to many buffers in turn.";
  table.columns = {{"upload", "upload"},
                   {"size_bytes", "size", Unit::kBytes},
                   {"buffers", "buffers"},
                   {"way", "way"},
                   {"each", "each", Unit::kNanoseconds},
                   {"rate", "uploads", Unit::kMillions},
                   {"gigabytes_per_second", "bytes", Unit::kGigabytes}};
  table.plots = {{"One upload, ns (logarithmic)", "upload", "way", {"each"}, Plot::Kind::kBars, true}};
  return table;
}

Spread scaled_inverse(const std::vector<double>& nanoseconds, double per_nanosecond) {
  std::vector<double> rates;
  rates.reserve(nanoseconds.size());
  for (const double each : nanoseconds) rates.push_back(per_nanosecond / each);
  return spread_of(std::move(rates));
}

std::string sentence(const std::string& upload, const std::vector<Spread>& each) {
  const double against = each[1].median / each[0].median;
  const bool same = !differ(each[0], each[1]);
  return fmt::format("{}: Ferry takes {}, {}; one by one is {:.0f} times slower.", upload,
                     figure_text(each[0].median, Unit::kNanoseconds),
                     same ? "as the segments by hand do, within the spread"
                          : fmt::format("{:.2f} times as quick as the segments by hand", against),
                     each[2].median / each[0].median);
}

}  // namespace

Result<Table> small_table(const Setting& setting) {
  Table table = empty_table();
  ByHand hand(setting.device->d3d());
  constexpr std::size_t kRows = 2 * std::size(kSizes);
  std::size_t number = 0;
  for (const std::uint64_t size : kSizes) {
    for (const bool many : {false, true}) {
      auto work = make_work(setting, size, many);
      if (!work) return fail(std::move(work).error());
      const std::vector<Contender> contenders = contenders_for(setting, hand, *work);
      for (std::size_t k = 0; k < contenders.size(); ++k) {
        fill_noise(work->source, size + k);
        if (auto run = contenders[k].run(); !run) return fail(std::move(run).error());
        const std::uint64_t moved = contenders[k].name == kOneByOne ? 16 : work->count;
        auto right = verify(*setting.manager, *work, moved, contenders[k].name);
        if (!right) return fail(std::move(right).error());
      }
      const std::string name = byte_text(size) + (many ? " to many buffers" : " to one buffer");
      const auto samples = sample_row(setting, number++, kRows, name, contenders);
      if (!samples) return fail(samples.error());
      if (samples->stopped) return table;
      std::vector<Spread> each;
      for (std::size_t k = 0; k < contenders.size(); ++k) {
        const std::vector<double>& figures = samples->figures[k].front();
        each.push_back(spread_of(figures));
        table.rows.push_back({name, size, std::uint64_t{work->buffers.size()}, contenders[k].name, each[k],
                              scaled_inverse(figures, 1e3),
                              scaled_inverse(figures, static_cast<double>(size))});
      }
      table.says.push_back(sentence(name, each));
    }
  }
  return table;
}

}  // namespace ferry::measure
