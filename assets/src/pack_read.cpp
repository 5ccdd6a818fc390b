#include <ferry/assets/pack.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

#include <xxhash.h>

#include <ferry/assets/file.hpp>
#include <ferry/base/units.hpp>
#include <ferry/layout/row_copy.hpp>

#include "inflate.hpp"
#include "little_endian.hpp"
#include "pack_format.hpp"
#include "random_file.hpp"

namespace ferry {

bool pack::is_utf8(std::string_view text) noexcept {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  for (std::size_t i = 0; i < text.size();) {
    const unsigned lead = byte(i);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xc2 ? 0
                               : lead < 0xe0 ? 2
                               : lead < 0xf0 ? 3
                               : lead < 0xf5 ? 4
                                             : 0;
    if (length == 0 || length > text.size() - i) return false;
    for (std::size_t k = 1; k < length; ++k) {
      if ((byte(i + k) & 0xc0U) != 0x80U) return false;
    }
    const unsigned second = length > 2 ? byte(i + 1) : 0x80;
    const bool overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
    const bool surrogate = lead == 0xed && second >= 0xa0;
    const bool above = lead == 0xf4 && second >= 0x90;
    if (overlong || surrogate || above) return false;
    i += length;
  }
  return true;
}

std::uint64_t pack::checksum(std::span<const std::byte> bytes) noexcept {
  return XXH3_64bits(bytes.data(), bytes.size());
}

namespace {

template <typename... Parts>
Failure damaged(const Parts&... parts) {
  return fail(ErrorCode::kCorrupt, "the pack is damaged: ", parts...);
}

/// The index in one go needs one guess of its size.
constexpr std::uint64_t kFirstRead = 256_KiB;

}  // namespace

class PackParser {
 public:
  explicit PackParser(std::span<const std::byte> start) : start_(start) {}

  Result<Pack> parse() {
    auto end = Pack::index_end(start_);
    if (!end) return fail(std::move(end).error());
    if (start_.size() < *end) {
      return damaged("its index ends at byte ", *end, ", and only ", start_.size(), " bytes are there");
    }
    const auto index =
        start_.subspan(pack::kHeaderBytes, static_cast<std::size_t>(*end - pack::kHeaderBytes));
    if (read_u64(start_.data() + 32) != pack::checksum(index))
      return damaged("the checksum of its index is wrong");
    pack_.zstd_level_ = read_u32(start_.data() + 12);
    pack_.file_bytes_ = read_u64(start_.data() + 16);
    pack_.piece_bytes_ = read_u64(start_.data() + 40);
    pack_.recipe_ = read_u64(start_.data() + 48);
    const std::uint32_t entries = read_u32(index.data());
    const std::uint32_t pieces = read_u32(index.data() + 4);
    const std::uint32_t parts = read_u32(index.data() + 8);
    const std::uint32_t names = read_u32(index.data() + 12);
    const std::uint64_t bytes = pack::kIndexHeadBytes + entries * std::uint64_t{pack::kEntryBytes} +
                                pieces * std::uint64_t{pack::kPieceBytes} +
                                parts * std::uint64_t{pack::kPartBytes} + names;
    if (bytes != index.size()) {
      return damaged("its index has ", index.size(), " bytes, and its tables take ", bytes);
    }
    const std::byte* at = index.data() + pack::kIndexHeadBytes;
    const std::byte* const piece_table = at + entries * pack::kEntryBytes;
    const std::byte* const part_table = piece_table + pieces * pack::kPieceBytes;
    auto kept = ByteBuffer::make(names, "the names of a pack");
    if (!kept) return fail(std::move(kept).error());
    pack_.names_ = *std::move(kept);
    if (names != 0) std::memcpy(pack_.names_.data(), part_table + parts * pack::kPartBytes, names);
    read_parts(part_table, parts);
    if (auto read = read_pieces(piece_table, pieces); !read) return fail(std::move(read).error());
    pack_.entries_.reserve(entries);
    for (std::uint32_t i = 0; i < entries; ++i, at += pack::kEntryBytes) {
      if (auto read = read_entry(at); !read) return fail(std::move(read).error());
    }
    if (next_piece_ != pack_.pieces_.size() || next_part_ != pack_.parts_.size()) {
      return damaged("it has ", pack_.pieces_.size(), " pieces and ", pack_.parts_.size(),
                     " parts, and its assets ", next_piece_, " and ", next_part_);
    }
    return std::move(pack_);
  }

