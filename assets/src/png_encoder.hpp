#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include <ferry/assets/file.hpp>
#include <ferry/assets/png.hpp>
#include <ferry/base/byte_buffer.hpp>
#include <ferry/base/result.hpp>

namespace ferry {

/// Where the encoder's bytes go: into a file, or into memory that grows. Keeps the first error, since a
/// library's callback carries no more than a number through.
class PngSink {
 public:
  PngSink() = default;
  explicit PngSink(FileWriter file) : file_(std::move(file)) {}

  bool take(std::span<const std::byte> bytes) {
    if (!result_) return false;
    if (file_) {
      result_ = file_->write(bytes);
    } else {
      result_ = append(bytes);
    }
    return result_.has_value();
  }
  [[nodiscard]] const Result<void>& result() const { return result_; }
  Result<void> close() { return file_ ? file_->commit() : Result<void>(); }
  ByteBuffer take_memory() {
    memory_.shrink(used_);
    return std::move(memory_);
  }

 private:
  [[nodiscard]] std::uint64_t grown(std::uint64_t wanted) const {
    const std::uint64_t twice = memory_.size() * 2;
    const std::uint64_t more = twice > wanted ? twice : wanted;
    return more > 4096 ? more : 4096;
  }
  Result<void> append(std::span<const std::byte> bytes) {
    const std::uint64_t wanted = used_ + bytes.size();
    if (wanted > memory_.size()) {
      Result<ByteBuffer> bigger = ByteBuffer::make(grown(wanted), "the encoded PNG");
      if (!bigger) return fail(std::move(bigger).error());
      if (used_ != 0) std::memcpy(bigger->data(), memory_.data(), static_cast<std::size_t>(used_));
      memory_ = *std::move(bigger);
    }
    if (!bytes.empty()) std::memcpy(memory_.data() + used_, bytes.data(), bytes.size());
    used_ = wanted;
    return {};
  }

  std::optional<FileWriter> file_;
  ByteBuffer memory_;
  std::uint64_t used_ = 0;
  Result<void> result_;
};

/// Bits of a sample of a format that is written, or 0.
inline std::uint8_t png_sample_bits(Format format) noexcept {
  switch (format) {
    case Format::kR8G8B8A8Unorm:
    case Format::kR8G8B8A8UnormSrgb:
      return 8;
    case Format::kR16G16B16A16Unorm:
      return 16;
    default:
      return 0;
  }
}

/// Encodes truecolour with alpha, 8 or 16 bits per sample, into a sink that outlives it; by the library at
/// hand: png_encoder_spng.cpp, png_encoder_zlib.cpp.
class PngEncoder {
 public:
  PngEncoder() noexcept;
  PngEncoder(PngEncoder&&) noexcept;
  PngEncoder& operator=(PngEncoder&&) noexcept;
  ~PngEncoder();

  /// The arguments make sense (png_write.cpp has looked).
  Result<void> start(PngSink& sink, std::uint32_t width, std::uint32_t height, Format format,
                     const PngEncoding& encoding);
  /// The next row, samples in the machine's byte order; the last one ends the file. kOutOfMemory, kIo, and
  /// what the sink had.
  Result<void> write_row(std::span<const std::byte> row, bool last);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ferry
