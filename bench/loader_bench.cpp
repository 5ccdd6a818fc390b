// What the loader's priorities gain and cost, and how fast it is.
//
// Usage: loader_bench [BACKGROUND_MIB [FILE_MIB [IMMEDIATE_KIB]]]
//
// 1. The latency of an immediate request of IMMEDIATE_KIB (256), again and again, while background loading
//    runs: with priorities and without (first come, first served), with the throughput of both.
// 2. Files in the page cache into GPU memory, beside reading them alone and beside a hand-written loop that
//    reads into 4 x 4 MiB of staging memory.
// 3. Requests of 4 KiB a second: from memory, and from files of their own (cached and on disk), read
//    together or one by one.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <ferry/loader/loader.hpp>

#include "hand/staging_stream.hpp"
#include "must.hpp"

namespace {

using namespace ferry;
using bench::must;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kTarget = 64_MiB;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

LoadRequest request(LoadSource source, ID3D12Resource* buffer, std::uint64_t offset, LoadPriority priority) {
  LoadRequest made;
  made.source = std::move(source);
  made.destination = BufferDestination{buffer, offset};
  made.priority = priority;
  return made;
}

struct Row {
  double p50_us = 0;
  double p99_us = 0;
  double background_gbs = 0;
};

/// One immediate request every few milliseconds until the background is done.
Row overtaking(const std::shared_ptr<Device>& device, ID3D12Resource* buffer,
               std::span<const std::byte> bytes, std::uint64_t background, std::uint64_t immediate,
               SchedulePolicy policy) {
  LoaderOptions options;
  options.policy = policy;
  const auto loader = must(Loader::create(device, options));
  const auto begin = Clock::now();
  std::vector<LoadTicket> tickets;
  const std::uint64_t each = std::min<std::uint64_t>(bytes.size(), 32_MiB);
  for (std::uint64_t done = 0; done < background; done += each) {
    tickets.push_back(
        must(loader->load(request(MemorySource{bytes.first(each)}, buffer, 0, LoadPriority::kBackground))));
  }
  std::vector<double> latencies;
  double took = 0;
  while (true) {
    const bool over =
        std::all_of(tickets.begin(), tickets.end(), [](const LoadTicket& t) { return t.is_over(); });
    if (over) took = seconds_since(begin);
    if (over && !latencies.empty()) break;
    const auto asked = Clock::now();
    const LoadTicket urgent = must(loader->load(request(MemorySource{bytes.first(immediate)}, buffer,
                                                        kTarget - immediate, LoadPriority::kImmediate)));
    must(urgent.wait());
    latencies.push_back(seconds_since(asked) * 1e6);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::sort(latencies.begin(), latencies.end());
  const auto at = [&](double part) {
    return latencies[std::min(latencies.size() - 1,
                              static_cast<std::size_t>(part * static_cast<double>(latencies.size())))];
  };
  return {at(0.5), at(0.99), static_cast<double>(each * tickets.size()) / took / 1e9};
}

void files(const std::shared_ptr<Device>& device, ID3D12Resource* buffer, std::span<const std::byte> bytes,
           std::uint64_t total) {
  const auto folder = std::filesystem::temp_directory_path() / "ferry_loader_bench";
  std::filesystem::create_directories(folder);
  std::vector<std::string> paths;
  for (std::uint64_t done = 0; done < total; done += bytes.size()) {
    paths.push_back((folder / std::to_string(done)).string());
    std::ofstream(paths.back(), std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  const double all = static_cast<double>(bytes.size() * paths.size()) / 1e9;
  std::vector<std::byte> memory(bytes.size());
  hand::CopyQueue queue(device->d3d(), D3D12_COMMAND_LIST_TYPE_COPY);
  for (int round = 0; round < 3; ++round) {
    auto begin = Clock::now();
    for (const std::string& path : paths) must(must(open_system_file(path))->read(0, memory));
    const double reading = seconds_since(begin);
    hand::StagingStream by_hand(queue, 4_MiB, 4);
    begin = Clock::now();
    for (const std::string& path : paths) by_hand.upload_file(buffer, 0, path.c_str());
    by_hand.finish();
    const double copying = seconds_since(begin);
    const auto loader = must(Loader::create(device));
    begin = Clock::now();
    for (const std::string& path : paths) {
      (void)must(loader->load(request(FileSource{path}, buffer, 0, LoadPriority::kNormal)));
    }
    must(loader->wait_idle());
    const double loading = seconds_since(begin);
    std::printf("page cache: read alone (one thread) %.2f GB/s, by hand %.2f GB/s, loaded %.2f GB/s\n",
                all / reading, all / copying, all / loading);
  }
  std::filesystem::remove_all(folder);
}

void small(const std::shared_ptr<Device>& device, ID3D12Resource* buffer, std::span<const std::byte> bytes) {
  constexpr std::uint64_t kCount = 20'000;
  const auto loader = must(Loader::create(device));
  for (int round = 0; round < 3; ++round) {
    std::vector<LoadRequest> requests;
    for (std::uint64_t i = 0; i < kCount; ++i) {
      requests.push_back(request(MemorySource{bytes.subspan(i % 64 * 4_KiB, 4_KiB)}, buffer,
                                 i % (kTarget / 4_KiB) * 4_KiB, LoadPriority::kNormal));
    }
    const auto begin = Clock::now();
    (void)must(loader->load(std::move(requests)));
    must(loader->wait_idle());
    std::printf("4 KiB requests: %.0f a second\n", static_cast<double>(kCount) / seconds_since(begin));
  }
}

/// Lets the system forget what it has of these files in memory.
void forget_pages(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    (void)::fsync(file);
    (void)::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    (void)::close(file);
  }
}

void small_files(const std::shared_ptr<Device>& device, ID3D12Resource* buffer,
                 std::span<const std::byte> bytes) {
  constexpr std::uint64_t kCount = 4'000;
  const auto folder = std::filesystem::temp_directory_path() / "ferry_loader_bench";
  std::filesystem::create_directories(folder);
  std::vector<std::string> paths;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    paths.push_back((folder / std::to_string(i)).string());
    std::ofstream(paths.back(), std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), 4096);
  }
  for (int round = 0; round < 6; ++round) {
    const bool cold = round >= 3;
    for (const bool together : {true, false}) {
      if (cold) forget_pages(paths);
      LoaderOptions options;
      options.read_together = together;
      const auto loader = must(Loader::create(device, options));
      std::vector<LoadRequest> requests;
      for (std::uint64_t i = 0; i < kCount; ++i) {
        requests.push_back(request(FileSource{paths[i]}, buffer, i * 4_KiB, LoadPriority::kNormal));
      }
      const auto begin = Clock::now();
      (void)must(loader->load(std::move(requests)));
      must(loader->wait_idle());
      std::printf("files of 4 KiB, %s, read %s: %.0f a second\n", cold ? "on disk" : "in the page cache",
                  together ? "together" : "one by one", static_cast<double>(kCount) / seconds_since(begin));
    }
  }
  std::filesystem::remove_all(folder);
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t background = (argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 512) << 20;
  const std::uint64_t file_bytes = (argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 256) << 20;
  const std::uint64_t immediate =
      std::clamp<std::uint64_t>((argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 256) << 10, 1, 32_MiB);
  const auto device = must(Device::create());
  std::printf("%s\n", device->adapter().name.c_str());
  const auto buffer = must(device->create_buffer(HeapKind::kDefault, kTarget, "bench target"));
  std::vector<std::byte> bytes(32_MiB, std::byte{42});
  for (int round = 0; round < 3; ++round) {
    for (const SchedulePolicy policy : {SchedulePolicy::kAging, SchedulePolicy::kFirstCome}) {
      const Row row = overtaking(device, buffer.get(), bytes, background, immediate, policy);
      std::printf(
          "immediate %llu KiB beside %llu MiB of background, %s: p50 %.0f us, p99 %.0f us, background %.2f "
          "GB/s\n",
          static_cast<unsigned long long>(immediate >> 10), static_cast<unsigned long long>(background >> 20),
          std::string(to_string(policy)).c_str(), row.p50_us, row.p99_us, row.background_gbs);
    }
  }
  files(device, buffer.get(), bytes, file_bytes);
  small(device, buffer.get(), bytes);
  small_files(device, buffer.get(), bytes);
  return 0;
}