 private:
  void read_parts(const std::byte* at, std::uint32_t count) {
    pack_.parts_.resize(count);
    for (PlacedPart& part : pack_.parts_) {
      part = {read_u32(at),      read_u32(at + 4),  read_u32(at + 8),
              read_u32(at + 12), read_u32(at + 16), read_u64(at + 24)};
      at += pack::kPartBytes;
    }
  }

  Result<void> read_pieces(const std::byte* at, std::uint32_t count) {
    std::uint64_t end = pack::data_start(start_.size() < 32 ? 0 : read_u64(start_.data() + 24));
    pack_.pieces_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i, at += pack::kPieceBytes) {
      PackPiece& piece = pack_.pieces_[i];
      piece.file_offset = read_u64(at);
      piece.stored_bytes = read_u64(at + 8);
      piece.bytes = read_u64(at + 16);
      piece.checksum = read_u64(at + 24);
      piece.first_part = read_u32(at + 32);
      piece.part_count = read_u32(at + 36);
      const std::uint32_t codec = read_u32(at + 40);
      piece.packed = codec == pack::kZstandard;
      if (codec > pack::kZstandard) return damaged("piece ", i, " is compressed in an unknown way, ", codec);
      if (piece.file_offset != end ||
          piece.stored_bytes > pack_.file_bytes_ - std::min(end, pack_.file_bytes_)) {
        return damaged("piece ", i, " has ", piece.stored_bytes, " bytes at ", piece.file_offset,
                       "; it is expected at ", end, ", and the file has ", pack_.file_bytes_);
      }
      end = align_up(piece.file_offset + piece.stored_bytes, pack::kAlignment);
      const bool possible =
          piece.packed ? piece.bytes / 32768 <= piece.stored_bytes : piece.bytes == piece.stored_bytes;
      if (piece.bytes == 0 || piece.stored_bytes == 0 || !possible) {
        return damaged("piece ", i, " has ", piece.stored_bytes, " bytes, which cannot hold ", piece.bytes);
      }
    }
    if (end != pack_.file_bytes_) {
      return damaged("its pieces end at byte ", end, ", and its header says that the file does at ",
                     pack_.file_bytes_);
    }
    return {};
  }

  Result<void> read_entry(const std::byte* at) {
    PackEntry entry;
    const std::uint32_t name_offset = read_u32(at);
    const std::uint32_t name_bytes = read_u32(at + 4);
    if (name_offset != next_name_ || name_bytes == 0 || name_bytes > pack_.names_.size() - next_name_) {
      return damaged("asset ", pack_.entries_.size(), " has a name of ", name_bytes, " bytes at ",
                     name_offset, " of ", pack_.names_.size());
    }
    next_name_ += name_bytes;
    entry.name = {reinterpret_cast<const char*>(pack_.names_.data()) + name_offset, name_bytes};
    if (entry.name.find('\0') != std::string_view::npos) {
      return damaged("the name of asset ", pack_.entries_.size(), " has a byte 0");
    }
    if (!pack::is_utf8(entry.name))
      return damaged("the name of asset ", pack_.entries_.size(), " is no UTF-8");
    if (!pack_.entries_.empty() && entry.name <= pack_.entries_.back().name) {
      return damaged("asset ", pack_.entries_.size(), ", '", entry.name, "', is out of order");
    }
    const std::uint32_t kind = read_u32(at + 8);
    const std::uint32_t flags = read_u32(at + 12);
    entry.first_piece = read_u32(at + 16);
    entry.piece_count = read_u32(at + 20);
    entry.bytes = read_u64(at + 24);
    const std::uint32_t alpha = read_u32(at + 32);
    if (kind != pack::kBuffer && kind != pack::kTexture) {
      return damaged("'", entry.name, "' is of an unknown kind, ", kind);
    }
    if (entry.first_piece != next_piece_ || entry.piece_count > pack_.pieces_.size() - next_piece_) {
      return damaged("the pieces of '", entry.name, "' are ", entry.piece_count, " from number ",
                     entry.first_piece, ", and ", pack_.pieces_.size(), " are there");
    }
    next_piece_ += entry.piece_count;
    for (const PackPiece& piece : pack_.pieces(entry)) {
      if (piece.first_part != next_part_ || piece.part_count > pack_.parts_.size() - next_part_) {
        return damaged("a piece of '", entry.name, "' has ", piece.part_count, " parts from number ",
                       piece.first_part, ", and ", pack_.parts_.size(), " are there");
      }
      next_part_ += piece.part_count;
    }
    entry.is_texture = kind == pack::kTexture;
    if (alpha > static_cast<std::uint32_t>(AlphaMode::kCustom) ||
        flags > (entry.is_texture ? pack::kCube : 0)) {
      return damaged("'", entry.name, "' has flags ", flags, " and alpha of kind ", alpha);
    }
    entry.alpha = static_cast<AlphaMode>(alpha);
    const PlacedPieces placed = pack_.placed(entry);
    Result<std::uint64_t> bytes = std::uint64_t{0};
    if (entry.is_texture) {
      entry.cube = flags == pack::kCube;
      entry.desc.dimension = static_cast<Dimension>(read_u32(at + 36));
      entry.desc.format = static_cast<Format>(read_u32(at + 40));
      entry.desc.width = read_u64(at + 48);
      entry.desc.height = read_u32(at + 56);
      entry.desc.depth_or_array_size = read_u32(at + 60);
      entry.desc.mip_levels = read_u32(at + 64);
      entry.desc.sample_count = 1;
      if (entry.desc.mip_levels == 0) return damaged("'", entry.name, "' has no mip level");
      auto plan = placed_plan(entry.desc, placed);
      if (!plan) return damaged("'", entry.name, "': ", plan.error().message);
      bytes = plan->staged_bytes;
    } else {
      bytes = placed_buffer_bytes(placed);
    }
    if (!bytes) return damaged("'", entry.name, "': ", bytes.error().message);
    if (*bytes != entry.bytes) {
      return damaged("'", entry.name, "' has ", entry.bytes, " bytes, and its pieces ", *bytes);
    }
    pack_.entries_.push_back(entry);
    return {};
  }

