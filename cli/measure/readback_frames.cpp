#include "readback_frames.hpp"

#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include <ferry/gpu/d3d12.hpp>
#include <ferry/layout/row_copy.hpp>
#include <ferry/transfer/barrier.hpp>

#include "setting.hpp"
#include "staging_way.hpp"

namespace ferry::measure {

namespace {

/// A frame's number, again and again: 64 bytes, or 16 texels.
constexpr std::uint64_t kStampBytes = 64;
constexpr std::uint64_t kStampStep = 512;

}  // namespace

Result<std::unique_ptr<ReadbackFrames>> ReadbackFrames::create(const std::shared_ptr<Device>& device,
                                                               ListRunner& runner, const GpuLoad& load,
                                                               std::uint32_t width, std::uint32_t height) {
  std::unique_ptr<ReadbackFrames> frames(new ReadbackFrames(runner, load));
  const bool texture = height != 0;
  TextureDesc desc;
  desc.format = Format::kR8G8B8A8Unorm;
  desc.width = width;
  desc.height = height;
  auto resource = texture ? device->create_texture(desc, "frame")
                          : device->create_buffer(HeapKind::kDefault, width, "result");
  if (!resource) return fail(std::move(resource).error());
  frames->resource_ = *std::move(resource);
  frames->source_ = {frames->resource_.get(), texture ? std::uint64_t{width} * height * 4 : width,
                     texture ? width : 0, height};
  auto stamps = device->create_buffer(HeapKind::kUpload, kFramesInFlight * kStampStep, "frame numbers");
  if (!stamps) return fail(std::move(stamps).error());
  frames->stamps_ = *std::move(stamps);
  auto memory = WriteMapping::map(frames->stamps_.get(), 0, kFramesInFlight * kStampStep);
  if (!memory) return fail(std::move(memory).error());
  frames->stamp_memory_ = *std::move(memory);
  frames->out_.resize(static_cast<std::size_t>(frames->source_.bytes));
  return frames;
}

void ReadbackFrames::record_stamp(ID3D12GraphicsCommandList* list, std::uint64_t offset) const {
  if (source_.width == 0) {
    list->CopyBufferRegion(source_.resource, 0, stamps_.get(), offset, kStampBytes);
    return;
  }
  const Barrier before = {source_.resource, kAllSubresources, kStateCommon, kStateCopyDest};
  const Barrier after = {source_.resource, kAllSubresources, kStateCopyDest, kStateCommon};
  record_barriers(list, std::span(&before, 1));
  D3D12_TEXTURE_COPY_LOCATION texture = {};
  texture.pResource = source_.resource;
  texture.Type = D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX;
  D3D12_TEXTURE_COPY_LOCATION stamp = {};
  stamp.pResource = stamps_.get();
  stamp.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
  stamp.PlacedFootprint.Offset = offset;
  stamp.PlacedFootprint.Footprint = {DXGI_FORMAT_R8G8B8A8_UNORM, kStampBytes / 4, 1, 1, 256};
  list->CopyTextureRegion(&texture, 0, 0, 0, &stamp, nullptr);
  record_barriers(list, std::span(&after, 1));
}

Result<FencePoint> ReadbackFrames::draw(std::uint64_t frame) {
  const std::uint64_t offset = frame % kFramesInFlight * kStampStep;
  std::array<std::uint64_t, kStampBytes / 8> stamp{};
  stamp.fill(first_number_ + frame);
  copy_bytes(stamp_memory_.bytes().data() + offset, stamp.data(), sizeof stamp, StoreHint::kCached, true);
  return runner_.run([&](ID3D12GraphicsCommandList* list) -> Result<void> {
    record_stamp(list, offset);
    load_.record(list);
    return {};
  });
}

Result<void> ReadbackFrames::take(std::uint64_t frame) {
  ages_ += now_seconds() - submitted_at_[static_cast<std::size_t>(frame)];
  ++arrived_;
  std::array<std::uint64_t, kStampBytes / 8> numbers{};
  std::memcpy(numbers.data(), out_.data(), sizeof numbers);
  for (const std::uint64_t number : numbers) {
    if (number == first_number_ + frame) continue;
    return fail(ErrorCode::kCorrupt, "a readback of ", source_.bytes, " bytes was to bring frame ", frame,
                " and brought ", static_cast<std::int64_t>(number - first_number_),
                ", so it is not measured: the driver, or Ferry, moves wrong bytes");
  }
  return {};
}

Result<ReadbackTimes> ReadbackFrames::run(ReadbackWay& way, std::uint64_t frames) {
  auto times = run_frames(way, frames);
  // The queue may still use what belongs to a run that failed, and is about to go.
  if (!times) (void)runner_.queue()->drain();
  return times;
}

Result<ReadbackTimes> ReadbackFrames::run_frames(ReadbackWay& way, std::uint64_t frames) {
  std::array<FencePoint, kFramesInFlight> points{};
  submitted_at_.assign(static_cast<std::size_t>(frames), 0);
  ages_ = 0;
  arrived_ = 0;
  double waited = -way.waited();
  const double begin = now_seconds();
  for (std::uint64_t frame = 0; frame < frames; ++frame) {
    FencePoint& slot = points[static_cast<std::size_t>(frame % kFramesInFlight)];
    if (frame >= kFramesInFlight) {
      const double wait_begin = now_seconds();
      if (auto done = runner_.wait(slot); !done) return fail(std::move(done).error());
      waited += now_seconds() - wait_begin;
    }
    work_on_cpu(load_.seconds());
    const auto point = draw(frame);
    if (!point) return fail(point.error());
    slot = *point;
    submitted_at_[static_cast<std::size_t>(frame)] = now_seconds();
    const auto came = way.frame(frame, out_);
    if (!came) return fail(came.error());
    if (*came) {
      if (auto taken = take(**came); !taken) return fail(std::move(taken).error());
    }
  }
  waited += way.waited();
  const double took = now_seconds() - begin;
  while (true) {
    const auto came = way.rest(out_);
    if (!came) return fail(came.error());
    if (!*came) break;
    if (auto taken = take(**came); !taken) return fail(std::move(taken).error());
  }
  if (auto idle = runner_.queue()->wait_idle(); !idle) return fail(std::move(idle).error());
  first_number_ += frames;
  if (arrived_ != frames) {
    return fail(ErrorCode::kCorrupt, frames, " readbacks were asked for and ", arrived_, " arrived");
  }
  const double count = static_cast<double>(frames);
  return ReadbackTimes{took / count, waited / count, ages_ / count};
}

}  // namespace ferry::measure
