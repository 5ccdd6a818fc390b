#include "tile_source.hpp"

#include <ferry/layout/footprint.hpp>

namespace ferry::cli {

std::uint32_t TileSource::content_of(std::uint32_t tile) const {
  // Any mixing of bits does; this is the finalizer of MurmurHash3.
  std::uint32_t bits = tile + 0x9e3779b9U;
  bits = (bits ^ (bits >> 16U)) * 0x85ebca6bU;
  bits = (bits ^ (bits >> 13U)) * 0xc2b2ae35U;
  return (bits ^ (bits >> 16U)) % count();
}

std::uint64_t TileSource::bytes(std::uint32_t content) const {
  const TextureDesc& shape = desc(content);
  return tight_bytes(shape, 0, subresource_count(shape)).value_or(0);
}

}  // namespace ferry::cli
