#include "round_trip.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <span>
#include <utility>

#include <ferry/base/units.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/timestamps.hpp>

namespace ferry::cli {

namespace {

constexpr std::uint64_t kBandBytes = 8_MiB;
constexpr std::size_t kBandsInFlight = 4;

using Clock = std::chrono::steady_clock;

struct Band {
  ReadbackTicket ticket;
  std::uint32_t first_row = 0;
  std::uint32_t rows = 0;
};

}  // namespace

Result<std::unique_ptr<RoundTrip>> RoundTrip::create(const std::shared_ptr<Device>& device,
                                                     const RoundtripOptions& options) {
  std::unique_ptr<RoundTrip> trip(new RoundTrip);
  trip->device_ = device;
  trip->upload_queue_ = options.queue;
  TransferOptions transfer;
  transfer.ring_bytes = options.ring_bytes;
  auto manager = TransferManager::create(device, transfer);
  if (!manager) return fail(std::move(manager).error());
  trip->manager_ = *std::move(manager);
  if (options.draw) {
    auto direct = trip->manager_->queue(QueueKind::kDirect);
    if (!direct) return fail(std::move(direct).error());
    trip->direct_ = *std::move(direct);
    auto drawer = PictureDrawer::create(device, trip->direct_);
    if (!drawer) return fail(std::move(drawer).error());
    trip->drawer_ = *std::move(drawer);
    trip->make_draw_clock();
  }
  return trip;
}

void RoundTrip::make_draw_clock() {
  UINT64 frequency = 0;
  if (FAILED(direct_->d3d()->GetTimestampFrequency(&frequency)) || frequency == 0) return;
  auto heap = create_timestamp_heap(*device_, QueueKind::kDirect, 2, "draw clock");
  if (!heap) return;
  draw_clock_ = *std::move(heap);
  ticks_per_second_ = frequency;
}

/// How long the draw took by the GPU's own clock. When the CPU sees a fence point says little about it: the
/// copy before and the draw are often seen complete at once.
std::optional<std::chrono::nanoseconds> RoundTrip::read_draw_clock(FencePoint drawn) {
  if (!draw_clock_) return std::nullopt;
  QueryReadback request;
  request.heap = draw_clock_.get();
  request.type = D3D12_QUERY_TYPE_TIMESTAMP;
  request.count = 2;
  ReadbackOptions options;
  options.after = drawn;
  const Result<ReadbackTicket> ticket = manager_->read_queries(request, options);
  std::array<std::uint64_t, 2> ticks{};
  if (!ticket || !ticket->copy_to(std::as_writable_bytes(std::span(ticks))) || ticks[1] < ticks[0])
    return std::nullopt;
  const double seconds = static_cast<double>(ticks[1] - ticks[0]) / static_cast<double>(ticks_per_second_);
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds));
}

Result<ReadbackTicket> RoundTrip::request_band(ID3D12Resource* source, std::uint32_t first_row,
                                               std::uint32_t rows, std::uint32_t width, FencePoint after) {
  TextureReadback request;
  request.source = source;
  request.box = Box{0, first_row, 0, width, first_row + rows, 1};
  ReadbackOptions options;
  options.queue = drawer_ ? QueueKind::kDirect : upload_queue_;
  options.after = after;
  return manager_->read_texture(request, options);
}

Result<TripTimes> RoundTrip::run(const PictureView& picture, const BandSink& sink) {
  const std::uint64_t row_bytes =
      std::uint64_t{picture.width} * (picture.format == Format::kR16G16B16A16Unorm ? 8 : 4);
  const auto band_rows =
      static_cast<std::uint32_t>(std::clamp<std::uint64_t>(kBandBytes / row_bytes, 1, picture.height));
  if (band_.size() < band_rows * row_bytes) {
    Result<ByteBuffer> band = ByteBuffer::make(band_rows * row_bytes, "rows that come back");
    if (!band) return fail(std::move(band).error());
    band_ = *std::move(band);
  }

  TextureDesc desc;
  desc.format = picture.format;
  desc.width = picture.width;
  desc.height = picture.height;
  auto texture = device_->create_texture(desc, "picture");
  if (!texture) return fail(std::move(texture).error());
  ComPtr<ID3D12Resource> target;
  if (drawer_) {
    auto made = device_->create_texture(desc, "render target", D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET);
    if (!made) return fail(std::move(made).error());
    target = *std::move(made);
  }

  // Everything is submitted before anything is waited for, so that the queues do the waiting.
  TripTimes times;
  const Clock::time_point begin = Clock::now();
  Result<UploadBatch> batch = manager_->begin_upload(upload_queue_);
  if (!batch) return fail(std::move(batch).error());
  TextureData data;
  data.data = picture.pixels;
  data.row_pitch = picture.row_pitch;
  if (Result<void> staged = batch->upload_texture(texture->get(), 0, data); !staged)
    return fail(std::move(staged).error());
  const Result<FencePoint> copied = batch->submit("picture");
  if (!copied) return fail(copied.error());
  const Clock::time_point staged_at = Clock::now();
  times.staging = staged_at - begin;

  FencePoint source_ready = *copied;
  if (drawer_) {
    if (upload_queue_ != QueueKind::kDirect) {
      if (Result<void> waits = manager_->wait_on(direct_->d3d(), *copied); !waits)
        return fail(std::move(waits).error());
    }
    const Result<FencePoint> drawn =
        drawer_->draw(texture->get(), D3D12_RESOURCE_STATE_COMMON, target.get(), draw_clock_.get());
    if (!drawn) return fail(drawn.error());
    source_ready = *drawn;
  }
  ID3D12Resource* const source = drawer_ ? target.get() : texture->get();
  std::deque<Band> in_flight;
  std::uint32_t requested = 0;
  const auto request_more = [&]() -> Result<void> {
    while (requested < picture.height && in_flight.size() < kBandsInFlight) {
      const std::uint32_t rows = std::min(band_rows, picture.height - requested);
      Result<ReadbackTicket> ticket = request_band(source, requested, rows, picture.width, source_ready);
      if (!ticket) return fail(std::move(ticket).error());
      in_flight.push_back({*std::move(ticket), requested, rows});
      requested += rows;
    }
    return {};
  };
  if (Result<void> more = request_more(); !more) return fail(std::move(more).error());

  if (Result<void> done = manager_->wait(*copied); !done) return fail(std::move(done).error());
  const Clock::time_point copied_at = Clock::now();
  times.copy = copied_at - staged_at;
  Clock::time_point resumed = copied_at;
  if (drawer_) {
    if (Result<void> done = manager_->wait(source_ready); !done) return fail(std::move(done).error());
    resumed = Clock::now();
  }
  while (!in_flight.empty()) {
    const Band band = std::move(in_flight.front());
    in_flight.pop_front();
    const std::uint64_t bytes = band.rows * row_bytes;
    if (Result<void> came = band.ticket.copy_to(band_.bytes().first(static_cast<std::size_t>(bytes)));
        !came) {
      return fail(std::move(came).error());
    }
    if (Result<void> more = request_more(); !more) return fail(std::move(more).error());
    times.readback += Clock::now() - resumed;
    if (Result<void> taken = sink(band_.data(), row_bytes, band.first_row, band.rows); !taken) {
      return fail(std::move(taken).error());
    }
    resumed = Clock::now();
  }
  if (drawer_) times.draw = read_draw_clock(source_ready);
  manager_->poll();
  return times;
}

}  // namespace ferry::cli
