// Readbacks: to READBACK memory in place, and to the caller's memory.

#include <ferry/base/units.hpp>

#include "hand/staging_stream.hpp"
#include "transfer_fixture.hpp"

namespace bench {
namespace {

using namespace ferry::literals;
using hand::ComPtr;

constexpr std::uint64_t kBytes = 64_MiB;
constexpr std::uint32_t kWidth = 1920;
constexpr std::uint32_t kHeight = 1080;
constexpr std::uint64_t kFrameBytes = std::uint64_t{kWidth} * kHeight * 4;

/// Where results go, and where the last run left its result.
struct Output {
  explicit Output(std::uint64_t bytes) : memory(static_cast<std::size_t>(bytes)) {}
  std::vector<std::byte> memory;
  std::span<const std::byte> last;
  /// Keeps `last` mapped.
  ferry::ReadbackView view;
};

std::span<const std::byte> as_bytes(const std::uint8_t* bytes, std::uint64_t size) {
  return {reinterpret_cast<const std::byte*>(bytes), static_cast<std::size_t>(size)};
}

std::function<std::string()> checker(Fixture& fixture, const std::shared_ptr<Output>& output) {
  return [&fixture, output] {
    return first_difference(
        output->last, std::span<const std::byte>(fixture.source).first(output->last.size()), "the result");
  };
}

Row buffer_row(Fixture& fixture, bool in_place) {
  const ComPtr<ID3D12Resource> buffer = make_default_buffer(fixture, kBytes);
  const auto output = std::make_shared<Output>(kBytes);
  const auto whole = std::make_shared<hand::Readback>(fixture.copy, kBytes);
  ferry::ReadbackOptions options;
  options.queue = ferry::QueueKind::kCopy;
  options.in_place = in_place;

  Row row;
  row.bytes = kBytes;
  row.prepare = [&fixture, buffer, output](std::uint64_t seed) {
    fixture.fill_source(seed);
    hand::StagingStream stream(fixture.copy, 4_MiB, 4);
    stream.upload_buffer(buffer.get(), 0, fixture.source.data(), kBytes);
    stream.finish();
    output->memory.assign(output->memory.size(), std::byte{0});
  };
  row.prepare(0);
  row.check = checker(fixture, output);
  if (in_place) {
    row.contenders.push_back(
        {"ferry", [&fixture, buffer, output, options] {
           output->view = {};
           auto ticket = need(fixture.manager->read_buffer({buffer.get(), 0, kBytes}, options));
           need(ticket.wait());
           output->view = need(ticket.view());
           output->last = output->view.bytes();
         }});
    row.contenders.push_back({"by hand", [buffer, output, whole] {
                                output->last = as_bytes(whole->buffer_in_place(buffer.get(), kBytes), kBytes);
                              }});
    return row;
  }
  row.contenders.push_back(
      {"ferry", [&fixture, buffer, output, options] {
         auto ticket = need(fixture.manager->read_buffer({buffer.get(), 0, kBytes}, options));
         need(ticket.copy_to(output->memory));
         output->last = output->memory;
       }});
  row.contenders.push_back({"by hand: in one", [buffer, output, whole] {
                              whole->buffer_to(buffer.get(), kBytes, output->memory.data());
                              output->last = output->memory;
                            }});
  for (const std::size_t count : {std::size_t{4}, std::size_t{16}}) {
    const auto pieces = std::make_shared<hand::Readback>(fixture.copy, kBytes, count);
    row.contenders.push_back({"by hand: " + std::to_string(count) + " pieces", [buffer, output, pieces] {
                                pieces->buffer_to(buffer.get(), kBytes, output->memory.data());
                                output->last = output->memory;
                              }});
  }
  return row;
}

Row frame_row(Fixture& fixture, bool in_place) {
  const ComPtr<ID3D12Resource> texture = make_default_texture(fixture, kWidth, kHeight);
  const auto output = std::make_shared<Output>(kFrameBytes);
  const auto whole = std::make_shared<hand::Readback>(fixture.direct, kFrameBytes);

  Row row;
  row.bytes = kFrameBytes;
  row.prepare = [&fixture, texture, output](std::uint64_t seed) {
    fixture.fill_source(seed);
    hand::StagingStream stream(fixture.copy, kFrameBytes + 512, 1);
    stream.upload_texture(texture.get(), fixture.source.data(), std::uint64_t{kWidth} * 4);
    stream.finish();
    output->memory.assign(output->memory.size(), std::byte{0});
  };
  row.prepare(0);
  row.check = checker(fixture, output);
  // 1920 x 4 bytes are a multiple of 256: the rows have no padding in place either.
  const auto ask = [&fixture, texture, in_place] {
    ferry::TextureReadback request;
    request.source = texture.get();
    ferry::ReadbackOptions options;
    options.in_place = in_place;
    return need(fixture.manager->read_texture(request, options));
  };
  if (in_place) {
    row.contenders.push_back({"ferry", [output, ask] {
                                output->view = {};
                                auto ticket = ask();
                                need(ticket.wait());
                                output->view = need(ticket.view());
                                output->last = output->view.bytes();
                              }});
    row.contenders.push_back({"by hand", [texture, output, whole] {
                                std::uint64_t pitch = 0;
                                output->last =
                                    as_bytes(whole->texture_in_place(texture.get(), pitch), kFrameBytes);
                              }});
    return row;
  }
  row.contenders.push_back({"ferry", [output, ask] {
                              need(ask().copy_to(output->memory));
                              output->last = output->memory;
                            }});
  row.contenders.push_back({"by hand: in one", [texture, output, whole] {
                              whole->texture_to(texture.get(), output->memory.data());
                              output->last = output->memory;
                            }});
  for (const std::size_t count : {std::size_t{2}, std::size_t{4}}) {
    const auto bands = std::make_shared<hand::Readback>(fixture.direct, kFrameBytes, count);
    row.contenders.push_back({"by hand: " + std::to_string(count) + " bands", [texture, output, bands] {
                                bands->texture_to(texture.get(), output->memory.data());
                                output->last = output->memory;
                              }});
  }
  return row;
}

}  // namespace

std::vector<RowMaker> readback_rows(Fixture& fixture) {
  return {
      {"readback/buffer_64MiB/in_place", [&] { return buffer_row(fixture, true); }},
      {"readback/buffer_64MiB/to_memory", [&] { return buffer_row(fixture, false); }},
      {"readback/frame_1080p/in_place", [&] { return frame_row(fixture, true); }},
      {"readback/frame_1080p/to_memory", [&] { return frame_row(fixture, false); }},
  };
}

}  // namespace bench
