#include <algorithm>
#include <climits>
#include <cstring>
#include <new>
#include <utility>

#include <ferry/assets/file.hpp>
#include <ferry/assets/jpeg.hpp>
#include <ferry/base/units.hpp>

#include "jpeg_markers.hpp"
#include "jpeg_session.hpp"
#include "picture_checks.hpp"

namespace ferry {

namespace {

constexpr std::uint64_t kTexelBytes = 4;
/// Rows decoded before they are turned: each row of the turned picture then gets a whole cache line at once.
constexpr std::uint32_t kBandRows = 16;

/// Refuses by name what a decoder would refuse with fewer words, or would take and should not.
Result<void> check_kind(std::span<const std::byte> file, const JpegMarkers& markers) {
  constexpr std::byte kStart[] = {std::byte{0xff}, std::byte{0xd8}};
  if (file.empty()) return fail(ErrorCode::kCorrupt, "the file is empty");
  if (std::memcmp(file.data(), kStart, std::min(file.size(), sizeof kStart)) != 0) {
    return fail(ErrorCode::kUnsupported, "the file is no JPEG: it does not begin with JPEG's start marker");
  }
  if (file.size() > ULONG_MAX) {
    return fail(ErrorCode::kUnsupported, "a JPEG of ", byte_text(file.size()), " is too big");
  }
  const int frame = markers.frame;
  if (frame > 8) {
    return fail(ErrorCode::kUnsupported, "the JPEG is arithmetic-coded (SOF", frame,
                "), which hardly any program reads; make it a common one with `jpegtran IN > OUT`");
  }
  if (frame == 3 || frame == 7) {
    return fail(ErrorCode::kUnsupported, "the JPEG is a lossless one (SOF", frame,
                "), which hardly any program reads; store the picture as PNG");
  }
  if (frame > 2) {
    return fail(ErrorCode::kUnsupported, "the JPEG is a hierarchical one (SOF", frame,
                "), which hardly any program reads");
  }
  if (markers.precision != 8) {
    return fail(ErrorCode::kUnsupported, "the JPEG has ", markers.precision,
                " bits per sample; only 8 are taken");
  }
  return {};
}

Result<void> check_limits(std::span<const std::byte> file, const JpegHeader& header,
                          const JpegLimits& limits) {
  const std::uint32_t width = header.width;
  const std::uint32_t height = header.height;
  if (auto fine = check_picture_size(width, height, width * kTexelBytes, limits); !fine) return fine;
  // No block takes less than a bit of the file: a progressive one's first scan has a bit for each.
  if (header.blocks / 8 > file.size()) {
    return fail(ErrorCode::kCorrupt, "the JPEG is cut short: ", byte_text(file.size()),
                " cannot hold a picture of ", width, "x", height);
  }
  constexpr std::uint64_t kBlockBytes = 64 * 2;  // coefficients
  if (header.several_scans && header.blocks * kBlockBytes > limits.max_working_bytes) {
    return fail(ErrorCode::kUnsupported, "the picture is ", width, "x", height,
                " in several scans, which take ", byte_text(header.blocks * kBlockBytes),
                " while it is decoded; at most ", byte_text(limits.max_working_bytes), " is taken");
  }
  return {};
}

std::uint8_t one_ink(std::uint32_t paper_left, std::uint32_t black_left) {
  return static_cast<std::uint8_t>((paper_left * black_left + 127) / 255);
}

/// CMYK to RGBA in place. `inverted`: 255 is no ink.
void inks_to_rgba(std::byte* row, std::uint32_t texels, bool inverted) {
  const std::uint32_t flip = inverted ? 0 : 255;
  auto* texel = reinterpret_cast<std::uint8_t*>(row);
  for (std::uint32_t i = 0; i < texels; ++i, texel += kTexelBytes) {
    const std::uint32_t black_left = texel[3] ^ flip;
    for (int channel = 0; channel < 3; ++channel) {
      texel[channel] = one_ink(texel[channel] ^ flip, black_left);
    }
    texel[3] = 255;
  }
}

/// Where stored texels go in the picture as it is to be seen, counted in texels: texel (x, y) of the file to
/// origin + x * step_x + y * step_y.
struct Placing {
  std::ptrdiff_t origin = 0;
  std::ptrdiff_t step_x = 1;
  std::ptrdiff_t step_y = 0;
};

Placing placing_of(std::uint8_t orientation, std::uint32_t width, std::uint32_t height) {
  const std::ptrdiff_t w = width;
  const std::ptrdiff_t h = height;
  switch (orientation) {
    case 2:  // row 0 is the top, column 0 the right
      return {w - 1, -1, w};
    case 3:  // bottom, right
      return {h * w - 1, -1, -w};
    case 4:  // bottom, left
      return {(h - 1) * w, 1, -w};
    case 5:  // left, top
      return {0, h, 1};
    case 6:  // right, top
      return {h - 1, h, -1};
    case 7:  // right, bottom
      return {h * w - 1, -h, -1};
    case 8:  // left, bottom
      return {(w - 1) * h, -h, 1};
    default:
      return {0, 1, w};
  }
}

/// Puts `rows` stored rows, `first` the number of the first, where they belong.
void place_rows(const std::byte* stored, std::uint32_t width, std::uint32_t first, std::uint32_t rows,
                const Placing& placing, std::byte* picture) {
  constexpr auto kBytes = static_cast<std::ptrdiff_t>(kTexelBytes);
  std::byte* column =
      picture + (placing.origin + static_cast<std::ptrdiff_t>(first) * placing.step_y) * kBytes;
  const std::uint64_t stored_pitch = width * kTexelBytes;
  for (std::uint32_t x = 0; x < width; ++x) {
    const std::byte* from = stored + x * kTexelBytes;
    std::byte* to = column + static_cast<std::ptrdiff_t>(x) * placing.step_x * kBytes;
    for (std::uint32_t y = 0; y < rows; ++y) {
      std::memcpy(to, from, kTexelBytes);
      from += stored_pitch;
      to += placing.step_y * kBytes;
    }
  }
}

}  // namespace

struct JpegReader::State {
  explicit State(JpegSession opened) : session(std::move(opened)) {}

