#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "copy_queue.hpp"

namespace hand {

/// Where a subresource lies in staging memory.
struct TextureLayout {
  UINT subresource = 0;
  D3D12_PLACED_SUBRESOURCE_FOOTPRINT placed = {};
  /// Rows of blocks, and the bytes of one.
  UINT rows = 0;
  UINT64 row_bytes = 0;
  UINT64 total = 0;

  [[nodiscard]] std::uint64_t pitch() const { return placed.Footprint.RowPitch; }
};
TextureLayout layout_of(ID3D12Device* device, ID3D12Resource* texture, UINT subresource = 0);
void copy_rows(std::uint8_t* to, std::uint64_t to_pitch, const std::uint8_t* from, std::uint64_t from_pitch,
               std::uint64_t row_bytes, std::uint64_t rows);

/// Uploads through `count` staging segments of `segment_bytes` each, which take turns: while one is filled,
/// the copies of the others run. One segment as big as all the work is the simplest program of all: write
/// everything, submit, wait.
class StagingStream {
 public:
  StagingStream(CopyQueue& queue, std::uint64_t segment_bytes, std::size_t count);

  /// Uploads to a buffer in COMMON. What is bigger than the room left in a segment is cut.
  void upload_buffer(ID3D12Resource* destination, std::uint64_t offset, const void* bytes,
                     std::uint64_t size);
  /// The same from a file, which is read straight into staging memory.
  void upload_file(ID3D12Resource* destination, std::uint64_t offset, const char* path);
  /// Uploads mip 0 of a 2D texture in COMMON; `row_pitch` is the source's. What is bigger than a segment is
  /// cut into bands of rows.
  void upload_texture(ID3D12Resource* destination, const void* texels, std::uint64_t row_pitch);
  /// Uploads a subresource of a 2D texture in COMMON: `write(memory, first_row, rows)` puts rows where they are
  /// to lie, layout.pitch() bytes apart, in order.
  void upload_rows(ID3D12Resource* destination, const TextureLayout& layout,
                   const std::function<void(std::uint8_t* memory, UINT first_row, UINT rows)>& write);
  /// Submits what is left and waits for everything.
  void finish();

 private:
  struct Segment {
    ComPtr<ID3D12Resource> buffer;
    std::uint8_t* memory = nullptr;
    List list;
    std::uint64_t fence_value = 0;
  };

  /// Starts filling the current segment if it is not being filled yet.
  Segment& open();
  void submit();

  CopyQueue& queue_;
  std::uint64_t segment_bytes_;
  std::vector<Segment> segments_;
  std::size_t current_ = 0;
  std::uint64_t used_ = 0;
  bool is_open_ = false;
  std::uint64_t last_value_ = 0;
};

/// The naive way: a committed upload buffer for each texture, made, mapped, filled and released each time;
/// one list, one submission.
class BufferPerTexture {
 public:
  explicit BufferPerTexture(CopyQueue& queue) : queue_(queue), list_(queue.make_list()) {}
  void begin();
  void upload_texture(ID3D12Resource* destination, const void* texels, std::uint64_t row_pitch);
  void finish();

 private:
  CopyQueue& queue_;
  List list_;
  std::vector<ComPtr<ID3D12Resource>> buffers_;
};

/// One small upload at a time: persistent staging, one list.
class SmallUpload {
 public:
  SmallUpload(CopyQueue& queue, std::uint64_t bytes);
  /// Copies, submits and waits: on an event, or by looking at the fence all the time.
  void upload(ID3D12Resource* destination, std::uint64_t offset, const void* bytes, std::uint64_t size,
              bool spin);

 private:
  CopyQueue& queue_;
  ComPtr<ID3D12Resource> buffer_;
  std::uint8_t* memory_;
  List list_;
};

}  // namespace hand
