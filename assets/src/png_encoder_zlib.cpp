// PNG out by zlib alone. Windows' own encoder takes no compression level, and not everywhere the chunks
// that say what the colours mean.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include <zlib.h>

#include "png_encoder.hpp"

namespace ferry {

namespace {

constexpr std::uint8_t kTruecolorAlpha = 6;
/// What is gathered for one IDAT chunk.
constexpr std::size_t kChunkBytes = std::size_t{32} * 1024;

void put(std::byte* out, std::uint32_t number) {
  for (int i = 0; i < 4; ++i) out[i] = static_cast<std::byte>(number >> (24 - 8 * i) & 0xff);
}

/// What PNG's filters (ISO/IEC 15948, section "Filtering") make of a row; `before` is the row above, `step`
/// the bytes of a texel.
std::uint8_t paeth(int left, int above, int corner) {
  const int guess = left + above - corner;
  const int to_left = std::abs(guess - left);
  const int to_above = std::abs(guess - above);
  const int to_corner = std::abs(guess - corner);
  if (to_left <= to_above && to_left <= to_corner) return static_cast<std::uint8_t>(left);
  return static_cast<std::uint8_t>(to_above <= to_corner ? above : corner);
}

void filter_row(int filter, const std::uint8_t* row, const std::uint8_t* before, std::size_t bytes,
                std::size_t step, std::uint8_t* out) {
  *out++ = static_cast<std::uint8_t>(filter);
  for (std::size_t i = 0; i < bytes; ++i) {
    const int left = i < step ? 0 : row[i - step];
    const int above = before[i];
    const int corner = i < step ? 0 : before[i - step];
    int guess = 0;
    switch (filter) {
      case 1:
        guess = left;
        break;
      case 2:
        guess = above;
        break;
      case 3:
        guess = (left + above) / 2;
        break;
      case 4:
        guess = paeth(left, above, corner);
        break;
      default:
        break;
    }
    out[i] = static_cast<std::uint8_t>(row[i] - guess);
  }
}

/// How much a filtered row strays from 0: the standard's own measure of which filter is best.
std::uint64_t straying(const std::uint8_t* filtered, std::size_t bytes) {
  std::uint64_t sum = 0;
  for (std::size_t i = 1; i <= bytes; ++i) sum += filtered[i] < 128 ? filtered[i] : 256U - filtered[i];
  return sum;
}

}  // namespace

struct PngEncoder::State {
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (deflating) deflateEnd(&stream);
  }

  PngSink* sink = nullptr;
  z_stream stream = {};
  bool deflating = false;
  bool deep = false;
  bool adaptive = true;
  std::size_t row_bytes = 0;
  /// The row and the one above it as PNG stores them (big-endian), two filtered rows, and an IDAT chunk.
  ByteBuffer memory;
  std::uint8_t* row = nullptr;
  std::uint8_t* before = nullptr;
  std::uint8_t* filtered[2] = {};
  ByteBuffer chunk;