  JpegSession session;
  JpegInfo info;
  /// As the file has it.
  std::uint32_t stored_width = 0;
  std::uint32_t stored_height = 0;
  std::uint8_t turn = 1;  // the orientation that is applied
  std::uint32_t next_row = 0;
  bool started = false;
  /// Turned: the whole picture. Else: one row, so that the decoder never sees the caller's memory, which may be
  /// slow to read.
  ByteBuffer decoded;

  Result<void> start() { return session.start(); }

  /// The next stored row, as RGBA; after the last one the end of the file is looked for.
  Result<void> read_row(std::byte* row) {
    if (Result<void> read = session.read_row(row); !read) return read;
    if (info.color == JpegColor::kCmyk || info.color == JpegColor::kYcck)
      inks_to_rgba(row, stored_width, session.header().inverted_rows);
    return {};
  }

  /// Decodes the whole picture, as it is to be seen, into `out`.
  Result<void> decode_whole(std::byte* out) {
    if (Result<void> begun = start(); !begun) return begun;
    const std::uint64_t stored_row_bytes = stored_width * kTexelBytes;
    if (turn == 1) {
      for (std::uint32_t y = 0; y < stored_height; ++y) {
        if (Result<void> row = read_row(out + y * stored_row_bytes); !row) return row;
      }
      return {};
    }
    const Placing placing = placing_of(turn, stored_width, stored_height);
    Result<ByteBuffer> band = ByteBuffer::make(stored_row_bytes * kBandRows, "rows of a JPEG");
    if (!band) return fail(std::move(band).error());
    for (std::uint32_t first = 0; first < stored_height; first += kBandRows) {
      const std::uint32_t rows = std::min(kBandRows, stored_height - first);
      for (std::uint32_t y = 0; y < rows; ++y) {
        if (Result<void> row = read_row(band->data() + y * stored_row_bytes); !row) return row;
      }
      place_rows(band->data(), stored_width, first, rows, placing, out);
    }
    return {};
  }
};

JpegReader::JpegReader(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
JpegReader::JpegReader(JpegReader&&) noexcept = default;
JpegReader& JpegReader::operator=(JpegReader&&) noexcept = default;
JpegReader::~JpegReader() = default;

Result<JpegReader> JpegReader::open(std::span<const std::byte> file, const JpegOptions& options) {
  const JpegMarkers markers = find_jpeg_markers(file);
  if (const Result<void> kind = check_kind(file, markers); !kind) return fail(kind.error());
  Result<JpegSession> session = JpegSession::open(file, options.limits);
  if (!session) return fail(std::move(session).error());
  if (const Result<void> fine = check_limits(file, session->header(), options.limits); !fine)
    return fail(fine.error());
  std::unique_ptr<State> state(new (std::nothrow) State(*std::move(session)));
  if (!state) return fail(ErrorCode::kOutOfMemory, "no memory to decode the JPEG");

  const JpegHeader& header = state->session.header();
  state->stored_width = header.width;
  state->stored_height = header.height;
  state->turn = options.apply_orientation ? markers.orientation : std::uint8_t{1};
  JpegInfo& info = state->info;
  const bool upright = state->turn < 5;
  info.width = upright ? header.width : header.height;
  info.height = upright ? header.height : header.width;
  info.row_bytes = info.width * kTexelBytes;
  info.color = header.color;
  info.progressive = header.progressive;
  info.inverted = header.adobe_marker && (info.color == JpegColor::kCmyk || info.color == JpegColor::kYcck);
  info.orientation = markers.orientation;
  return JpegReader(std::move(state));
}

const JpegInfo& JpegReader::info() const noexcept {
  return state_->info;
}

std::uint32_t JpegReader::rows_left() const noexcept {
  return state_->info.height - state_->next_row;
}

std::string_view JpegReader::oddity() const noexcept {
  return state_->session.oddity();
}

Result<void> JpegReader::read_rows(void* destination, std::uint64_t row_pitch, std::uint32_t rows) {
  State& state = *state_;
  const JpegInfo& info = state.info;
  if (auto fine = check_rows_asked(rows, rows_left(), row_pitch, info.row_bytes); !fine) return fine;
  if (rows == 0) return {};

  const bool turned = state.turn != 1;
  if (!state.started) {
    Result<ByteBuffer> memory =
        ByteBuffer::make(turned ? info.row_bytes * info.height : info.row_bytes, "the decoded picture");
    if (!memory) return fail(std::move(memory).error());
    state.decoded = *std::move(memory);
    state.started = true;
    Result<void> begun = turned ? state.decode_whole(state.decoded.data()) : state.start();
    if (!begun) return begun;
  }
  auto* out = static_cast<std::byte*>(destination);
  for (std::uint32_t i = 0; i < rows; ++i, out += row_pitch) {
    const std::byte* row = state.decoded.data();
    if (turned) {
      row += info.row_bytes * state.next_row;
    } else if (Result<void> read = state.read_row(state.decoded.data()); !read) {
      return read;
    }
    std::memcpy(out, row, static_cast<std::size_t>(info.row_bytes));
    ++state.next_row;
  }
  return {};
}

Result<Picture> decode_jpeg(std::span<const std::byte> file, const JpegOptions& options) {
  Result<JpegReader> reader = JpegReader::open(file, options);
  if (!reader) return fail(std::move(reader).error());
  const JpegInfo& info = reader->info();
  Result<ByteBuffer> pixels = ByteBuffer::make(info.row_bytes * info.height, "the decoded picture");
  if (!pixels) return fail(std::move(pixels).error());
  if (Result<void> decoded = reader->state_->decode_whole(pixels->data()); !decoded)
    return fail(std::move(decoded).error());
  return Picture{*std::move(pixels), info.row_bytes, info.width, info.height, info.format};
}

Result<Picture> load_jpeg(const std::filesystem::path& path, const JpegOptions& options) {
  const Result<ByteBuffer> file = read_file(path);
  if (!file) return fail(file.error());
  Result<Picture> picture = decode_jpeg(file->bytes(), options);
  if (!picture) return fail(picture.error().code, path_text(path), ": ", picture.error().message);
  return picture;
}

}  // namespace ferry
