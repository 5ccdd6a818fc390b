// PNG by the Windows Imaging Component. WIC says little of what is wrong with a file, and Windows' and
// Wine's differ in what they make of transparency and colour chunks. So the file is checked here
// (png_chunks.hpp), and WIC gets one that holds the pixels alone: palette indices as the grey that they are
// stored like. What they mean is applied here.
#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include <zlib.h>

#include <ferry/base/byte_buffer.hpp>

#include "png_chunks.hpp"
#include "png_session.hpp"
#include "wic.hpp"

namespace ferry {

namespace {

/// How a row as WIC gives it holds its samples.
enum class Packing : std::uint8_t { kGrey, kBgr, kRgb, kBgra, kRgba };

struct GivenFormat {
  const GUID* guid;
  Packing packing;
  std::uint8_t bits;      // of a sample
  std::uint8_t channels;  // as they lie in memory
};

const GivenFormat kGivenFormats[] = {
    {&GUID_WICPixelFormatBlackWhite, Packing::kGrey, 1, 1},
    {&GUID_WICPixelFormat1bppIndexed, Packing::kGrey, 1, 1},
    {&GUID_WICPixelFormat2bppGray, Packing::kGrey, 2, 1},
    {&GUID_WICPixelFormat2bppIndexed, Packing::kGrey, 2, 1},
    {&GUID_WICPixelFormat4bppGray, Packing::kGrey, 4, 1},
    {&GUID_WICPixelFormat4bppIndexed, Packing::kGrey, 4, 1},
    {&GUID_WICPixelFormat8bppGray, Packing::kGrey, 8, 1},
    {&GUID_WICPixelFormat8bppIndexed, Packing::kGrey, 8, 1},
    {&GUID_WICPixelFormat16bppGray, Packing::kGrey, 16, 1},
    {&GUID_WICPixelFormat24bppBGR, Packing::kBgr, 8, 3},
    {&GUID_WICPixelFormat24bppRGB, Packing::kRgb, 8, 3},
    {&GUID_WICPixelFormat48bppRGB, Packing::kRgb, 16, 3},
    {&GUID_WICPixelFormat32bppBGRA, Packing::kBgra, 8, 4},
    {&GUID_WICPixelFormat64bppRGBA, Packing::kRgba, 16, 4},
};

void append(std::byte*& out, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) *out++ = static_cast<std::byte>(number >> shift & 0xff);
}

void append_chunk(std::byte*& out, const char* name, std::span<const std::byte> content) {
  append(out, static_cast<std::uint32_t>(content.size()));
  const std::byte* const begin = out;
  std::memcpy(out, name, 4);
  out += 4;
  if (!content.empty()) std::memcpy(out, content.data(), content.size());
  out += content.size();
  append(out, static_cast<std::uint32_t>(
                  crc32(0, reinterpret_cast<const Bytef*>(begin), static_cast<uInt>(out - begin))));
}

/// A PNG of the same pixels and nothing else.
Result<ByteBuffer> bare_png(const PngChunks& png) {
  constexpr std::uint8_t kSignature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  std::uint64_t bytes = sizeof kSignature + 12 + 13 + 12;
  for (const auto& piece : png.pixels) bytes += 12 + piece.size();
  Result<ByteBuffer> made = ByteBuffer::make(bytes, "a PNG");
  if (!made) return made;
  std::byte* out = made->data();
  std::memcpy(out, kSignature, sizeof kSignature);
  out += sizeof kSignature;
  std::byte header[13];
  std::byte* field = header;
  append(field, png.header.width);
  append(field, png.header.height);
  const std::uint8_t color = png.header.color_type == kPngPalette ? kPngGrey : png.header.color_type;
  for (const int value : {int{png.header.bits}, int{color}, 0, 0, png.header.interlaced ? 1 : 0})
    *field++ = static_cast<std::byte>(value);
  append_chunk(out, "IHDR", header);
  for (const auto& piece : png.pixels) append_chunk(out, "IDAT", piece);
  append_chunk(out, "IEND", {});
  return made;
}

/// Sample `index` of a row of fewer than 8 bits or of 8 per sample.
std::uint32_t sample8(const std::uint8_t* row, std::uint64_t index, std::uint32_t bits) {
  const std::uint64_t bit = index * bits;
  return (row[bit / 8] >> (8 - bits - bit % 8)) & ((1U << bits) - 1);
}

std::uint16_t sample16(const std::uint8_t* row, std::uint64_t index) {
  std::uint16_t sample = 0;
  std::memcpy(&sample, row + index * 2, 2);
  return sample;
}

}  // namespace

