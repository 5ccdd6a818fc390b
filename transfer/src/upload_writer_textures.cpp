// UploadWriter's textures.
#include <utility>

#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/resource_desc.hpp>
#include <ferry/layout/region_cut.hpp>
#include <ferry/layout/row_copy.hpp>

#include "transfer_core.hpp"
#include "upload_writer.hpp"

namespace ferry {

Result<void> UploadWriter::check_texture(ID3D12Resource* destination) const {
  if (destination == nullptr) return fail(ErrorCode::kInvalidArgument, "the destination texture is null");
  if (destination->GetDesc().Dimension == D3D12_RESOURCE_DIMENSION_BUFFER) {
    return fail(ErrorCode::kInvalidArgument, object_name(destination), " is a buffer; use upload_buffer");
  }
  return core_->check_copyable(destination, describe(destination));
}

Result<UploadWriter::BoxUpload> UploadWriter::prepare_box(ID3D12Resource* destination,
                                                          const TextureDesc& desc, std::uint32_t subresource,
                                                          const std::optional<Box>& box,
                                                          const TextureData& data, StateChange states) const {
  BoxUpload upload;
  TexturePlace& place = upload.place;
  place.texture = destination;
  place.subresource = subresource;
  place.subresource_count = subresource_count(desc);
  auto whole = whole_box(desc, subresource);
  if (!whole) return fail(ErrorCode::kInvalidArgument, object_name(destination), ": ", whole.error().message);
  place.box = box.value_or(*whole);
  place.whole = place.box == *whole;
  auto footprint = region_footprint(desc, subresource, place.box);
  if (!footprint)
    return fail(footprint.error().code, object_name(destination), ": ", footprint.error().message);
  if (auto states_fit = plan_.check_states(destination, subresource, false, states); !states_fit) {
    return fail(std::move(states_fit).error());
  }
  upload.bytes = footprint->total_bytes;
  if (upload.bytes == 0) return upload;
  if (data.data == nullptr) {
    return fail(ErrorCode::kInvalidArgument, "the texel data for subresource ", subresource, " of ",
                object_name(destination), " is null");
  }
  upload.data = data;
  TextureData& source = upload.data;
  if (source.row_pitch == 0) source.row_pitch = footprint->row_bytes;
  std::uint64_t slice_bytes = 0;
  if (!multiply_checked(source.row_pitch, footprint->rows, slice_bytes)) {
    return fail(ErrorCode::kInvalidArgument, "row pitch ", source.row_pitch, " is too big for the ",
                footprint->rows, " rows of ", object_name(destination));
  }
  if (source.slice_pitch == 0) source.slice_pitch = slice_bytes;
  if (source.row_pitch < footprint->row_bytes && footprint->rows > 1) {
    return fail(ErrorCode::kInvalidArgument, "row pitch ", source.row_pitch, " is less than the ",
                footprint->row_bytes, " bytes of a row of ", object_name(destination),
                "; give the bytes from row to row, or 0 for no padding");
  }
  if (footprint->depth > 1 &&
      source.slice_pitch < source.row_pitch * (footprint->rows - 1) + footprint->row_bytes) {
    return fail(ErrorCode::kInvalidArgument, "slice pitch ", source.slice_pitch, " is less than the ",
                footprint->rows, " rows of ", source.row_pitch, " bytes of a slice of ",
                object_name(destination));
  }
  return upload;
}

Result<void> UploadWriter::upload_box(ID3D12Resource* destination, std::uint32_t subresource,
                                      const std::optional<Box>& box, const TextureData& data,
                                      StateChange states) {
  if (auto open = check_open(); !open) return open;
  if (auto texture = check_texture(destination); !texture) return texture;
  const TextureDesc desc = describe(destination);
  auto upload = prepare_box(destination, desc, subresource, box, data, states);
  if (!upload) return fail(std::move(upload).error());
  return upload_prepared(*upload, desc, states);
}

Result<void> UploadWriter::upload_prepared(const BoxUpload& upload, const TextureDesc& desc,
                                           StateChange states) {
  if (upload.bytes == 0) return {};
  if (worth_helpers(upload.bytes)) return upload_box_together(upload, desc, states);
  const TextureData& source = upload.data;
  const auto* texels = static_cast<const std::byte*>(source.data);
  return upload_pieces(
      upload.place, desc,
      [&](const RowBand& band) -> Result<void> {
        RowCopy copy;
        copy.dst = band.memory;
        copy.dst_row_pitch = band.row_pitch;
        copy.src = texels + source.slice_pitch * band.slice + source.row_pitch * band.first_row;
        copy.src_row_pitch = source.row_pitch;
        copy.row_bytes = band.row_bytes;
        copy.rows = band.rows;
        copy.write_combined = write_combined_;
        copy.hint = store_hint(copy.row_bytes * copy.rows);
        copy.fence = begin_stores();
        copy_rows(copy);
        return {};
      },
      states);
}

Result<void> UploadWriter::upload_subresources(ID3D12Resource* destination, std::uint32_t first,
                                               std::span<const TextureData> data, StateChange states) {
  if (auto open = check_open(); !open) return open;
  if (auto texture = check_texture(destination); !texture) return texture;
  const TextureDesc desc = describe(destination);
  const std::uint32_t count = subresource_count(desc);
  if (first > count || data.size() > count - first) {
    return fail(ErrorCode::kInvalidArgument, data.size(), " subresources from number ", first,
                " were given for ", object_name(destination), ", which has ", count);
  }
  // All of them are looked at before the first is uploaded, so that a refused call changes nothing.
  prepared_.clear();
  for (std::size_t i = 0; i < data.size(); ++i) {
    auto upload =
        prepare_box(destination, desc, first + static_cast<std::uint32_t>(i), std::nullopt, data[i], states);
    if (!upload) return fail(std::move(upload).error());
    prepared_.push_back(*upload);
  }
  for (const BoxUpload& upload : prepared_) {
    if (auto open = check_open(); !open) return open;
    if (auto done = upload_prepared(upload, desc, states); !done) return done;
  }
  return {};
}

Result<void> UploadWriter::upload_rows(ID3D12Resource* destination, std::uint32_t subresource,
                                       const RowSource& source, StateChange states) {
  if (auto open = check_open(); !open) return open;
  if (auto texture = check_texture(destination); !texture) return texture;
  if (!source) return fail(ErrorCode::kInvalidArgument, "the RowSource is empty; give one that writes rows");
  if (auto states_fit = plan_.check_states(destination, subresource, false, states); !states_fit) {
    return states_fit;
  }
  const TextureDesc desc = describe(destination);
  auto whole = whole_box(desc, subresource);
  if (!whole) return fail(ErrorCode::kInvalidArgument, object_name(destination), ": ", whole.error().message);
  return upload_pieces({destination, subresource, subresource_count(desc), *whole, true}, desc, source,
                       states);
}

StateChange UploadWriter::states_of(const RegionPiece& piece, StateChange whole) const {
  // Between the pieces: on COPY every list begins and ends in COMMON, elsewhere the texture stays a copy
  // destination.
  const std::uint32_t between = kind_ == QueueKind::kCopy ? kStateCommon : kStateCopyDest;
  return {piece.first ? whole.before : between, piece.last ? whole.after : between};
}

Result<void> UploadWriter::upload_pieces(const TexturePlace& place, const TextureDesc& desc,
                                         const RowSource& source, StateChange states) {
  auto cut = RegionCut::make(desc, place.subresource, place.box, core_->piece_bytes);
  if (!cut) return fail(cut.error().code, object_name(place.texture), ": ", cut.error().message);
  ++counted_calls_;

  while (!cut->done()) {
    auto region = cut->next();
    if (!region) return fail(std::move(region).error());
    TexturePlace piece = place;
    piece.whole = place.whole && region->first && region->last;
    piece.box = region->box;
    Footprint& footprint = region->footprint;
    auto staged = stage(footprint.total_bytes, kPlacementAlignment);
    if (!staged) return broken(std::move(staged).error());
    footprint.offset = staged->offset;

    for (std::uint32_t s = 0; s < region->slices; ++s) {
      RowBand band;
      band.memory = staged->cpu + footprint.slice_pitch * s;
      band.row_pitch = footprint.row_pitch;
      band.row_bytes = footprint.row_bytes;
      band.rows = region->rows;
      band.first_row = region->first_row;
      band.slice = region->first_slice + s;
      if (auto written = source(band); !written) {
        // What came before is on its way already, and a half-written texture is nothing to go on with.
        return region->first && s == 0 ? written : broken(std::move(written).error());
      }
    }
    if (auto added = plan_.add_upload(piece, staged->buffer, footprint, states_of(*region, states)); !added) {
      return added;
    }
    if (auto end = piece_done(footprint.total_bytes); !end) return end;
  }
  return {};
}

}  // namespace ferry
