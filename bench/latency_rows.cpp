// Latency: one small transfer at a time, from the call to the moment its end is seen.

#include <array>

#include <ferry/base/units.hpp>

#include "hand/staging_stream.hpp"
#include "transfer_fixture.hpp"

namespace bench {
namespace {

using namespace ferry::literals;
using hand::ComPtr;

constexpr std::uint64_t kRepeats = 50;
constexpr std::uint64_t kUploadBytes = 256;
constexpr std::uint64_t kReadbackBytes = 64;

std::function<void()> repeated(const std::function<void()>& once) {
  return [once] {
    for (std::uint64_t i = 0; i < kRepeats; ++i) once();
  };
}

Row upload_row(Fixture& fixture) {
  const ComPtr<ID3D12Resource> buffer = make_default_buffer(fixture, 64_KiB);
  const auto by_hand = std::make_shared<hand::SmallUpload>(fixture.copy, 64_KiB);
  Row row;
  row.repeats = kRepeats;
  row.aim = 0.95;
  row.contenders.push_back(
      {"ferry", repeated([&fixture, buffer] {
         auto batch = need(fixture.manager->begin_upload());
         need(batch.upload_buffer(buffer.get(), 0,
                                  std::span<const std::byte>(fixture.source).first(kUploadBytes)));
         need(fixture.manager->wait(need(batch.submit())));
       })});
  for (const bool spin : {false, true}) {
    row.contenders.push_back(
        {spin ? "by hand: looks all the time" : "by hand: event", repeated([&fixture, buffer, by_hand, spin] {
           by_hand->upload(buffer.get(), 0, fixture.source.data(), kUploadBytes, spin);
         })});
  }
  row.prepare = [&fixture](std::uint64_t seed) { fixture.fill_source(seed); };
  row.check = [&fixture, buffer] {
    std::array<std::byte, kUploadBytes> got{};
    hand::Readback readback(fixture.copy, 64_KiB);
    readback.buffer_to(buffer.get(), kUploadBytes, got.data());
    return first_difference(got, std::span<const std::byte>(fixture.source).first(kUploadBytes),
                            "the buffer");
  };
  return row;
}

Row readback_row(Fixture& fixture) {
  const ComPtr<ID3D12Resource> buffer = make_default_buffer(fixture, 64_KiB);
  const auto by_hand = std::make_shared<hand::Readback>(fixture.copy, 64_KiB);
  const auto got = std::make_shared<std::array<std::byte, kReadbackBytes>>();
  ferry::ReadbackOptions options;
  options.queue = ferry::QueueKind::kCopy;
  Row row;
  row.repeats = kRepeats;
  row.aim = 0.95;
  row.contenders.push_back(
      {"ferry", repeated([&fixture, buffer, got, options] {
         auto ticket = need(fixture.manager->read_buffer({buffer.get(), 0, kReadbackBytes}, options));
         need(ticket.copy_to(*got));
       })});
  for (const bool spin : {false, true}) {
    row.contenders.push_back(
        {spin ? "by hand: looks all the time" : "by hand: event", repeated([buffer, by_hand, got, spin] {
           by_hand->small(buffer.get(), kReadbackBytes, got->data(), spin);
         })});
  }
  row.prepare = [&fixture, buffer, got](std::uint64_t seed) {
    fixture.fill_source(seed);
    hand::SmallUpload(fixture.copy, 64_KiB)
        .upload(buffer.get(), 0, fixture.source.data(), kReadbackBytes, false);
    got->fill(std::byte{0});
  };
  row.prepare(0);
  row.check = [&fixture, got] {
    return first_difference(*got, std::span<const std::byte>(fixture.source).first(kReadbackBytes),
                            "the result");
  };
  return row;
}

/// What a TransferManager costs a program that starts, beside the least that its uploads need.
Row start_row(Fixture& fixture) {
  Row row;
  row.contenders.push_back({"ferry", [&fixture] {
                              auto manager = need(ferry::TransferManager::create(fixture.device));
                              need(manager->queue(ferry::QueueKind::kCopy));
                            }});
  row.contenders.push_back({"by hand: queue, fence, 32 MiB, a list", [&fixture] {
                              hand::CopyQueue queue(fixture.d3d(), D3D12_COMMAND_LIST_TYPE_COPY);
                              hand::StagingStream stream(queue, 32_MiB, 1);
                            }});
  return row;
}

}  // namespace

std::vector<RowMaker> latency_rows(Fixture& fixture) {
  return {
      {"latency/upload_256B", [&] { return upload_row(fixture); }},
      {"latency/readback_64B", [&] { return readback_row(fixture); }},
      {"start/transfer_manager", [&] { return start_row(fixture); }},
  };
}

}  // namespace bench
