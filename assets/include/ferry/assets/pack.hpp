#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <ferry/assets/texture_image.hpp>
#include <ferry/base/byte_buffer.hpp>
#include <ferry/base/result.hpp>
#include <ferry/layout/placed_pieces.hpp>
#include <ferry/layout/texture_desc.hpp>

// Packs: many assets in one file, laid out for streaming (docs/pack-format.md). Pieces lie at multiples of
// 4096 bytes, with the rows of textures where a footprint has them, so that they are read straight into
// staging memory.

namespace ferry {

/// One asset of a pack.
struct PackEntry {
  /// UTF-8; lives as long as the Pack.
  std::string_view name;
  bool is_texture = false;
  /// Of a texture; it validates().
  TextureDesc desc;
  /// The array is of cubes.
  bool cube = false;
  AlphaMode alpha = AlphaMode::kUnknown;
  /// Of a buffer: its bytes. Of a texture: what staging takes for all of its pieces.
  std::uint64_t bytes = 0;
  std::uint32_t first_piece = 0;
  std::uint32_t piece_count = 0;
};

struct PackPiece {
  std::uint64_t file_offset = 0;  ///< A multiple of 4096.
  std::uint64_t stored_bytes = 0;
  std::uint64_t bytes = 0;  ///< Once unpacked.
  /// XXH3 (64 bits) of the stored bytes.
  std::uint64_t checksum = 0;
  /// The stored bytes are Zstandard's.
  bool packed = false;
  std::uint32_t first_part = 0;
  std::uint32_t part_count = 0;
};

/// The index of a pack. After it is made nothing changes: any thread may use it, several at once.
class Pack {
 public:
  /// Bytes that index_end() needs.
  static constexpr std::size_t kHeadBytes = 64;

  /// Where the index ends: how many bytes from the start of the file parse() needs. kUnsupported: no pack,
  /// or one of another version. kCorrupt.
  static Result<std::uint64_t> index_end(std::span<const std::byte> head);

  /// From the start of the file, at least up to index_end(); the bytes are not needed any more afterwards.
  /// All that the index says is checked here, and that every piece lies within the file's size as the header
  /// has it. Errors as for index_end(), and kOutOfMemory.
  static Result<Pack> parse(std::span<const std::byte> start);

  /// Reads what parse() needs, and looks whether the file is as long as it should be. Errors begin with the
  /// path; besides those of parse(): kNotFound, kIo.
  static Result<Pack> open(const std::filesystem::path& path);

  /// By name, as bytes rise.
  [[nodiscard]] std::span<const PackEntry> entries() const noexcept { return entries_; }
  /// nullptr where there is none of this name.
  [[nodiscard]] const PackEntry* find(std::string_view name) const noexcept;
  /// In the order in which they lie in the file; of a texture the smallest mips come first.
  [[nodiscard]] std::span<const PackPiece> pieces(const PackEntry& entry) const noexcept;
  [[nodiscard]] std::span<const PlacedPart> parts(const PackPiece& piece) const noexcept;

  [[nodiscard]] std::uint64_t file_bytes() const noexcept { return file_bytes_; }
  /// The options that it was written with.
  [[nodiscard]] std::uint64_t piece_bytes() const noexcept { return piece_bytes_; }
  [[nodiscard]] std::uint32_t zstd_level() const noexcept { return zstd_level_; }
  [[nodiscard]] std::uint64_t recipe() const noexcept { return recipe_; }

  /// One asset's pieces for whoever stages them (ferry::PlacedSource of the loader). `verify`: pieces that
  /// lie as they are go through unpack() too, which looks at their checksum, at the price of a copy.
  [[nodiscard]] PlacedPieces placed(const PackEntry& entry, bool verify = false) const;

  /// Checks the stored bytes of piece number `piece` of the entry, and writes what they hold into `out`: all
  /// of it, once and in order, nothing read back where it is write-combined. Errors name the asset and the
  /// piece: kCorrupt, kOutOfMemory; kInvalidArgument for spans of other sizes than the piece says.
  Result<void> unpack(const PackEntry& entry, std::size_t piece, std::span<const std::byte> stored,
                      std::span<std::byte> out, bool write_combined = false) const;

 private:
  friend class PackParser;

  ByteBuffer names_;
  std::vector<PackEntry> entries_;
  std::vector<PackPiece> pieces_;
  std::vector<PlacedPart> parts_;
  std::uint64_t file_bytes_ = 0;
  std::uint64_t piece_bytes_ = 0;
  std::uint32_t zstd_level_ = 0;
  std::uint64_t recipe_ = 0;
};

/// unpack() of one entry, as a loader takes it. Keeps the pack.
UnpackPiece unpacker(std::shared_ptr<const Pack> pack, const PackEntry& entry);

/// Reads every piece and unpacks it. The first error, which names the file, the asset and the piece.
Result<void> verify_pack(const std::filesystem::path& path);

}  // namespace ferry
