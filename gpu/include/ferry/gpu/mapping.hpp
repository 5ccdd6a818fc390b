#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>

struct ID3D12Resource;

namespace ferry {

/// A READBACK buffer mapped for reading, for as long as this lives.
///
/// Maps with exactly the range that will be read and unmaps with an empty written range: a null one would say
/// that all of it was written (Direct3D 12 documentation, "ID3D12Resource::Unmap"). Mapping waits for
/// nothing: the fence point of the copy must be complete before.
///
/// Threading: Map and Unmap of one resource may nest and may be called from several threads.
class ReadMapping {
 public:
  /// `bytes` from `offset` on. 0 bytes give an empty mapping.
  static Result<ReadMapping> map(ID3D12Resource* buffer, std::uint64_t offset, std::uint64_t bytes);
  ReadMapping() = default;
  ReadMapping(ReadMapping&& other) noexcept
      : buffer_(std::move(other.buffer_)), bytes_(std::exchange(other.bytes_, {})) {}
  ReadMapping& operator=(ReadMapping&& other) noexcept {
    std::swap(buffer_, other.buffer_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~ReadMapping();

  /// The bytes asked for: the first is the one at `offset`.
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  ComPtr<ID3D12Resource> buffer_;
  std::span<const std::byte> bytes_;
};

/// A buffer that the CPU writes (UPLOAD, GPU_UPLOAD, or a custom heap on UMA), mapped for as long as this
/// lives.
///
/// The CPU must not read it: the memory may be write-combined. It is mapped with an empty read range and
/// unmapped with the range that was asked for as written.
class WriteMapping {
 public:
  static Result<WriteMapping> map(ID3D12Resource* buffer, std::uint64_t offset, std::uint64_t bytes);
  WriteMapping() = default;
  WriteMapping(WriteMapping&& other) noexcept
      : buffer_(std::move(other.buffer_)), offset_(other.offset_), bytes_(std::exchange(other.bytes_, {})) {}
  WriteMapping& operator=(WriteMapping&& other) noexcept {
    std::swap(buffer_, other.buffer_);
    std::swap(offset_, other.offset_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~WriteMapping();

  [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }

 private:
  ComPtr<ID3D12Resource> buffer_;
  std::uint64_t offset_ = 0;
  std::span<std::byte> bytes_;
};

}  // namespace ferry
