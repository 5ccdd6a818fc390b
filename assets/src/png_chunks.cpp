#include "png_chunks.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include <zlib.h>

namespace ferry {

namespace {

constexpr std::uint32_t name_of(const char (&letters)[5]) {
  std::uint32_t name = 0;
  for (int i = 0; i < 4; ++i) name = name << 8 | static_cast<std::uint8_t>(letters[i]);
  return name;
}

constexpr std::uint32_t kHeader = name_of("IHDR");
constexpr std::uint32_t kPalette = name_of("PLTE");
constexpr std::uint32_t kPixels = name_of("IDAT");
constexpr std::uint32_t kEnd = name_of("IEND");
constexpr std::size_t kSignatureBytes = 8;

std::uint32_t number_at(std::span<const std::byte> bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | std::to_integer<std::uint32_t>(bytes[at + i]);
  return number;
}

std::uint16_t number16_at(std::span<const std::byte> bytes, std::size_t at) {
  return static_cast<std::uint16_t>(std::to_integer<unsigned>(bytes[at]) << 8 |
                                    std::to_integer<unsigned>(bytes[at + 1]));
}

std::uint8_t byte_at(std::span<const std::byte> bytes, std::size_t at) {
  return std::to_integer<std::uint8_t>(bytes[at]);
}

Failure cut_short() {
  return fail(ErrorCode::kCorrupt, "the PNG is cut short");
}
Failure misplaced() {
  return fail(ErrorCode::kCorrupt, "the PNG is damaged: a chunk is missing or stands where it may not");
}
Failure broken_stream() {
  return fail(ErrorCode::kCorrupt, "the PNG is damaged: its compressed data is broken");
}
Failure too_big_chunk() {
  return fail(ErrorCode::kUnsupported,
              "the PNG has a chunk, other than pixels, above the size that is allowed");
}

bool is_pair(std::uint8_t color_type, std::uint8_t bits) {
  const bool low = bits == 1 || bits == 2 || bits == 4;
  switch (color_type) {
    case kPngGrey:
      return low || bits == 8 || bits == 16;
    case kPngPalette:
      return low || bits == 8;
    case kPngTruecolor:
    case kPngGreyAlpha:
    case kPngTruecolorAlpha:
      return bits == 8 || bits == 16;
    default:
      return false;
  }
}

/// zlib's decompression, from pieces.
class Inflater {
 public:
  Inflater() : ready_(inflateInit(&stream_) == Z_OK) {}
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() {
    if (ready_) inflateEnd(&stream_);
  }
  [[nodiscard]] bool ready() const { return ready_; }
  [[nodiscard]] bool ended() const { return ended_; }
  /// More input; only when all before it is used up.
  void give(std::span<const std::byte> bytes) {
    // zlib does not write to what it reads. A chunk has less than 2 GiB.
    stream_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
  }
  [[nodiscard]] bool hungry() const { return stream_.avail_in == 0; }
  /// How many bytes it put into `out`; fewer than it has where the input is used up or the stream ends.
  Result<std::size_t> take(std::span<std::byte> out) {
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(out.size());
    const int result = inflate(&stream_, Z_NO_FLUSH);
    ended_ = result == Z_STREAM_END;
    if (result == Z_MEM_ERROR) return fail(ErrorCode::kOutOfMemory, "no memory to decode the PNG");
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) return broken_stream();
    return out.size() - stream_.avail_out;
  }

 private:
  z_stream stream_ = {};
  bool ready_ = false;
  bool ended_ = false;
};

/// That what is packed in a chunk is whole and not above the limit.
Result<void> check_packed(std::span<const std::byte> packed, std::uint64_t most) {
  Inflater inflater;
  if (!inflater.ready()) return fail(ErrorCode::kOutOfMemory, "no memory to decode the PNG");
  inflater.give(packed);
  std::byte scratch[4096];
  for (std::uint64_t unpacked = 0; !inflater.ended();) {
    const bool last = inflater.hungry();
    const Result<std::size_t> got = inflater.take(scratch);
    if (!got) return fail(got.error());
    unpacked += *got;
    if (unpacked > most) return too_big_chunk();
    if (last && *got == 0) return broken_stream();
  }
  return {};
}

/// Where the bytes after a text that ends with 0 begin.
std::size_t after_text(std::span<const std::byte> content, std::size_t from) {
  while (from < content.size() && content[from] != std::byte{0}) ++from;
  return std::min(from + 1, content.size());
}

/// The rows of a picture, or of one pass of an interlaced one, as they come out of the compressed stream.
struct Pass {
  std::uint64_t row_bytes = 0;
  std::uint32_t rows = 0;
};

std::vector<Pass> passes_of(const PngHeader& header) {
  const std::uint64_t samples = header.color_type == kPngGreyAlpha        ? 2
                                : header.color_type == kPngTruecolor      ? 3
                                : header.color_type == kPngTruecolorAlpha ? 4
                                                                          : 1;
  const std::uint64_t bits = samples * header.bits;
  const auto bytes_of = [&](std::uint64_t width) { return (width * bits + 7) / 8; };
  if (!header.interlaced) return {{bytes_of(header.width), header.height}};
  constexpr std::uint32_t kAdam7[7][4] = {
      // first column, step, first row, step
      {0, 8, 0, 8}, {4, 8, 0, 8}, {0, 4, 4, 8}, {2, 4, 0, 4}, {0, 2, 2, 4}, {1, 2, 0, 2}, {0, 1, 1, 2}};
  std::vector<Pass> passes;
  for (const auto& [x, step_x, y, step_y] : kAdam7) {
    if (x >= header.width || y >= header.height) continue;
    passes.push_back({bytes_of((header.width - x - 1) / step_x + 1), (header.height - y - 1) / step_y + 1});
  }
  return passes;
}

}  // namespace

