#include <spng.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>
#include <utility>

#include <ferry/assets/file.hpp>
#include <ferry/assets/png.hpp>

namespace ferry {

namespace {

struct FreeContext {
  void operator()(spng_ctx* context) const noexcept { spng_ctx_free(context); }
};

/// Where the encoder's bytes go: into a file, or into memory that grows. Keeps the first error, since libspng
/// carries no more than a number through.
class Sink {
 public:
  Sink() = default;
  explicit Sink(FileWriter file) : file_(std::move(file)) {}

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
  Result<void> append(std::span<const std::byte> bytes) {
    const std::uint64_t wanted = used_ + bytes.size();
    if (wanted > memory_.size()) {
      Result<ByteBuffer> bigger =
          ByteBuffer::make(std::max({wanted, memory_.size() * 2, std::uint64_t{4096}}), "the encoded PNG");
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

/// libspng's write callback.
int write_to_sink(spng_ctx* /*context*/, void* user, void* source, std::size_t length) {
  return static_cast<Sink*>(user)->take({static_cast<const std::byte*>(source), length}) ? 0 : SPNG_IO_ERROR;
}

/// Encodes rows into a sink that outlives it.
class Encoder {
 public:
  /// What can be said before anything is opened.
  static Result<void> check(std::uint32_t width, std::uint32_t height, Format format,
                            const PngEncoding& encoding) {
    if (width == 0 || height == 0 || width > 0x7fffffff || height > 0x7fffffff) {
      return fail(ErrorCode::kInvalidArgument, "a PNG of ", width, "x", height,
                  " cannot be; each side is 1 to 2^31 - 1");
    }
    if (sample_bits(format) == 0) {
      return fail(ErrorCode::kUnsupported, "pixels of ", format_name(format),
                  " are not written as PNG; give R8G8B8A8_UNORM or R16G16B16A16_UNORM");
    }
    if (encoding.compression < 0 || encoding.compression > 9) {
      return fail(ErrorCode::kInvalidArgument, "PNG compression ", encoding.compression,
                  " is not between 0 and 9");
    }
    if (encoding.gamma > 0x7fffffff) {
      return fail(ErrorCode::kInvalidArgument, "PNG gamma ", encoding.gamma, " is above 2^31 - 1");
    }
    return {};
  }

  /// The arguments have passed check().
  Result<void> start(Sink& sink, std::uint32_t width, std::uint32_t height, Format format,
                     const PngEncoding& encoding) {
    sink_ = &sink;
    rows_left_ = height;
    row_bytes_ = std::uint64_t{width} * (sample_bits(format) / 2);
    context_.reset(spng_ctx_new(SPNG_CTX_ENCODER));
    spng_ctx* const context = context_.get();
    if (context == nullptr) return failure(SPNG_EMEM);
    spng_ihdr header = {};
    header.width = width;
    header.height = height;
    header.bit_depth = sample_bits(format);
    header.color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA;
    if (const int result = spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, encoding.compression)) {
      return failure(result);
    }
    const int filters = encoding.adaptive_filter ? SPNG_FILTER_CHOICE_ALL : SPNG_FILTER_CHOICE_SUB;
    if (const int result = spng_set_option(context, SPNG_FILTER_CHOICE, filters)) return failure(result);
    if (const int result = spng_set_png_stream(context, &write_to_sink, &sink)) return failure(result);
    if (const int result = spng_set_ihdr(context, &header)) return failure(result);
    if (encoding.srgb || format == Format::kR8G8B8A8UnormSrgb) {
      constexpr std::uint8_t kPerceptual = 0;
      if (const int result = spng_set_srgb(context, kPerceptual)) return failure(result);
    }
    if (encoding.gamma != 0) {
      if (const int result = spng_set_gama_int(context, encoding.gamma)) return failure(result);
    }
    if (const int result = spng_encode_image(context, nullptr, 0, SPNG_FMT_PNG,
                                             SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE)) {
      return failure(result);
    }
    return {};
  }

  Result<void> write_rows(const void* rows_begin, std::uint64_t row_pitch, std::uint32_t rows) {
    if (rows > rows_left_) {
      return fail(ErrorCode::kInvalidArgument, rows, " rows are given; ", rows_left_, " are missing");
    }
    if (row_pitch < row_bytes_) {
      return fail(ErrorCode::kInvalidArgument, "row pitch ", row_pitch, " is smaller than a row, ",
                  row_bytes_, " bytes");
    }
    const auto* row = static_cast<const std::byte*>(rows_begin);
    for (std::uint32_t i = 0; i < rows; ++i, row += row_pitch) {
      const int result = spng_encode_row(context_.get(), row, static_cast<std::size_t>(row_bytes_));
      if (result != (rows_left_ == 1 ? SPNG_EOI : SPNG_OK)) return failure(result);
      --rows_left_;
    }
    return {};
  }

  [[nodiscard]] std::uint32_t rows_left() const { return rows_left_; }

 private:
  static std::uint8_t sample_bits(Format format) {
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

  [[nodiscard]] Failure failure(int result) const {
    if (!sink_->result()) return fail(sink_->result().error());
    if (result == SPNG_EMEM) return fail(ErrorCode::kOutOfMemory, "no memory to encode the PNG");
    return fail(ErrorCode::kIo, "the PNG cannot be encoded: ", spng_strerror(result));
  }

  Sink* sink_ = nullptr;
  std::unique_ptr<spng_ctx, FreeContext> context_;
  std::uint64_t row_bytes_ = 0;
  std::uint32_t rows_left_ = 0;
};

}  // namespace

struct PngWriter::State {
  Sink sink;
  Encoder encoder;
};

PngWriter::PngWriter(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
PngWriter::PngWriter(PngWriter&&) noexcept = default;
PngWriter& PngWriter::operator=(PngWriter&&) noexcept = default;
PngWriter::~PngWriter() = default;

Result<PngWriter> PngWriter::create(const std::filesystem::path& path, std::uint32_t width,
                                    std::uint32_t height, Format format, const PngEncoding& encoding) {
  if (const Result<void> fine = Encoder::check(width, height, format, encoding); !fine)
    return fail(fine.error());
  Result<FileWriter> file = FileWriter::create(path);
  if (!file) return fail(std::move(file).error());
  std::unique_ptr<State> state(new (std::nothrow) State);
  if (!state) return fail(ErrorCode::kOutOfMemory, "no memory to encode the PNG");
  state->sink = Sink(*std::move(file));
  if (const Result<void> started = state->encoder.start(state->sink, width, height, format, encoding);
      !started) {
    return fail(started.error());
  }
  return PngWriter(std::move(state));
}

Result<void> PngWriter::write_rows(const void* rows_begin, std::uint64_t row_pitch, std::uint32_t rows) {
  return state_->encoder.write_rows(rows_begin, row_pitch, rows);
}

Result<void> PngWriter::finish() {
  if (state_->encoder.rows_left() != 0) {
    return fail(ErrorCode::kInvalidArgument, "the picture is not whole: ", state_->encoder.rows_left(),
                " rows are missing");
  }
  return state_->sink.close();
}

Result<void> save_png(const std::filesystem::path& path, const PictureView& picture,
                      const PngEncoding& encoding) {
  Result<PngWriter> writer = PngWriter::create(path, picture.width, picture.height, picture.format, encoding);
  if (!writer) return fail(std::move(writer).error());
  if (Result<void> rows = writer->write_rows(picture.pixels, picture.row_pitch, picture.height); !rows)
    return rows;
  return writer->finish();
}

Result<ByteBuffer> encode_png(const PictureView& picture, const PngEncoding& encoding) {
  if (const Result<void> fine = Encoder::check(picture.width, picture.height, picture.format, encoding);
      !fine) {
    return fail(fine.error());
  }
  Sink sink;
  Encoder encoder;
  if (const Result<void> started =
          encoder.start(sink, picture.width, picture.height, picture.format, encoding);
      !started) {
    return fail(started.error());
  }
  if (const Result<void> rows = encoder.write_rows(picture.pixels, picture.row_pitch, picture.height);
      !rows) {
    return fail(rows.error());
  }
  return sink.take_memory();
}

}  // namespace ferry
