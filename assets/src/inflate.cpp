#include "inflate.hpp"

#include <algorithm>
#include <limits>

#include <zlib.h>

namespace ferry {

namespace {

/// zlib writes at most 258 bytes for two bits.
constexpr std::uint64_t kMostZlib = 1032;

}  // namespace

Result<void> can_be_packed(std::span<const std::byte> compressed, std::uint64_t bytes, std::uint64_t most,
                           const char* name) {
  if (bytes / most <= compressed.size()) return {};
  return fail(ErrorCode::kCorrupt, compressed.size(), " bytes of ", name, " cannot hold ", bytes, " bytes");
}

Result<void> inflate_zlib(std::span<const std::byte> compressed, std::span<std::byte> out) {
  z_stream stream = {};
  if (inflateInit(&stream) != Z_OK) return fail(ErrorCode::kOutOfMemory, "no memory to decompress");
  constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
  std::size_t taken = 0;
  std::size_t given = 0;
  int result = Z_OK;
  // One byte more than there is room for tells a stream that ends in time from one that does not.
  Bytef beyond = 0;
  while (result == Z_OK) {
    const auto in = static_cast<uInt>(std::min(compressed.size() - taken, kMost));
    const auto room = static_cast<uInt>(std::min(out.size() - given, kMost));
    // zlib does not write to what it reads.
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(compressed.data() + taken));
    stream.avail_in = in;
    stream.next_out = room != 0 ? reinterpret_cast<Bytef*>(out.data() + given) : &beyond;
    stream.avail_out = room != 0 ? room : 1;
    const uInt out_before = stream.avail_out;
    result = ::inflate(&stream, Z_NO_FLUSH);
    taken += in - stream.avail_in;
    given += out_before - stream.avail_out;
    if (given > out.size()) break;
  }
  const std::string_view why = stream.msg != nullptr ? stream.msg : "cut short";
  const bool whole = result == Z_STREAM_END && given == out.size();
  Result<void> answer;
  if (!whole && given > out.size()) {
    answer = fail(ErrorCode::kCorrupt, "the zlib data holds more than ", out.size(), " bytes");
  } else if (!whole && result == Z_STREAM_END) {
    answer = fail(ErrorCode::kCorrupt, "the zlib data holds ", given, " bytes, not ", out.size());
  } else if (!whole && result == Z_MEM_ERROR) {
    answer = fail(ErrorCode::kOutOfMemory, "no memory to decompress");
  } else if (!whole) {
    answer = fail(ErrorCode::kCorrupt, "the zlib data is damaged: ", why);
  } else if (taken != compressed.size()) {
    answer = fail(ErrorCode::kCorrupt, compressed.size() - taken, " bytes stand behind the zlib data");
  }
  inflateEnd(&stream);
  return answer;
}

Result<void> can_be_zlib_of(std::span<const std::byte> compressed, std::uint64_t bytes) {
  return can_be_packed(compressed, bytes, kMostZlib, "zlib data");
}

}  // namespace ferry
