#include "pack_assembly.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <ferry/assets/file.hpp>
#include <ferry/base/byte_buffer.hpp>
#include <ferry/base/units.hpp>

#include "little_endian.hpp"
#include "pack_format.hpp"

namespace ferry::pack {
namespace {

/// Pieces are copied in blocks of this size.
constexpr std::uint64_t kBlock = 1_MiB;

struct Counts {
  std::uint64_t pieces = 0;
  std::uint64_t parts = 0;
  std::uint64_t names = 0;
};

/// The tables of the index, filled from front to back.
class IndexWriter {
 public:
  IndexWriter(std::byte* index, std::size_t entries, const Counts& counts)
      : entry_(index + kIndexHeadBytes),
        piece_(entry_ + entries * kEntryBytes),
        part_(piece_ + counts.pieces * kPieceBytes),
        name_(part_ + counts.parts * kPartBytes) {
    write_u32(index, static_cast<std::uint32_t>(entries));
    write_u32(index + 4, static_cast<std::uint32_t>(counts.pieces));
    write_u32(index + 8, static_cast<std::uint32_t>(counts.parts));
    write_u32(index + 12, static_cast<std::uint32_t>(counts.names));
  }

  /// `offset`: of the entry's first piece in the file. Gives that of the next entry's.
  std::uint64_t add(const ReadyEntry& entry, std::uint64_t offset) {
    write_u32(entry_, names_);
    write_u32(entry_ + 4, static_cast<std::uint32_t>(entry.name.size()));
    write_u32(entry_ + 8, entry.is_texture ? kTexture : kBuffer);
    write_u32(entry_ + 12, entry.cube ? kCube : 0);
    write_u32(entry_ + 16, pieces_);
    write_u32(entry_ + 20, static_cast<std::uint32_t>(entry.pieces.size()));
    write_u64(entry_ + 24, entry.bytes);
    write_u32(entry_ + 32, static_cast<std::uint32_t>(entry.alpha));
    if (entry.is_texture) {
      write_u32(entry_ + 36, static_cast<std::uint32_t>(entry.desc.dimension));
      write_u32(entry_ + 40, static_cast<std::uint32_t>(entry.desc.format));
      write_u64(entry_ + 48, entry.desc.width);
      write_u32(entry_ + 56, entry.desc.height);
      write_u32(entry_ + 60, entry.desc.depth_or_array_size);
      write_u32(entry_ + 64, entry.desc.mip_levels);
    }
    entry_ += kEntryBytes;
    std::memcpy(name_, entry.name.data(), entry.name.size());
    name_ += entry.name.size();
    names_ += static_cast<std::uint32_t>(entry.name.size());
    for (const ReadyPiece& piece : entry.pieces) {
      write_u64(piece_, offset);
      write_u64(piece_ + 8, piece.stored_bytes);
      write_u64(piece_ + 16, piece.bytes);
      write_u64(piece_ + 24, piece.checksum);
      write_u32(piece_ + 32, parts_);
      write_u32(piece_ + 36, piece.part_count);
      write_u32(piece_ + 40, piece.packed ? kZstandard : kAsItLies);
      piece_ += kPieceBytes;
      ++pieces_;
      parts_ += piece.part_count;
      offset = align_up(offset + piece.stored_bytes, kAlignment);
    }
    for (const PlacedPart& part : entry.parts) {
      write_u32(part_, part.subresource);
      write_u32(part_ + 4, part.first_slice);
      write_u32(part_ + 8, part.slices);
      write_u32(part_ + 12, part.first_row);
      write_u32(part_ + 16, part.rows);
      write_u64(part_ + 24, part.offset);
      part_ += kPartBytes;
    }
    return offset;
  }

 private:
  std::byte* entry_;
  std::byte* piece_;
  std::byte* part_;
  std::byte* name_;
  std::uint32_t pieces_ = 0;
  std::uint32_t parts_ = 0;
  std::uint32_t names_ = 0;
};

Result<void> copy_piece(const ReadyPiece& piece, RandomFile& from, FileWriter& to, ByteBuffer& block) {
  for (std::uint64_t done = 0; done < piece.stored_bytes;) {
    const std::uint64_t now = std::min(kBlock, piece.stored_bytes - done);
    const auto bytes = block.bytes().first(static_cast<std::size_t>(now));
    if (auto read = from.read(piece.source_offset + done, bytes); !read) return read;
    if (auto written = to.write(bytes); !written) return written;
    done += now;
  }
  return {};
}

Result<void> pad(FileWriter& to, std::uint64_t bytes) {
  static constexpr std::array<std::byte, kAlignment> kZeros = {};
  const std::uint64_t missing = align_up(bytes, kAlignment) - bytes;
  return to.write(std::span(kZeros).first(static_cast<std::size_t>(missing)));
}

}  // namespace

Result<void> assemble(const std::filesystem::path& path, std::vector<ReadyEntry> entries,
                      std::span<RandomFile> sources, const Written& options) {
  std::sort(entries.begin(), entries.end(),
            [](const ReadyEntry& a, const ReadyEntry& b) { return a.name < b.name; });
  Counts counts;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i != 0 && entries[i].name == entries[i - 1].name) {
      return fail(ErrorCode::kInvalidArgument, "there are two assets '", entries[i].name,
                  "'; each needs a name of its own");
    }
    counts.pieces += entries[i].pieces.size();
    counts.parts += entries[i].parts.size();
    counts.names += entries[i].name.size();
  }
  if (std::max({std::uint64_t{entries.size()}, counts.pieces, counts.parts, counts.names}) > UINT32_MAX) {
    return fail(ErrorCode::kInvalidArgument,
                "the pack has more assets, pieces or names than 32 bits can count; make two");
  }
  const std::uint64_t index_bytes = kIndexHeadBytes + entries.size() * std::uint64_t{kEntryBytes} +
                                    counts.pieces * kPieceBytes + counts.parts * kPartBytes + counts.names;
  auto start = ByteBuffer::make(data_start(index_bytes), "the index of a pack");
  if (!start) return fail(std::move(start).error());
  std::memset(start->data(), 0, static_cast<std::size_t>(start->size()));
  std::byte* const index = start->data() + kHeaderBytes;
  IndexWriter writer(index, entries.size(), counts);
  std::uint64_t end = start->size();
  for (const ReadyEntry& entry : entries) end = writer.add(entry, end);
  std::byte* const head = start->data();
  std::memcpy(head, kMagic.data(), kMagic.size());
  write_u32(head + 8, kVersion);
  write_u32(head + 12, options.zstd_level);
  write_u64(head + 16, end);
  write_u64(head + 24, index_bytes);
  write_u64(head + 32, checksum({index, static_cast<std::size_t>(index_bytes)}));
  write_u64(head + 40, options.piece_bytes);
  write_u64(head + 48, options.recipe);
  write_u64(head + 56, checksum({head, 56}));

  auto out = FileWriter::create(path);
  if (!out) return fail(std::move(out).error());
  if (auto written = out->write(start->bytes()); !written) return written;
  auto block = ByteBuffer::make(kBlock, "a block of a pack");
  if (!block) return fail(std::move(block).error());
  for (const ReadyEntry& entry : entries) {
    for (const ReadyPiece& piece : entry.pieces) {
      if (auto copied = copy_piece(piece, sources[piece.source], *out, *block); !copied) return copied;
      if (auto padded = pad(*out, piece.stored_bytes); !padded) return padded;
    }
  }
  return out->commit();
}

}  // namespace ferry::pack
