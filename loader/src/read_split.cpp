#include "read_split.hpp"

#include <algorithm>

#include <ferry/base/units.hpp>

namespace ferry {

std::vector<SectorRead> split_read(std::uint64_t offset, std::uint64_t size, std::uint64_t address,
                                   std::uint64_t sector, std::uint64_t most) {
  std::vector<SectorRead> reads;
  const std::uint64_t end = offset + size;
  // The whole sectors, if they can be read to where they are wanted; else an empty middle at the end.
  std::uint64_t middle_begin = align_up(offset, sector);
  std::uint64_t middle_end = align_down(end, sector);
  const bool direct = middle_begin < middle_end && (address + (middle_begin - offset)) % sector == 0;
  if (!direct) middle_begin = middle_end = end;
  for (std::uint64_t at = offset; at < end;) {
    SectorRead read;
    read.direct = at >= middle_begin && at < middle_end;
    const std::uint64_t limit = at < middle_begin ? middle_begin : read.direct ? middle_end : end;
    read.file_offset = align_down(at, sector);
    read.skip = at - read.file_offset;
    read.out_offset = at - offset;
    read.wanted = std::min(limit - at, most - read.skip);
    read.bytes = align_up(read.skip + read.wanted, sector);
    at += read.wanted;
    reads.push_back(read);
  }
  return reads;
}

}  // namespace ferry
