// Whether an item costs the same whether there are a thousand or a million of them.
//
// Usage: growth_bench [--most N] [--tickets N] [--rounds N] [--json FILE] [--svg FILE]
//
//   requests queued in the scheduler: submitted, then served to the last
//   segments in the ring: reserved, committed, retired together
//   tickets of the loader: small requests that all live at once
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <ferry/loader/loader.hpp>
#include <ferry/ring/concurrent_ring.hpp>
#include <ferry/ring/ring_allocator.hpp>
#include <ferry/schedule/scheduler.hpp>

#include "growth_plot.hpp"
#include "must.hpp"
#include "sampling/statistics.hpp"

namespace {

using namespace ferry;
using bench::Growth;
using bench::must;
using Clock = std::chrono::steady_clock;

struct Settings {
  std::size_t most = 1'000'000;
  std::size_t tickets = 100'000;
  int rounds = 5;
  std::string json;
  std::string svg;
};

/// Nanoseconds that `work` takes for each of `items`.
double time_of(std::size_t items, const std::function<void()>& work) {
  const auto begin = Clock::now();
  work();
  return std::chrono::duration<double, std::nano>(Clock::now() - begin).count() / static_cast<double>(items);
}

void queue_and_serve(std::size_t count) {
  Scheduler scheduler;
  const ScheduleTime now{0};
  for (std::size_t i = 0; i < count; ++i) {
    ScheduleRequest request;
    // All but immediate ones, which would hold the rest back for a time.
    request.priority = static_cast<LoadPriority>(1 + i % (kLoadPriorities - 1));
    request.bytes = 4_KiB;
    // In no order, so that each finds its own place among the others.
    request.deadline = ScheduleTime{static_cast<std::int64_t>(i * 2654435761u % 1'000'003)};
    (void)scheduler.submit(request, now);
  }
  std::size_t served = 0;
  while (const auto piece = scheduler.next(now)) {
    (void)scheduler.complete(*piece, now);
    ++served;
  }
  if (served == count) return;
  std::fprintf(stderr, "growth_bench: %zu of %zu requests were served\n", served, count);
  std::exit(1);
}

/// `count` segments at once, which then come back.
template <typename Ring>
void fill_and_drain(Ring& ring, std::size_t count, std::uint64_t& value) {
  const TimelineId timeline{0};
  for (std::size_t i = 0; i < count; ++i) {
    const RingReservation segment = ring.reserve(256, 256);
    if (!segment || ring.commit(segment.segment.id, {timeline, ++value}) != RingStatus::kOk) {
      std::fprintf(stderr, "growth_bench: the ring refused segment %zu\n", i);
      std::exit(1);
    }
  }
  (void)ring.retire(timeline, value);
}

/// So many requests of 64 bytes, whose tickets all live until the last has ended.
void load_all(Loader& loader, ID3D12Resource* buffer, std::span<const std::byte> bytes, std::size_t count) {
  std::vector<LoadRequest> requests(count);
  for (std::size_t i = 0; i < count; ++i) {
    requests[i].source = MemorySource{bytes.subspan(i % 1024 * 64, 64)};
    requests[i].destination = BufferDestination{buffer, i % 1024 * 64};
  }
  const std::vector<LoadTicket> tickets = must(loader.load(std::move(requests)));
  must(loader.wait_idle());
  for (const LoadTicket& ticket : tickets) must(ticket.wait());
}

std::vector<std::size_t> sizes_up_to(std::size_t most) {
  std::vector<std::size_t> sizes;
  for (std::size_t size = 1000; size < most; size *= 10) {
    sizes.push_back(size);
    if (size * 3 < most) sizes.push_back(size * 3);
  }
  sizes.push_back(most);
  return sizes;
}

Growth grow(const std::string& name, std::size_t most, int rounds,
            const std::function<void(std::size_t)>& work) {
  Growth growth;
  growth.name = name;
  for (const std::size_t size : sizes_up_to(most)) {
    // Small ones are repeated, so that each sample takes about as long.
    const std::size_t times = std::max<std::size_t>(1, std::min<std::size_t>(most, 100'000) / size);
    work(size);
    std::vector<double> samples;
    for (int round = 0; round < rounds; ++round) {
      samples.push_back(time_of(size * times, [&] {
        for (std::size_t i = 0; i < times; ++i) work(size);
      }));
    }
    const measure::Spread spread = measure::spread_of(std::move(samples));
    growth.sizes.push_back(size);
    growth.nanoseconds.push_back(spread.median);
    growth.spreads.push_back(spread.relative());
    std::printf("%-34s %9zu at once: %8.1f ns each +- %.1f%%\n", name.c_str(), size, spread.median,
                spread.relative() * 100);
  }
  return growth;
}

bool write_file(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return false;
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && written;
}

std::string json_of(const std::vector<Growth>& curves, const std::string& adapter) {
  std::string out = "{\n  \"adapter\": \"" + adapter + "\",\n  \"curves\": [";
  for (std::size_t i = 0; i < curves.size(); ++i) {
    out += i == 0 ? "\n" : ",\n";
    out += "    {\"name\": \"" + curves[i].name + "\", \"points\": [";
    for (std::size_t k = 0; k < curves[i].sizes.size(); ++k) {
      char text[160];
      std::snprintf(text, sizeof text, "%s{\"items\": %zu, \"ns\": %.2f, \"spread\": %.4f}",
                    k == 0 ? "" : ", ", curves[i].sizes[k], curves[i].nanoseconds[k], curves[i].spreads[k]);
      out += text;
    }
    out += "]}";
  }
  return out + "\n  ]\n}\n";
}

Settings read_settings(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    const char* value = i + 1 < argc ? argv[i + 1] : nullptr;
    if (value != nullptr && name == "--most") {
      settings.most = std::max(1000ull, std::strtoull(value, nullptr, 10));
    } else if (value != nullptr && name == "--tickets") {
      settings.tickets = std::max(1000ull, std::strtoull(value, nullptr, 10));
    } else if (value != nullptr && name == "--rounds") {
      settings.rounds = std::max(1, std::atoi(value));
    } else if (value != nullptr && name == "--json") {
      settings.json = value;
    } else if (value != nullptr && name == "--svg") {
      settings.svg = value;
    } else {
      std::fprintf(stderr,
                   "usage: growth_bench [--most N] [--tickets N] [--rounds N] [--json FILE] [--svg FILE]\n");
      std::exit(2);
    }
  }
  return settings;
}

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  const Settings settings = read_settings(argc, argv);
  std::vector<Growth> curves;
  curves.push_back(grow("requests in the scheduler", settings.most, settings.rounds, queue_and_serve));

  const std::uint64_t capacity = settings.most * 256ull;
  RingAllocator ring = must(RingAllocator::create(capacity));
  std::uint64_t value = 0;
  curves.push_back(grow("segments in RingAllocator", settings.most, settings.rounds,
                        [&](std::size_t count) { fill_and_drain(ring, count, value); }));
  const auto concurrent = must(ConcurrentRing::create(capacity));
  std::uint64_t concurrent_value = 0;
  curves.push_back(grow("segments in ConcurrentRing", settings.most, settings.rounds,
                        [&](std::size_t count) { fill_and_drain(*concurrent, count, concurrent_value); }));

  const auto device = must(Device::create());
  std::printf("%s\n", device->adapter().name.c_str());
  const auto buffer = must(device->create_buffer(HeapKind::kDefault, 64_KiB, "bench target"));
  const std::vector<std::byte> bytes(64_KiB, std::byte{42});
  const auto loader = must(Loader::create(device));
  curves.push_back(grow("tickets of the loader", settings.tickets, settings.rounds,
                        [&](std::size_t count) { load_all(*loader, buffer.get(), bytes, count); }));

  for (const auto& [path, text] : {std::pair(settings.json, json_of(curves, device->adapter().name)),
                                   std::pair(settings.svg, bench::draw_growth(curves))}) {
    if (!path.empty() && !write_file(path, text)) {
      std::fprintf(stderr, "growth_bench: cannot write '%s'\n", path.c_str());
      return 1;
    }
  }
  return 0;
}
