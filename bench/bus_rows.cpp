// Big transfers with several threads: how near they come to what the bus gives.

#include <algorithm>
#include <memory>
#include <thread>

#include <ferry/base/units.hpp>

#include "hand/readback.hpp"
#include "hand/staging_stream.hpp"
#include "hand/workers.hpp"
#include "transfer_fixture.hpp"

namespace bench {
namespace {

using namespace ferry::literals;
using hand::ComPtr;

constexpr std::uint64_t kSegment = 4_MiB;
constexpr std::size_t kSegments = 4;

/// A buffer in GPU memory, what goes there and where it comes back.
struct BusWork {
  BusWork(Fixture& fixture, std::uint64_t size)
      : bytes(size),
        up(make_default_buffer(fixture, size)),
        down(make_default_buffer(fixture, size)),
        source(static_cast<std::size_t>(size)),
        output(static_cast<std::size_t>(size)) {}

  std::uint64_t bytes;
  ComPtr<ID3D12Resource> up;
  ComPtr<ID3D12Resource> down;
  std::vector<std::byte> source;
  std::vector<std::byte> output;
};

void upload(ferry::TransferManager& manager, const BusWork& work) {
  auto batch = need(manager.begin_upload());
  need(batch.upload_buffer(work.up.get(), 0, work.source));
  need(manager.wait(need(batch.submit())));
}

void read_back(ferry::TransferManager& manager, BusWork& work) {
  ferry::ReadbackOptions options;
  options.queue = ferry::QueueKind::kCopy;
  need(need(manager.read_buffer({work.down.get(), 0, work.bytes}, options)).copy_to(work.output));
}

void both(ferry::TransferManager& manager, BusWork& work) {
  std::thread other([&] { read_back(manager, work); });
  upload(manager, work);
  other.join();
}

/// The same by hand: each thread has a queue, staging and a part of the bytes for itself.
class HandThreads {
 public:
  HandThreads(Fixture& fixture, std::size_t threads, std::uint64_t bytes) : workers_(threads) {
    part_ = ferry::align_up(bytes / threads, 64_KiB);
    for (std::size_t i = 0; i < threads; ++i) {
      auto& own = *own_.emplace_back(std::make_unique<Own>(fixture));
      own.begin = std::min(bytes, i * part_);
      own.size = std::min(part_, bytes - own.begin);
    }
  }

  void upload(const BusWork& work) {
    workers_.run([&](std::size_t i) {
      const Own& own = *own_[i];
      own_[i]->stream.upload_buffer(work.up.get(), own.begin, work.source.data() + own.begin, own.size);
      own_[i]->stream.finish();
    });
  }

 private:
  struct Own {
    explicit Own(Fixture& fixture)
        : queue(fixture.d3d(), D3D12_COMMAND_LIST_TYPE_COPY), stream(queue, kSegment, kSegments) {}
    hand::CopyQueue queue;
    hand::StagingStream stream;
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
  };
  hand::Workers workers_;
  std::uint64_t part_ = 0;
  std::vector<std::unique_ptr<Own>> own_;
};

/// What is in a buffer, compared with what should be.
std::string compare(Fixture& fixture, const ComPtr<ID3D12Resource>& buffer, const BusWork& work) {
  std::vector<std::byte> got(static_cast<std::size_t>(work.bytes));
  hand::Readback(fixture.copy, work.bytes).buffer_to(buffer.get(), work.bytes, got.data());
  return first_difference(got, work.source, "the buffer");
}

enum class Way : std::uint8_t { kUp, kDown, kBoth };

Row bus_row(Fixture& fixture, std::uint64_t bytes, std::size_t threads, Way way) {
  const auto work = std::make_shared<BusWork>(fixture, bytes);
  Row row;
  row.bytes = way == Way::kBoth ? bytes * 2 : bytes;
  const auto run = [work, way](ferry::TransferManager& manager) {
    if (way == Way::kUp) upload(manager, *work);
    if (way == Way::kDown) read_back(manager, *work);
    if (way == Way::kBoth) both(manager, *work);
  };
  row.contenders.push_back({"ferry", [&fixture, run] { run(*fixture.manager); }});
  for (const Fixture::Variant& variant : fixture.variants) {
    row.contenders.push_back({variant.name, [&variant, run] { run(*variant.manager); }});
  }
  if (way == Way::kUp) {
    const auto hands = std::make_shared<HandThreads>(fixture, threads, bytes);
    row.contenders.push_back({"by hand: " + std::to_string(threads) + " threads, 4 x 4 MiB each",
                              [work, hands] { hands->upload(*work); }});
  }
  if (way == Way::kDown) {
    const auto pieces = std::make_shared<hand::Readback>(fixture.copy, bytes, 32);
    row.contenders.push_back({"by hand: 1 thread, 32 pieces", [work, pieces] {
                                pieces->buffer_to(work->down.get(), work->bytes, work->output.data());
                              }});
  }
  row.prepare = [&fixture, work](std::uint64_t seed) {
    fill_noise(work->source, seed);
    hand::StagingStream stream(fixture.copy, kSegment, kSegments);
    stream.upload_buffer(work->down.get(), 0, work->source.data(), work->bytes);
    stream.finish();
    work->output.assign(work->output.size(), std::byte{0});
  };
  row.prepare(0);
  row.check = [&fixture, work, way]() -> std::string {
    if (way != Way::kUp) {
      auto wrong = first_difference(work->output, work->source, "the result");
      if (!wrong.empty() || way == Way::kDown) return wrong;
    }
    return compare(fixture, work->up, *work);
  };
  return row;
}

}  // namespace

std::vector<RowMaker> bus_rows(Fixture& fixture, std::uint64_t bytes, std::size_t threads) {
  const auto row = [&fixture, bytes, threads](const char* name, Way way) {
    return RowMaker{name, [&fixture, bytes, threads, way] { return bus_row(fixture, bytes, threads, way); }};
  };
  return {row("bus/to_gpu", Way::kUp), row("bus/to_memory", Way::kDown), row("bus/both", Way::kBoth)};
}

}  // namespace bench
