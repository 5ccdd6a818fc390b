#include <ferry/assets/pack.hpp>
#include <ferry/assets/pack_write.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <ferry/base/units.hpp>

#include "has_zstd.hpp"
#include "image_rows.hpp"
#include "pack_making.hpp"
#include "pack_reading.hpp"
#include "scratch_folder.hpp"

namespace ferry {
namespace {

namespace fs = std::filesystem;
using test::Bytes;
using test::file_bytes;
using test::make_image;
using test::noise;
using test::ScratchFolder;
using test::texels_in_pack;

struct Asset {
  std::string name;
  TextureImage image;  // A buffer where there are no parts.
  Bytes bytes;
};

TextureDesc desc_2d(Format format, std::uint32_t width, std::uint32_t height, std::uint32_t slices,
                    std::uint32_t mips) {
  return {Dimension::kTexture2D, format, width, height, slices, mips, 1};
}

std::vector<Asset> assets() {
  std::vector<Asset> all;
  const auto texture = [&](const char* name, const TextureDesc& desc) {
    all.push_back({name, make_image(desc, static_cast<unsigned>(all.size())), {}});
  };
  texture("t/rgba", desc_2d(Format::kR8G8B8A8Unorm, 65, 33, 1, 7));
  texture("t/wide", desc_2d(Format::kR8Unorm, 5000, 40, 1, 1));
  texture("t/big", desc_2d(Format::kR8G8B8A8UnormSrgb, 300, 300, 1, 1));
  texture("t/bc7 array", desc_2d(Format::kBc7Unorm, 68, 36, 3, 4));
  texture("t/cube", desc_2d(Format::kBc1Unorm, 16, 16, 6, 5));
  all.back().image.cube = true;
  all.back().image.alpha = AlphaMode::kPremultiplied;
  texture("t/1d", {Dimension::kTexture1D, Format::kR32Float, 77, 1, 2, 3, 1});
  texture("t/3d", {Dimension::kTexture3D, Format::kR16Float, 40, 30, 20, 3, 1});
  texture("t/depth", desc_2d(Format::kD32Float, 200, 200, 1, 1));
  all.push_back({"b/small", {}, noise(3, 1)});
  all.push_back({"b/large", {}, noise(200'000, 2)});
  all.push_back({"b/exact", {}, noise(64 * 1024, 3)});
  all.push_back({"b/empty", {}, {}});
  return all;
}

Result<void> add(PackWriter& writer, const Asset& asset) {
  if (asset.image.parts.empty()) return writer.add_buffer(asset.name, asset.bytes);
  return writer.add_texture(asset.name, asset.image);
}

PackOptions small_pieces(int level) {
  return {.piece_bytes = 64_KiB, .zstd_level = level};
}

void write_pack(const fs::path& path, const std::vector<Asset>& all, const PackOptions& options,
                const std::function<bool(const std::string&)>& wanted = {}) {
  auto writer = PackWriter::create(path, options);
  ASSERT_TRUE(writer) << writer.error().message;
  for (const Asset& asset : all) {
    if (wanted && !wanted(asset.name)) continue;
    const auto added = add(*writer, asset);
    ASSERT_TRUE(added) << added.error().message;
  }
  const auto finished = writer->finish();
  ASSERT_TRUE(finished) << finished.error().message;
}

TEST(Pack, WhatGoesInComesOut) {
  const std::vector<Asset> all = assets();
  for (const int level : {0, test::zstd_level(3)}) {
    SCOPED_TRACE(level);
    const ScratchFolder folder;
    write_pack(folder / "a.ferry", all, small_pieces(level));
    EXPECT_EQ(folder.entries(), 1u);  // Nothing temporary is left.
    const auto pack = Pack::open(folder / "a.ferry");
    ASSERT_TRUE(pack) << pack.error().message;
    const Bytes file = file_bytes(folder / "a.ferry");
    EXPECT_EQ(pack->file_bytes(), file.size());
    EXPECT_EQ(pack->piece_bytes(), 64_KiB);
    EXPECT_EQ(pack->zstd_level(), static_cast<std::uint32_t>(level));
    ASSERT_EQ(pack->entries().size(), all.size());
    const auto by_name = [](const PackEntry& a, const PackEntry& b) { return a.name < b.name; };
    EXPECT_TRUE(std::is_sorted(pack->entries().begin(), pack->entries().end(), by_name));
    bool some_packed = false;
    for (const Asset& asset : all) {
      SCOPED_TRACE(asset.name);
      const PackEntry* const entry = pack->find(asset.name);
      ASSERT_NE(entry, nullptr);
      ASSERT_EQ(entry->is_texture, !asset.image.parts.empty());
      if (entry->is_texture) {
        EXPECT_EQ(entry->desc, asset.image.desc);
        EXPECT_EQ(entry->cube, asset.image.cube);
        EXPECT_EQ(entry->alpha, asset.image.alpha);
        EXPECT_EQ(texels_in_pack(*pack, *entry, file), test::texels_of(asset.image));
      } else {
        EXPECT_EQ(entry->bytes, asset.bytes.size());
        Bytes got;
        for (std::size_t i = 0; i < entry->piece_count; ++i) {
          const PackPiece& piece = pack->pieces(*entry)[i];
          Bytes out(static_cast<std::size_t>(piece.bytes));
          ASSERT_TRUE(pack->unpack(
              *entry, i,
              std::span(file).subspan(piece.file_offset, static_cast<std::size_t>(piece.stored_bytes)), out));
          got.insert(got.end(), out.begin(), out.end());
        }
        EXPECT_EQ(got, asset.bytes);
      }
      for (const PackPiece& piece : pack->pieces(*entry)) {
        some_packed |= piece.packed;
        EXPECT_LE(piece.stored_bytes, piece.bytes);
        // A depth texture is one piece: Direct3D 12 copies it whole.
        EXPECT_TRUE(entry->desc.format == Format::kD32Float || piece.bytes <= 64_KiB);
      }
    }
    EXPECT_EQ(some_packed, level != 0);
    EXPECT_TRUE(verify_pack(folder / "a.ferry"));
    for (const char* const name : {"", "t", "t/rgb", "t/rgba ", "zzz"})
      EXPECT_EQ(pack->find(name), nullptr) << name;
  }
}

TEST(Pack, PiecesAreAlignedAndFollowEachOtherFromTheSmallestMipsOn) {
  const ScratchFolder folder;
  write_pack(folder / "a.ferry", assets(), small_pieces(0));
  const auto pack = Pack::open(folder / "a.ferry");
  ASSERT_TRUE(pack);
  std::uint64_t end = 0;
  for (const PackEntry& entry : pack->entries()) {
    std::uint32_t mip = UINT32_MAX;
    for (const PackPiece& piece : pack->pieces(entry)) {
      EXPECT_EQ(piece.file_offset % 4096, 0u);
      EXPECT_TRUE(end == 0 || piece.file_offset == (end + 4095) / 4096 * 4096);
      end = piece.file_offset + piece.stored_bytes;
      for (const PlacedPart& part : pack->parts(piece)) {
        const std::uint32_t now = subresource_at(entry.desc, part.subresource).mip;
        EXPECT_LE(now, mip);
        mip = now;
      }
    }
  }
  EXPECT_EQ(pack->file_bytes() % 4096, 0u);
}

TEST(Pack, TheBytesAreAsDocumented) {
  const ScratchFolder folder;
  auto writer = PackWriter::create(folder / "a.ferry", {.piece_bytes = 1_MiB, .zstd_level = 0});
  ASSERT_TRUE(writer);
  const Bytes three = {std::byte{1}, std::byte{2}, std::byte{3}};
  ASSERT_TRUE(writer->add_buffer("buf", three));
  TextureImage image = make_image(desc_2d(Format::kR8Unorm, 2, 2, 1, 2), 5);
  image.alpha = AlphaMode::kOpaque;
  ASSERT_TRUE(writer->add_texture("tex", image));
  ASSERT_TRUE(writer->finish());
  const Bytes file = file_bytes(folder / "a.ferry");
  ASSERT_EQ(file.size(), 3u * 4096);
  const auto u32 = [&](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) value = value << 8 | std::to_integer<std::uint32_t>(file[at + i]);
    return value;
  };
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(file.data()), 8), "FERRYPCK");
  EXPECT_EQ(u32(8), 1u);                                   // version
  EXPECT_EQ(u32(16), 3u * 4096);                           // bytes of the file
  EXPECT_EQ(u32(24), 16u + 2 * 72 + 2 * 48 + 2 * 32 + 6);  // bytes of the index
  EXPECT_EQ(u32(40), 1u << 20);                            // piece bytes
  EXPECT_EQ(u32(64), 2u);                                  // assets
  EXPECT_EQ(u32(68), 2u);                                  // pieces
  EXPECT_EQ(u32(72), 2u);                                  // parts
  EXPECT_EQ(u32(76), 6u);                                  // bytes of names
  const std::size_t buffer = 80;
  EXPECT_EQ(u32(buffer + 4), 3u);   // bytes of its name
  EXPECT_EQ(u32(buffer + 8), 1u);   // a buffer
  EXPECT_EQ(u32(buffer + 24), 3u);  // bytes
  const std::size_t texture = 80 + 72;
  EXPECT_EQ(u32(texture), 3u);                   // where its name begins
  EXPECT_EQ(u32(texture + 8), 2u);               // a texture
  EXPECT_EQ(u32(texture + 16), 1u);              // its first piece
  EXPECT_EQ(u32(texture + 20), 1u);              // how many
  EXPECT_EQ(u32(texture + 24), 512u + 256 + 2);  // mip 1 at 0, mip 0 at 512
  EXPECT_EQ(u32(texture + 32), 3u);              // opaque
  EXPECT_EQ(u32(texture + 36), 3u);              // D3D12_RESOURCE_DIMENSION_TEXTURE2D
  EXPECT_EQ(u32(texture + 40), 61u);             // DXGI_FORMAT_R8_UNORM
  EXPECT_EQ(u32(texture + 48), 2u);
  EXPECT_EQ(u32(texture + 56), 2u);
  EXPECT_EQ(u32(texture + 60), 1u);
  EXPECT_EQ(u32(texture + 64), 2u);
  const std::size_t piece = 80 + 2 * 72 + 48;
  EXPECT_EQ(u32(piece), 2u * 4096);
  EXPECT_EQ(u32(piece + 8), 770u);
  EXPECT_EQ(u32(piece + 16), 770u);
  EXPECT_EQ(u32(piece + 36), 2u);
  EXPECT_EQ(u32(piece + 40), 0u);
  const std::size_t part = 80 + 2 * 72 + 2 * 48 + 32;
  EXPECT_EQ(u32(part), 0u);       // subresource 0
  EXPECT_EQ(u32(part + 8), 1u);   // one slice
  EXPECT_EQ(u32(part + 16), 2u);  // two rows
  EXPECT_EQ(u32(part + 24), 512u);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(file.data()) + part + 32, 6), "buftex");
  EXPECT_EQ(Bytes(file.begin() + 4096, file.begin() + 4099), three);
  const Bytes texels = test::texels_of(image);
  EXPECT_EQ(file[8192], texels[4]);
  EXPECT_EQ(file[8192 + 512 + 256], texels[2]);
}

