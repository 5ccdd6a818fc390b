#include <new>
#include <utility>

#include "jpeg_session.hpp"
#include "libjpeg_calls.hpp"

namespace ferry {

namespace {

struct CloseSession {
  void operator()(LibjpegSession* session) const noexcept {
    libjpeg_close(session);
    delete session;
  }
};

/// What libjpeg stopped for, as an Error.
Failure session_failure(const LibjpegSession& session) {
  const jpeg_decompress_struct& decoder = session.decoder;
  switch (session.fault) {
    case JpegFault::kNoMemory:
      return fail(ErrorCode::kOutOfMemory, "no memory to decode the JPEG");
    case JpegFault::kTooManyScans:
      return fail(ErrorCode::kUnsupported, "the JPEG has more than ", session.max_scans,
                  " scans, the most that is taken");
    case JpegFault::kRefused:
      return fail(ErrorCode::kUnsupported, "the JPEG is of a kind that is not taken: ", session.message);
    case JpegFault::kCutShort:
      if (decoder.image_height == 0) {
        return fail(ErrorCode::kCorrupt, "the JPEG is cut short: its header is not whole");
      }
      if (decoder.output_scanline == 0) {
        return fail(ErrorCode::kCorrupt, "the JPEG is cut short: it ends in scan ", decoder.input_scan_number,
                    ", before its ", decoder.image_height, " rows are whole");
      }
      return fail(ErrorCode::kCorrupt, "the JPEG is cut short: it has ", decoder.output_scanline, " of ",
                  decoder.image_height, " rows and no end");
    default:
      if (decoder.output_scanline > 0) {
        return fail(ErrorCode::kCorrupt, "the JPEG is damaged after row ", decoder.output_scanline, " of ",
                    decoder.image_height, ": ", session.message);
      }
      return fail(ErrorCode::kCorrupt, "the JPEG is damaged: ", session.message);
  }
}

Result<JpegColor> color_of(const jpeg_decompress_struct& decoder) {
  switch (decoder.jpeg_color_space) {
    case JCS_GRAYSCALE:
      return JpegColor::kGrey;
    case JCS_YCbCr:
      return JpegColor::kYCbCr;
    case JCS_RGB:
      return JpegColor::kRgb;
    case JCS_CMYK:
      return JpegColor::kCmyk;
    case JCS_YCCK:
      return JpegColor::kYcck;
    default:
      return fail(ErrorCode::kUnsupported, "the JPEG has ", decoder.num_components,
                  " components; 1 (grey), 3 and 4 are taken");
  }
}

/// Blocks of 8x8 samples of all components, at least. (A component alone in its scan has no padding.)
std::uint64_t fewest_blocks(const jpeg_decompress_struct& decoder) {
  std::uint64_t blocks = 0;
  for (int i = 0; i < decoder.num_components; ++i) {
    const jpeg_component_info& component = decoder.comp_info[i];
    blocks += std::uint64_t{component.width_in_blocks} * component.height_in_blocks;
  }
  return blocks;
}

}  // namespace

struct JpegSession::State {
  std::unique_ptr<LibjpegSession, CloseSession> calls;
  JpegHeader header;
};

JpegSession::JpegSession(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
JpegSession::JpegSession(JpegSession&&) noexcept = default;
JpegSession& JpegSession::operator=(JpegSession&&) noexcept = default;
JpegSession::~JpegSession() = default;

Result<JpegSession> JpegSession::open(std::span<const std::byte> file, const JpegLimits& limits) {
  std::unique_ptr<State> state(new (std::nothrow) State);
  auto* const raw = new (std::nothrow) LibjpegSession();
  if (!state || raw == nullptr) {
    delete raw;
    return fail(ErrorCode::kOutOfMemory, "no memory to decode the JPEG");
  }
  state->calls.reset(raw);
  LibjpegSession& calls = *raw;
  calls.max_scans = limits.max_scans;
  if (!libjpeg_open(&calls, reinterpret_cast<const unsigned char*>(file.data()),
                    static_cast<unsigned long>(file.size()))) {
    return session_failure(calls);
  }
  jpeg_decompress_struct& decoder = calls.decoder;
  const Result<JpegColor> color = color_of(decoder);
  if (!color) return fail(color.error());
  JpegHeader& header = state->header;
  header.width = decoder.image_width;
  header.height = decoder.image_height;
  header.color = *color;
  header.progressive = decoder.progressive_mode != FALSE;
  header.several_scans = jpeg_has_multiple_scans(&decoder) != FALSE;
  header.adobe_marker = decoder.saw_Adobe_marker != FALSE;
  header.inverted_rows = header.adobe_marker;
  header.blocks = fewest_blocks(decoder);
  return JpegSession(std::move(state));
}

const JpegHeader& JpegSession::header() const noexcept {
  return state_->header;
}

std::string_view JpegSession::oddity() const noexcept {
  return state_->calls->oddity;
}

Result<void> JpegSession::start() {
  if (!libjpeg_start(state_->calls.get())) return session_failure(*state_->calls);
  return {};
}

Result<void> JpegSession::read_row(std::byte* row) {
  LibjpegSession* const calls = state_->calls.get();
  if (!libjpeg_read_row(calls, reinterpret_cast<unsigned char*>(row))) return session_failure(*calls);
  if (calls->decoder.output_scanline == state_->header.height && !libjpeg_finish(calls))
    return session_failure(*calls);
  return {};
}

}  // namespace ferry
