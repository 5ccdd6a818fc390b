// What a request must be, and what must be known of it before its first piece goes.

#include <algorithm>
#include <optional>
#include <utility>

#include <ferry/gpu/resource_desc.hpp>

#include "loader_core.hpp"

namespace ferry {
namespace {

Result<void> check(const PlacedSource& placed) {
  if (placed.pieces == nullptr) {
    return fail(ErrorCode::kInvalidArgument, "the pieces of a PlacedSource are null");
  }
  for (std::size_t i = 0; i < placed.pieces->pieces.size(); ++i) {
    const PlacedPiece& piece = placed.pieces->pieces[i];
    if (piece.packed && !placed.unpack) {
      return fail(ErrorCode::kInvalidArgument, "piece ", i,
                  " of a PlacedSource is packed, and nothing unpacks it");
    }
    if (!piece.packed && piece.stored_bytes != piece.bytes) {
      return fail(ErrorCode::kInvalidArgument, "piece ", i, " of a PlacedSource is not packed, and has ",
                  piece.stored_bytes, " bytes for ", piece.bytes);
    }
  }
  return {};
}

Result<void> check(const LoadRequest& request) {
  if (static_cast<std::size_t>(request.priority) >= kLoadPriorities) {
    return fail(ErrorCode::kInvalidArgument, "priority ", static_cast<int>(request.priority),
                " is none; use LoadPriority");
  }
  if (const auto* memory = std::get_if<MemorySource>(&request.source)) {
    if (memory->bytes.data() == nullptr && !memory->bytes.empty()) {
      return fail(ErrorCode::kInvalidArgument, "the memory to load from is null");
    }
  } else if (path_of(request.source)->empty()) {
    return fail(ErrorCode::kInvalidArgument, "the path of the file to load is empty");
  }
  if (const auto* placed = std::get_if<PlacedSource>(&request.source)) {
    if (auto checked = check(*placed); !checked) return checked;
    if (request.decode) {
      return fail(ErrorCode::kInvalidArgument,
                  "a PlacedSource takes no decoder; its bytes are the destination's");
    }
  }
  if (const auto* buffer = std::get_if<BufferDestination>(&request.destination)) {
    if (buffer->buffer == nullptr) {
      return fail(ErrorCode::kInvalidArgument, "the buffer to load into is null; NewBuffer makes one");
    }
    if (describe(buffer->buffer).dimension != Dimension::kBuffer) {
      return fail(ErrorCode::kInvalidArgument, object_name(buffer->buffer),
                  " is a texture; load into it by TextureDestination");
    }
  } else if (const auto* texture = std::get_if<TextureDestination>(&request.destination)) {
    if (texture->texture == nullptr) {
      return fail(ErrorCode::kInvalidArgument, "the texture to load into is null; NewTexture makes one");
    }
    if (describe(texture->texture).dimension == Dimension::kBuffer) {
      return fail(ErrorCode::kInvalidArgument, object_name(texture->texture),
                  " is a buffer; load into it by BufferDestination");
    }
  } else if (const auto* made = std::get_if<NewTexture>(&request.destination)) {
    if (!made->desc && !request.decode) {
      return fail(ErrorCode::kInvalidArgument,
                  "a NewTexture without a description needs a decoder that gives one");
    }
  }
  return {};
}

}  // namespace

Result<LoaderCore::RecordPtr> LoaderCore::make_record(LoadRequest request) {
  if (auto checked = check(request); !checked) return fail(std::move(checked).error());
  auto record = std::make_shared<LoadRecord>();
  record->core = weak_from_this();
  record->priority = request.priority;
  record->came = now();
  if (request.on_end) record->callbacks.emplace_back(std::move(request.on_end), request.callbacks);
  // References of the record's own: the destination lives until the GPU is done with it.
  if (const auto* buffer = std::get_if<BufferDestination>(&request.destination)) {
    record->target = ComPtr(buffer->buffer);
  } else if (const auto* texture = std::get_if<TextureDestination>(&request.destination)) {
    record->target = ComPtr(texture->texture);
  }
  record->request = std::move(request);
  return record;
}

/// What must be known before the first piece goes: where to, how much, in which pieces.
Result<void> LoaderCore::prepare(LoadRecord& record) {
  const LoadDestination& destination = record.request.destination;
  if (std::holds_alternative<TextureDestination>(destination) ||
      std::holds_alternative<NewTexture>(destination)) {
    return prepare_texture(record);
  }
  std::uint64_t bytes = record.request.decode ? record.decoded.buffer.size() : record.source_bytes;
  if (const auto* placed = std::get_if<PlacedSource>(&record.request.source)) {
    auto sum = placed_buffer_bytes(*placed->pieces);
    if (!sum) return fail(std::move(sum).error());
    bytes = *sum;
    for (const PlacedPiece& piece : placed->pieces->pieces) record.plan.sizes.push_back(piece.bytes);
  }
  record.total = bytes;
  if (const auto* made = std::get_if<NewBuffer>(&destination)) {
    record.target_missing = bytes > 0;
    record.target_flags = made->flags;
    return {};
  }
  const auto& buffer = std::get<BufferDestination>(destination);
  const std::uint64_t width = describe(buffer.buffer).width;
  if (buffer.offset > width || bytes > width - buffer.offset) {
    return fail(ErrorCode::kInvalidArgument, bytes, " bytes do not fit at offset ", buffer.offset, " of ",
                object_name(buffer.buffer), ", which has ", width, "; make the buffer bigger or load less");
  }
  return {};
}

Result<void> LoaderCore::prepare_texture(LoadRecord& record) {
  record.is_texture = true;
  std::uint32_t first = 0;
  std::optional<std::uint32_t> count;
  if (const auto* texture = std::get_if<TextureDestination>(&record.request.destination)) {
    record.target_desc = describe(texture->texture);
    first = texture->first_subresource;
    count = texture->subresource_count;
  } else {
    const auto& made = std::get<NewTexture>(record.request.destination);
    const auto& desc = record.decoded.desc ? record.decoded.desc : made.desc;
    if (!desc)
      return fail(ErrorCode::kInvalidArgument, "the decoder gave no description of the texture to be made");
    record.target_desc = *desc;
    record.target_flags = made.flags;
    record.target_missing = true;
  }
  const TextureDesc& desc = record.target_desc;
  if (plane_count(desc) > 1 && !device_->caps().planar_copies) {
    return fail(
        ErrorCode::kUnsupported, format_name(desc.format),
        " has planes that this Direct3D 12 (libvkd3d) does not copy right; use a format of one plane");
  }
  const std::uint32_t all = subresource_count(desc);
  if (!count) count = all - std::min(first, all);
  const auto* placed = std::get_if<PlacedSource>(&record.request.source);
  if (placed != nullptr && *count != all) {
    return fail(ErrorCode::kInvalidArgument, *count, " subresources from number ", first,
                " were asked for of a PlacedSource, which is a whole texture of ", all);
  }
  auto plan = placed != nullptr ? placed_plan(desc, *placed->pieces)
                                : plan_texture(desc, first, *count, options_.piece_bytes);
  if (!plan) return fail(std::move(plan).error());
  record.plan = *std::move(plan);
  record.mip_parts_left = record.plan.parts_of_mip;
  record.total = record.plan.staged_bytes;
  if (placed != nullptr) return {};
  if (!record.request.decode) {
    if (record.plan.source_bytes == record.source_bytes) return {};
    return fail(ErrorCode::kCorrupt, "the source has ", record.source_bytes, " bytes, and ", *count,
                " subresources of the texture take ", record.plan.source_bytes,
                " (rows without padding); a file with a header needs a decoder");
  }
  if (record.decoded.write_rows) return {};
  const std::vector<TextureData>& data = record.decoded.subresources;
  if (data.size() != *count) {
    return fail(ErrorCode::kCorrupt, "the decoder gave ", data.size(), " subresources for a texture where ",
                *count, " are to be loaded");
  }
  for (std::size_t i = 0; i < data.size(); ++i) {
    const TightSource& tight = record.plan.sources[i];
    if (data[i].data == nullptr || (data[i].row_pitch != 0 && data[i].row_pitch < tight.row_pitch)) {
      return fail(ErrorCode::kCorrupt, "the decoder gave subresource ", first + i, " with row pitch ",
                  data[i].row_pitch, ", and its rows have ", tight.row_pitch, " bytes");
    }
  }
  return {};
}

}  // namespace ferry