TEST(Pack, TheOrderOfAddingMakesNoDifference) {
  for (const int level : {0, test::zstd_level(5)}) {
    const ScratchFolder folder;
    std::vector<Asset> all = assets();
    write_pack(folder / "a.ferry", all, small_pieces(level));
    std::reverse(all.begin(), all.end());
    write_pack(folder / "b.ferry", all, small_pieces(level));
    std::rotate(all.begin(), all.begin() + 5, all.end());
    write_pack(folder / "c.ferry", all, small_pieces(level));
    EXPECT_EQ(file_bytes(folder / "a.ferry"), file_bytes(folder / "b.ferry"));
    EXPECT_EQ(file_bytes(folder / "a.ferry"), file_bytes(folder / "c.ferry"));
  }
}

TEST(Pack, MergedPartsAreWhatOneRunWrites) {
  const std::vector<Asset> all = assets();
  for (const std::uint32_t shards : {1u, 2u, 3u, 20u}) {
    for (const int level : {0, test::zstd_level(3)}) {
      SCOPED_TRACE(text(shards, " shards, level ", level));
      const ScratchFolder folder;
      write_pack(folder / "whole.ferry", all, small_pieces(level));
      std::vector<fs::path> parts;
      std::size_t entries = 0;
      for (std::uint32_t shard = 0; shard < shards; ++shard) {
        parts.push_back(folder / text(shard, ".ferry"));
        write_pack(parts.back(), all, small_pieces(level),
                   [&](const std::string& name) { return is_in_shard(name, shard, shards); });
        const auto part = Pack::open(parts.back());
        ASSERT_TRUE(part) << part.error().message;
        entries += part->entries().size();
      }
      EXPECT_EQ(entries, all.size());
      const auto merged = merge_packs(parts, folder / "merged.ferry");
      ASSERT_TRUE(merged) << merged.error().message;
      EXPECT_EQ(file_bytes(folder / "merged.ferry"), file_bytes(folder / "whole.ferry"));
      std::reverse(parts.begin(), parts.end());
      ASSERT_TRUE(merge_packs(parts, parts.front()));  // Over one of the parts, too.
      EXPECT_EQ(file_bytes(parts.front()), file_bytes(folder / "whole.ferry"));
    }
  }
}

