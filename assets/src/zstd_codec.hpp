#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <ferry/base/byte_buffer.hpp>
#include <ferry/base/result.hpp>

namespace ferry {

/// Compresses by Zstandard (RFC 8878). For Windows Ferry may be built without it (zstd_codec_none.cpp): then
/// most_level() is 0 and nothing can be made. Decompressing is in inflate.hpp. Not for use by two threads at
/// once.
class ZstdPacker {
 public:
  ZstdPacker(ZstdPacker&&) noexcept;
  ZstdPacker& operator=(ZstdPacker&&) noexcept;
  ~ZstdPacker();

  /// The highest level that create() takes; the lowest is 1.
  static int most_level() noexcept;
  /// kInvalidArgument: there is no such level; kUnsupported: there is no Zstandard in this build; kOutOfMemory.
  static Result<ZstdPacker> create(int level);
  /// The bytes, compressed, in memory that stays as it is until the next call. kOutOfMemory.
  Result<std::span<const std::byte>> pack(std::span<const std::byte> bytes);

 private:
  struct State;
  explicit ZstdPacker(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace ferry
