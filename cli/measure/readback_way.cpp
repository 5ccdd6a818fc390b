#include "readback_way.hpp"

#include <deque>
#include <utility>

#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/mapping.hpp>
#include <ferry/layout/row_copy.hpp>
#include <ferry/transfer/barrier.hpp>

#include "setting.hpp"

namespace ferry::measure {

namespace {

class Synchronous final : public ReadbackWay {
 public:
  Synchronous(std::shared_ptr<Device> device, ListRunner& runner, const ReadbackSource& source)
      : device_(std::move(device)), runner_(runner), source_(source) {}

  Result<std::optional<std::uint64_t>> frame(std::uint64_t frame, std::span<std::byte> out) override {
    // Rows of the textures here are multiples of 256 bytes: nothing lies between them.
    auto buffer = device_->create_buffer(HeapKind::kReadback, source_.bytes, "frame's readback");
    if (!buffer) return fail(std::move(buffer).error());
    const auto point = runner_.run([&](ID3D12GraphicsCommandList* list) -> Result<void> {
      record_copy(list, buffer->get());
      return {};
    });
    if (!point) return fail(point.error());
    const double begin = now_seconds();
    if (auto done = runner_.wait(*point); !done) return fail(std::move(done).error());
    waited_ += now_seconds() - begin;
    const auto mapping = ReadMapping::map(buffer->get(), 0, source_.bytes);
    if (!mapping) return fail(mapping.error());
    copy_bytes(out.data(), mapping->bytes().data(), mapping->bytes().size(), StoreHint::kCached);
    return std::optional(frame);
  }
  Result<std::optional<std::uint64_t>> rest(std::span<std::byte>) override {
    return std::optional<std::uint64_t>();
  }

 private:
  void record_copy(ID3D12GraphicsCommandList* list, ID3D12Resource* to) const {
    if (source_.width == 0) {
      list->CopyBufferRegion(to, 0, source_.resource, 0, source_.bytes);
      return;
    }
    const Barrier before = {source_.resource, kAllSubresources, kStateCommon, kStateCopySource};
    const Barrier after = {source_.resource, kAllSubresources, kStateCopySource, kStateCommon};
    record_barriers(list, std::span(&before, 1));
    D3D12_TEXTURE_COPY_LOCATION texture = {};
    texture.pResource = source_.resource;
    texture.Type = D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX;
    D3D12_TEXTURE_COPY_LOCATION rows = {};
    rows.pResource = to;
    rows.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
    rows.PlacedFootprint.Footprint = {DXGI_FORMAT_R8G8B8A8_UNORM, source_.width, source_.height, 1,
                                      source_.width * 4};
    list->CopyTextureRegion(&rows, 0, 0, 0, &texture, nullptr);
    record_barriers(list, std::span(&after, 1));
  }

  std::shared_ptr<Device> device_;
  ListRunner& runner_;
  ReadbackSource source_;
};

class Pooled final : public ReadbackWay {
 public:
  Pooled(TransferManager& manager, const ReadbackSource& source, std::size_t late)
      : manager_(manager), source_(source), late_(late) {}

  Result<std::optional<std::uint64_t>> frame(std::uint64_t frame, std::span<std::byte> out) override {
    TextureReadback texture;
    texture.source = source_.resource;
    auto ticket = source_.width == 0 ? manager_.read_buffer({source_.resource, 0, source_.bytes})
                                     : manager_.read_texture(texture);
    if (!ticket) return fail(std::move(ticket).error());
    on_their_way_.push_back({frame, *std::move(ticket)});
    if (on_their_way_.size() <= late_) return std::optional<std::uint64_t>();
    return rest(out);
  }
  Result<std::optional<std::uint64_t>> rest(std::span<std::byte> out) override {
    if (on_their_way_.empty()) return std::optional<std::uint64_t>();
    const Asked asked = std::move(on_their_way_.front());
    on_their_way_.pop_front();
    const double begin = now_seconds();
    if (auto done = asked.ticket.wait(); !done) return fail(std::move(done).error());
    waited_ += now_seconds() - begin;
    if (auto copied = asked.ticket.copy_to(out); !copied) return fail(std::move(copied).error());
    return std::optional(asked.frame);
  }

 private:
  struct Asked {
    std::uint64_t frame = 0;
    ReadbackTicket ticket;
  };
  TransferManager& manager_;
  ReadbackSource source_;
  std::size_t late_;
  std::deque<Asked> on_their_way_;
};

}  // namespace

std::unique_ptr<ReadbackWay> synchronous_way(const std::shared_ptr<Device>& device, ListRunner& runner,
                                             const ReadbackSource& source) {
  return std::make_unique<Synchronous>(device, runner, source);
}

std::unique_ptr<ReadbackWay> pooled_way(TransferManager& manager, const ReadbackSource& source,
                                        std::size_t late) {
  return std::make_unique<Pooled>(manager, source, late);
}

}  // namespace ferry::measure