  std::span<const std::byte> start_;
  Pack pack_;
  std::uint64_t next_name_ = 0;
  std::uint64_t next_piece_ = 0;
  std::uint64_t next_part_ = 0;
};

Result<std::uint64_t> Pack::index_end(std::span<const std::byte> head) {
  if (head.size() < 12 || std::memcmp(head.data(), pack::kMagic.data(), pack::kMagic.size()) != 0) {
    return fail(ErrorCode::kUnsupported, "this is no pack: it does not begin as one");
  }
  if (const std::uint32_t version = read_u32(head.data() + 8); version != pack::kVersion) {
    return fail(ErrorCode::kUnsupported, "the pack is of version ", version,
                ", and this Ferry reads version ", pack::kVersion,
                "; write it again with the same Ferry that reads it");
  }
  if (head.size() < pack::kHeaderBytes)
    return damaged("it has ", head.size(), " bytes, not even its header's 64");
  if (read_u64(head.data() + 56) != pack::checksum(head.first(56))) {
    return damaged("the checksum of its header is wrong");
  }
  const std::uint64_t bytes = read_u64(head.data() + 24);
  const std::uint64_t file = read_u64(head.data() + 16);
  if (bytes < pack::kIndexHeadBytes || bytes > file || file > INT64_MAX) {
    return damaged("its index is said to have ", bytes, " bytes, and all of it ", file);
  }
  return pack::kHeaderBytes + bytes;
}

Result<Pack> Pack::parse(std::span<const std::byte> start) {
  return PackParser(start).parse();
}

Result<Pack> Pack::open(const std::filesystem::path& path) {
  const auto named = [&](const Error& error) {
    return fail(error.code, path_text(path), ": ", error.message);
  };
  auto file = RandomFile::open(path);
  if (!file) return fail(std::move(file).error());
  auto start = ByteBuffer::make(std::min(file->size(), kFirstRead), "the index of a pack");
  if (!start) return named(start.error());
  if (auto read = file->read(0, start->bytes()); !read) return fail(std::move(read).error());
  auto end = index_end(start->bytes());
  if (!end) return named(end.error());
  if (*end > file->size()) {
    return named(Error{ErrorCode::kCorrupt, 0,
                       text("the pack is cut short: it has ", file->size(),
                            " bytes, and its "
                            "index ends at byte ",
                            *end)});
  }
  if (*end > start->size()) {
    start = ByteBuffer::make(*end, "the index of a pack");
    if (!start) return named(start.error());
    if (auto read = file->read(0, start->bytes()); !read) return fail(std::move(read).error());
  }
  auto pack = parse(start->bytes());
  if (!pack) return named(pack.error());
  if (pack->file_bytes_ != file->size()) {
    return named(Error{ErrorCode::kCorrupt, 0,
                       text("the pack is cut short, or something stands behind it: it has ", file->size(),
                            " bytes, and ", pack->file_bytes_, " were written")});
  }
  return pack;
}

