#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include <ferry/assets/texture_image.hpp>
#include <ferry/base/result.hpp>
#include <ferry/base/units.hpp>

namespace ferry {

struct PackOptions {
  /// Assets are cut into pieces of at most this size: what a loader stages at once. 64 KiB to 1 GiB.
  std::uint64_t piece_bytes = 4_MiB;
  /// Zstandard's, 1 to 22; 0 stores everything as it is. A piece that does not become at least a sixteenth
  /// smaller is stored as it is.
  int zstd_level = 0;
  /// What else the assets were made with, as a number of the caller's: packs of different ones are not merged.
  std::uint64_t recipe = 0;
};

/// Writes a pack (docs/pack-format.md). The same assets and options give the same bytes, whatever the order
/// in which the assets come (and, with compression, as long as Zstandard's version is the same). Not for use
/// by two threads at once.
///
/// What is added goes to a temporary file beside the pack; finish() writes the pack from it, which is there
/// whole then or not at all.
class PackWriter {
 public:
  PackWriter(PackWriter&&) noexcept;
  PackWriter& operator=(PackWriter&&) noexcept;
  ~PackWriter();

  /// kInvalidArgument: options out of range. Else errors as for FileWriter::create().
  static Result<PackWriter> create(const std::filesystem::path& path, const PackOptions& options = {});

  /// kInvalidArgument: the name is none (is_pack_name()), or was there before. kIo, kOutOfMemory; and the
  /// errors of write_rows(). After an error only destroying makes sense.
  Result<void> add_texture(std::string_view name, const TextureImage& image);
  Result<void> add_buffer(std::string_view name, std::span<const std::byte> bytes);

  /// Writes the pack. Once.
  Result<void> finish();

 private:
  struct State;
  explicit PackWriter(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

/// Whether an asset can have this name: 1 to 4096 bytes of UTF-8, none of them 0.
bool is_pack_name(std::string_view name) noexcept;

/// Whether the asset of this name belongs to part `shard` (from 0) of `shards`: by its name alone, so that
/// each machine of a farm can tell.
bool is_in_shard(std::string_view name, std::uint32_t shard, std::uint32_t shards) noexcept;

/// Joins packs into one: byte for byte what one PackWriter with all the assets writes. kInvalidArgument: the
/// parts were written with different options, or have an asset of the same name. Errors name the part.
Result<void> merge_packs(std::span<const std::filesystem::path> parts, const std::filesystem::path& out);

}  // namespace ferry
