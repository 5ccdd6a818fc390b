#include <ferry/gpu/mapping.hpp>

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/resource_desc.hpp>

namespace ferry {
namespace {

Result<std::byte*> map_range(ID3D12Resource* buffer, std::uint64_t offset, std::uint64_t bytes,
                             const D3D12_RANGE& read, const char* purpose) {
  const std::uint64_t width = buffer->GetDesc().Width;
  if (bytes > width || offset > width - bytes) {
    return fail(ErrorCode::kInvalidArgument, "bytes ", offset, " to ", offset, " + ", bytes, " lie outside ",
                object_name(buffer), " of ", width, " bytes");
  }
  void* memory = nullptr;
  const HRESULT hr = buffer->Map(0, &read, &memory);
  if (FAILED(hr)) return fail_api(hr, "Map of ", object_name(buffer), " for ", purpose, " failed");
  return static_cast<std::byte*>(memory) + offset;
}

D3D12_RANGE range_of(std::uint64_t offset, std::uint64_t bytes) {
  return {static_cast<SIZE_T>(offset), static_cast<SIZE_T>(offset + bytes)};
}

}  // namespace

Result<ReadMapping> ReadMapping::map(ID3D12Resource* buffer, std::uint64_t offset, std::uint64_t bytes) {
  ReadMapping mapping;
  if (bytes == 0) return mapping;
  auto memory = map_range(buffer, offset, bytes, range_of(offset, bytes), "reading");
  if (!memory) return fail(std::move(memory).error());
  mapping.buffer_ = ComPtr(buffer);
  mapping.bytes_ = {*memory, static_cast<std::size_t>(bytes)};
  return mapping;
}

ReadMapping::~ReadMapping() {
  if (!buffer_) return;
  const D3D12_RANGE nothing_written = {0, 0};
  buffer_->Unmap(0, &nothing_written);
}

Result<WriteMapping> WriteMapping::map(ID3D12Resource* buffer, std::uint64_t offset, std::uint64_t bytes) {
  WriteMapping mapping;
  if (bytes == 0) return mapping;
  auto memory = map_range(buffer, offset, bytes, {0, 0}, "writing");
  if (!memory) return fail(std::move(memory).error());
  mapping.buffer_ = ComPtr(buffer);
  mapping.offset_ = offset;
  mapping.bytes_ = {*memory, static_cast<std::size_t>(bytes)};
  return mapping;
}

WriteMapping::~WriteMapping() {
  if (!buffer_) return;
  const D3D12_RANGE written = range_of(offset_, bytes_.size());
  buffer_->Unmap(0, &written);
}

}  // namespace ferry
