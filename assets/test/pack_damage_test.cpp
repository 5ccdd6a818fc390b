// A damaged pack is found, by name; and an index that says nonsense with good checksums harms nobody. (The
// sanitizers' builds make this count.)
#include <ferry/assets/pack.hpp>
#include <ferry/assets/pack_write.hpp>

#include <gtest/gtest.h>
#include <xxhash.h>

#include <cstring>
#include <string>
#include <vector>

#include <ferry/base/units.hpp>

#include "has_zstd.hpp"
#include "pack_making.hpp"
#include "scratch_folder.hpp"

namespace ferry {
namespace {

using test::Bytes;
using test::file_bytes;
using test::make_image;
using test::noise;
using test::ScratchFolder;

/// A small pack of every kind of thing.
Bytes small_pack(const ScratchFolder& folder, int level = test::zstd_level(1)) {
  auto writer = PackWriter::create(folder / "small.ferry", {.piece_bytes = 64_KiB, .zstd_level = level});
  if (!writer) return {};
  EXPECT_TRUE(writer->add_buffer("buffer", noise(70'000, 1)));
  EXPECT_TRUE(writer->add_texture(
      "texture", make_image({Dimension::kTexture2D, Format::kR8G8B8A8Unorm, 100, 200, 2, 3, 1}, 2)));
  EXPECT_TRUE(
      writer->add_texture("volume", make_image({Dimension::kTexture3D, Format::kR8Unorm, 9, 9, 5, 2, 1}, 3)));
  EXPECT_TRUE(writer->finish());
  return file_bytes(folder / "small.ferry");
}

void put_u64(Bytes& file, std::size_t at, std::uint64_t value) {
  for (std::size_t i = 0; i < 8; ++i) file[at + i] = static_cast<std::byte>(value >> (8 * i));
}

std::size_t index_end(const Bytes& file) {
  return static_cast<std::size_t>(*Pack::index_end(file));
}

/// Makes the checksums right again.
void mend(Bytes& file, std::size_t end) {
  put_u64(file, 32, XXH3_64bits(file.data() + 64, end - 64));
  put_u64(file, 56, XXH3_64bits(file.data(), 56));
}

/// Looks at all that a pack offers.
void walk(const Pack& pack) {
  for (const PackEntry& entry : pack.entries()) {
    EXPECT_EQ(pack.find(entry.name), &entry);
    const PlacedPieces placed = pack.placed(entry);
    EXPECT_EQ(placed.pieces.size(), entry.piece_count);
    if (entry.is_texture) {
      EXPECT_TRUE(placed_plan(entry.desc, placed));
    } else {
      EXPECT_EQ(placed_buffer_bytes(placed).value_or(0), entry.bytes);
    }
    for (const PlacedPiece& piece : placed.pieces) {
      EXPECT_LE(piece.file_offset + piece.stored_bytes, pack.file_bytes());
    }
  }
}

TEST(PackDamage, AnyFlippedBitOfHeaderAndIndexIsFound) {
  const ScratchFolder folder;
  Bytes file = small_pack(folder);
  const std::size_t end = index_end(file);
  file.resize(end);
  ASSERT_TRUE(Pack::parse(file));
  for (std::size_t at = 0; at < end; ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      file[at] ^= static_cast<std::byte>(1 << bit);
      const auto pack = Pack::parse(file);
      EXPECT_FALSE(pack) << "byte " << at << " bit " << bit;
      EXPECT_TRUE(pack || pack.error().message.size() > 10);
      file[at] ^= static_cast<std::byte>(1 << bit);
    }
  }
}

TEST(PackDamage, AnIndexThatSaysNonsenseHarmsNobody) {
  const ScratchFolder folder;
  const Bytes good = small_pack(folder);
  const std::size_t end = index_end(good);
  std::size_t accepted = 0;
  for (std::size_t at = 12; at < end; ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      // A copy of just this size, so that reading past the end is seen.
      Bytes file(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(end));
      file[at] ^= static_cast<std::byte>(1 << bit);
      mend(file, end);
      const auto pack = Pack::parse(file);
      if (!pack) continue;
      ++accepted;
      walk(*pack);
    }
  }
  // Names, alpha, checksums of pieces and the like may be anything.
  EXPECT_GT(accepted, 0u);
  EXPECT_LT(accepted, end * 8 / 2);
  for (std::size_t at = 12; at + 8 <= end; at += 4) {
    for (const std::uint64_t value : {0ull, 1ull, 0x7fffffffull, 0xffffffffull, 0x100000000ull,
                                      0x7fffffffffffffffull, 0xffffffffffffffffull, 0xffffffffffffffc0ull}) {
      Bytes file(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(end));
      put_u64(file, at, value);
      mend(file, end);
      if (const auto pack = Pack::parse(file)) walk(*pack);
    }
  }
}

TEST(PackDamage, AnyCutIsFound) {
  const ScratchFolder folder;
  const Bytes file = small_pack(folder);
  const std::size_t end = index_end(file);
  for (std::size_t size = 0; size < end; ++size) {
    const Bytes cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_FALSE(Pack::parse(cut)) << size;
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{11}, end - 1, end, file.size() - 4096,
                                 file.size() - 1, file.size() + 1}) {
    Bytes other = file;
    other.resize(size);
    test::write_text(folder / "cut.ferry", {reinterpret_cast<const char*>(other.data()), other.size()});
    const auto pack = Pack::open(folder / "cut.ferry");
    ASSERT_FALSE(pack) << size;
    EXPECT_NE(pack.error().message.find("cut.ferry"), std::string::npos) << pack.error().message;
  }
}

TEST(PackDamage, OtherFilesAndVersionsAreRefusedByName) {
  const ScratchFolder folder;
  Bytes file = small_pack(folder);
  const auto expect = [&](ErrorCode code, std::string_view words) {
    const auto pack = Pack::parse(file);
    ASSERT_FALSE(pack);
    EXPECT_EQ(pack.error().code, code);
    EXPECT_NE(pack.error().message.find(words), std::string::npos) << pack.error().message;
  };
  file[8] = std::byte{2};
  expect(ErrorCode::kUnsupported, "version 2");
  file[0] = std::byte{'f'};
  expect(ErrorCode::kUnsupported, "no pack");
  file.clear();
  expect(ErrorCode::kUnsupported, "no pack");
}

TEST(PackDamage, ADamagedPieceIsNamed) {
  for (const int level : {0, test::zstd_level(1)}) {
    const ScratchFolder folder;
    const Bytes good = small_pack(folder, level);
    const auto pack = Pack::open(folder / "small.ferry");
    ASSERT_TRUE(pack);
    for (const PackEntry& entry : pack->entries()) {
      for (std::size_t i = 0; i < entry.piece_count; ++i) {
        const PackPiece& piece = pack->pieces(entry)[i];
        for (const std::uint64_t at : {std::uint64_t{0}, piece.stored_bytes / 2, piece.stored_bytes - 1}) {
          Bytes file = good;
          file[static_cast<std::size_t>(piece.file_offset + at)] ^= std::byte{0x40};
          test::write_text(folder / "bad.ferry", {reinterpret_cast<const char*>(file.data()), file.size()});
          const auto verified = verify_pack(folder / "bad.ferry");
          ASSERT_FALSE(verified);
          EXPECT_EQ(verified.error().code, ErrorCode::kCorrupt);
          const std::string& message = verified.error().message;
          EXPECT_NE(message.find("bad.ferry"), std::string::npos) << message;
          EXPECT_NE(message.find(text("piece ", i, " of '", entry.name, "'")), std::string::npos) << message;
          EXPECT_NE(message.find("checksum"), std::string::npos) << message;
        }
      }
    }
  }
}

TEST(PackDamage, APieceWithAGoodChecksumAndBadContentIsNamed) {
  const ScratchFolder folder;
  Bytes file = small_pack(folder);
  const auto before = Pack::parse(file);
  ASSERT_TRUE(before);
  const PackEntry& entry = before->entries()[1];
  const PackPiece& piece = before->pieces(entry)[0];
  ASSERT_TRUE(piece.packed);
  const auto offset = static_cast<std::size_t>(piece.file_offset);
  const auto bytes = static_cast<std::size_t>(piece.stored_bytes);
  std::memset(file.data() + offset + bytes / 2, 0xff, bytes / 2);
  const std::size_t record = 64 + 16 + 3 * 72 + std::size_t{entry.first_piece} * 48;
  put_u64(file, record + 24, XXH3_64bits(file.data() + offset, bytes));
  mend(file, index_end(file));
  const auto pack = Pack::parse(file);
  ASSERT_TRUE(pack) << pack.error().message;
  Bytes out(static_cast<std::size_t>(piece.bytes));
  const auto unpacked = pack->unpack(pack->entries()[1], 0, std::span(file).subspan(offset, bytes), out);
  ASSERT_FALSE(unpacked);
  EXPECT_NE(unpacked.error().message.find("piece 0 of 'texture'"), std::string::npos)
      << unpacked.error().message;
}

}  // namespace
}  // namespace ferry
