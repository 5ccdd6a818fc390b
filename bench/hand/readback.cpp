#include "readback.hpp"

#include <algorithm>
#include <cstring>

namespace hand {
namespace {

const std::uint8_t* map_for_reading(ID3D12Resource* buffer, std::uint64_t begin, std::uint64_t end) {
  const D3D12_RANGE range = {static_cast<SIZE_T>(begin), static_cast<SIZE_T>(end)};
  void* memory = nullptr;
  must(buffer->Map(0, &range, &memory), "Map");
  return static_cast<const std::uint8_t*>(memory);
}

void unmap_unwritten(ID3D12Resource* buffer) {
  const D3D12_RANGE nothing = {0, 0};
  buffer->Unmap(0, &nothing);
}

struct Layout {
  D3D12_PLACED_SUBRESOURCE_FOOTPRINT placed = {};
  UINT rows = 0;
  UINT64 row_bytes = 0;
  UINT64 total = 0;
};

Layout layout_of(ID3D12Device* device, ID3D12Resource* texture) {
  Layout layout;
  const D3D12_RESOURCE_DESC desc = texture->GetDesc();
  device->GetCopyableFootprints(&desc, 0, 1, 0, &layout.placed, &layout.rows, &layout.row_bytes,
                                &layout.total);
  return layout;
}

/// Records barriers and the copy of rows [first, first + rows) of the texture to their place in `buffer`.
void record_texture_copy(ID3D12GraphicsCommandList* list, ID3D12Resource* texture, ID3D12Resource* buffer,
                         const Layout& layout, UINT first, UINT rows) {
  // The texture promotes from COMMON to COPY_SOURCE and decays when the list is done, so it needs no
  // barriers.
  D3D12_TEXTURE_COPY_LOCATION to = {};
  to.pResource = buffer;
  to.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
  to.PlacedFootprint = layout.placed;
  to.PlacedFootprint.Offset = std::uint64_t{first} * layout.placed.Footprint.RowPitch;
  to.PlacedFootprint.Footprint.Height = rows;
  D3D12_TEXTURE_COPY_LOCATION from = {};
  from.pResource = texture;
  from.Type = D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX;
  const D3D12_BOX box = {0, first, 0, layout.placed.Footprint.Width, first + rows, 1};
  list->CopyTextureRegion(&to, 0, 0, 0, &from, &box);
}

}  // namespace

Readback::Readback(CopyQueue& queue, std::uint64_t bytes, std::size_t pieces)
    : queue_(queue),
      buffer_(make_buffer(queue.device(), D3D12_HEAP_TYPE_READBACK, bytes)),
      lists_(pieces),
      values_(pieces) {
  for (List& list : lists_) list = queue.make_list();
}

void Readback::unmap() {
  if (mapped_) unmap_unwritten(buffer_.get());
  mapped_ = false;
}

const std::uint8_t* Readback::buffer_in_place(ID3D12Resource* source, std::uint64_t bytes) {
  unmap();
  lists_[0].reset();
  lists_[0].list->CopyBufferRegion(buffer_.get(), 0, source, 0, bytes);
  queue_.wait(queue_.execute(lists_[0]));
  mapped_ = true;
  return map_for_reading(buffer_.get(), 0, bytes);
}

void Readback::buffer_to(ID3D12Resource* source, std::uint64_t bytes, void* out) {
  const std::uint64_t step = bytes / lists_.size();
  for (std::size_t i = 0; i < lists_.size(); ++i) {
    lists_[i].reset();
    const std::uint64_t end = i + 1 == lists_.size() ? bytes : (i + 1) * step;
    lists_[i].list->CopyBufferRegion(buffer_.get(), i * step, source, i * step, end - i * step);
    values_[i] = queue_.execute(lists_[i]);
  }
  for (std::size_t i = 0; i < lists_.size(); ++i) {
    const std::uint64_t end = i + 1 == lists_.size() ? bytes : (i + 1) * step;
    queue_.wait(values_[i]);
    const std::uint8_t* memory = map_for_reading(buffer_.get(), i * step, end);
    std::memcpy(static_cast<std::uint8_t*>(out) + i * step, memory + i * step,
                static_cast<std::size_t>(end - i * step));
    unmap_unwritten(buffer_.get());
  }
}

const std::uint8_t* Readback::texture_in_place(ID3D12Resource* source, std::uint64_t& row_pitch) {
  unmap();
  const Layout layout = layout_of(queue_.device(), source);
  row_pitch = layout.placed.Footprint.RowPitch;
  lists_[0].reset();
  record_texture_copy(lists_[0].list.get(), source, buffer_.get(), layout, 0, layout.rows);
  queue_.wait(queue_.execute(lists_[0]));
  mapped_ = true;
  return map_for_reading(buffer_.get(), 0, layout.total);
}

void Readback::texture_to(ID3D12Resource* source, void* out) {
  const Layout layout = layout_of(queue_.device(), source);
  const auto count = static_cast<UINT>(lists_.size());
  // Even numbers of rows: each band begins at a multiple of 512 then.
  const UINT step = (layout.rows / count + 1) & ~1u;
  const auto rows_of = [&](UINT band) {
    const UINT first = std::min(band * step, layout.rows);
    return band + 1 == count ? layout.rows - first : std::min(step, layout.rows - first);
  };
  for (UINT i = 0; i < count; ++i) {
    lists_[i].reset();
    record_texture_copy(lists_[i].list.get(), source, buffer_.get(), layout, i * step, rows_of(i));
    values_[i] = queue_.execute(lists_[i]);
  }
  const std::uint64_t pitch = layout.placed.Footprint.RowPitch;
  auto* to = static_cast<std::uint8_t*>(out);
  for (UINT i = 0; i < count; ++i) {
    queue_.wait(values_[i]);
    const UINT first = i * step;
    const UINT end = first + rows_of(i);
    const std::uint8_t* memory =
        map_for_reading(buffer_.get(), first * pitch, (end - 1) * pitch + layout.row_bytes);
    if (pitch == layout.row_bytes) {
      std::memcpy(to + first * pitch, memory + first * pitch,
                  static_cast<std::size_t>((end - first) * pitch));
    } else {
      for (UINT row = first; row < end; ++row) {
        std::memcpy(to + row * layout.row_bytes, memory + row * pitch,
                    static_cast<std::size_t>(layout.row_bytes));
      }
    }
    unmap_unwritten(buffer_.get());
  }
}

void Readback::small(ID3D12Resource* source, std::uint64_t bytes, void* out, bool spin) {
  lists_[0].reset();
  lists_[0].list->CopyBufferRegion(buffer_.get(), 0, source, 0, bytes);
  const std::uint64_t value = queue_.execute(lists_[0]);
  if (spin) {
    queue_.spin(value);
  } else {
    queue_.wait(value);
  }
  std::memcpy(out, map_for_reading(buffer_.get(), 0, bytes), static_cast<std::size_t>(bytes));
  unmap_unwritten(buffer_.get());
}

}  // namespace hand
