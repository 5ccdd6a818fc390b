// Any bytes as a pack: as they are, and with their checksums made right, so that what the index says is
// looked at.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include <xxhash.h>

#include <ferry/assets/pack.hpp>

#include "allowance.hpp"

namespace {

void put_u64(std::vector<std::byte>& file, std::size_t at, std::uint64_t value) {
  for (std::size_t i = 0; i < 8; ++i) file[at + i] = static_cast<std::byte>(value >> (8 * i));
}

void mend(std::vector<std::byte>& file) {
  if (file.size() < 64) return;
  std::memcpy(file.data(), "FERRYPCK\1\0\0\0", 12);
  std::uint64_t index = 0;
  for (std::size_t i = 8; i-- > 0;) index = index << 8 | std::to_integer<std::uint64_t>(file[24 + i]);
  if (index <= file.size() - 64) put_u64(file, 32, XXH3_64bits(file.data() + 64, index));
  put_u64(file, 56, XXH3_64bits(file.data(), 56));
}

void hold(bool promise) {
  if (!promise) std::abort();
}

void walk(const ferry::Pack& pack, std::span<const std::byte> file, ferry::fuzz::Allowance& allowance) {
  for (const ferry::PackEntry& entry : pack.entries()) {
    hold(pack.find(entry.name) == &entry);
    const ferry::PlacedPieces placed = pack.placed(entry);
    hold(placed.pieces.size() == entry.piece_count);
    if (entry.is_texture) {
      const auto plan = ferry::placed_plan(entry.desc, placed);
      hold(plan && plan->staged_bytes == entry.bytes);
    }
    for (std::size_t i = 0; i < placed.pieces.size(); ++i) {
      const ferry::PlacedPiece& piece = placed.pieces[i];
      hold(piece.file_offset + piece.stored_bytes <= pack.file_bytes());
      if (pack.file_bytes() > file.size() || piece.bytes > (std::uint64_t{4} << 20)) continue;
      // Zstandard's own state; and it packs up to 32768 times.
      if (piece.packed) allowance.raise_to(piece.bytes + (std::uint64_t{1} << 18));
      std::vector<std::byte> out(piece.bytes);
      (void)pack.unpack(entry, i, file.subspan(piece.file_offset, piece.stored_bytes), out).has_value();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ferry::fuzz::Allowance allowance(size);
  const std::span<const std::byte> file = std::as_bytes(std::span(data, size));
  if (const auto pack = ferry::Pack::parse(file)) walk(*pack, file, allowance);
  std::vector<std::byte> mended(file.begin(), file.end());
  mend(mended);
  if (const auto pack = ferry::Pack::parse(mended)) walk(*pack, mended, allowance);
  return 0;
}