  Result<void> write(std::span<const std::byte> bytes) {
    if (sink->take(bytes)) return {};
    return fail(sink->result().error());
  }
  Result<void> write_chunk(const char* name, std::span<const std::byte> content) {
    std::byte head[8];
    put(head, static_cast<std::uint32_t>(content.size()));
    std::memcpy(head + 4, name, 4);
    uLong sum = crc32(0, reinterpret_cast<const Bytef*>(head + 4), 4);
    if (!content.empty())
      sum = crc32(sum, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size()));
    std::byte tail[4];
    put(tail, static_cast<std::uint32_t>(sum));
    for (const std::span<const std::byte> piece :
         {std::span<const std::byte>(head), content, std::span<const std::byte>(tail)}) {
      if (Result<void> written = write(piece); !written) return written;
    }
    return {};
  }
  /// Writes the gathered bytes, if there are any, and makes room for more.
  Result<void> flush_chunk() {
    const std::size_t bytes = kChunkBytes - stream.avail_out;
    stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
    stream.avail_out = static_cast<uInt>(kChunkBytes);
    if (bytes == 0) return {};
    return write_chunk("IDAT", chunk.bytes().first(bytes));
  }
  Result<void> deflate_bytes(std::uint8_t* bytes, std::size_t count, bool last) {
    constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
    for (;;) {
      const std::size_t part = std::min(count, kMost);
      const bool end = last && part == count;
      stream.next_in = bytes;
      stream.avail_in = static_cast<uInt>(part);
      int result = Z_OK;
      do {
        result = deflate(&stream, end ? Z_FINISH : Z_NO_FLUSH);
        if (result == Z_STREAM_ERROR) return fail(ErrorCode::kIo, "the PNG cannot be encoded: zlib fails");
        if (stream.avail_out == 0 || result == Z_STREAM_END) {
          if (Result<void> flushed = flush_chunk(); !flushed) return flushed;
        }
      } while (end ? result != Z_STREAM_END : stream.avail_in != 0);
      bytes += part;
      count -= part;
      if (count == 0) return {};
    }
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
  const std::uint8_t bits = png_sample_bits(format);
  state.deep = bits == 16;
  state.adaptive = encoding.adaptive_filter;
  state.row_bytes = std::size_t{width} * (bits / 2);
  const std::uint64_t row_bytes = state.row_bytes;
  Result<ByteBuffer> memory = ByteBuffer::make(row_bytes * 4 + 2, "rows of a PNG");
  if (!memory) return fail(std::move(memory).error());
  state.memory = *std::move(memory);
  Result<ByteBuffer> chunk = ByteBuffer::make(kChunkBytes, "a piece of a PNG");
  if (!chunk) return fail(std::move(chunk).error());
  state.chunk = *std::move(chunk);
  state.row = reinterpret_cast<std::uint8_t*>(state.memory.data());
  state.before = state.row + row_bytes;
  state.filtered[0] = state.before + row_bytes;
  state.filtered[1] = state.filtered[0] + row_bytes + 1;
  std::memset(state.before, 0, state.row_bytes);
  // Level 0 stores: filtering would be in vain, but does no harm.
  if (deflateInit2(&state.stream, encoding.compression, Z_DEFLATED, 15, 8, Z_FILTERED) != Z_OK) {
    return fail(ErrorCode::kOutOfMemory, "no memory to encode the PNG");
  }
  state.deflating = true;
  state.stream.next_out = reinterpret_cast<Bytef*>(state.chunk.data());
  state.stream.avail_out = static_cast<uInt>(kChunkBytes);

  constexpr std::uint8_t kSignature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  if (Result<void> written = state.write(std::as_bytes(std::span(kSignature))); !written) return written;
  std::byte header[13] = {};
  put(header, width);
  put(header + 4, height);
  header[8] = std::byte{bits};
  header[9] = std::byte{kTruecolorAlpha};
  if (Result<void> written = state.write_chunk("IHDR", header); !written) return written;
  if (encoding.gamma != 0) {
    std::byte gamma[4];
    put(gamma, encoding.gamma);
    if (Result<void> written = state.write_chunk("gAMA", gamma); !written) return written;
  }
  if (encoding.srgb || format == Format::kR8G8B8A8UnormSrgb) {
    constexpr std::byte kPerceptual[] = {std::byte{0}};
    if (Result<void> written = state.write_chunk("sRGB", kPerceptual); !written) return written;
  }
  return {};
}

Result<void> PngEncoder::write_row(std::span<const std::byte> row, bool last) {
  State& state = *state_;
  std::memcpy(state.row, row.data(), state.row_bytes);
  if (state.deep) {
    for (std::size_t i = 0; i + 1 < state.row_bytes; i += 2) {
      std::uint16_t sample = 0;
      std::memcpy(&sample, row.data() + i, 2);
      state.row[i] = static_cast<std::uint8_t>(sample >> 8);
      state.row[i + 1] = static_cast<std::uint8_t>(sample & 0xff);
    }
  }
  const std::size_t step = state.deep ? 8 : 4;
  filter_row(state.adaptive ? 0 : 1, state.row, state.before, state.row_bytes, step, state.filtered[0]);
  if (state.adaptive) {
    std::uint64_t least = straying(state.filtered[0], state.row_bytes);
    for (int filter = 1; filter <= 4; ++filter) {
      filter_row(filter, state.row, state.before, state.row_bytes, step, state.filtered[1]);
      const std::uint64_t sum = straying(state.filtered[1], state.row_bytes);
      if (sum >= least) continue;
      least = sum;
      std::swap(state.filtered[0], state.filtered[1]);
    }
  }
  if (Result<void> done = state.deflate_bytes(state.filtered[0], state.row_bytes + 1, last); !done)
    return done;
  std::swap(state.row, state.before);
  if (!last) return {};
  return state.write_chunk("IEND", {});
}

}  // namespace ferry
