// Row copies beside memcpy, and the cost of a footprint.
//
// Each benchmark copies the same bytes in turn by a plain memcpy per row (by one memcpy where rows touch), by
// copy_rows with ordinary and with non-temporal stores, and by copy_rows as kAuto decides. Times are taken in
// turn within one loop, so that a busy machine slows all alike; the counters are medians: `memcpy` in bytes
// per second, the rest as ratios to it (1.0 is as fast, more is faster).

#include <ferry/layout/footprint.hpp>
#include <ferry/layout/row_copy.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double median(std::vector<double>& times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

struct Memory {
  explicit Memory(std::size_t bytes) : owner(new std::byte[bytes + 4096]), begin(owner.get()) {
    void* place = owner.get();
    std::size_t room = bytes + 4096;
    begin = static_cast<std::byte*>(std::align(4096, bytes, place, room));
    std::memset(begin, 1, bytes);
  }
  std::unique_ptr<std::byte[]> owner;
  std::byte* begin;
};

void memcpy_rows(const ferry::RowCopy& copy) {
  auto* dst = static_cast<std::byte*>(copy.dst);
  const auto* src = static_cast<const std::byte*>(copy.src);
  if (copy.dst_row_pitch == copy.row_bytes && copy.src_row_pitch == copy.row_bytes) {
    std::memcpy(dst, src, copy.row_bytes * copy.rows);
  } else {
    for (std::uint64_t row = 0; row < copy.rows; ++row) {
      std::memcpy(dst + row * copy.dst_row_pitch, src + row * copy.src_row_pitch, copy.row_bytes);
    }
  }
  benchmark::ClobberMemory();
}

/// Arguments: bytes of a row, bytes more in the destination's pitch, bytes in all.
void row_copies(benchmark::State& state) {
  const auto row_bytes = static_cast<std::uint64_t>(state.range(0));
  const auto more = static_cast<std::uint64_t>(state.range(1));
  const auto total = static_cast<std::uint64_t>(state.range(2));

  ferry::RowCopy copy;
  copy.row_bytes = row_bytes;
  copy.rows = total / row_bytes;
  copy.src_row_pitch = row_bytes;
  copy.dst_row_pitch = row_bytes + more;
  const Memory src(copy.src_row_pitch * copy.rows);
  // Non-temporal stores drive their destination out of the cache, so they get one of their own.
  const Memory dst(copy.dst_row_pitch * copy.rows);
  const Memory dst_auto(copy.dst_row_pitch * copy.rows);
  const Memory dst_streaming(copy.dst_row_pitch * copy.rows);
  copy.src = src.begin;

  enum Way { kMemcpy, kCached, kStreaming, kAuto, kWays };
  std::array<std::vector<double>, kWays> times;
  const auto run = [&](Way way) {
    copy.dst = (way == kAuto ? dst_auto : way == kStreaming ? dst_streaming : dst).begin;
    const auto start = Clock::now();
    switch (way) {
      case kMemcpy:
        memcpy_rows(copy);
        break;
      case kCached:
        copy.hint = ferry::StoreHint::kCached;
        ferry::copy_rows(copy);
        break;
      case kStreaming:
        copy.hint = ferry::StoreHint::kStreaming;
        ferry::copy_rows(copy);
        break;
      default:
        copy.hint = ferry::StoreHint::kAuto;
        ferry::copy_rows(copy);
        break;
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    times[way].push_back(seconds);
    return seconds;
  };
  for (auto _ : state) {
    double automatic = 0;
    for (const Way way : {kMemcpy, kCached, kAuto, kStreaming}) {
      // The first run leaves the caches as this way leaves them, so that none profits or suffers from the one
      // before.
      run(way);
      times[way].pop_back();
      const double seconds = run(way);
      if (way == kAuto) automatic = seconds;
    }
    state.SetIterationTime(automatic);
  }
  const double base = median(times[kMemcpy]);
  state.counters["memcpy"] = benchmark::Counter(static_cast<double>(row_bytes * copy.rows) / base,
                                                benchmark::Counter::kDefaults, benchmark::Counter::kIs1024);
  state.counters["cached"] = base / median(times[kCached]);
  state.counters["streaming"] = base / median(times[kStreaming]);
  state.counters["auto"] = base / median(times[kAuto]);
}

void row_sizes(benchmark::internal::Benchmark* bench) {
  for (const std::int64_t total : {256 << 10, 4 << 20, 16 << 20, 64 << 20}) {
    for (const std::int64_t more : {0, 256}) {
      for (const std::int64_t row : {64, 256, 1024, 4096, 16384, 65536}) bench->Args({row, more, total});
    }
  }
}
BENCHMARK(row_copies)->Apply(row_sizes)->ArgNames({"row", "pad", "total"})->UseManualTime()->MinTime(0.05);

void one_footprint(benchmark::State& state) {
  const ferry::TextureDesc desc = {
      ferry::Dimension::kTexture2D, ferry::Format::kBc7Unorm, 2048, 2048, 1, 12, 1};
  std::uint32_t mip = 0;
  for (auto _ : state) {
    auto placed = ferry::footprint(desc, mip);
    benchmark::DoNotOptimize(placed);
    mip = (mip + 1) % 12;
  }
}
BENCHMARK(one_footprint);

void whole_layout(benchmark::State& state) {
  const ferry::TextureDesc desc = {
      ferry::Dimension::kTexture2D, ferry::Format::kBc7Unorm, 2048, 2048, 6, 12, 1};
  std::array<ferry::Footprint, 72> placed;
  for (auto _ : state) {
    auto total = ferry::layout_into(placed, desc, 0);
    benchmark::DoNotOptimize(total);
    benchmark::DoNotOptimize(placed);
  }
  state.SetItemsProcessed(state.iterations() * 72);
}
BENCHMARK(whole_layout);

}  // namespace

BENCHMARK_MAIN();
