// What the checker costs: the same hand-written Direct3D 12 on a bare device and on a checked one.
//
//     check_bench                              everything
//     check_bench --benchmark_filter=4KiB      rows by regular expression
//
// Within each iteration the two sides take turns, and each iteration begins with the other of them. The time
// shown is the checked side's; `bare_us` and `checked_us` are medians over the iterations, and `ratio` is the
// median of each iteration's own ratio: above 1 the checker costs.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <ferry/check/check.hpp>

#include "hand/copy_queue.hpp"

namespace {

using ferry::ComPtr;

ComPtr<ID3D12Device> bare_device() {
  ComPtr<ID3D12Device> device;
  hand::must(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, ferry::iid_of<ID3D12Device>(),
                               reinterpret_cast<void**>(device.put())),
             "D3D12CreateDevice");
  return device;
}

enum class Way { kBare, kChecked, kCheckedInBatches };

/// One program: its device, a COPY queue, and buffers to copy between.
class Side {
 public:
  Side(Way way, std::uint64_t bytes) : device_(bare_device()) {
    if (way != Way::kBare) {
      ferry::check::WrapOptions options;
      options.batch_recording = way == Way::kCheckedInBatches;
      auto wrapped = ferry::check::wrap(device_.get(), std::move(options));
      if (!wrapped) std::abort();
      device_ = ComPtr<ID3D12Device>::attach(*wrapped);
    }
    queue_ = std::make_unique<hand::CopyQueue>(device_.get(), D3D12_COMMAND_LIST_TYPE_COPY);
    list_ = queue_->make_list();
    upload_ = hand::make_buffer(device_.get(), D3D12_HEAP_TYPE_UPLOAD, bytes);
    buffer_ = hand::make_buffer(device_.get(), D3D12_HEAP_TYPE_DEFAULT, bytes);
  }

  /// Copies everything in pieces, submits once, and waits. Gives the seconds.
  double copy(std::uint64_t bytes, std::uint64_t piece) {
    const auto begin = std::chrono::steady_clock::now();
    record(bytes, piece);
    queue_->spin(queue_->execute(list_));
    return since(begin);
  }

  /// The recording and Close alone; the work is waited for outside the time.
  double record_only(std::uint64_t bytes, std::uint64_t piece) {
    const auto begin = std::chrono::steady_clock::now();
    record(bytes, piece);
    const double seconds = since(begin);
    queue_->spin(queue_->execute(list_));
    return seconds;
  }

  ~Side() {
    if (ferry::check::finding_count(device_.get(), ferry::check::Severity::kError) != 0) {
      std::fputs("check_bench: the checker found an error in the benchmark itself\n", stderr);
      std::abort();
    }
  }

 private:
  static double since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  void record(std::uint64_t bytes, std::uint64_t piece) {
    list_.reset();
    for (std::uint64_t at = 0; at < bytes; at += piece) {
      list_.list->CopyBufferRegion(buffer_.get(), at, upload_.get(), at, std::min(piece, bytes - at));
    }
  }

  ComPtr<ID3D12Device> device_;
  std::unique_ptr<hand::CopyQueue> queue_;
  hand::List list_;
  ComPtr<ID3D12Resource> upload_;
  ComPtr<ID3D12Resource> buffer_;
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

using Measure = double (Side::*)(std::uint64_t, std::uint64_t);

void compare(benchmark::State& state, Way way, Measure measure, std::uint64_t bytes, std::uint64_t piece) {
  Side bare(Way::kBare, bytes);
  Side checked(way, bytes);
  for (int i = 0; i < 3; ++i) {  // Pages and caches.
    (bare.*measure)(bytes, piece);
    (checked.*measure)(bytes, piece);
  }
  std::vector<double> bare_seconds;
  std::vector<double> checked_seconds;
  std::vector<double> ratios;
  for (auto _ : state) {
    const bool bare_first = ratios.size() % 2 == 0;
    double first = 0;
    if (bare_first) first = (bare.*measure)(bytes, piece);
    const double with = (checked.*measure)(bytes, piece);
    const double without = bare_first ? first : (bare.*measure)(bytes, piece);
    state.SetIterationTime(with);
    bare_seconds.push_back(without);
    checked_seconds.push_back(with);
    ratios.push_back(with / without);
  }
  state.counters["bare_us"] = median(bare_seconds) * 1e6;
  state.counters["checked_us"] = median(checked_seconds) * 1e6;
  state.counters["ratio"] = median(ratios);
}

struct Row {
  const char* name;
  std::uint64_t bytes;
  std::uint64_t piece;
};

constexpr Row kRows[] = {
    {"256B", 256, 256},
    {"1024_of_4KiB", 4 << 20, 4096},
    {"64_of_64KiB", 4 << 20, 65536},
    {"16_of_4MiB", 64 << 20, 4 << 20},
};

void add(const std::string& name, Way way, Measure measure, const Row& row) {
  benchmark::RegisterBenchmark(
      name.c_str(), [=](benchmark::State& state) { compare(state, way, measure, row.bytes, row.piece); })
      ->UseManualTime()
      ->Unit(benchmark::kMicrosecond);
}

}  // namespace

int main(int argc, char** argv) {
  for (const Row& row : kRows) {
    add(std::string("copy/") + row.name, Way::kChecked, &Side::copy, row);
    add(std::string("copy_in_batches/") + row.name, Way::kCheckedInBatches, &Side::copy, row);
  }
  add("record_only/1024_of_4KiB", Way::kChecked, &Side::record_only, kRows[1]);
  add("record_only_in_batches/1024_of_4KiB", Way::kCheckedInBatches, &Side::record_only, kRows[1]);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