Result<PngChunks> PngChunks::open(std::span<const std::byte> file, const PngLimits& limits) {
  PngChunks png;
  png.file_ = file;
  png.max_chunk_bytes_ = std::min<std::uint64_t>(limits.max_chunk_bytes, 0x7fffffff);
  png.at_ = kSignatureBytes;
  if (file.size() < kSignatureBytes) return cut_short();
  const Result<Chunk> chunk = png.next_chunk();
  if (!chunk) return fail(chunk.error());
  if (chunk->name != kHeader || chunk->content.size() != 13) return misplaced();
  PngHeader& header = png.header;
  header.width = number_at(chunk->content, 0);
  header.height = number_at(chunk->content, 4);
  header.bits = byte_at(chunk->content, 8);
  header.color_type = byte_at(chunk->content, 9);
  const bool fine = header.width != 0 && header.height != 0 && header.width <= 0x7fffffff &&
                    header.height <= 0x7fffffff && is_pair(header.color_type, header.bits) &&
                    byte_at(chunk->content, 10) == 0 && byte_at(chunk->content, 11) == 0 &&
                    byte_at(chunk->content, 12) <= 1;
  if (!fine) return fail(ErrorCode::kCorrupt, "the PNG is damaged: its header makes no sense");
  header.interlaced = byte_at(chunk->content, 12) == 1;
  for (auto& entry : png.palette) entry = {0, 0, 0, 255};
  return png;
}

Result<PngChunks::Chunk> PngChunks::next_chunk() {
  constexpr std::size_t kAround = 12;  // length, name, checksum
  if (file_.size() - at_ < 8) return cut_short();
  const std::uint32_t length = number_at(file_, at_);
  const std::uint32_t name = number_at(file_, at_ + 4);
  if (length > 0x7fffffff)
    return fail(ErrorCode::kCorrupt, "the PNG is damaged: a chunk's length makes no sense");
  // The checksum of the last chunk protects nothing, and may be cut off.
  if (name == kEnd && length == 0) return Chunk{name, {}};
  if (file_.size() - at_ < kAround + std::uint64_t{length}) return cut_short();
  const std::span<const std::byte> checked = file_.subspan(at_ + 4, std::size_t{length} + 4);
  const uLong sum =
      crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size()));
  if (sum != number_at(file_, at_ + 8 + length)) {
    return fail(ErrorCode::kCorrupt, "the PNG is damaged: a chunk's checksum (CRC) is wrong");
  }
  at_ += kAround + length;
  return Chunk{name, checked.subspan(4)};
}

Result<void> PngChunks::read_to_pixels() {
  for (;;) {
    const Result<Chunk> chunk = next_chunk();
    if (!chunk) return fail(chunk.error());
    if (chunk->name == kPixels) {
      if (header.color_type == kPngPalette && palette_entries == 0) return misplaced();
      first_pixels_ = *chunk;
      return {};
    }
    if (chunk->name == kEnd || chunk->name == kHeader) return misplaced();
    if (Result<void> taken = take(*chunk); !taken) return taken;
  }
}

