#include <ferry/transfer/upload_batch.hpp>

#include <optional>

#include "transfer_core.hpp"
#include "upload_writer.hpp"

namespace ferry {

UploadBatch::UploadBatch(std::unique_ptr<UploadWriter> writer) : writer_(std::move(writer)) {}
UploadBatch::UploadBatch(UploadBatch&&) noexcept = default;
UploadBatch& UploadBatch::operator=(UploadBatch&&) noexcept = default;
UploadBatch::~UploadBatch() = default;

Result<UploadWriter*> UploadBatch::writer() const {
  if (writer_) return writer_.get();
  return fail(ErrorCode::kInvalidArgument,
              "this UploadBatch was moved from; use the one it was moved to, or begin_upload");
}

Result<void> UploadBatch::upload_buffer(ID3D12Resource* destination, std::uint64_t offset,
                                        std::span<const std::byte> bytes) {
  auto on = writer();
  if (!on) return fail(std::move(on).error());
  return (*on)->upload_buffer(destination, offset, bytes, {});
}

Result<std::span<std::byte>> UploadBatch::stage_buffer(ID3D12Resource* destination, std::uint64_t offset,
                                                       std::uint64_t bytes) {
  auto on = writer();
  if (!on) return fail(std::move(on).error());
  return (*on)->stage_buffer(destination, offset, bytes);
}

std::uint64_t UploadBatch::max_in_place() const {
  return writer_ ? writer_->max_in_place() : 0;
}

Result<void> UploadBatch::upload_texture(ID3D12Resource* destination, std::uint32_t subresource,
                                         const TextureData& data, StateChange states) {
  auto on = writer();
  if (!on) return fail(std::move(on).error());
  return (*on)->upload_box(destination, subresource, std::nullopt, data, states);
}

Result<void> UploadBatch::upload_texture(ID3D12Resource* destination, std::uint32_t first,
                                         std::span<const TextureData> data, StateChange states) {
  auto on = writer();
  if (!on) return fail(std::move(on).error());
  return (*on)->upload_subresources(destination, first, data, states);
}

Result<void> UploadBatch::upload_region(ID3D12Resource* destination, std::uint32_t subresource,
                                        const Box& box, const TextureData& data, StateChange states) {
  auto on = writer();
  if (!on) return fail(std::move(on).error());
  return (*on)->upload_box(destination, subresource, box, data, states);
}

Result<void> UploadBatch::upload_rows(ID3D12Resource* destination, std::uint32_t subresource,
                                      const RowSource& source, StateChange states) {
  auto on = writer();
  if (!on) return fail(std::move(on).error());
  return (*on)->upload_rows(destination, subresource, source, states);
}

Result<FencePoint> UploadBatch::submit(std::string_view label) {
  auto on = writer();
  if (!on) return fail(std::move(on).error());
  return (*on)->finish(label);
}

void UploadBatch::cancel() {
  if (writer_) writer_->cancel();
}

QueueKind UploadBatch::queue_kind() const {
  return writer_ ? writer_->kind() : QueueKind::kCopy;
}

std::uint64_t UploadBatch::staged_bytes() const {
  return writer_ ? writer_->staged_bytes() : 0;
}

}  // namespace ferry
