#pragma once

#include <cstdint>
#include <vector>

#include "copy_queue.hpp"

namespace hand {

/// Reads a buffer or a 2D texture back through one long-lived READBACK buffer.
class Readback {
 public:
  /// `pieces` lists at the most are in flight.
  Readback(CopyQueue& queue, std::uint64_t bytes, std::size_t pieces = 1);

  /// Copies a buffer in COMMON, waits, and maps: the bytes, good until the next call.
  const std::uint8_t* buffer_in_place(ID3D12Resource* source, std::uint64_t bytes);
  /// The same, then copied to `out`: all at once, or piece by piece while the rest arrives.
  void buffer_to(ID3D12Resource* source, std::uint64_t bytes, void* out);
  /// Copies mip 0 of a 2D texture in COMMON, waits, and maps: rows at `row_pitch`.
  const std::uint8_t* texture_in_place(ID3D12Resource* source, std::uint64_t& row_pitch);
  /// The same, to `out` without padding, in `pieces` bands.
  void texture_to(ID3D12Resource* source, void* out);

  /// For latency: one small copy, waited for on an event or by looking all the time, read to `out`.
  void small(ID3D12Resource* source, std::uint64_t bytes, void* out, bool spin);

 private:
  void unmap();

  CopyQueue& queue_;
  ComPtr<ID3D12Resource> buffer_;
  std::vector<List> lists_;
  std::vector<std::uint64_t> values_;
  bool mapped_ = false;
};

}  // namespace hand