Result<void> PngChunks::take(const Chunk& chunk) {
  const std::span<const std::byte> content = chunk.content;
  if (content.size() > max_chunk_bytes_) return too_big_chunk();
  switch (chunk.name) {
    case kPalette: {
      const bool allowed = header.color_type != kPngGrey && header.color_type != kPngGreyAlpha;
      const std::size_t entries = content.size() / 3;
      if (!allowed || palette_entries != 0 || content.size() % 3 != 0 || entries == 0 || entries > 256 ||
          (header.color_type == kPngPalette && entries > (std::size_t{1} << header.bits))) {
        return misplaced();
      }
      palette_entries = static_cast<std::uint32_t>(entries);
      for (std::size_t i = 0; i < entries; ++i) {
        for (std::size_t channel = 0; channel < 3; ++channel)
          palette[i][channel] = byte_at(content, i * 3 + channel);
      }
      return {};
    }
    case name_of("tRNS"):
      return take_transparency(content);
    case name_of("gAMA"):
      if (content.size() != 4 || number_at(content, 0) == 0 || number_at(content, 0) > 0x7fffffff)
        return fail(ErrorCode::kCorrupt, "the PNG is damaged: its gAMA chunk makes no sense");
      colors.gamma = number_at(content, 0);
      return {};
    case name_of("sRGB"):
      if (content.size() != 1 || byte_at(content, 0) > 3)
        return fail(ErrorCode::kCorrupt, "the PNG is damaged: its sRGB chunk makes no sense");
      colors.srgb = true;
      return {};
    case name_of("iCCP"):
      colors.icc_profile = true;
      return check_packed(content.subspan(std::min(after_text(content, 0) + 1, content.size())),
                          max_chunk_bytes_);
    case name_of("zTXt"):
      return check_packed(content.subspan(std::min(after_text(content, 0) + 1, content.size())),
                          max_chunk_bytes_);
    case name_of("iTXt"): {
      const std::size_t flag = after_text(content, 0);
      if (flag >= content.size() || content[flag] == std::byte{0}) return {};
      const std::size_t packed = after_text(content, after_text(content, std::min(flag + 2, content.size())));
      return check_packed(content.subspan(packed), max_chunk_bytes_);
    }
    default:
      // A small first letter: whoever does not know the chunk may pass over it.
      if ((chunk.name & 0x20000000) != 0) return {};
      return fail(ErrorCode::kUnsupported, "the PNG has a critical chunk that is not in the PNG standard");
  }
}

Result<void> PngChunks::take_transparency(std::span<const std::byte> content) {
  if (has_key) return misplaced();
  if (header.color_type == kPngPalette) {
    if (palette_entries == 0 || content.size() > palette_entries) return misplaced();
    for (std::size_t i = 0; i < content.size(); ++i) palette[i][3] = byte_at(content, i);
    return {};
  }
  const std::size_t samples = header.color_type == kPngGrey ? 1 : header.color_type == kPngTruecolor ? 3 : 0;
  if (samples == 0 || content.size() != samples * 2) return misplaced();
  for (std::size_t i = 0; i < samples; ++i) {
    // Only the bits that a sample has count.
    key[i] = static_cast<std::uint16_t>(number16_at(content, i * 2) & ((1U << header.bits) - 1));
  }
  has_key = true;
  return {};
}

Result<void> PngChunks::check_pixels() {
  pixels.push_back(first_pixels_.content);
  bool behind = false;
  for (;;) {
    const Result<Chunk> chunk = next_chunk();
    if (!chunk) return fail(chunk.error());
    if (chunk->name == kEnd) break;
    if (chunk->name == kPixels) {
      if (behind) return misplaced();
      pixels.push_back(chunk->content);
      continue;
    }
    behind = true;
    if (chunk->name == kHeader || chunk->name == kPalette || chunk->name == name_of("tRNS"))
      return misplaced();
    if (Result<void> taken = take(*chunk); !taken) return taken;
  }

  Inflater inflater;
  if (!inflater.ready()) return fail(ErrorCode::kOutOfMemory, "no memory to decode the PNG");
  std::size_t given = 0;
  // Fills `out`, or gives false where there is nothing more.
  const auto fill = [&](std::span<std::byte> out) -> Result<bool> {
    while (!out.empty() && !inflater.ended()) {
      // Also where the input is used up: more may come of it.
      const Result<std::size_t> got = inflater.take(out);
      if (!got) return fail(got.error());
      out = out.subspan(*got);
      if (*got != 0 || !inflater.hungry()) continue;
      if (given == pixels.size()) return false;
      inflater.give(pixels[given++]);
    }
    return out.empty();
  };
  std::byte scratch[16384];
  for (const Pass& pass : passes_of(header)) {
    for (std::uint32_t row = 0; row < pass.rows; ++row) {
      const std::uint64_t bytes = pass.row_bytes + 1;  // the row's filter stands before it
      for (std::uint64_t done = 0; done < bytes;) {
        const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(bytes - done, sizeof scratch));
        const Result<bool> filled = fill(std::span(scratch, part));
        if (!filled) return fail(filled.error());
        if (!*filled) {
          return fail(ErrorCode::kCorrupt, "the PNG is damaged: it has fewer pixels than its header says");
        }
        if (done == 0 && std::to_integer<int>(scratch[0]) > 4) {
          return fail(ErrorCode::kCorrupt, "the PNG is damaged: a row has a filter that does not exist");
        }
        done += part;
      }
    }
  }
  // The stream's own checksum; bytes too many do no harm.
  std::byte beyond[1];
  const Result<bool> more = fill(beyond);
  if (!more) return fail(more.error());
  return {};
}

}  // namespace ferry