const PackEntry* Pack::find(std::string_view name) const noexcept {
  const auto found =
      std::lower_bound(entries_.begin(), entries_.end(), name,
                       [](const PackEntry& entry, std::string_view n) { return entry.name < n; });
  return found != entries_.end() && found->name == name ? &*found : nullptr;
}

std::span<const PackPiece> Pack::pieces(const PackEntry& entry) const noexcept {
  return std::span(pieces_).subspan(entry.first_piece, entry.piece_count);
}

std::span<const PlacedPart> Pack::parts(const PackPiece& piece) const noexcept {
  return std::span(parts_).subspan(piece.first_part, piece.part_count);
}

PlacedPieces Pack::placed(const PackEntry& entry, bool verify) const {
  PlacedPieces placed;
  placed.pieces.reserve(entry.piece_count);
  for (const PackPiece& piece : pieces(entry)) {
    const auto first = static_cast<std::uint32_t>(placed.parts.size());
    const auto own = parts(piece);
    placed.parts.insert(placed.parts.end(), own.begin(), own.end());
    placed.pieces.push_back({piece.file_offset, piece.stored_bytes, piece.bytes, piece.packed || verify,
                             first, piece.part_count});
  }
  return placed;
}

Result<void> Pack::unpack(const PackEntry& entry, std::size_t number, std::span<const std::byte> stored,
                          std::span<std::byte> out, bool write_combined) const {
  if (number >= entry.piece_count) {
    return fail(ErrorCode::kInvalidArgument, "'", entry.name, "' has ", entry.piece_count,
                " pieces, and number ", number, " was asked for");
  }
  const PackPiece& piece = pieces(entry)[number];
  if (stored.size() != piece.stored_bytes || out.size() != piece.bytes) {
    return fail(ErrorCode::kInvalidArgument, "piece ", number, " of '", entry.name, "' has ",
                piece.stored_bytes, " bytes and holds ", piece.bytes, "; ", stored.size(), " and ",
                out.size(), " were given");
  }
  if (const std::uint64_t found = pack::checksum(stored); found != piece.checksum) {
    return fail(ErrorCode::kCorrupt, "piece ", number, " of '", entry.name, "' (", piece.stored_bytes,
                " bytes at ", piece.file_offset, " of the pack) is damaged: its checksum is ", Hex{found},
                ", and it was ", Hex{piece.checksum});
  }
  if (!piece.packed) {
    copy_bytes(out.data(), stored.data(), stored.size(), StoreHint::kAuto, write_combined);
    return {};
  }
  const auto named = [&](const Error& error) {
    return fail(error.code, "piece ", number, " of '", entry.name, "': ", error.message);
  };
  if (!write_combined) {
    if (auto inflated = inflate_zstd(stored, out); !inflated) return named(inflated.error());
    return {};
  }
  // Zstandard reads back what it wrote, which write-combined memory does not like.
  thread_local ByteBuffer scratch;
  if (scratch.size() < out.size()) {
    auto made = ByteBuffer::make(out.size(), "a piece of a pack");
    if (!made) return named(made.error());
    scratch = *std::move(made);
  }
  const auto plain = scratch.bytes().first(out.size());
  if (auto inflated = inflate_zstd(stored, plain); !inflated) return named(inflated.error());
  copy_bytes(out.data(), plain.data(), plain.size(), StoreHint::kAuto, true);
  return {};
}

UnpackPiece unpacker(std::shared_ptr<const Pack> pack, const PackEntry& entry) {
  return [pack = std::move(pack), &entry](std::size_t piece, std::span<const std::byte> stored,
                                          std::span<std::byte> out, bool write_combined) {
    return pack->unpack(entry, piece, stored, out, write_combined);
  };
}

Result<void> verify_pack(const std::filesystem::path& path) {
  auto pack = Pack::open(path);
  if (!pack) return fail(std::move(pack).error());
  auto file = RandomFile::open(path);
  if (!file) return fail(std::move(file).error());
  for (const PackEntry& entry : pack->entries()) {
    const auto pieces = pack->pieces(entry);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      auto stored = ByteBuffer::make(pieces[i].stored_bytes, "a piece of a pack");
      if (!stored) return fail(std::move(stored).error());
      auto out = ByteBuffer::make(pieces[i].bytes, "a piece of a pack");
      if (!out) return fail(std::move(out).error());
      if (auto read = file->read(pieces[i].file_offset, stored->bytes()); !read) return read;
      if (auto unpacked = pack->unpack(entry, i, stored->bytes(), out->bytes()); !unpacked) {
        return fail(unpacked.error().code, path_text(path), ": ", unpacked.error().message);
      }
    }
  }
  return {};
}

}  // namespace ferry