TEST(Pack, PartsThatDoNotGoTogetherAreNotMerged) {
  const ScratchFolder folder;
  const std::vector<Asset> all = assets();
  write_pack(folder / "a.ferry", all, small_pieces(0));
  write_pack(folder / "b.ferry", all, small_pieces(test::zstd_level(1)));
  write_pack(folder / "c.ferry", all, {.piece_bytes = 1_MiB, .zstd_level = 0});
  const auto expect_refused = [&](std::vector<fs::path> parts, ErrorCode code, std::string_view words) {
    const auto merged = merge_packs(parts, folder / "out.ferry");
    ASSERT_FALSE(merged);
    EXPECT_EQ(merged.error().code, code);
    EXPECT_NE(merged.error().message.find(words), std::string::npos) << merged.error().message;
    EXPECT_FALSE(fs::exists(folder / "out.ferry"));
  };
  if (test::kHasZstd)
    expect_refused({folder / "a.ferry", folder / "b.ferry"}, ErrorCode::kInvalidArgument,
                   "Zstandard level 1");
  expect_refused({folder / "a.ferry", folder / "c.ferry"}, ErrorCode::kInvalidArgument, "1048576");
  expect_refused({folder / "a.ferry", folder / "a.ferry"}, ErrorCode::kInvalidArgument,
                 "two assets 'b/empty'");
  expect_refused({folder / "a.ferry", folder / "none.ferry"}, ErrorCode::kNotFound, "none.ferry");
  expect_refused({}, ErrorCode::kInvalidArgument, "no packs");
}

