#include <ferry/assets/texture_image.hpp>

#include <ferry/layout/footprint.hpp>
#include <ferry/layout/row_copy.hpp>

namespace ferry {

std::string_view to_string(AlphaMode mode) noexcept {
  switch (mode) {
    case AlphaMode::kStraight:
      return "straight";
    case AlphaMode::kPremultiplied:
      return "premultiplied";
    case AlphaMode::kOpaque:
      return "opaque";
    case AlphaMode::kCustom:
      return "custom";
    case AlphaMode::kUnknown:
      break;
  }
  return "unknown";
}

Result<void> write_rows(const TextureImage& image, const RowRange& range, std::byte* destination,
                        std::uint64_t row_pitch, bool write_combined) {
  if (range.subresource >= image.parts.size()) {
    return fail(ErrorCode::kInvalidArgument, "subresource ", range.subresource, " of an image that has ",
                image.parts.size());
  }
  auto whole = footprint(image.desc, range.subresource);
  if (!whole) return fail(std::move(whole).error());
  if (range.slice >= whole->depth || range.first_row > whole->rows ||
      range.rows > whole->rows - range.first_row) {
    return fail(ErrorCode::kInvalidArgument, "rows ", range.first_row, " to ",
                std::uint64_t{range.first_row} + range.rows, " of slice ", range.slice, " of subresource ",
                range.subresource, ", which has ", whole->rows, " rows and ", whole->depth, " slices");
  }
  if (row_pitch < whole->row_bytes) {
    return fail(ErrorCode::kInvalidArgument, "row pitch ", row_pitch, " is less than the ", whole->row_bytes,
                " bytes of a row");
  }
  const ImagePart& part = image.parts[range.subresource];
  const std::byte* source = part.data + range.slice * part.slice_pitch + range.first_row * part.row_pitch;
  if (!image.convert) {
    RowCopy copy;
    copy.dst = destination;
    copy.dst_row_pitch = row_pitch;
    copy.src = source;
    copy.src_row_pitch = part.row_pitch;
    copy.row_bytes = whole->row_bytes;
    copy.rows = range.rows;
    copy.write_combined = write_combined;
    copy_rows(copy);
    return {};
  }
  for (std::uint32_t row = 0; row < range.rows; ++row) {
    image.convert(source, destination, whole->width);
    source += part.row_pitch;
    destination += row_pitch;
  }
  if (write_combined) store_fence();
  return {};
}

}  // namespace ferry
