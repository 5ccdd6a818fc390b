#include <ferry/assets/pack_write.hpp>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <system_error>
#include <unordered_set>
#include <utility>
#include <vector>

#include <ferry/assets/file.hpp>
#include <ferry/assets/pack.hpp>
#include <ferry/base/byte_buffer.hpp>
#include <ferry/layout/texture_plan.hpp>

#include "pack_assembly.hpp"
#include "pack_format.hpp"
#include "zstd_codec.hpp"

namespace ferry {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostName = 4096;

Result<void> fit(ByteBuffer& buffer, std::uint64_t bytes) {
  if (buffer.size() >= bytes) return {};
  auto made = ByteBuffer::make(bytes, "a piece of a pack");
  if (!made) return fail(std::move(made).error());
  buffer = *std::move(made);
  return {};
}

}  // namespace

struct PackWriter::State {
  fs::path path;
  fs::path spool_path;
  PackOptions options;
  std::optional<FileWriter> spool;
  bool spooled = false;  // The spool has its name.
  std::uint64_t spool_bytes = 0;
  std::vector<pack::ReadyEntry> entries;
  std::unordered_set<std::string> names;
  std::optional<ZstdPacker> packer;  // with a level other than 0
  ByteBuffer piece_memory;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { drop_spool(); }

  void drop_spool() noexcept {
    std::error_code none;
    if (std::exchange(spooled, false)) fs::remove(spool_path, none);
  }

  Result<pack::ReadyEntry> begin(std::string_view name) {
    if (!spool) return fail(ErrorCode::kInvalidArgument, "the pack is finished; nothing more can be added");
    if (!is_pack_name(name)) {
      return fail(ErrorCode::kInvalidArgument, "an asset's name, '", name, "', has ", name.size(),
                  " bytes; it has 1 to ", kMostName, " of UTF-8, and no byte 0");
    }
    if (!names.emplace(name).second) {
      return fail(ErrorCode::kInvalidArgument, "there are two assets '", name,
                  "'; each needs a name of its own");
    }
    pack::ReadyEntry entry;
    entry.name = name;
    return entry;
  }

  /// Puts a piece of the asset, compressed where that is worth it, behind what is spooled.
  Result<void> add_piece(pack::ReadyEntry& entry, std::span<const std::byte> bytes,
                         std::uint32_t part_count) {
    std::span<const std::byte> stored = bytes;
    pack::ReadyPiece piece;
    if (packer) {
      const auto packed = packer->pack(bytes);
      if (!packed) return fail(packed.error().code, "'", entry.name, "': ", packed.error().message);
      piece.packed = packed->size() <= bytes.size() - bytes.size() / 16 && packed->size() < bytes.size();
      if (piece.packed) stored = *packed;
    }
    if (auto written = spool->write(stored); !written) return written;
    piece.source_offset = std::exchange(spool_bytes, spool_bytes + stored.size());
    piece.stored_bytes = stored.size();
    piece.bytes = bytes.size();
    piece.checksum = pack::checksum(stored);
    piece.part_count = part_count;
    entry.bytes += bytes.size();
    entry.pieces.push_back(piece);
    return {};
  }
};

PackWriter::PackWriter(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
PackWriter::PackWriter(PackWriter&&) noexcept = default;
PackWriter& PackWriter::operator=(PackWriter&&) noexcept = default;
PackWriter::~PackWriter() = default;

Result<PackWriter> PackWriter::create(const fs::path& path, const PackOptions& options) {
  if (options.piece_bytes < 64_KiB || options.piece_bytes > 1_GiB) {
    return fail(ErrorCode::kInvalidArgument, "pieces of ", options.piece_bytes,
                " bytes; 64 KiB to 1 GiB are possible");
  }
  if (options.zstd_level < 0 ||
      (options.zstd_level > ZstdPacker::most_level() && ZstdPacker::most_level() != 0)) {
    return fail(ErrorCode::kInvalidArgument, "Zstandard has no level ", options.zstd_level, "; it has 1 to ",
                ZstdPacker::most_level(), ", and 0 is none");
  }
  auto state = std::make_unique<State>();
  state->path = path;
  state->spool_path = path;
  state->spool_path += ".spool";
  state->options = options;
  if (options.zstd_level != 0) {
    auto packer = ZstdPacker::create(options.zstd_level);
    if (!packer) return fail(std::move(packer).error());
    state->packer = *std::move(packer);
  }
  auto spool = FileWriter::create(state->spool_path);
  if (!spool) {
    // Of the spool's name nobody has heard.
    return fail(spool.error().code, path_text(path), ": cannot be written: ", spool.error().message);
  }
  state->spool = *std::move(spool);
  return PackWriter(std::move(state));
}

Result<void> PackWriter::add_texture(std::string_view name, const TextureImage& image) {
  auto entry = state_->begin(name);
  if (!entry) return fail(std::move(entry).error());
  auto plan = plan_texture(image.desc, 0, subresource_count(image.desc), state_->options.piece_bytes);
  if (!plan) return fail(plan.error().code, "'", name, "': ", plan.error().message);
  entry->is_texture = true;
  entry->desc = image.desc;
  entry->cube = image.cube;
  entry->alpha = image.alpha;
  for (std::size_t i = 0; i < plan->pieces.size(); ++i) {
    const PlanPiece& piece = plan->pieces[i];
    const auto bytes = static_cast<std::size_t>(plan->sizes[i]);
    if (auto fitted = fit(state_->piece_memory, bytes); !fitted) return fitted;
    std::memset(state_->piece_memory.data(), 0, bytes);
    for (std::uint32_t k = 0; k < piece.part_count; ++k) {
      const PlanPart& part = plan->parts[piece.first_part + k];
      const Footprint& shape = part.footprint;
      for (std::uint32_t slice = 0; slice < shape.depth; ++slice) {
        const RowRange rows = {part.subresource, part.first_slice + slice, part.first_row, shape.rows};
        std::byte* const to = state_->piece_memory.data() + shape.offset + slice * shape.slice_pitch;
        if (auto written = write_rows(image, rows, to, shape.row_pitch); !written) {
          return fail(written.error().code, "'", name, "': ", written.error().message);
        }
      }
      entry->parts.push_back(
          {part.subresource, part.first_slice, shape.depth, part.first_row, shape.rows, shape.offset});
    }
    const auto filled = std::as_const(state_->piece_memory).bytes().first(bytes);
    if (auto added = state_->add_piece(*entry, filled, piece.part_count); !added) return added;
  }
  state_->entries.push_back(*std::move(entry));
  return {};
}

Result<void> PackWriter::add_buffer(std::string_view name, std::span<const std::byte> bytes) {
  auto entry = state_->begin(name);
  if (!entry) return fail(std::move(entry).error());
  while (!bytes.empty()) {
    const std::size_t now =
        static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), state_->options.piece_bytes));
    if (auto added = state_->add_piece(*entry, bytes.first(now), 0); !added) return added;
    bytes = bytes.subspan(now);
  }
  state_->entries.push_back(*std::move(entry));
  return {};
}