TEST(Pack, NamesAreWellFormedUtf8) {
  for (const char* const good :
       {"a", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80", "\xef\xbf\xbf",
        "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "rock/\xc3\xa4.dds"}) {
    EXPECT_TRUE(is_pack_name(good)) << good;
  }
  for (const char* const bad :
       {"", "\x80", "\xc1\xbf", "\xc3", "a\xc3", "\xc3z", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xe2\x82", "\xf0\x9f\x92"}) {
    EXPECT_FALSE(is_pack_name(bad)) << bad;
  }
  EXPECT_TRUE(is_pack_name(std::string(4096, 'n')));
  EXPECT_FALSE(is_pack_name(std::string(4097, 'n')));
  EXPECT_FALSE(is_pack_name(std::string_view("a\0b", 3)));
}

TEST(Pack, AnEmptyPackIsOne) {
  const ScratchFolder folder;
  write_pack(folder / "a.ferry", {}, {});
  const auto pack = Pack::open(folder / "a.ferry");
  ASSERT_TRUE(pack) << pack.error().message;
  EXPECT_TRUE(pack->entries().empty());
  EXPECT_EQ(pack->find("a"), nullptr);
  EXPECT_EQ(pack->file_bytes(), 4096u);
  EXPECT_TRUE(verify_pack(folder / "a.ferry"));
}

TEST(Pack, WhatTheWriterCannotTakeIsRefused) {
  const ScratchFolder folder;
  EXPECT_FALSE(PackWriter::create(folder / "a", {.piece_bytes = 65535, .zstd_level = 0}));
  EXPECT_FALSE(PackWriter::create(folder / "a", {.piece_bytes = 1_GiB + 1, .zstd_level = 0}));
  EXPECT_FALSE(PackWriter::create(folder / "a", {.piece_bytes = 1_MiB, .zstd_level = 23}));
  EXPECT_FALSE(PackWriter::create(folder / "a", {.piece_bytes = 1_MiB, .zstd_level = -1}));
  EXPECT_EQ(PackWriter::create(folder / "no" / "a").error().code, ErrorCode::kNotFound);
  auto writer = PackWriter::create(folder / "a.ferry");
  ASSERT_TRUE(writer);
  EXPECT_TRUE(writer->add_buffer("x", {}));
  for (const std::string& name :
       {std::string(), std::string(4097, 'x'), std::string("a\0b", 3), std::string("x")}) {
    const auto added = writer->add_buffer(name, {});
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().code, ErrorCode::kInvalidArgument);
  }
  TextureImage broken = make_image(desc_2d(Format::kR8Unorm, 4, 4, 1, 1), 1);
  broken.desc.width = 0;
  const auto added = writer->add_texture("broken", broken);
  ASSERT_FALSE(added);
  EXPECT_NE(added.error().message.find("'broken'"), std::string::npos) << added.error().message;
  EXPECT_TRUE(writer->finish());
  EXPECT_FALSE(writer->finish());
  EXPECT_FALSE(writer->add_buffer("y", {}));
  {
    auto dropped = PackWriter::create(folder / "b.ferry");
    ASSERT_TRUE(dropped);
    ASSERT_TRUE(dropped->add_buffer("x", noise(10'000, 1)));
  }
  EXPECT_EQ(folder.entries(), 1u);  // a.ferry alone.
}

TEST(Pack, UnpackingWritesOnceForWriteCombinedMemoryToo) {
  const ScratchFolder folder;
  const std::vector<Asset> all = assets();
  write_pack(folder / "a.ferry", all, small_pieces(test::zstd_level(3)));
  auto opened = Pack::open(folder / "a.ferry");
  ASSERT_TRUE(opened);
  const auto pack = std::make_shared<const Pack>(*std::move(opened));
  const Bytes file = file_bytes(folder / "a.ferry");
  for (const PackEntry& entry : pack->entries()) {
    const UnpackPiece unpack = unpacker(pack, entry);
    const PlacedPieces placed = pack->placed(entry);
    const PlacedPieces verified = pack->placed(entry, true);
    ASSERT_EQ(placed.pieces.size(), entry.piece_count);
    for (std::size_t i = 0; i < placed.pieces.size(); ++i) {
      const PlacedPiece& piece = placed.pieces[i];
      EXPECT_EQ(piece.packed, pack->pieces(entry)[i].packed);
      EXPECT_TRUE(verified.pieces[i].packed);
      const auto stored =
          std::span(file).subspan(piece.file_offset, static_cast<std::size_t>(piece.stored_bytes));
      Bytes cached(static_cast<std::size_t>(piece.bytes));
      Bytes combined(cached.size(), std::byte{1});
      ASSERT_TRUE(unpack(i, stored, cached, false));
      ASSERT_TRUE(unpack(i, stored, combined, true));
      EXPECT_EQ(cached, combined);
      // Other sizes are the caller's mistake.
      EXPECT_EQ(unpack(i, stored.first(stored.size() - 1), cached, false).error().code,
                ErrorCode::kInvalidArgument);
      EXPECT_EQ(unpack(i, stored, std::span(cached).first(cached.size() - 1), false).error().code,
                ErrorCode::kInvalidArgument);
    }
    EXPECT_EQ(unpack(placed.pieces.size(), {}, {}, false).error().code, ErrorCode::kInvalidArgument);
  }
}

}  // namespace
}  // namespace ferry
