#include <new>
#include <utility>

#include <ferry/assets/file.hpp>
#include <ferry/assets/png.hpp>

#include "png_encoder.hpp"

namespace ferry {

namespace {

/// What can be said before anything is opened.
Result<void> check(std::uint32_t width, std::uint32_t height, Format format, const PngEncoding& encoding) {
  if (width == 0 || height == 0 || width > 0x7fffffff || height > 0x7fffffff) {
    return fail(ErrorCode::kInvalidArgument, "a PNG of ", width, "x", height,
                " cannot be; each side is 1 to 2^31 - 1");
  }
  if (png_sample_bits(format) == 0) {
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

/// Encodes rows as a caller gives them.
class RowEncoder {
 public:
  /// The arguments have passed check().
  Result<void> start(PngSink& sink, std::uint32_t width, std::uint32_t height, Format format,
                     const PngEncoding& encoding) {
    rows_left_ = height;
    row_bytes_ = std::uint64_t{width} * (png_sample_bits(format) / 2);
    return encoder_.start(sink, width, height, format, encoding);
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
      if (auto written = encoder_.write_row({row, static_cast<std::size_t>(row_bytes_)}, rows_left_ == 1);
          !written)
        return written;
      --rows_left_;
    }
    return {};
  }

  [[nodiscard]] std::uint32_t rows_left() const { return rows_left_; }

 private:
  PngEncoder encoder_;
  std::uint64_t row_bytes_ = 0;
  std::uint32_t rows_left_ = 0;
};

}  // namespace

struct PngWriter::State {
  PngSink sink;
  RowEncoder encoder;
};

PngWriter::PngWriter(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
PngWriter::PngWriter(PngWriter&&) noexcept = default;
PngWriter& PngWriter::operator=(PngWriter&&) noexcept = default;
PngWriter::~PngWriter() = default;

Result<PngWriter> PngWriter::create(const std::filesystem::path& path, std::uint32_t width,
                                    std::uint32_t height, Format format, const PngEncoding& encoding) {
  if (const Result<void> fine = check(width, height, format, encoding); !fine) return fail(fine.error());
  Result<FileWriter> file = FileWriter::create(path);
  if (!file) return fail(std::move(file).error());
  std::unique_ptr<State> state(new (std::nothrow) State);
  if (!state) return fail(ErrorCode::kOutOfMemory, "no memory to encode the PNG");
  state->sink = PngSink(*std::move(file));
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
  if (const Result<void> fine = check(picture.width, picture.height, picture.format, encoding); !fine) {
    return fail(fine.error());
  }
  PngSink sink;
  RowEncoder encoder;
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