Result<void> PackWriter::finish() {
  if (!state_->spool) return fail(ErrorCode::kInvalidArgument, "the pack is finished already");
  FileWriter spool = *std::move(state_->spool);
  state_->spool.reset();
  if (auto committed = spool.commit(); !committed) return committed;
  state_->spooled = true;
  const pack::Written options = {state_->options.piece_bytes,
                                 static_cast<std::uint32_t>(state_->options.zstd_level),
                                 state_->options.recipe};
  Result<void> written;
  {
    auto file = RandomFile::open(state_->spool_path);
    if (!file) return fail(std::move(file).error());
    written = pack::assemble(state_->path, std::move(state_->entries), {&*file, 1}, options);
  }
  state_->drop_spool();
  return written;
}

bool is_pack_name(std::string_view name) noexcept {
  return !name.empty() && name.size() <= kMostName && name.find('\0') == std::string_view::npos &&
         pack::is_utf8(name);
}

bool is_in_shard(std::string_view name, std::uint32_t shard, std::uint32_t shards) noexcept {
  const std::span<const char> bytes(name.data(), name.size());
  return shards == 0 || pack::checksum(std::as_bytes(bytes)) % shards == shard;
}

Result<void> merge_packs(std::span<const fs::path> parts, const fs::path& out) {
  if (parts.empty()) return fail(ErrorCode::kInvalidArgument, "there are no packs to merge");
  std::vector<pack::ReadyEntry> entries;
  std::vector<RandomFile> files;
  std::optional<pack::Written> options;
  for (const fs::path& path : parts) {
    auto part = Pack::open(path);
    if (!part) return fail(std::move(part).error());
    const pack::Written own = {part->piece_bytes(), part->zstd_level(), part->recipe()};
    if (!options) options = own;
    if (own.recipe != options->recipe) {
      return fail(ErrorCode::kInvalidArgument, path_text(path), " was made with other options (recipe ",
                  own.recipe, ") than ", path_text(parts.front()), " (recipe ", options->recipe,
                  "); all parts need the same options");
    }
    if (own != *options) {
      return fail(ErrorCode::kInvalidArgument, path_text(path), " was written with pieces of ",
                  own.piece_bytes, " bytes and Zstandard level ", own.zstd_level, ", ",
                  path_text(parts.front()), " with ", options->piece_bytes, " and ", options->zstd_level,
                  "; all parts need the same options");
    }
    auto file = RandomFile::open(path);
    if (!file) return fail(std::move(file).error());
    for (const PackEntry& entry : part->entries()) {
      pack::ReadyEntry ready;
      ready.name = entry.name;
      ready.is_texture = entry.is_texture;
      ready.desc = entry.desc;
      ready.cube = entry.cube;
      ready.alpha = entry.alpha;
      ready.bytes = entry.bytes;
      ready.parts = part->placed(entry).parts;
      for (const PackPiece& piece : part->pieces(entry)) {
        ready.pieces.push_back({files.size(), piece.file_offset, piece.stored_bytes, piece.bytes,
                                piece.checksum, piece.packed, piece.part_count});
      }
      entries.push_back(std::move(ready));
    }
    files.push_back(*std::move(file));
  }
  return pack::assemble(out, std::move(entries), files, *options);
}

}  // namespace ferry
