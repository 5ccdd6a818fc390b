#include "staging_way.hpp"

#include <chrono>
#include <utility>
#include <vector>

#include <ferry/base/units.hpp>
#include <ferry/gpu/mapping.hpp>
#include <ferry/gpu/upload_ring.hpp>

#include "setting.hpp"

namespace ferry::measure {

namespace {

constexpr std::uint64_t kAlignment = 512;

/// UPLOAD buffers, mapped for good, that are filled from their start again and again.
class LinearBuffers {
 public:
  static Result<LinearBuffers> make(const std::shared_ptr<Device>& device, std::uint64_t count,
                                    std::uint64_t bytes) {
    LinearBuffers made;
    made.bytes_ = bytes;
    for (std::uint64_t i = 0; i < count; ++i) {
      auto buffer = device->create_buffer(HeapKind::kUpload, bytes, "frame's staging");
      if (!buffer) return fail(std::move(buffer).error());
      auto mapping = WriteMapping::map(buffer->get(), 0, bytes);
      if (!mapping) return fail(std::move(mapping).error());
      made.buffers_.push_back({*std::move(buffer), *std::move(mapping)});
    }
    return made;
  }

  void start(std::uint64_t which) {
    current_ = static_cast<std::size_t>(which);
    used_ = 0;
  }
  Result<StagingSpace> take(std::uint64_t bytes) {
    const std::uint64_t offset = align_up(used_, kAlignment);
    if (offset + bytes > bytes_) {
      return fail(ErrorCode::kFull, "a frame of more than ", bytes_, " bytes was staged");
    }
    used_ = offset + bytes;
    Mapped& buffer = buffers_[current_];
    return StagingSpace{buffer.mapping.bytes().data() + offset, buffer.resource.get(), offset};
  }
  [[nodiscard]] std::uint64_t memory_bytes() const { return bytes_ * buffers_.size(); }

 private:
  struct Mapped {
    ComPtr<ID3D12Resource> resource;
    WriteMapping mapping;
  };
  std::uint64_t bytes_ = 0;
  std::vector<Mapped> buffers_;
  std::size_t current_ = 0;
  std::uint64_t used_ = 0;
};

class BufferPerFrame final : public StagingWay {
 public:
  explicit BufferPerFrame(LinearBuffers buffers) : buffers_(std::move(buffers)) {}
  void begin(std::uint64_t frame) override { buffers_.start(frame % kFramesInFlight); }
  Result<StagingSpace> take(std::uint64_t bytes) override { return buffers_.take(bytes); }
  Result<void> end(FencePoint) override { return {}; }
  [[nodiscard]] std::uint64_t memory_bytes() const override { return buffers_.memory_bytes(); }
  [[nodiscard]] double waited() const override { return 0; }

 private:
  LinearBuffers buffers_;
};

class WaitEveryTime final : public StagingWay {
 public:
  WaitEveryTime(LinearBuffers buffer, ListRunner& runner) : buffer_(std::move(buffer)), runner_(runner) {}
  void begin(std::uint64_t) override { buffer_.start(0); }
  Result<StagingSpace> take(std::uint64_t bytes) override { return buffer_.take(bytes); }
  Result<void> end(FencePoint point) override {
    const double begin = now_seconds();
    Result<void> done = runner_.wait(point);
    waited_ += now_seconds() - begin;
    return done;
  }
  [[nodiscard]] std::uint64_t memory_bytes() const override { return buffer_.memory_bytes(); }
  [[nodiscard]] double waited() const override { return waited_; }

 private:
  LinearBuffers buffer_;
  ListRunner& runner_;
  double waited_ = 0;
};

class Ring final : public StagingWay {
 public:
  explicit Ring(std::unique_ptr<UploadRing> ring) : ring_(std::move(ring)) { ring_->prefault(); }
  ~Ring() override {
    for (StagingBlock& block : blocks_) ring_->drop(std::move(block));
  }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  void begin(std::uint64_t) override {}
  Result<StagingSpace> take(std::uint64_t bytes) override {
    Result<StagingBlock> block = ring_->reserve(bytes, kAlignment);
    if (!block) return fail(std::move(block).error());
    const StagingSpace space = {block->cpu, block->buffer, block->offset};
    blocks_.push_back(*std::move(block));
    return space;
  }
  Result<void> end(FencePoint point) override {
    for (StagingBlock& block : blocks_) ring_->commit(std::move(block), point);
    blocks_.clear();
    return {};
  }
  [[nodiscard]] std::uint64_t memory_bytes() const override { return ring_->capacity(); }
  [[nodiscard]] double waited() const override {
    return std::chrono::duration<double>(ring_->stats().waited).count();
  }

 private:
  std::unique_ptr<UploadRing> ring_;
  std::vector<StagingBlock> blocks_;
};

}  // namespace

std::string to_string(StagingKind kind) {
  switch (kind) {
    case StagingKind::kBufferPerFrame:
      return "buffer per frame";
    case StagingKind::kWaitEveryTime:
      return "wait every time";
    case StagingKind::kRing:
      break;
  }
  return "ring";
}

Result<std::unique_ptr<StagingWay>> make_staging(StagingKind kind, const std::shared_ptr<Device>& device,
                                                 ListRunner& runner, std::uint64_t peak_bytes) {
  if (kind == StagingKind::kRing) {
    auto ring = UploadRing::create(device, align_up(peak_bytes + peak_bytes / 2, 64_KiB), "bench ring");
    if (!ring) return fail(std::move(ring).error());
    return std::unique_ptr<StagingWay>(std::make_unique<Ring>(*std::move(ring)));
  }
  const bool per_frame = kind == StagingKind::kBufferPerFrame;
  auto buffers = LinearBuffers::make(device, per_frame ? kFramesInFlight : 1, peak_bytes);
  if (!buffers) return fail(std::move(buffers).error());
  if (per_frame) return std::unique_ptr<StagingWay>(std::make_unique<BufferPerFrame>(*std::move(buffers)));
  return std::unique_ptr<StagingWay>(std::make_unique<WaitEveryTime>(*std::move(buffers), runner));
}

}  // namespace ferry::measure
