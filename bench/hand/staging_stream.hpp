#pragma once

#include <cstdint>
#include <vector>

#include "copy_queue.hpp"

namespace hand {

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
