#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <string_view>
#include <utility>

#include <ferry/assets/file.hpp>
#include <ferry/assets/png.hpp>
#include <ferry/base/units.hpp>

#include "picture_checks.hpp"
#include "png_session.hpp"
#include "srgb.hpp"

namespace ferry {

namespace {

constexpr std::uint8_t kSignature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
/// Deflate makes at most 258 bytes of 2 bits.
constexpr std::uint64_t kMostDeflated = 1032;

/// Looks at what a decoder would call by a less helpful name.
Result<void> check_kind(std::span<const std::byte> file) {
  if (file.empty()) return fail(ErrorCode::kCorrupt, "the file is empty");
  const std::size_t compared = std::min(file.size(), sizeof kSignature);
  if (std::memcmp(file.data(), kSignature, compared) != 0) {
    return fail(ErrorCode::kUnsupported, "the file is no PNG: it does not begin with PNG's signature");
  }
  constexpr std::size_t kFirstChunkName = 12;
  if (file.size() >= kFirstChunkName + 4 && std::memcmp(file.data() + kFirstChunkName, "CgBI", 4) == 0) {
    return fail(
        ErrorCode::kUnsupported,
        "the file is a PNG of Xcode's own kind (CgBI), which only Apple's systems read; turn it back into a "
        "PNG with `xcrun pngcrush -revert-iphone-optimizations IN OUT`");
  }
  return {};
}

std::uint64_t samples_per_pixel(std::uint8_t color_type) {
  switch (color_type) {
    case kPngGreyAlpha:
      return 2;
    case kPngTruecolor:
      return 3;
    case kPngTruecolorAlpha:
      return 4;
    default:
      return 1;
  }
}

PngColor color_of(std::uint8_t color_type) {
  switch (color_type) {
    case kPngGrey:
      return PngColor::kGrey;
    case kPngTruecolor:
      return PngColor::kTruecolor;
    case kPngPalette:
      return PngColor::kPalette;
    case kPngGreyAlpha:
      return PngColor::kGreyAlpha;
    default:
      return PngColor::kTruecolorAlpha;
  }
}

struct Opened {
  PngSession session;
  PngInfo info;
  /// What each colour sample becomes: 256 or 65536 samples of 8 or 16 bits. Empty: itself.
  ByteBuffer curve;
};

/// Takes what the file says about its colours.
void take_colors(const PngColorChunks& chunks, PngInfo& info) {
  info.icc_profile = chunks.icc_profile;
  info.srgb_chunk = chunks.srgb;
  info.gamma = chunks.gamma;
  if (info.icc_profile) return;
  // 1 / 2.2, rounded up or down: what a file that is sRGB says to those who know only gAMA.
  if (info.srgb_chunk || (info.gamma >= 45454 && info.gamma <= 45456)) {
    info.color_space = ColorSpace::kSrgb;
  } else if (info.gamma == 100000) {
    info.color_space = ColorSpace::kLinear;
  }
}

/// The curve from samples as gAMA says they are to sRGB.
template <typename Sample>
Result<ByteBuffer> curve_of(std::uint32_t gamma) {
  constexpr std::size_t kCount = std::size_t{1} << (8 * sizeof(Sample));
  constexpr auto kMost = static_cast<double>(kCount - 1);
  Result<ByteBuffer> curve = ByteBuffer::make(kCount * sizeof(Sample), "a table of samples");
  if (!curve) return curve;
  const double exponent = 100000.0 / gamma;
  for (std::size_t i = 0; i < kCount; ++i) {
    const double light = std::pow(static_cast<double>(i) / kMost, exponent);
    // NOLINTNEXTLINE(bugprone-incorrect-roundings): never negative, and exact with so few bits.
    const auto sample = static_cast<Sample>(std::min(linear_to_srgb(light), 1.0) * kMost + 0.5);
    std::memcpy(curve->data() + i * sizeof(Sample), &sample, sizeof sample);
  }
  return curve;
}

template <typename Sample>
void bend(const ByteBuffer& curve, std::byte* texels, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i, texels += 4 * sizeof(Sample)) {
    for (std::size_t channel = 0; channel < 3; ++channel) {
      std::byte* const at = texels + channel * sizeof(Sample);
      Sample sample = 0;
      std::memcpy(&sample, at, sizeof sample);
      std::memcpy(at, curve.data() + std::size_t{sample} * sizeof sample, sizeof sample);
    }
  }
}

/// Puts decoded texels through the curve, if there is one.
void bend(const Opened& png, std::byte* texels, std::uint64_t count) {
  if (png.curve.empty()) return;
  if (png.info.bits_per_sample == 16) {
    bend<std::uint16_t>(png.curve, texels, count);
  } else {
    bend<std::uint8_t>(png.curve, texels, count);
  }
}

Result<void> make_curve(Opened& png) {
  PngInfo& info = png.info;
  if (info.gamma == 0 || info.icc_profile || info.color_space == ColorSpace::kSrgb) return {};
  Result<ByteBuffer> curve =
      info.bits_per_sample == 16 ? curve_of<std::uint16_t>(info.gamma) : curve_of<std::uint8_t>(info.gamma);
  if (!curve) return fail(std::move(curve).error());
  png.curve = *std::move(curve);
  info.color_space = ColorSpace::kSrgb;
  return {};
}

Result<Opened> open_png(std::span<const std::byte> file, const PngOptions& options) {
  const PngLimits& limits = options.limits;
  if (const Result<void> kind = check_kind(file); !kind) return fail(kind.error());
  Result<PngSession> session = PngSession::open(file, limits);
  if (!session) return fail(std::move(session).error());
  const PngHeader& header = session->header();
  PngInfo info;
  info.width = header.width;
  info.height = header.height;
  info.format = header.bits == 16 ? Format::kR16G16B16A16Unorm : Format::kR8G8B8A8Unorm;
  info.row_bytes = header.width * header.texel_bytes();
  info.color = color_of(header.color_type);
  info.bits_per_sample = header.bits;
  info.interlaced = header.interlaced;

  if (auto fine = check_picture_size(info.width, info.height, info.row_bytes, limits); !fine)
    return fail(std::move(fine).error());
  // A picture that no compression can have brought into so small a file is not worth asking memory for. (No
  // overflow: what is stored is never more than what is decoded.)
  const std::uint64_t row_bits =
      std::uint64_t{header.width} * samples_per_pixel(header.color_type) * header.bits;
  const std::uint64_t stored = row_bits / 8 * header.height;
  if (stored / kMostDeflated > file.size()) {
    return fail(ErrorCode::kCorrupt, "the PNG is cut short: ", byte_text(file.size()),
                " cannot hold a picture of ", header.width, "x", header.height);
  }
  const Result<PngColorChunks> colors = session->read_color_chunks();
  if (!colors) return fail(colors.error());
  take_colors(*colors, info);
  Opened opened = {*std::move(session), info, {}};
  if (options.apply_gamma) {
    if (const Result<void> curve = make_curve(opened); !curve) return fail(curve.error());
  }
  return opened;
}

/// Decodes the whole picture, and reads the file to its end.
Result<void> decode_whole(Opened& opened, std::span<std::byte> pixels) {
  if (Result<void> decoded = opened.session.decode_whole(pixels); !decoded) return decoded;
  bend(opened, pixels.data(), std::uint64_t{opened.info.width} * opened.info.height);
  return {};
}

}  // namespace