struct PngSession::State {
  PngChunks png;
  ByteBuffer bare;
  WicFrame frame;
  GivenFormat given = {};
  std::uint32_t given_pitch = 0;
  /// As WIC gives them: some rows from `band_first` on.
  ByteBuffer band;
  std::uint32_t band_first = 0;
  std::uint32_t band_rows = 0;
  std::uint32_t next_row = 0;

  Result<void> start();
  Result<void> next(std::byte* out);
  void expand8(const std::uint8_t* row, std::uint8_t* out) const;
  void expand16(const std::uint8_t* row, std::byte* out) const;
};

Result<void> PngSession::State::start() {
  if (Result<void> fine = png.check_pixels(); !fine) return fine;
  Result<ByteBuffer> made = bare_png(png);
  if (!made) return fail(std::move(made).error());
  bare = *std::move(made);
  Result<WicFrame> opened = open_wic_frame(GUID_ContainerFormatPng, bare.bytes(), "PNG");
  if (!opened) return fail(std::move(opened).error());
  frame = *std::move(opened);
  const PngHeader& header = png.header;
  const auto* const known =
      std::find_if(std::begin(kGivenFormats), std::end(kGivenFormats),
                   [&](const GivenFormat& one) { return frame.pixel_format == *one.guid; });
  const bool grey = header.color_type == kPngGrey || header.color_type == kPngPalette;
  if (known == std::end(kGivenFormats) || (known->packing == Packing::kGrey) != grey ||
      known->bits != header.bits || frame.width != header.width || frame.height != header.height) {
    return fail(ErrorCode::kUnsupported,
                "this Windows decodes the PNG into a pixel format that Ferry does not know");
  }
  given = *known;
  const std::uint64_t row_bytes = (std::uint64_t{header.width} * given.bits * given.channels + 7) / 8;
  constexpr std::uint64_t kBandBytes = std::uint64_t{256} * 1024;
  given_pitch =
      static_cast<std::uint32_t>(row_bytes);  // limits keep it below 2^32: a side has less than 2^31 texels
  if (row_bytes > 0x7fffffff)
    return fail(ErrorCode::kUnsupported, "the picture is too big for Windows' decoder");
  band_rows = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(kBandBytes / row_bytes, 1, header.height));
  Result<ByteBuffer> memory = ByteBuffer::make(row_bytes * band_rows, "rows of a PNG");
  if (!memory) return fail(std::move(memory).error());
  band = *std::move(memory);
  return {};
}

Result<void> PngSession::State::next(std::byte* out) {
  if (next_row == 0) {
    if (Result<void> begun = start(); !begun) return begun;
  }
  if (next_row % band_rows == 0) {
    band_first = next_row;
    const std::uint32_t rows = std::min(band_rows, png.header.height - next_row);
    if (Result<void> read = frame.read_rows(next_row, rows, given_pitch, band.data(), "PNG"); !read)
      return read;
  }
  const auto* const row =
      reinterpret_cast<const std::uint8_t*>(band.data()) + std::uint64_t{next_row - band_first} * given_pitch;
  if (given.bits == 16) {
    expand16(row, out);
  } else {
    expand8(row, reinterpret_cast<std::uint8_t*>(out));
  }
  ++next_row;
  return {};
}

