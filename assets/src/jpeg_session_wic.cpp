// JPEG by the Windows Imaging Component. It decodes what it can of a damaged file and says nothing, so the
// header and the end are looked at here (jpeg_frame.hpp); damage within a scan goes unseen.
#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include <ferry/base/byte_buffer.hpp>

#include "jpeg_frame.hpp"
#include "jpeg_session.hpp"
#include "wic.hpp"

namespace ferry {

struct JpegSession::State {
  std::span<const std::byte> file;
  std::uint32_t max_scans = 0;
  JpegHeader header;
  WicFrame frame;
  /// Bytes of a texel as WIC gives them: grey, BGR, or CMYK.
  std::uint32_t given_bytes = 0;
  ByteBuffer band;
  std::uint32_t band_first = 0;
  std::uint32_t band_rows = 0;
  std::uint32_t next_row = 0;
};

JpegSession::JpegSession(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
JpegSession::JpegSession(JpegSession&&) noexcept = default;
JpegSession& JpegSession::operator=(JpegSession&&) noexcept = default;
JpegSession::~JpegSession() = default;

Result<JpegSession> JpegSession::open(std::span<const std::byte> file, const JpegLimits& limits) {
  const Result<JpegHeader> header = read_jpeg_header(file);
  if (!header) return fail(header.error());
  std::unique_ptr<State> state(new (std::nothrow) State);
  if (!state) return fail(ErrorCode::kOutOfMemory, "no memory to decode the JPEG");
  state->file = file;
  state->max_scans = limits.max_scans;
  state->header = *header;
  return JpegSession(std::move(state));
}

const JpegHeader& JpegSession::header() const noexcept {
  return state_->header;
}

std::string_view JpegSession::oddity() const noexcept {
  return {};
}

Result<void> JpegSession::start() {
  State& state = *state_;
  const JpegHeader& header = state.header;
  const JpegScans scans = walk_jpeg_scans(state.file);
  if (scans.count > state.max_scans) {
    return fail(ErrorCode::kUnsupported, "the JPEG has more than ", state.max_scans,
                " scans, the most that is taken");
  }
  if (!scans.ended) return fail(ErrorCode::kCorrupt, "the JPEG is cut short: it has no end");
  Result<WicFrame> opened = open_wic_frame(GUID_ContainerFormatJpeg, state.file, "JPEG");
  if (!opened) return fail(std::move(opened).error());
  state.frame = *std::move(opened);
  const bool inks = header.color == JpegColor::kCmyk || header.color == JpegColor::kYcck;
  const GUID& format = state.frame.pixel_format;
  if (format == GUID_WICPixelFormat8bppGray && header.color == JpegColor::kGrey) {
    state.given_bytes = 1;
  } else if (format == GUID_WICPixelFormat24bppBGR && !inks) {
    state.given_bytes = 3;
  } else if (format == GUID_WICPixelFormat32bppCMYK && inks) {
    state.given_bytes = 4;
  } else {
    return fail(ErrorCode::kUnsupported,
                "this Windows decodes the JPEG into a pixel format that Ferry does not know");
  }
  if (state.frame.width != header.width || state.frame.height != header.height) {
    return fail(ErrorCode::kCorrupt, "the JPEG is damaged: Windows finds a picture of ", state.frame.width,
                "x", state.frame.height, ", not ", header.width, "x", header.height);
  }
  const std::uint64_t pitch = std::uint64_t{header.width} * state.given_bytes;
  constexpr std::uint64_t kBandBytes = std::uint64_t{256} * 1024;
  state.band_rows =
      static_cast<std::uint32_t>(std::clamp<std::uint64_t>(kBandBytes / pitch, 1, header.height));
  Result<ByteBuffer> memory = ByteBuffer::make(pitch * state.band_rows, "rows of a JPEG");
  if (!memory) return fail(std::move(memory).error());
  state.band = *std::move(memory);
  return {};
}

Result<void> JpegSession::read_row(std::byte* row) {
  State& state = *state_;
  const std::uint32_t width = state.header.width;
  const std::uint32_t pitch = width * state.given_bytes;
  if (state.next_row % state.band_rows == 0) {
    state.band_first = state.next_row;
    const std::uint32_t rows = std::min(state.band_rows, state.header.height - state.next_row);
    if (Result<void> read = state.frame.read_rows(state.next_row, rows, pitch, state.band.data(), "JPEG");
        !read)
      return read;
  }
  const std::byte* from = state.band.data() + std::uint64_t{state.next_row - state.band_first} * pitch;
  ++state.next_row;
  if (state.given_bytes == 4) {
    std::memcpy(row, from, pitch);
    return {};
  }
  for (std::uint32_t x = 0; x < width; ++x, row += 4, from += state.given_bytes) {
    row[0] = from[state.given_bytes - 1];
    row[1] = from[state.given_bytes / 2];
    row[2] = from[0];
    row[3] = std::byte{255};
  }
  return {};
}

}  // namespace ferry
