#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include <ferry/base/result.hpp>

namespace ferry {

/// Bytes on the CPU's heap, asked for without throwing. Move-only; a moved-from buffer is empty. Aligned as
/// `operator new` aligns (16 bytes on 64-bit systems).
class ByteBuffer {
 public:
  /// An empty buffer; data() is null.
  ByteBuffer() = default;
  ByteBuffer(ByteBuffer&& other) noexcept
      : bytes_(std::move(other.bytes_)), size_(std::exchange(other.size_, 0)) {}
  ByteBuffer& operator=(ByteBuffer&& other) noexcept {
    bytes_ = std::move(other.bytes_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  /// `size` bytes with undefined content. kOutOfMemory where the system has no room; `what` names in the
  /// message what they are for ("the decoded picture"). Size 0 gives an empty buffer.
  static Result<ByteBuffer> make(std::uint64_t size, std::string_view what);

  [[nodiscard]] std::byte* data() noexcept { return bytes_.get(); }
  [[nodiscard]] const std::byte* data() const noexcept { return bytes_.get(); }
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] std::span<std::byte> bytes() noexcept {
    return {bytes_.get(), static_cast<std::size_t>(size_)};
  }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept {
    return {bytes_.get(), static_cast<std::size_t>(size_)};
  }

  /// Makes the buffer `size` bytes long, at most its present size; the memory stays as it is.
  void shrink(std::uint64_t size) noexcept {
    if (size < size_) size_ = size;
  }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  std::uint64_t size_ = 0;
};

}  // namespace ferry
