#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include <ferry/base/byte_buffer.hpp>
#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/fence_timeline.hpp>
#include <ferry/gpu/mapping.hpp>
#include <ferry/layout/footprint.hpp>

namespace ferry {

struct ReadbackState;

/// The result of a readback where it arrived: READBACK memory, mapped for as long as this lives.
class ReadbackView {
 public:
  /// One subresource of a texture result, in place.
  struct Texels {
    const std::byte* data = nullptr;
    Footprint footprint;  ///< Its offset counts from the start of the READBACK buffer: use `data`.
  };

  /// A buffer's or queries' bytes. For textures: all bytes, with the padding of their footprints.
  [[nodiscard]] std::span<const std::byte> bytes() const { return mapping_.bytes(); }
  /// The subresources of a texture result, in order; none for buffers and queries.
  [[nodiscard]] std::size_t texel_count() const;
  [[nodiscard]] Texels texels(std::size_t index) const;

 private:
  friend class ReadbackTicket;
  std::shared_ptr<const ReadbackState> state_;
  ReadMapping mapping_;
};

/// The caller's handle on one readback. Copies are handles on the same readback.
///
/// Threading: one ticket's methods may be called from several threads, `copy_to` by one at a time. Lifetime:
/// may outlive the TransferManager. The READBACK buffer goes back to the pool when the last ticket and view
/// are gone.
class ReadbackTicket {
 public:
  ReadbackTicket() = default;

  /// Whether the bytes are there. Never waits. False for an empty ticket and after device loss, even where they
  /// had arrived before: what a lost device leaves in its memory is given to nobody.
  [[nodiscard]] bool ready() const;
  /// Waits on the CPU. kTimeout, kDeviceLost.
  Result<void> wait(std::chrono::nanoseconds timeout = kDefaultTimeout) const;

  /// Bytes of the result without any padding: what `copy_to` writes.
  [[nodiscard]] std::uint64_t size() const;
  /// Waits, then copies the result, textures tightly packed: subresource after subresource, rows without
  /// padding. `out` of at least `size()` bytes. A big result is copied piece by piece while the rest still
  /// arrives.
  Result<void> copy_to(std::span<std::byte> out, std::chrono::nanoseconds timeout = kDefaultTimeout) const;
  /// As `copy_to`, into memory of its own.
  Result<ByteBuffer> take(std::chrono::nanoseconds timeout = kDefaultTimeout) const;
  /// The result in place, with the footprints' padding. kNotReady while it is not there.
  Result<ReadbackView> view() const;

  /// Calls `done` once, when the result is there or the device lost (`done` finds out by `wait(0)`): inside
  /// TransferManager::poll, on its thread, with no lock held, so `done` may ask for more. Ticket and buffer
  /// live until then. What is not due when the TransferManager ends is forgotten.
  void then(std::function<void(const ReadbackTicket&)> done) const;

  /// The fence point behind the last of its copies.
  [[nodiscard]] FencePoint point() const;
  /// The footprints of a texture result; empty for buffers and queries.
  [[nodiscard]] std::span<const Footprint> footprints() const;
  explicit operator bool() const { return state_ != nullptr; }

 private:
  friend class TransferManager;
  friend class TransferRecording;
  explicit ReadbackTicket(std::shared_ptr<ReadbackState> state) : state_(std::move(state)) {}
  [[nodiscard]] bool is_over() const;

  std::shared_ptr<ReadbackState> state_;
};

}  // namespace ferry