void PngSession::State::expand8(const std::uint8_t* row, std::uint8_t* out) const {
  const std::uint32_t width = png.header.width;
  const std::uint32_t bits = given.bits;
  if (given.packing == Packing::kGrey) {
    const bool palette = png.header.color_type == kPngPalette;
    const std::uint32_t scale = 255 / ((1U << bits) - 1);
    for (std::uint32_t x = 0; x < width; ++x, out += 4) {
      const std::uint32_t sample = sample8(row, x, bits);
      if (palette) {
        std::memcpy(out, png.palette[sample].data(), 4);
        continue;
      }
      std::memset(out, static_cast<int>(sample * scale), 3);
      out[3] = png.has_key && sample == png.key[0] ? 0 : 255;
    }
    return;
  }
  const std::size_t red = given.packing == Packing::kRgb ? 0 : 2;
  const bool alpha = given.channels == 4;
  for (std::uint32_t x = 0; x < width; ++x, out += 4, row += given.channels) {
    out[0] = row[red];
    out[1] = row[1];
    out[2] = row[2 - red];
    const bool key = png.has_key && out[0] == png.key[0] && out[1] == png.key[1] && out[2] == png.key[2];
    out[3] = alpha ? row[3] : key ? std::uint8_t{0} : std::uint8_t{255};
  }
}

void PngSession::State::expand16(const std::uint8_t* row, std::byte* out) const {
  const std::uint32_t width = png.header.width;
  const bool grey = given.packing == Packing::kGrey;
  for (std::uint32_t x = 0; x < width; ++x, out += 8) {
    std::uint16_t texel[4];
    const std::uint64_t first = std::uint64_t{x} * given.channels;
    for (std::size_t channel = 0; channel < 3; ++channel)
      texel[channel] = sample16(row, grey ? first : first + channel);
    const bool key =
        png.has_key && texel[0] == png.key[0] && (grey || (texel[1] == png.key[1] && texel[2] == png.key[2]));
    texel[3] = given.channels == 4 ? sample16(row, first + 3)
               : key               ? std::uint16_t{0}
                                   : std::uint16_t{0xffff};
    std::memcpy(out, texel, sizeof texel);
  }
}

PngSession::PngSession(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
PngSession::PngSession(PngSession&&) noexcept = default;
PngSession& PngSession::operator=(PngSession&&) noexcept = default;
PngSession::~PngSession() = default;

Result<PngSession> PngSession::open(std::span<const std::byte> file, const PngLimits& limits) {
  Result<PngChunks> chunks = PngChunks::open(file, limits);
  if (!chunks) return fail(std::move(chunks).error());
  const PngHeader& header = chunks->header;
  if (header.width * header.texel_bytes() > INT64_MAX / header.height) {
    return fail(ErrorCode::kUnsupported, "the picture is too big for this machine's memory");
  }
  std::unique_ptr<State> state(new (std::nothrow) State);
  if (!state) return fail(ErrorCode::kOutOfMemory, "no memory to decode the PNG");
  state->png = *std::move(chunks);
  return PngSession(std::move(state));
}

const PngHeader& PngSession::header() const noexcept {
  return state_->png.header;
}

Result<PngColorChunks> PngSession::read_color_chunks() {
  if (const Result<void> read = state_->png.read_to_pixels(); !read) return fail(read.error());
  return state_->png.colors;
}

Result<void> PngSession::decode_whole(std::span<std::byte> pixels) {
  State& state = *state_;
  const std::uint64_t row_bytes = state.png.header.width * state.png.header.texel_bytes();
  for (std::uint32_t y = 0; y < state.png.header.height; ++y) {
    if (Result<void> row = state.next(pixels.data() + y * row_bytes); !row) return row;
  }
  return {};
}

Result<void> PngSession::read_row(std::span<std::byte> row) {
  return state_->next(row.data());
}

}  // namespace ferry
