#include <ferry/layout/placed_pieces.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

#include <ferry/base/units.hpp>

namespace ferry {
namespace {

/// The next row that is missing.
struct Cursor {
  std::uint32_t slice = 0;
  std::uint32_t row = 0;
};

class Planner {
 public:
  Planner(const TextureDesc& desc, const PlacedPieces& placed) : desc_(desc), placed_(placed) {}

  Result<TexturePlan> plan() {
    if (auto valid = validate(desc_); !valid) return fail(std::move(valid).error());
    const std::uint32_t count = subresource_count(desc_);
    // Before memory is asked for.
    if (placed_.parts.size() < count) {
      return fail(ErrorCode::kCorrupt, "there are ", placed_.parts.size(), " parts, and the texture has ",
                  count, " subresources");
    }
    cursors_.resize(count);
    plan_.parts.reserve(placed_.parts.size());
    for (std::size_t i = 0; i < placed_.pieces.size(); ++i) {
      if (auto added = add_piece(placed_.pieces[i]); !added) {
        return fail(added.error().code, "piece ", i, ": ", added.error().message);
      }
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      auto shape = footprint(desc_, i);
      if (!shape) return fail(std::move(shape).error());
      if (cursors_[i].slice != shape->depth) {
        return fail(ErrorCode::kCorrupt, "rows of subresource ", i, " are missing from row ", cursors_[i].row,
                    " of slice ", cursors_[i].slice, " on");
      }
    }
    return std::move(plan_);
  }

 private:
  Result<void> add_piece(const PlacedPiece& piece) {
    const std::size_t have = placed_.parts.size();
    if (piece.first_part != plan_.parts.size() || piece.part_count == 0 ||
        piece.part_count > have - piece.first_part) {
      return fail(ErrorCode::kCorrupt, "its parts are ", piece.part_count, " from number ", piece.first_part,
                  "; ", have, " are there, and the next is number ", plan_.parts.size());
    }
    std::uint64_t end = 0;
    for (std::uint32_t i = 0; i < piece.part_count; ++i) {
      auto part = make_part(placed_.parts[piece.first_part + i]);
      if (!part) return fail(std::move(part).error());
      const Footprint& shape = part->footprint;
      if (shape.offset < end || shape.offset > piece.bytes ||
          shape.total_bytes > piece.bytes - shape.offset) {
        return fail(ErrorCode::kCorrupt, "part ", i, " has ", shape.total_bytes, " bytes at ", shape.offset,
                    "; the one before ends at ", end, " and the piece at ", piece.bytes);
      }
      end = shape.offset + shape.total_bytes;
      if (plan_.parts_of_mip.size() <= part->mip) plan_.parts_of_mip.resize(part->mip + std::size_t{1});
      ++plan_.parts_of_mip[part->mip];
      plan_.parts.push_back(*part);
    }
    plan_.pieces.push_back({piece.first_part, piece.part_count});
    plan_.sizes.push_back(piece.bytes);
    if (!add_checked(plan_.staged_bytes, piece.bytes, plan_.staged_bytes)) {
      return fail(ErrorCode::kCorrupt, "the pieces have more bytes than 64 bits can count");
    }
    return {};
  }

  Result<PlanPart> make_part(const PlacedPart& placed) {
    if (placed.subresource >= cursors_.size()) {
      return fail(ErrorCode::kCorrupt, "it holds subresource ", placed.subresource, " of a texture that has ",
                  cursors_.size());
    }
    auto whole = footprint(desc_, placed.subresource);
    if (!whole) return fail(std::move(whole).error());
    Cursor& at = cursors_[placed.subresource];
    const bool all_rows = placed.first_row == 0 && placed.rows == whole->rows;
    const bool fits = placed.slices != 0 && placed.rows != 0 && placed.first_row < whole->rows &&
                      placed.rows <= whole->rows - placed.first_row && placed.first_slice < whole->depth &&
                      placed.slices <= whole->depth - placed.first_slice && (all_rows || placed.slices == 1);
    if (!fits || placed.first_slice != at.slice || placed.first_row != at.row) {
      return fail(ErrorCode::kCorrupt, "it holds ", placed.rows, " rows from row ", placed.first_row, " and ",
                  placed.slices, " slices from slice ", placed.first_slice, " of subresource ",
                  placed.subresource, ", which has ", whole->rows, " and ", whole->depth,
                  "; the next is row ", at.row, " of slice ", at.slice);
    }
    PlanPart part;
    part.subresource = placed.subresource;
    part.source_index = placed.subresource;
    part.mip = subresource_at(desc_, placed.subresource).mip;
    part.first_row = placed.first_row;
    part.first_slice = placed.first_slice;
    part.whole = all_rows && placed.slices == whole->depth;
    auto box = whole_box(desc_, placed.subresource);
    if (!box) return fail(std::move(box).error());
    const std::uint32_t block_height = whole->height / whole->rows;
    part.box = *box;
    part.box.front = placed.first_slice;
    part.box.back = placed.first_slice + placed.slices;
    part.box.top = placed.first_row * block_height;
    part.box.bottom = std::min(box->bottom, part.box.top + placed.rows * block_height);
    auto shape = region_footprint(desc_, placed.subresource, part.box, placed.offset);
    if (!shape) return fail(ErrorCode::kCorrupt, shape.error().message);
    part.footprint = *shape;
    at.row += placed.rows;
    if (at.row == whole->rows) at = {at.slice + placed.slices, 0};
    return part;
  }

  const TextureDesc& desc_;
  const PlacedPieces& placed_;
  std::vector<Cursor> cursors_;
  TexturePlan plan_;
};

}  // namespace

Result<TexturePlan> placed_plan(const TextureDesc& desc, const PlacedPieces& placed) {
  return Planner(desc, placed).plan();
}

Result<std::uint64_t> placed_buffer_bytes(const PlacedPieces& placed) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < placed.pieces.size(); ++i) {
    const PlacedPiece& piece = placed.pieces[i];
    if (piece.part_count != 0 || piece.bytes == 0 || !add_checked(sum, piece.bytes, sum)) {
      return fail(ErrorCode::kCorrupt, "piece ", i, " of a buffer has ", piece.bytes, " bytes and ",
                  piece.part_count, " parts");
    }
  }
  return sum;
}

}  // namespace ferry
