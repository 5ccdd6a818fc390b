#include "upload_pattern.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace ferry::measure {
namespace {

TEST(UploadPattern, BurstsAreRareAndTheRingHoldsOneWithTheTwoFramesAfterIt) {
  for (const UploadPattern& pattern : upload_patterns()) {
    std::uint64_t bursts = 0;
    for (std::uint64_t frame = 0; frame < 800; ++frame) {
      const std::uint64_t pieces = pattern.pieces_in(frame);
      EXPECT_GE(pieces, 1u);
      EXPECT_LE(pieces, pattern.most_pieces);
      if (pieces == pattern.most_pieces) ++bursts;
      const std::uint64_t three = pieces + pattern.pieces_in(frame + 1) + pattern.pieces_in(frame + 2);
      EXPECT_LE(2 * three, 3 * pattern.most_pieces) << pattern.name << " " << frame;
    }
    EXPECT_EQ(bursts, 100u) << pattern.name;
  }
}

TEST(UploadPattern, FramesDiffer) {
  const UploadPattern pattern = upload_patterns().front();
  std::vector<std::uint64_t> pieces;
  for (std::uint64_t frame = 0; frame < 16; ++frame) pieces.push_back(pattern.pieces_in(frame));
  std::sort(pieces.begin(), pieces.end());
  EXPECT_GE(std::unique(pieces.begin(), pieces.end()) - pieces.begin(), 3);
}

TEST(UploadPattern, ATexturesPiecesAreWholeRows) {
  for (const UploadPattern& pattern : upload_patterns()) {
    if (!pattern.texture) continue;
    EXPECT_EQ(pattern.rows_of_piece() * UploadPattern::kRowBytes, pattern.piece_bytes);
  }
}

}  // namespace
}  // namespace ferry::measure
