// What people do first, made well enough that it is right, and no better.

#include <array>
#include <chrono>
#include <utility>

#include <ferry/base/units.hpp>
#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/command_recycler.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/mapping.hpp>
#include <ferry/layout/footprint.hpp>
#include <ferry/transfer/barrier.hpp>

#include "gpu_stopwatch.hpp"
#include "tile_streamer.hpp"

namespace ferry::cli {

namespace {

using Clock = std::chrono::steady_clock;

class BlockingStreamer final : public TileStreamer {
 public:
  BlockingStreamer(const std::shared_ptr<Device>& device, const std::shared_ptr<Queue>& queue,
                   const TileSource& source)
      : device_(device),
        queue_(queue),
        source_(source),
        lists_(device, QueueKind::kDirect, "stream: uploads") {
    // Without one, spans are what the CPU saw.
    if (auto watch = GpuStopwatch::create(*device, *queue, 1)) stopwatch_ = *std::move(watch);
  }

  Result<void> ask(const std::vector<TilePtr>& tiles) override {
    for (const TilePtr& tile : tiles) {
      if (auto brought = bring(tile); !brought) return brought;
    }
    return {};
  }
  void set_priority(const TilePtr& /*tile*/, LoadPriority /*priority*/) override {}
  void cancel(const TilePtr& /*tile*/) override {}
  Result<std::vector<TilePtr>> update() override { return std::exchange(changed_, {}); }
  void end_frame(std::chrono::nanoseconds /*frame_time*/, std::chrono::nanoseconds /*slack*/) override {}
  void stop() override {}
  [[nodiscard]] std::chrono::nanoseconds waited() const override { return waited_; }
  std::vector<TimedWork> take_copies() override { return std::exchange(copies_, {}); }

 private:
  Result<void> bring(const TilePtr& tile) {
    tile->started = true;
    tile->over = true;
    changed_.push_back(tile);
    auto uploaded = upload(*tile);
    if (!uploaded) {
      const ErrorCode code = uploaded.error().code;
      if (code == ErrorCode::kDeviceLost || code == ErrorCode::kTimeout) return uploaded;
      tile->outcome = RequestOutcome::kFailed;
      tile->error = uploaded.error();
      return {};
    }
    tile->usable_mip = 0;
    return {};
  }

  Result<void> upload(const StreamTile& tile) {
    const auto image = source_.read(tile.content);
    if (!image) return fail(image.error());
    const std::uint32_t count = subresource_count(tile.desc);
    std::vector<Footprint> places;
    std::uint64_t bytes = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      auto place = footprint(tile.desc, i);
      if (!place) return fail(std::move(place).error());
      place->offset = align_up(bytes, kPlacementAlignment);
      bytes = place->offset + place->total_bytes;
      places.push_back(*place);
    }
    const auto staging = device_->create_buffer(HeapKind::kUpload, bytes, "stream: upload");
    if (!staging) return fail(staging.error());
    {
      const auto mapped = WriteMapping::map(staging->get(), 0, bytes);
      if (!mapped) return fail(mapped.error());
      for (std::uint32_t i = 0; i < count; ++i) {
        auto wrote = write_rows(*image, {i, 0, 0, places[i].rows}, mapped->bytes().data() + places[i].offset,
                                places[i].row_pitch, device_->caps().write_combined_upload);
        if (!wrote) return wrote;
      }
    }
    auto copied = copy(tile, staging->get(), places);
    // It may still be read, and nobody can tell until when.
    if (!copied) kept_.push_back(*staging);
    return copied;
  }

  Result<void> copy(const StreamTile& tile, ID3D12Resource* staging, const std::vector<Footprint>& places) {
    auto context = lists_.acquire();
    if (!context) return fail(std::move(context).error());
    ID3D12GraphicsCommandList* const list = context->list.get();
    stopwatch_.begin(list, 0);
    Barrier barrier = {tile.texture.resource.get(), kAllSubresources, kStateCommon, kStateCopyDest};
    record_barriers(list, {&barrier, 1});
    for (std::uint32_t i = 0; i < places.size(); ++i) {
      D3D12_TEXTURE_COPY_LOCATION from = {};
      from.pResource = staging;
      from.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
      from.PlacedFootprint.Offset = places[i].offset;
      from.PlacedFootprint.Footprint.Format = static_cast<DXGI_FORMAT>(places[i].format);
      from.PlacedFootprint.Footprint.Width = places[i].width;
      from.PlacedFootprint.Footprint.Height = places[i].height;
      from.PlacedFootprint.Footprint.Depth = places[i].depth;
      from.PlacedFootprint.Footprint.RowPitch = static_cast<UINT>(places[i].row_pitch);
      D3D12_TEXTURE_COPY_LOCATION to = {};
      to.pResource = tile.texture.resource.get();
      to.Type = D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX;
      to.SubresourceIndex = i;
      list->CopyTextureRegion(&to, 0, 0, 0, &from, nullptr);
    }
    std::swap(barrier.before, barrier.after);
    record_barriers(list, {&barrier, 1});
    stopwatch_.end(list, 0);
    if (const HRESULT hr = list->Close(); FAILED(hr)) {
      lists_.keep(*std::move(context));
      return fail_api(hr, "the command list of an upload could not be closed");
    }
    const auto submitted = Clock::now();
    const std::array<ID3D12CommandList*, 1> closed = {list};
    const auto point = queue_->execute(closed, "upload");
    if (!point) {
      lists_.keep(*std::move(context));
      return fail(point.error());
    }
    lists_.give_back(*std::move(context), *point);
    auto done = queue_->timeline()->wait(point->value);
    const auto seen = Clock::now();
    waited_ += seen - submitted;
    if (!done) return done;
    copies_.push_back(timed_work(stopwatch_.frequency(), submitted, seen, stopwatch_.read(0), tile.bytes));
    return {};
  }

  std::shared_ptr<Device> device_;
  std::shared_ptr<Queue> queue_;
  const TileSource& source_;
  CommandRecycler lists_;
  GpuStopwatch stopwatch_;
  std::vector<TilePtr> changed_;
  std::vector<TimedWork> copies_;
  std::chrono::nanoseconds waited_{};
  std::vector<ComPtr<ID3D12Resource>> kept_;
};

}  // namespace

std::unique_ptr<TileStreamer> make_blocking_streamer(const std::shared_ptr<Device>& device,
                                                     const std::shared_ptr<Queue>& queue,
                                                     const TileSource& source) {
  return std::make_unique<BlockingStreamer>(device, queue, source);
}

}  // namespace ferry::cli
