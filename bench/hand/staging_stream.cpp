#include "staging_stream.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace hand {
namespace {

std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) & ~(alignment - 1);
}

/// Records the copy of `rows` rows (of blocks), staged at `offset` of `buffer`, to the texture from row
/// `first_row` on.
void record_texture_copy(ID3D12GraphicsCommandList* list, ID3D12Resource* texture, ID3D12Resource* buffer,
                         std::uint64_t offset, const TextureLayout& layout, UINT first_row, UINT rows) {
  const UINT height = layout.placed.Footprint.Height;
  const UINT block_height = (height + layout.rows - 1) / layout.rows;
  const UINT top = first_row * block_height;
  D3D12_TEXTURE_COPY_LOCATION to = {};
  to.pResource = texture;
  to.Type = D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX;
  to.SubresourceIndex = layout.subresource;
  D3D12_TEXTURE_COPY_LOCATION from = {};
  from.pResource = buffer;
  from.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
  from.PlacedFootprint = layout.placed;
  from.PlacedFootprint.Offset = offset;
  from.PlacedFootprint.Footprint.Height = std::min(rows * block_height, height - top);
  list->CopyTextureRegion(&to, 0, top, 0, &from, nullptr);
}

}  // namespace

TextureLayout layout_of(ID3D12Device* device, ID3D12Resource* texture, UINT subresource) {
  TextureLayout layout;
  layout.subresource = subresource;
  const D3D12_RESOURCE_DESC desc = texture->GetDesc();
  device->GetCopyableFootprints(&desc, subresource, 1, 0, &layout.placed, &layout.rows, &layout.row_bytes,
                                &layout.total);
  return layout;
}

void copy_rows(std::uint8_t* to, std::uint64_t to_pitch, const std::uint8_t* from, std::uint64_t from_pitch,
               std::uint64_t row_bytes, std::uint64_t rows) {
  if (to_pitch == row_bytes && from_pitch == row_bytes) {
    std::memcpy(to, from, static_cast<std::size_t>(row_bytes * rows));
    return;
  }
  for (std::uint64_t row = 0; row < rows; ++row) {
    std::memcpy(to + row * to_pitch, from + row * from_pitch, static_cast<std::size_t>(row_bytes));
  }
}

StagingStream::StagingStream(CopyQueue& queue, std::uint64_t segment_bytes, std::size_t count)
    : queue_(queue), segment_bytes_(segment_bytes), segments_(count) {
  for (Segment& segment : segments_) {
    segment.buffer = make_buffer(queue.device(), D3D12_HEAP_TYPE_UPLOAD, segment_bytes);
    segment.memory = map_for_writing(segment.buffer.get());
    segment.list = queue.make_list();
  }
}

StagingStream::Segment& StagingStream::open() {
  Segment& segment = segments_[current_];
  if (is_open_) return segment;
  queue_.wait(segment.fence_value);
  segment.list.reset();
  used_ = 0;
  is_open_ = true;
  return segment;
}

void StagingStream::submit() {
  if (!is_open_) return;
  Segment& segment = segments_[current_];
  segment.fence_value = queue_.execute(segment.list);
  last_value_ = segment.fence_value;
  current_ = (current_ + 1) % segments_.size();
  is_open_ = false;
}

void StagingStream::upload_buffer(ID3D12Resource* destination, std::uint64_t offset, const void* bytes,
                                  std::uint64_t size) {
  const auto* from = static_cast<const std::uint8_t*>(bytes);
  while (size != 0) {
    Segment& segment = open();
    const std::uint64_t piece = std::min(size, segment_bytes_ - used_);
    std::memcpy(segment.memory + used_, from, static_cast<std::size_t>(piece));
    segment.list.list->CopyBufferRegion(destination, offset, segment.buffer.get(), used_, piece);
    used_ = std::min(align_up(used_ + piece, 16), segment_bytes_);
    from += piece;
    offset += piece;
    size -= piece;
    if (used_ == segment_bytes_) submit();
  }
}

void StagingStream::upload_file(ID3D12Resource* destination, std::uint64_t offset, const char* path) {
  std::FILE* const file = std::fopen(path, "rb");
  must(file != nullptr ? S_OK : E_FAIL, "fopen");
  (void)std::setvbuf(file, nullptr, _IONBF, 0);
  while (true) {
    Segment& segment = open();
    const std::uint64_t room = segment_bytes_ - used_;
    const std::uint64_t got = std::fread(segment.memory + used_, 1, static_cast<std::size_t>(room), file);
    if (got == 0) break;
    segment.list.list->CopyBufferRegion(destination, offset, segment.buffer.get(), used_, got);
    used_ = std::min(align_up(used_ + got, 16), segment_bytes_);
    offset += got;
    if (used_ == segment_bytes_) submit();
  }
  (void)std::fclose(file);
}

