#pragma once

#include <cstdint>
#include <vector>

namespace ferry {

/// A read of whole sectors: a part of a read of any bytes.
struct SectorRead {
  /// In the file; multiples of the sector.
  std::uint64_t file_offset = 0;
  std::uint64_t bytes = 0;
  /// Straight to where the bytes are wanted; else into a buffer of its own, from which they are copied.
  bool direct = false;
  /// Where the wanted bytes go, from the start of the destination, and how many they are.
  std::uint64_t out_offset = 0;
  std::uint64_t wanted = 0;
  /// Bytes before the first wanted one.
  std::uint64_t skip = 0;

  friend bool operator==(const SectorRead&, const SectorRead&) = default;
};

/// Cuts a read of `size` bytes from `offset` into reads of whole sectors, of at most `most` bytes each. Those
/// between the first and the last whole sector are direct where the destination's `address` lies to the
/// sectors as the file's offset does: what is read past the file system's cache must be whole sectors in the
/// file and in memory. (Windows documentation, "File Buffering".) `sector` is a power of two, `most` a
/// multiple of it. No bytes are no reads. Pure.
std::vector<SectorRead> split_read(std::uint64_t offset, std::uint64_t size, std::uint64_t address,
                                   std::uint64_t sector, std::uint64_t most);

}  // namespace ferry
