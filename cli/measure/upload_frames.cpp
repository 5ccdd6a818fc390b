#include "upload_frames.hpp"

#include <algorithm>
#include <utility>

#include <ferry/base/text.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/layout/row_copy.hpp>
#include <ferry/transfer/barrier.hpp>

#include "sampling/sample_bytes.hpp"
#include "setting.hpp"

namespace ferry::measure {

namespace {

/// Frames' bytes begin at different places of the same noise, this far apart.
constexpr std::uint64_t kStep = 256;
constexpr std::uint64_t kSeeds = 64;

void record_piece(ID3D12GraphicsCommandList* list, const UploadPattern& pattern, ID3D12Resource* to,
                  std::uint64_t piece, const StagingSpace& from) {
  if (!pattern.texture) {
    list->CopyBufferRegion(to, piece * pattern.piece_bytes, from.buffer, from.offset, pattern.piece_bytes);
    return;
  }
  D3D12_TEXTURE_COPY_LOCATION texture = {};
  texture.pResource = to;
  texture.Type = D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX;
  D3D12_TEXTURE_COPY_LOCATION rows = {};
  rows.pResource = from.buffer;
  rows.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
  rows.PlacedFootprint.Offset = from.offset;
  rows.PlacedFootprint.Footprint = {DXGI_FORMAT_R8G8B8A8_UNORM, UploadPattern::kTextureWidth,
                                    pattern.rows_of_piece(), 1, static_cast<UINT>(UploadPattern::kRowBytes)};
  const UINT top = static_cast<UINT>(piece) * pattern.rows_of_piece();
  list->CopyTextureRegion(&texture, 0, top, 0, &rows, nullptr);
}

}  // namespace

Result<std::unique_ptr<UploadFrames>> UploadFrames::create(const std::shared_ptr<Device>& device,
                                                           ListRunner& runner, const GpuLoad& load,
                                                           const UploadPattern& pattern) {
  std::unique_ptr<UploadFrames> frames(new UploadFrames(runner, load, pattern));
  frames->source_.resize(static_cast<std::size_t>(pattern.peak_bytes() + kStep * kSlots * kSeeds));
  fill_noise(frames->source_, 1);
  for (ComPtr<ID3D12Resource>& slot : frames->slots_) {
    TextureDesc desc;
    desc.format = Format::kR8G8B8A8Unorm;
    desc.width = UploadPattern::kTextureWidth;
    desc.height =
        pattern.texture ? pattern.rows_of_piece() * static_cast<std::uint32_t>(pattern.most_pieces) : 1;
    auto made = pattern.texture
                    ? device->create_texture(desc, "frame's texture")
                    : device->create_buffer(HeapKind::kDefault, pattern.peak_bytes(), "frame's data");
    if (!made) return fail(std::move(made).error());
    slot = *std::move(made);
  }
  return frames;
}

std::span<const std::byte> UploadFrames::bytes_of(std::uint64_t frame, std::uint64_t seed) const {
  const std::uint64_t begin = kStep * (frame % kSlots + kSlots * (seed % kSeeds));
  return std::span(source_).subspan(
      static_cast<std::size_t>(begin),
      static_cast<std::size_t>(pattern_.piece_bytes * pattern_.pieces_in(frame)));
}

Result<FencePoint> UploadFrames::draw(StagingWay& way, std::uint64_t frame, std::uint64_t seed) {
  const std::span<const std::byte> bytes = bytes_of(frame, seed);
  ID3D12Resource* const to = slots_[static_cast<std::size_t>(frame % kSlots)].get();
  const Barrier before = {to, kAllSubresources, kStateCommon, kStateCopyDest};
  const Barrier after = {to, kAllSubresources, kStateCopyDest, kStateCommon};
  return runner_.run([&](ID3D12GraphicsCommandList* list) -> Result<void> {
    if (pattern_.texture) record_barriers(list, std::span(&before, 1));
    for (std::uint64_t piece = 0; piece * pattern_.piece_bytes < bytes.size(); ++piece) {
      const Result<StagingSpace> space = way.take(pattern_.piece_bytes);
      if (!space) return fail(space.error());
      copy_bytes(space->cpu, bytes.data() + piece * pattern_.piece_bytes,
                 static_cast<std::size_t>(pattern_.piece_bytes), StoreHint::kStreaming, true,
                 WriteFence::kLater);
      record_piece(list, pattern_, to, piece, *space);
    }
    store_fence();
    if (pattern_.texture) record_barriers(list, std::span(&after, 1));
    load_.record(list);
    return {};
  });
}

Result<FrameTimes> UploadFrames::run(StagingWay& way, std::uint64_t frames, std::uint64_t seed) {
  auto times = run_frames(way, frames, seed);
  // The queue may still use what belongs to a run that failed, and is about to go.
  if (!times) (void)runner_.queue()->drain();
  return times;
}

Result<FrameTimes> UploadFrames::run_frames(StagingWay& way, std::uint64_t frames, std::uint64_t seed) {
  std::array<FencePoint, kFramesInFlight> points{};
  double waited = -way.waited();
  const double begin = now_seconds();
  for (std::uint64_t frame = 0; frame < frames; ++frame) {
    FencePoint& slot = points[static_cast<std::size_t>(frame % kFramesInFlight)];
    if (frame >= kFramesInFlight) {
      const double wait_begin = now_seconds();
      if (Result<void> done = runner_.wait(slot); !done) return fail(std::move(done).error());
      waited += now_seconds() - wait_begin;
    }
    way.begin(frame);
    work_on_cpu(load_.seconds());
    const Result<FencePoint> point = draw(way, frame, seed);
    if (!point) return fail(point.error());
    if (Result<void> ended = way.end(*point); !ended) return fail(std::move(ended).error());
    slot = *point;
  }
  waited += way.waited();
  for (const FencePoint& point : points) {
    if (point.value == 0) continue;
    if (Result<void> done = runner_.wait(point); !done) return fail(std::move(done).error());
  }
  const double count = static_cast<double>(frames);
  return FrameTimes{(now_seconds() - begin) / count, waited / count};
}

Result<void> UploadFrames::verify(TransferManager& manager, std::uint64_t frames, std::uint64_t seed) {
  std::vector<std::byte> got;
  for (std::uint64_t frame = frames - std::min(frames, kSlots); frame < frames; ++frame) {
    const std::span<const std::byte> wanted = bytes_of(frame, seed);
    ID3D12Resource* const source = slots_[static_cast<std::size_t>(frame % kSlots)].get();
    got.resize(wanted.size());
    TextureReadback texture;
    texture.source = source;
    if (pattern_.texture) {
      const auto rows = static_cast<std::uint32_t>(wanted.size() / UploadPattern::kRowBytes);
      texture.box = Box{0, 0, 0, UploadPattern::kTextureWidth, rows, 1};
    }
    const auto ticket =
        pattern_.texture ? manager.read_texture(texture) : manager.read_buffer({source, 0, wanted.size()});
    if (!ticket) return fail(ticket.error());
    if (Result<void> copied = ticket->copy_to(got); !copied) return copied;
    Result<void> same =
        expect_same(got, wanted, text("frame ", frame, " of the pattern '", pattern_.name, "'"));
    if (!same) return same;
  }
  return {};
}

}  // namespace ferry::measure
