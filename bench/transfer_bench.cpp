// Ferry's uploads and readbacks beside hand-written Direct3D 12 that does the same work in the same run.
// README.md says how to read what it prints.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <thread>

#include <ferry/base/units.hpp>

#include "transfer_fixture.hpp"

namespace {

using namespace ferry::literals;

const char* yes_no(bool value) {
  return value ? "yes" : "no";
}

std::string today() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  std::string adapter;
  std::string ring_mib;
  std::string piece_kib;
  std::string variants;
  std::string threads = "1";
  std::string bus_mib = "256";
  const bench::Options options = bench::parse_options(
      argc, argv, "Ferry beside hand-written Direct3D 12, run by run.",
      {{"--adapter", "number or part of a name (default: the best)", &adapter},
       {"--ring-mib", "Ferry's upload ring, in MiB (default: Ferry's own)", &ring_mib},
       {"--piece-kib", "Ferry's pieces, in KiB (default: Ferry's own)", &piece_kib},
       {"--threads", "that copy, for Ferry and for the bars of the bus rows (default: 1)", &threads},
       {"--bus-mib", "of the bus rows (default: 256)", &bus_mib},
       {"--variants", "more Ferrys for the upload and bus rows, as RING_MIB:PIECE_KIB[:THREADS],...",
        &variants}});

  ferry::TransferOptions transfer;
  if (!ring_mib.empty()) transfer.ring_bytes = std::strtoull(ring_mib.c_str(), nullptr, 10) * 1_MiB;
  if (!piece_kib.empty()) transfer.piece_bytes = std::strtoull(piece_kib.c_str(), nullptr, 10) * 1_KiB;
  const unsigned long thread_count = std::max(1ul, std::strtoul(threads.c_str(), nullptr, 10));
  transfer.helper_threads = bench::helpers_of(thread_count);
  bench::Fixture fixture(adapter, transfer);
  fixture.add_variants(variants);

  std::vector<bench::RowMaker> rows = bench::upload_rows(fixture);
  for (auto& row : bench::readback_rows(fixture)) rows.push_back(std::move(row));
  for (auto& row : bench::latency_rows(fixture)) rows.push_back(std::move(row));
  const std::uint64_t bus_bytes = std::max(1ull, std::strtoull(bus_mib.c_str(), nullptr, 10)) * 1_MiB;
  for (auto& row : bench::bus_rows(fixture, bus_bytes, thread_count)) rows.push_back(std::move(row));

  const ferry::DeviceCaps& caps = fixture.device->caps();
  return bench::run_rows(rows, options,
                         {{"adapter", fixture.device->adapter().name},
                          {"uma", yes_no(caps.uma)},
                          {"cache_coherent_uma", yes_no(caps.cache_coherent_uma)},
                          {"copy_engine_of_its_own", caps.copy_engine == ferry::OwnEngine::kYes  ? "yes"
                                                     : caps.copy_engine == ferry::OwnEngine::kNo ? "no"
                                                                                                 : "unknown"},
                          {"cpu_threads", std::to_string(std::thread::hardware_concurrency())},
                          {"ring_bytes", std::to_string(transfer.ring_bytes)},
                          {"threads", std::to_string(thread_count)},
                          {"piece_bytes", std::to_string(transfer.piece_bytes)},
                          {"date", today()}});
}
