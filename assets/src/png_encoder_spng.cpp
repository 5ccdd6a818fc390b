#include <spng.h>

#include <new>
#include <utility>

#include "png_encoder.hpp"

namespace ferry {

namespace {

struct FreeContext {
  void operator()(spng_ctx* context) const noexcept { spng_ctx_free(context); }
};

/// libspng's write callback.
int write_to_sink(spng_ctx* /*context*/, void* user, void* source, std::size_t length) {
  return static_cast<PngSink*>(user)->take({static_cast<const std::byte*>(source), length}) ? 0
                                                                                            : SPNG_IO_ERROR;
}

}  // namespace

struct PngEncoder::State {
  PngSink* sink = nullptr;
  std::unique_ptr<spng_ctx, FreeContext> context;

  [[nodiscard]] Failure failure(int result) const {
    if (!sink->result()) return fail(sink->result().error());
    if (result == SPNG_EMEM) return fail(ErrorCode::kOutOfMemory, "no memory to encode the PNG");
    return fail(ErrorCode::kIo, "the PNG cannot be encoded: ", spng_strerror(result));
  }
};

PngEncoder::PngEncoder() noexcept = default;
PngEncoder::PngEncoder(PngEncoder&&) noexcept = default;
PngEncoder& PngEncoder::operator=(PngEncoder&&) noexcept = default;
PngEncoder::~PngEncoder() = default;

Result<void> PngEncoder::start(PngSink& sink, std::uint32_t width, std::uint32_t height, Format format,
                               const PngEncoding& encoding) {
  state_.reset(new (std::nothrow) State);
  if (!state_) return fail(ErrorCode::kOutOfMemory, "no memory to encode the PNG");
  State& state = *state_;
  state.sink = &sink;
  state.context.reset(spng_ctx_new(SPNG_CTX_ENCODER));
  spng_ctx* const context = state.context.get();
  if (context == nullptr) return state.failure(SPNG_EMEM);
  spng_ihdr header = {};
  header.width = width;
  header.height = height;
  header.bit_depth = png_sample_bits(format);
  header.color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA;
  if (const int result = spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, encoding.compression)) {
    return state.failure(result);
  }
  const int filters = encoding.adaptive_filter ? SPNG_FILTER_CHOICE_ALL : SPNG_FILTER_CHOICE_SUB;
  if (const int result = spng_set_option(context, SPNG_FILTER_CHOICE, filters)) return state.failure(result);
  if (const int result = spng_set_png_stream(context, &write_to_sink, &sink)) return state.failure(result);
  if (const int result = spng_set_ihdr(context, &header)) return state.failure(result);
  if (encoding.srgb || format == Format::kR8G8B8A8UnormSrgb) {
    constexpr std::uint8_t kPerceptual = 0;
    if (const int result = spng_set_srgb(context, kPerceptual)) return state.failure(result);
  }
  if (encoding.gamma != 0) {
    if (const int result = spng_set_gama_int(context, encoding.gamma)) return state.failure(result);
  }
  if (const int result = spng_encode_image(context, nullptr, 0, SPNG_FMT_PNG,
                                           SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE)) {
    return state.failure(result);
  }
  return {};
}

Result<void> PngEncoder::write_row(std::span<const std::byte> row, bool last) {
  const int result = spng_encode_row(state_->context.get(), row.data(), row.size());
  if (result != (last ? SPNG_EOI : SPNG_OK)) return state_->failure(result);
  return {};
}

}  // namespace ferry