void StagingStream::upload_texture(ID3D12Resource* destination, const void* texels, std::uint64_t row_pitch) {
  const TextureLayout layout = layout_of(queue_.device(), destination);
  const auto* from = static_cast<const std::uint8_t*>(texels);
  upload_rows(destination, layout, [&](std::uint8_t* memory, UINT row, UINT rows) {
    copy_rows(memory, layout.pitch(), from + row * row_pitch, row_pitch, layout.row_bytes, rows);
  });
}

void StagingStream::upload_rows(ID3D12Resource* destination, const TextureLayout& layout,
                                const std::function<void(std::uint8_t*, UINT, UINT)>& write) {
  const std::uint64_t pitch = layout.pitch();
  for (UINT row = 0; row < layout.rows;) {
    open();
    std::uint64_t place = align_up(used_, D3D12_TEXTURE_DATA_PLACEMENT_ALIGNMENT);
    const std::uint64_t room = place < segment_bytes_ ? segment_bytes_ - place : 0;
    // Whole where it fits into a segment; else as many rows as there is room for.
    const std::uint64_t fit =
        layout.total <= segment_bytes_ && row == 0 ? (layout.total <= room ? layout.rows : 0) : room / pitch;
    if (fit == 0) {
      submit();
      continue;
    }
    const auto rows = static_cast<UINT>(std::min<std::uint64_t>(fit, layout.rows - row));
    Segment& segment = segments_[current_];
    write(segment.memory + place, row, rows);
    record_texture_copy(segment.list.list.get(), destination, segment.buffer.get(), place, layout, row, rows);
    used_ = place + rows * pitch;
    row += rows;
    if (used_ >= segment_bytes_) submit();
  }
}

void StagingStream::finish() {
  submit();
  queue_.wait(last_value_);
}

void BufferPerTexture::begin() {
  list_.reset();
}

void BufferPerTexture::upload_texture(ID3D12Resource* destination, const void* texels,
                                      std::uint64_t row_pitch) {
  const TextureLayout layout = layout_of(queue_.device(), destination);
  D3D12_HEAP_PROPERTIES properties = {};
  properties.Type = D3D12_HEAP_TYPE_UPLOAD;
  D3D12_RESOURCE_DESC desc = {};
  desc.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
  desc.Width = layout.total;
  desc.Height = 1;
  desc.DepthOrArraySize = 1;
  desc.MipLevels = 1;
  desc.SampleDesc.Count = 1;
  desc.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
  ComPtr<ID3D12Resource> buffer;
  must(queue_.device()->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE, &desc,
                                                D3D12_RESOURCE_STATE_GENERIC_READ, nullptr,
                                                ferry::iid_of<ID3D12Resource>(), buffer.put_void()),
       "CreateCommittedResource");
  std::uint8_t* memory = map_for_writing(buffer.get());
  copy_rows(memory, layout.placed.Footprint.RowPitch, static_cast<const std::uint8_t*>(texels), row_pitch,
            layout.row_bytes, layout.rows);
  buffer->Unmap(0, nullptr);
  record_texture_copy(list_.list.get(), destination, buffer.get(), 0, layout, 0, layout.rows);
  buffers_.push_back(std::move(buffer));
}

void BufferPerTexture::finish() {
  queue_.wait(queue_.execute(list_));
  buffers_.clear();
}

SmallUpload::SmallUpload(CopyQueue& queue, std::uint64_t bytes)
    : queue_(queue),
      buffer_(make_buffer(queue.device(), D3D12_HEAP_TYPE_UPLOAD, bytes)),
      memory_(map_for_writing(buffer_.get())),
      list_(queue.make_list()) {}

void SmallUpload::upload(ID3D12Resource* destination, std::uint64_t offset, const void* bytes,
                         std::uint64_t size, bool spin) {
  std::memcpy(memory_, bytes, static_cast<std::size_t>(size));
  list_.reset();
  list_.list->CopyBufferRegion(destination, offset, buffer_.get(), 0, size);
  const std::uint64_t value = queue_.execute(list_);
  if (spin) {
    queue_.spin(value);
  } else {
    queue_.wait(value);
  }
}

}  // namespace hand
