#include "zstd_codec.hpp"

#include <new>
#include <utility>

#include <zstd.h>

#include "inflate.hpp"

namespace ferry {

namespace {

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const noexcept { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
};

/// A block of 128 KiB of one repeated byte takes four bytes, which is as dense as Zstandard gets.
constexpr std::uint64_t kMostZstd = 32768;

}  // namespace

struct ZstdPacker::State {
  std::unique_ptr<ZSTD_CCtx, FreeContext> context;
  int level = 1;
  ByteBuffer packed;
};

ZstdPacker::ZstdPacker(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
ZstdPacker::ZstdPacker(ZstdPacker&&) noexcept = default;
ZstdPacker& ZstdPacker::operator=(ZstdPacker&&) noexcept = default;
ZstdPacker::~ZstdPacker() = default;

int ZstdPacker::most_level() noexcept {
  return ZSTD_maxCLevel();
}

Result<ZstdPacker> ZstdPacker::create(int level) {
  if (level < 1 || level > most_level()) {
    return fail(ErrorCode::kInvalidArgument, "Zstandard has no level ", level, "; it has 1 to ",
                most_level());
  }
  std::unique_ptr<State> state(new (std::nothrow) State);
  if (state) state->context.reset(ZSTD_createCCtx());
  if (!state || !state->context) return fail(ErrorCode::kOutOfMemory, "no memory to compress");
  state->level = level;
  return ZstdPacker(std::move(state));
}

Result<std::span<const std::byte>> ZstdPacker::pack(std::span<const std::byte> bytes) {
  State& state = *state_;
  const std::size_t room = ZSTD_compressBound(bytes.size());
  if (state.packed.size() < room) {
    Result<ByteBuffer> made = ByteBuffer::make(room, "a piece of a pack");
    if (!made) return fail(std::move(made).error());
    state.packed = *std::move(made);
  }
  const std::size_t size = ZSTD_compressCCtx(state.context.get(), state.packed.data(),
                                             static_cast<std::size_t>(state.packed.size()), bytes.data(),
                                             bytes.size(), state.level);
  if (ZSTD_isError(size) != 0)
    return fail(ErrorCode::kOutOfMemory, "cannot compress: ", ZSTD_getErrorName(size));
  return std::span<const std::byte>(state.packed.bytes().first(size));
}

Result<void> inflate_zstd(std::span<const std::byte> compressed, std::span<std::byte> out) {
  // Threads decompress many pieces: one context each.
  thread_local std::unique_ptr<ZSTD_DCtx, FreeContext> context;
  if (!context) context.reset(ZSTD_createDCtx());
  if (!context) return fail(ErrorCode::kOutOfMemory, "no memory to decompress");
  const std::size_t got =
      ZSTD_decompressDCtx(context.get(), out.data(), out.size(), compressed.data(), compressed.size());
  if (ZSTD_isError(got) != 0) {
    return fail(ErrorCode::kCorrupt, "the Zstandard data is damaged: ", ZSTD_getErrorName(got));
  }
  if (got != out.size()) {
    return fail(ErrorCode::kCorrupt, "the Zstandard data holds ", got, " bytes, not ", out.size());
  }
  return {};
}

Result<void> can_be_zstd_of(std::span<const std::byte> compressed, std::uint64_t bytes) {
  const auto said = ZSTD_getFrameContentSize(compressed.data(), compressed.size());
  if (said == ZSTD_CONTENTSIZE_ERROR) {
    return fail(ErrorCode::kCorrupt, "what should be Zstandard data is none");
  }
  // The first of several frames may hold less.
  if (said != ZSTD_CONTENTSIZE_UNKNOWN && said > bytes) {
    return fail(ErrorCode::kCorrupt, "the Zstandard data holds ", std::uint64_t{said}, " bytes, not ", bytes);
  }
  return can_be_packed(compressed, bytes, kMostZstd, "Zstandard data");
}

}  // namespace ferry
