#include <spng.h>

#include <algorithm>
#include <new>
#include <utility>

#include "png_session.hpp"

namespace ferry {

namespace {

struct FreeContext {
  void operator()(spng_ctx* context) const noexcept { spng_ctx_free(context); }
};

/// What libspng says, as an Error.
Failure png_failure(int result) {
  switch (result) {
    case SPNG_EMEM:
      return fail(ErrorCode::kOutOfMemory, "no memory to decode the PNG");
    case SPNG_IO_EOF:
      return fail(ErrorCode::kCorrupt, "the PNG is cut short");
    case SPNG_ECHUNK_CRC:
      return fail(ErrorCode::kCorrupt, "the PNG is damaged: a chunk's checksum (CRC) is wrong");
    case SPNG_EZLIB:
    case SPNG_EIDAT_STREAM:
      return fail(ErrorCode::kCorrupt, "the PNG is damaged: its compressed data is broken");
    case SPNG_ECHUNK_POS:
      return fail(ErrorCode::kCorrupt, "the PNG is damaged: a chunk is missing or stands where it may not");
    case SPNG_EIDAT_TOO_SHORT:
      return fail(ErrorCode::kCorrupt, "the PNG is damaged: it has fewer pixels than its header says");
    case SPNG_EOVERFLOW:
      return fail(ErrorCode::kUnsupported, "the picture is too big for this machine's memory");
    case SPNG_ECHUNK_LIMITS:
      return fail(ErrorCode::kUnsupported,
                  "the PNG has a chunk, other than pixels, above the size that is allowed");
    case SPNG_ECHUNK_UNKNOWN_CRITICAL:
      return fail(ErrorCode::kUnsupported, "the PNG has a critical chunk that is not in the PNG standard");
    default:
      return fail(ErrorCode::kCorrupt, "the PNG is damaged: ", spng_strerror(result));
  }
}

/// What an ancillary chunk's getter gave: whether the chunk is there, or why the file cannot be read.
Result<bool> is_there(int result) {
  if (result == SPNG_OK) return true;
  if (result == SPNG_ECHUNKAVAIL) return false;
  return png_failure(result);
}

}  // namespace

struct PngSession::State {
  std::unique_ptr<spng_ctx, FreeContext> context;
  PngHeader header;
  std::uint32_t next_row = 0;

  [[nodiscard]] int format() const { return header.bits == 16 ? SPNG_FMT_RGBA16 : SPNG_FMT_RGBA8; }
};

PngSession::PngSession(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
PngSession::PngSession(PngSession&&) noexcept = default;
PngSession& PngSession::operator=(PngSession&&) noexcept = default;
PngSession::~PngSession() = default;

Result<PngSession> PngSession::open(std::span<const std::byte> file, const PngLimits& limits) {
  std::unique_ptr<State> state(new (std::nothrow) State);
  if (!state) return png_failure(SPNG_EMEM);
  state->context.reset(spng_ctx_new(0));
  spng_ctx* const context = state->context.get();
  if (context == nullptr) return png_failure(SPNG_EMEM);
  if (const int result = spng_set_crc_action(context, SPNG_CRC_ERROR, SPNG_CRC_ERROR))
    return png_failure(result);
  const auto chunk_bytes =
      static_cast<std::size_t>(std::min<std::uint64_t>(limits.max_chunk_bytes, 0x7fffffff));
  if (const int result = spng_set_chunk_limits(context, chunk_bytes, chunk_bytes)) return png_failure(result);
  if (const int result = spng_set_png_buffer(context, file.data(), file.size())) return png_failure(result);
  spng_ihdr header = {};
  if (const int result = spng_get_ihdr(context, &header)) return png_failure(result);
  state->header = {header.width, header.height, header.color_type, header.bit_depth,
                   header.interlace_method != SPNG_INTERLACE_NONE};
  return PngSession(std::move(state));
}

const PngHeader& PngSession::header() const noexcept {
  return state_->header;
}

Result<PngColorChunks> PngSession::read_color_chunks() {
  spng_ctx* const context = state_->context.get();
  PngColorChunks chunks;
  spng_iccp profile = {};
  const Result<bool> icc = is_there(spng_get_iccp(context, &profile));
  if (!icc) return fail(icc.error());
  std::uint8_t intent = 0;
  const Result<bool> srgb = is_there(spng_get_srgb(context, &intent));
  if (!srgb) return fail(srgb.error());
  const Result<bool> gamma = is_there(spng_get_gama_int(context, &chunks.gamma));
  if (!gamma) return fail(gamma.error());
  chunks.icc_profile = *icc;
  chunks.srgb = *srgb;
  if (!*gamma) chunks.gamma = 0;
  return chunks;
}

Result<void> PngSession::decode_whole(std::span<std::byte> pixels) {
  spng_ctx* const context = state_->context.get();
  const int format = state_->format();
  std::size_t size = 0;
  if (const int result = spng_decoded_image_size(context, format, &size)) return png_failure(result);
  if (size != pixels.size()) {
    return fail(ErrorCode::kCorrupt, "the PNG is damaged: its decoded size is ", size, " bytes, not ",
                pixels.size());
  }
  if (const int result = spng_decode_image(context, pixels.data(), pixels.size(), format, SPNG_DECODE_TRNS)) {
    return png_failure(result);
  }
  if (const int result = spng_decode_chunks(context)) return png_failure(result);
  return {};
}

Result<void> PngSession::read_row(std::span<std::byte> row) {
  State& state = *state_;
  spng_ctx* const context = state.context.get();
  if (state.next_row == 0) {
    if (const int result = spng_decode_image(context, nullptr, 0, state.format(),
                                             SPNG_DECODE_TRNS | SPNG_DECODE_PROGRESSIVE)) {
      return png_failure(result);
    }
  }
  const int result = spng_decode_row(context, row.data(), row.size());
  const bool last = state.next_row + 1 == state.header.height;
  if (result != (last ? SPNG_EOI : SPNG_OK)) return png_failure(result);
  ++state.next_row;
  if (!last) return {};
  if (const int behind = spng_decode_chunks(context)) return png_failure(behind);
  return {};
}

}  // namespace ferry
