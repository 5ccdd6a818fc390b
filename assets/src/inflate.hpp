#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <ferry/base/result.hpp>

namespace ferry {

/// Decompresses Zstandard frames (RFC 8878) or a zlib stream (RFC 1950) that hold exactly `out.size()`
/// bytes; checksums in them are looked at. kCorrupt otherwise, with what was found; kOutOfMemory. Without
/// Zstandard in this build (zstd_codec_none.cpp) its two functions give kUnsupported with what to do.
Result<void> inflate_zstd(std::span<const std::byte> compressed, std::span<std::byte> out);
Result<void> inflate_zlib(std::span<const std::byte> compressed, std::span<std::byte> out);

/// Whether the compressed bytes can hold so many at all, judged before memory is asked for. kCorrupt, with
/// the reason.
Result<void> can_be_zstd_of(std::span<const std::byte> compressed, std::uint64_t bytes);
Result<void> can_be_zlib_of(std::span<const std::byte> compressed, std::uint64_t bytes);
/// The same for a way of compressing that makes at best one byte of `most`, called `name` in the error.
Result<void> can_be_packed(std::span<const std::byte> compressed, std::uint64_t bytes, std::uint64_t most,
                           const char* name);

}  // namespace ferry
