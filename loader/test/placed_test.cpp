// Assets that lie in a file piece by piece as staging memory takes them.
#include <ferry/layout/placed_pieces.hpp>
#include <ferry/layout/row_copy.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "loader_fixture.hpp"

namespace ferry::test {
namespace {

using Bytes = std::vector<std::byte>;

/// A file that a test fills piece by piece.
struct PlacedFile {
  std::shared_ptr<PlacedPieces> pieces = std::make_shared<PlacedPieces>();
  Bytes bytes = Bytes(4096);  // What stands in front.

  /// Puts a piece behind the others. A packed one is stored with each byte flipped.
  void add(Bytes piece, bool packed, std::uint32_t parts) {
    PlacedPiece placed;
    placed.file_offset = bytes.size();
    placed.stored_bytes = placed.bytes = piece.size();
    placed.packed = packed;
    placed.part_count = parts;
    placed.first_part = static_cast<std::uint32_t>(pieces->parts.size()) - parts;
    pieces->pieces.push_back(placed);
    if (packed) std::transform(piece.begin(), piece.end(), piece.begin(), [](std::byte b) { return ~b; });
    bytes.insert(bytes.end(), piece.begin(), piece.end());
    bytes.resize((bytes.size() + 4095) / 4096 * 4096);
  }
};

/// Unpacks what PlacedFile packs.
Result<void> flip(std::size_t, std::span<const std::byte> stored, std::span<std::byte> out, bool) {
  std::transform(stored.begin(), stored.end(), out.begin(), [](std::byte b) { return ~b; });
  return {};
}

/// All subresources of a texture, each with noise of its own number, in pieces of at most `piece_bytes`.
PlacedFile place(const TextureDesc& desc, std::uint64_t piece_bytes, bool packed) {
  PlacedFile file;
  const auto plan = plan_texture(desc, 0, subresource_count(desc), piece_bytes);
  if (!plan) return file;
  for (std::size_t i = 0; i < plan->pieces.size(); ++i) {
    Bytes piece(static_cast<std::size_t>(plan->sizes[i]));
    const PlanPiece& planned = plan->pieces[i];
    for (std::uint32_t k = 0; k < planned.part_count; ++k) {
      const PlanPart& part = plan->parts[planned.first_part + k];
      const Footprint shape = *footprint(desc, part.subresource);
      const Bytes texels = noise(static_cast<std::size_t>(tight_bytes(shape)), part.subresource);
      const std::uint64_t skipped = (part.first_slice * shape.rows + part.first_row) * shape.row_bytes;
      copy_rows(to_footprint(part.footprint, piece.data(), texels.data() + skipped, shape.row_bytes,
                             shape.row_bytes * shape.rows));
      file.pieces->parts.push_back({part.subresource, part.first_slice, part.footprint.depth, part.first_row,
                                    part.footprint.rows, part.footprint.offset});
    }
    // Every other piece as it lies.
    file.add(std::move(piece), packed && i % 2 == 0, planned.part_count);
  }
  return file;
}

class PlacedTest : public LoaderTest {
 protected:
  LoadRequest request(const PlacedFile& file, LoadDestination destination) {
    files_.add("pack", file.bytes);
    LoadRequest request;
    request.source = PlacedSource{"pack", file.pieces, flip};
    request.destination = std::move(destination);
    return request;
  }
  void expect_texels(ID3D12Resource* texture, const TextureDesc& desc) {
    for (std::uint32_t i = 0; i < subresource_count(desc); ++i) {
      const auto expected = noise(static_cast<std::size_t>(tight_bytes(*footprint(desc, i))), i);
      EXPECT_EQ(read_texture(texture, i, 1), expected) << "subresource " << i;
    }
  }
};

TEST_F(PlacedTest, TexturesComeFromTheirPieces) {
  make_loader();
  TextureDesc array = rgba8(300, 200);
  array.depth_or_array_size = 3;
  array.mip_levels = 5;
  TextureDesc volume = rgba8(40, 30);
  volume.dimension = Dimension::kTexture3D;
  volume.depth_or_array_size = 20;
  volume.mip_levels = 3;
  TextureDesc blocks = rgba8(128, 64);
  blocks.format = Format::kBc1Unorm;
  blocks.mip_levels = 8;
  for (const TextureDesc& desc : {array, volume, blocks}) {
    for (const bool packed : {false, true}) {
      const LoadTicket ticket = load(request(place(desc, 64 * 1024, packed), NewTexture{desc}));
      expect_ready(ticket);
      expect_texels(ticket.resource().get(), desc);
      EXPECT_EQ(ticket.bytes_done(), ticket.size());
    }
  }
}

TEST_F(PlacedTest, PiecesMayBeBiggerThanTheRing) {
  options_.ring_bytes = 1_MiB;
  make_loader();
  const TextureDesc desc = rgba8(1024, 1024);
  const LoadTicket ticket = load(request(place(desc, 8_MiB, true), NewTexture{desc}));
  expect_ready(ticket);
  expect_texels(ticket.resource().get(), desc);
}

TEST_F(PlacedTest, BuffersComeFromTheirPieces) {
  make_loader();
  PlacedFile file;
  const Bytes whole = noise(300'000, 1);
  const auto part = [&](std::ptrdiff_t from, std::ptrdiff_t to) {
    return Bytes(whole.begin() + from, whole.begin() + to);
  };
  file.add(part(0, 100'000), false, 0);
  file.add(part(100'000, 100'001), true, 0);
  file.add(part(100'001, 300'000), true, 0);
  const LoadTicket made = load(request(file, NewBuffer{}));
  auto target = buffer(310'000);
  const LoadTicket given = load(request(file, BufferDestination{target.get(), 7'000}));
  expect_ready(made);
  expect_ready(given);
  expect_holds(made, whole);
  EXPECT_EQ(read_back(target.get(), 7'000, whole.size()), whole);
  expect_error(load(request(file, BufferDestination{target.get(), 20'000})).wait(),
               ErrorCode::kInvalidArgument, {"300000 bytes do not fit"});
  expect_ready(load(request(PlacedFile{}, NewBuffer{})));
}

TEST_F(PlacedTest, ReadsAreOfWholePiecesAndNothingElse) {
  make_loader();
  const TextureDesc desc = rgba8(256, 256);
  const PlacedFile file = place(desc, 64 * 1024, true);
  expect_ready(load(request(file, NewTexture{desc})));
  EXPECT_EQ(files_.reads().size(), file.pieces->pieces.size());
}

TEST_F(PlacedTest, WhatGoesWrongEndsTheTicket) {
  make_loader();
  const TextureDesc desc = rgba8(256, 256);
  const PlacedFile file = place(desc, 64 * 1024, true);
  LoadRequest torn = request(file, NewTexture{desc});
  std::get<PlacedSource>(torn.source).unpack = [](std::size_t piece, auto, auto, bool) -> Result<void> {
    return fail(ErrorCode::kCorrupt, "piece ", piece, " is torn");
  };
  expect_error(load(std::move(torn)).wait(), ErrorCode::kCorrupt, {"is torn"});
  LoadRequest other = request(file, NewTexture{rgba8(256, 128)});
  expect_error(load(std::move(other)).wait(), ErrorCode::kCorrupt, {"rows"});
  LoadRequest missing = request(file, NewTexture{desc});
  std::get<PlacedSource>(missing.source).path = "nowhere";
  expect_error(load(std::move(missing)).wait(), ErrorCode::kNotFound, {"nowhere"});
  PlacedFile cut = file;
  cut.bytes.resize(10'000);
  expect_error(load(request(cut, NewTexture{desc})).wait(), ErrorCode::kIo, {"past the end"});

  const auto refused = [&](const auto& change, std::string_view words) {
    LoadRequest wrong = request(file, NewTexture{desc});
    change(wrong, std::get<PlacedSource>(wrong.source));
    const auto ticket = loader_->load(std::move(wrong));
    ASSERT_FALSE(ticket);
    EXPECT_EQ(ticket.error().code, ErrorCode::kInvalidArgument);
    EXPECT_NE(ticket.error().message.find(words), std::string::npos) << ticket.error().message;
  };
  refused([](LoadRequest&, PlacedSource& source) { source.pieces = nullptr; }, "null");
  refused([](LoadRequest&, PlacedSource& source) { source.path.clear(); }, "path");
  refused([](LoadRequest&, PlacedSource& source) { source.unpack = nullptr; }, "nothing unpacks it");
  refused(
      [](LoadRequest& wrong, PlacedSource&) {
        wrong.decode = [](std::span<const std::byte>) -> Result<DecodedAsset> { return DecodedAsset{}; };
      },
      "decoder");
  refused(
      [](LoadRequest&, PlacedSource& source) {
        auto pieces = std::make_shared<PlacedPieces>(*source.pieces);
        pieces->pieces[1].bytes += 1;
        source.pieces = pieces;
      },
      "not packed");
}

}  // namespace
}  // namespace ferry::test
