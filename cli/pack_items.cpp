#include "pack_items.hpp"

#include <cstring>
#include <memory>
#include <utility>

#include <ferry/assets/file.hpp>
#include <ferry/assets/pack.hpp>
#include <ferry/base/text.hpp>
#include <ferry/layout/footprint.hpp>
#include <ferry/loader/file_reader.hpp>

#include "decode_texture.hpp"

namespace ferry::cli {

namespace {

/// Where the pieces of one asset lie in the file: one run, for they lie in order.
struct Run {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

Run run_of(const Pack& pack, const PackEntry& entry) {
  const auto pieces = pack.pieces(entry);
  if (pieces.empty()) return {};
  const PackPiece& last = pieces.back();
  return {pieces.front().file_offset, last.file_offset + last.stored_bytes - pieces.front().file_offset};
}

/// Calls `take(piece, bytes)` for each piece, unpacked.
template <typename Take>
Result<void> for_each_piece(const Pack& pack, const PackEntry& entry, std::span<const std::byte> stored,
                            const Take& take) {
  const auto pieces = pack.pieces(entry);
  const Run run = run_of(pack, entry);
  if (stored.size() != run.bytes) {
    return fail(ErrorCode::kCorrupt, entry.name, " has ", stored.size(), " of its ", run.bytes, " bytes");
  }
  ByteBuffer memory;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const PackPiece& piece = pieces[i];
    if (memory.size() < piece.bytes) {
      auto bigger = ByteBuffer::make(piece.bytes, "a piece of a pack");
      if (!bigger) return fail(std::move(bigger).error());
      memory = *std::move(bigger);
    }
    const auto out = memory.bytes().first(static_cast<std::size_t>(piece.bytes));
    const auto in = stored.subspan(static_cast<std::size_t>(piece.file_offset - run.offset),
                                   static_cast<std::size_t>(piece.stored_bytes));
    if (auto unpacked = pack.unpack(entry, i, in, out); !unpacked) return unpacked;
    if (auto taken = take(piece, out); !taken) return taken;
  }
  return {};
}

Result<ByteBuffer> unpack_buffer(const Pack& pack, const PackEntry& entry,
                                 std::span<const std::byte> stored) {
  auto memory = ByteBuffer::make(entry.bytes, "a buffer of a pack");
  if (!memory) return memory;
  std::size_t at = 0;
  const auto append = [&](const PackPiece& /*piece*/, std::span<const std::byte> bytes) -> Result<void> {
    if (bytes.size() > memory->size() - at)
      return fail(ErrorCode::kCorrupt, entry.name, " has too many bytes");
    std::memcpy(memory->data() + at, bytes.data(), bytes.size());
    at += bytes.size();
    return {};
  };
  if (auto unpacked = for_each_piece(pack, entry, stored, append); !unpacked) {
    return fail(std::move(unpacked).error());
  }
  return memory;
}

/// The texture, rows and slices without padding.
Result<TextureImage> unpack_texture(const Pack& pack, const PackEntry& entry,
                                    std::span<const std::byte> stored) {
  TextureImage image;
  image.desc = entry.desc;
  image.cube = entry.cube;
  image.alpha = entry.alpha;
  const std::uint32_t count = subresource_count(entry.desc);
  const auto bytes = tight_bytes(entry.desc, 0, count);
  if (!bytes) return fail(bytes.error());
  auto memory = ByteBuffer::make(*bytes, "a texture of a pack");
  if (!memory) return fail(std::move(memory).error());
  std::vector<std::byte*> begins;
  std::vector<Footprint> places;
  std::byte* at = memory->data();
  for (std::uint32_t index = 0; index < count; ++index) {
    const auto place = footprint(entry.desc, index);
    if (!place) return fail(place.error());
    begins.push_back(at);
    places.push_back(*place);
    image.parts.push_back({at, place->row_bytes, place->row_bytes * place->rows});
    at += tight_bytes(*place);
  }
  const auto put_rows = [&](const PackPiece& piece, std::span<const std::byte> from) -> Result<void> {
    for (const PlacedPart& part : pack.parts(piece)) {
      const Footprint& place = places[part.subresource];
      const std::byte* source = from.data() + part.offset;
      for (std::uint32_t slice = part.first_slice; slice < part.first_slice + part.slices; ++slice) {
        for (std::uint32_t row = part.first_row; row < part.first_row + part.rows; ++row) {
          const std::uint64_t row_number = std::uint64_t{slice} * place.rows + row;
          std::memcpy(begins[part.subresource] + row_number * place.row_bytes, source,
                      static_cast<std::size_t>(place.row_bytes));
          source += place.row_pitch;
        }
      }
    }
    return {};
  };
  if (auto unpacked = for_each_piece(pack, entry, stored, put_rows); !unpacked) {
    return fail(std::move(unpacked).error());
  }
  image.memory_bytes = memory->size();
  image.memory = std::make_shared<const ByteBuffer>(*std::move(memory));
  return image;
}

Result<Expected> expected_of(const std::filesystem::path& path, const Pack& pack, const PackEntry& entry,
                             const Device* device) {
  const auto file = open_system_file(path_text(path));
  if (!file) return fail(file.error());
  const auto size = (*file)->size();
  if (!size) return fail(size.error());
  const Run run = run_of(pack, entry);
  if (run.offset > *size || run.bytes > *size - run.offset) {
    return fail(ErrorCode::kCorrupt, path_text(path), ": has become shorter");
  }
  auto stored = ByteBuffer::make(run.bytes, "an asset of a pack");
  if (!stored) return fail(std::move(stored).error());
  if (auto read = (*file)->read(run.offset, stored->bytes()); !read) return fail(std::move(read).error());
  if (!entry.is_texture) {
    auto bytes = unpack_buffer(pack, entry, stored->bytes());
    if (!bytes) return fail(std::move(bytes).error());
    return Expected(*std::move(bytes));
  }
  auto image = unpack_texture(pack, entry, stored->bytes());
  if (!image) return fail(std::move(image).error());
  auto fitted = fit_to_device(*std::move(image), device);
  if (!fitted) return fail(std::move(fitted).error());
  return Expected(ExpectedTexture{nullptr, *std::move(fitted)});
}

/// A texture that the device cannot create, since it lacks the format: unpacked and made to fit, or refused.
void load_by_decoding(LoadItem& item, const std::shared_ptr<const Pack>& pack, const PackEntry& entry,
                      const Device* device) {
  const Run run = run_of(*pack, entry);
  item.request.source = FileSource{path_text(item.input.path), run.offset, run.bytes};
  item.request.decode = [pack, &entry, device](std::span<const std::byte> stored) -> Result<DecodedAsset> {
    auto image = unpack_texture(*pack, entry, stored);
    if (!image) return fail(std::move(image).error());
    auto fitted = fit_to_device(*std::move(image), device);
    if (!fitted) return fail(std::move(fitted).error());
    return decoded_asset(*std::move(fitted), false, device);
  };
}

}  // namespace

std::vector<LoadItem> pack_items(const Input& input, const LoadWays& ways) {
  std::vector<LoadItem> items;
  auto opened = Pack::open(input.path);
  if (!opened) {
    items.emplace_back().input = {input.path, {}, std::move(opened).error()};
    return items;
  }
  const auto pack = std::make_shared<const Pack>(*std::move(opened));
  for (const PackEntry& entry : pack->entries()) {
    LoadItem& item = items.emplace_back();
    item.input = input;
    item.part = std::string(entry.name);
    item.part_path = item.part;
    item.texture = entry.is_texture;
    // With --strict checksums are looked at even where bytes are staged as they lie.
    auto pieces = std::make_shared<const PlacedPieces>(pack->placed(entry, ways.strict));
    item.request.source = PlacedSource{path_text(input.path), std::move(pieces), unpacker(pack, entry)};
    const std::string name = text(path_text(input.path.filename()), " ", entry.name);
    if (entry.is_texture) {
      item.request.destination = NewTexture{entry.desc, name};
    } else {
      item.request.destination = NewBuffer{name};
    }
    if (entry.is_texture && ways.device != nullptr && why_no_texture(entry.desc, *ways.device)) {
      item.request.destination = NewTexture{std::nullopt, name};
      load_by_decoding(item, pack, entry, ways.device);
    }
    item.expected = [path = input.path, pack, &entry, device = ways.device] {
      return expected_of(path, *pack, entry, device);
    };
  }
  return items;
}

}  // namespace ferry::cli
