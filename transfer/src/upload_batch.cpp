#include <ferry/transfer/upload_batch.hpp>

#include <optional>

#include <ferry/gpu/resource_desc.hpp>

#include "transfer_core.hpp"
#include "upload_writer.hpp"

namespace ferry {

UploadBatch::UploadBatch(std::unique_ptr<UploadWriter> writer) : writer_(std::move(writer)) {}
UploadBatch::UploadBatch(UploadBatch&&) noexcept = default;
UploadBatch& UploadBatch::operator=(UploadBatch&&) noexcept = default;
UploadBatch::~UploadBatch() = default;

Result<void> UploadBatch::upload_buffer(ID3D12Resource* destination, std::uint64_t offset,
                                        std::span<const std::byte> bytes) {
  return writer_->upload_buffer(destination, offset, bytes, {});
}

Result<std::span<std::byte>> UploadBatch::stage_buffer(ID3D12Resource* destination, std::uint64_t offset,
                                                       std::uint64_t bytes) {
  return writer_->stage_buffer(destination, offset, bytes);
}

std::uint64_t UploadBatch::max_in_place() const {
  return writer_->max_in_place();
}

Result<void> UploadBatch::upload_texture(ID3D12Resource* destination, std::uint32_t subresource,
                                         const TextureData& data, StateChange states) {
  return writer_->upload_box(destination, subresource, std::nullopt, data, states);
}

Result<void> UploadBatch::upload_texture(ID3D12Resource* destination, std::uint32_t first,
                                         std::span<const TextureData> data, StateChange states) {
  if (destination == nullptr) return fail(ErrorCode::kInvalidArgument, "the destination texture is null");
  const std::uint32_t count = subresource_count(describe(destination));
  if (first > count || data.size() > count - first) {
    return fail(ErrorCode::kInvalidArgument, data.size(), " subresources from number ", first,
                " were given for ", object_name(destination), ", which has ", count);
  }
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (auto done = upload_texture(destination, first + static_cast<std::uint32_t>(i), data[i], states);
        !done) {
      return done;
    }
  }
  return {};
}

Result<void> UploadBatch::upload_region(ID3D12Resource* destination, std::uint32_t subresource,
                                        const Box& box, const TextureData& data, StateChange states) {
  return writer_->upload_box(destination, subresource, box, data, states);
}

Result<void> UploadBatch::upload_rows(ID3D12Resource* destination, std::uint32_t subresource,
                                      const RowSource& source, StateChange states) {
  return writer_->upload_rows(destination, subresource, source, states);
}

Result<FencePoint> UploadBatch::submit(std::string_view label) {
  return writer_->finish(label);
}

void UploadBatch::cancel() {
  writer_->cancel();
}

QueueKind UploadBatch::queue_kind() const {
  return writer_->kind();
}

std::uint64_t UploadBatch::staged_bytes() const {
  return writer_->staged_bytes();
}

}  // namespace ferry