struct PngReader::State {
  explicit State(Opened opened) : png(std::move(opened)) {}

  Opened png;
  std::uint32_t next_row = 0;
  bool started = false;
  /// Interlaced: the whole picture. Else: one row, so that the decoder never sees the caller's memory, which may
  /// be slow to read.
  ByteBuffer decoded;
};

PngReader::PngReader(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
PngReader::PngReader(PngReader&&) noexcept = default;
PngReader& PngReader::operator=(PngReader&&) noexcept = default;
PngReader::~PngReader() = default;

Result<PngReader> PngReader::open(std::span<const std::byte> file, const PngOptions& options) {
  Result<Opened> opened = open_png(file, options);
  if (!opened) return fail(std::move(opened).error());
  std::unique_ptr<State> state(new (std::nothrow) State(*std::move(opened)));
  if (!state) return fail(ErrorCode::kOutOfMemory, "no memory to decode the PNG");
  return PngReader(std::move(state));
}

const PngInfo& PngReader::info() const noexcept {
  return state_->png.info;
}

std::uint32_t PngReader::rows_left() const noexcept {
  return state_->png.info.height - state_->next_row;
}

Result<void> PngReader::read_rows(void* destination, std::uint64_t row_pitch, std::uint32_t rows) {
  State& state = *state_;
  const PngInfo& info = state.png.info;
  if (auto fine = check_rows_asked(rows, rows_left(), row_pitch, info.row_bytes); !fine) return fine;
  if (rows == 0) return {};

  if (!state.started) {
    Result<ByteBuffer> memory = ByteBuffer::make(
        info.interlaced ? info.row_bytes * info.height : info.row_bytes, "the decoded picture");
    if (!memory) return fail(std::move(memory).error());
    state.decoded = *std::move(memory);
    state.started = true;
    if (info.interlaced) {
      if (Result<void> whole = decode_whole(state.png, state.decoded.bytes()); !whole) return whole;
    }
  }

  auto* out = static_cast<std::byte*>(destination);
  const auto row_bytes = static_cast<std::size_t>(info.row_bytes);
  for (std::uint32_t i = 0; i < rows; ++i, out += row_pitch) {
    const std::byte* row = state.decoded.data();
    if (info.interlaced) {
      row += info.row_bytes * state.next_row;
    } else {
      if (Result<void> read = state.png.session.read_row(state.decoded.bytes()); !read) return read;
      bend(state.png, state.decoded.data(), info.width);
    }
    std::memcpy(out, row, row_bytes);
    ++state.next_row;
  }
  return {};
}

Result<Picture> decode_png(std::span<const std::byte> file, const PngOptions& options, PngInfo* told) {
  Result<Opened> opened = open_png(file, options);
  if (!opened) return fail(std::move(opened).error());
  const PngInfo& info = opened->info;
  Result<ByteBuffer> pixels = ByteBuffer::make(info.row_bytes * info.height, "the decoded picture");
  if (!pixels) return fail(std::move(pixels).error());
  if (const Result<void> decoded = decode_whole(*opened, pixels->bytes()); !decoded)
    return fail(decoded.error());
  if (told != nullptr) *told = info;
  return Picture{*std::move(pixels), info.row_bytes, info.width, info.height, info.format};
}

Result<Picture> load_png(const std::filesystem::path& path, const PngOptions& options, PngInfo* told) {
  const Result<ByteBuffer> file = read_file(path);
  if (!file) return fail(file.error());
  Result<Picture> picture = decode_png(file->bytes(), options, told);
  if (!picture) return fail(picture.error().code, path_text(path), ": ", picture.error().message);
  return picture;
}

}  // namespace ferry
