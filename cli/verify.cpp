#include "verify.hpp"

#include <cstring>
#include <utility>

#include <ferry/layout/footprint.hpp>

namespace ferry::cli {

namespace {

Result<ByteBuffer> take(Result<ReadbackTicket> ticket) {
  if (!ticket) return fail(std::move(ticket).error());
  return ticket->take();
}

bool same(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

/// Row by row, so that no second texture's worth of memory is needed.
Result<bool> same_texels(const TextureImage& image, std::span<const std::byte> came) {
  ByteBuffer row;
  for (std::uint32_t index = 0; index < subresource_count(image.desc); ++index) {
    const Result<Footprint> place = footprint(image.desc, index);
    if (!place) return fail(place.error());
    const auto row_bytes = static_cast<std::size_t>(place->row_bytes);
    if (row.size() < row_bytes) {
      auto bigger = ByteBuffer::make(row_bytes, "a row to compare");
      if (!bigger) return fail(std::move(bigger).error());
      row = *std::move(bigger);
    }
    for (std::uint32_t slice = 0; slice < place->depth; ++slice) {
      for (std::uint32_t y = 0; y < place->rows; ++y) {
        if (auto wrote = write_rows(image, {index, slice, y, 1}, row.data(), row_bytes); !wrote) {
          return fail(std::move(wrote).error());
        }
        if (came.size() < row_bytes || !same({row.data(), row_bytes}, came.first(row_bytes))) return false;
        came = came.subspan(row_bytes);
      }
    }
  }
  return came.empty();
}

}  // namespace

Result<bool> holds(TransferManager& manager, ID3D12Resource* resource, std::uint64_t bytes,
                   const Expected& expected) {
  if (const auto* const buffer = std::get_if<ByteBuffer>(&expected)) {
    if (buffer->size() != bytes) return false;
    if (bytes == 0) return true;
    const auto came = take(manager.read_buffer({resource, 0, bytes}));
    if (!came) return fail(came.error());
    return same(came->bytes(), buffer->bytes());
  }
  const TextureImage& image = std::get<ExpectedTexture>(expected).image;
  TextureReadback request;
  request.source = resource;
  request.subresource_count = subresource_count(image.desc);
  const auto came = take(manager.read_texture(request));
  if (!came) return fail(came.error());
  return same_texels(image, came->bytes());
}

}  // namespace ferry::cli
