#include "../src/readback_builder.hpp"

#include <gtest/gtest.h>

#include "../../gpu/test/fake_resource.hpp"
#include "spy_list.hpp"

namespace ferry::test {
namespace {

constexpr std::uint32_t kPixelShaderResource = 0x80;

/// A texture of three mips that comes in three pieces: two bands of the first mip, then the two others.
class ReadbackPiecesTest : public testing::Test {
 protected:
  void SetUp() override {
    desc_.width = 64;
    desc_.height = 64;
    desc_.mip_levels = 3;
    texture_ = std::make_unique<FakeResource>(desc_);
    auto placed = layout(desc_);
    ASSERT_TRUE(placed);
    state_.footprints.assign(placed->footprints.begin(), placed->footprints.end());
    state_.buffer.resource = ComPtr<ID3D12Resource>(&readback_);
    state_.pieces = {piece(0, 1, 0, 40), piece(0, 1, 40, 24), piece(1, 2, 0, 16)};
    request_.source = texture_.get();
    request_.subresource_count = 3;
  }
  void TearDown() override { state_.buffer = {}; }

  static ReadbackPiece piece(std::uint32_t first_footprint, std::uint32_t footprints, std::uint32_t first_row,
                             std::uint32_t rows) {
    ReadbackPiece made;
    made.first_footprint = first_footprint;
    made.footprint_count = footprints;
    made.first_row = first_row;
    made.rows = rows;
    return made;
  }
  struct Around {
    std::vector<Barrier> before;
    std::vector<Barrier> after;
  };
  Around barriers_of(std::size_t index, std::uint32_t state, std::uint32_t between) {
    CopyPlan plan(QueueKind::kDirect, CopyPlan::ListOwner::kFerry);
    EXPECT_TRUE(add_piece(plan, state_, state_.pieces[index], request_, state, between));
    SpyList list;
    plan.record_copies(&list);
    copies_ = list.steps;
    return {{plan.barriers_before().begin(), plan.barriers_before().end()},
            {plan.barriers_after().begin(), plan.barriers_after().end()}};
  }

  TextureDesc desc_;
  FakeResource readback_{FakeResource::buffer_of(1 << 20)};
  std::unique_ptr<FakeResource> texture_;
  ReadbackState state_;
  TextureReadback request_;
  std::vector<SpyList::Step> copies_;
};

TEST_F(ReadbackPiecesTest, EachSubresourceComesInItsStateAndIsLeftInIt) {
  const auto barrier = [&](std::uint32_t subresource, std::uint32_t before, std::uint32_t after) {
    return Barrier{texture_.get(), subresource, before, after};
  };
  const Around first = barriers_of(0, kPixelShaderResource, kStateCopySource);
  EXPECT_EQ(first.before, std::vector{barrier(0, kPixelShaderResource, kStateCopySource)});
  EXPECT_TRUE(first.after.empty()) << "the other band follows";
  const Around second = barriers_of(1, kPixelShaderResource, kStateCopySource);
  EXPECT_TRUE(second.before.empty());
  EXPECT_EQ(second.after, std::vector{barrier(0, kStateCopySource, kPixelShaderResource)});
  const Around third = barriers_of(2, kPixelShaderResource, kStateCopySource);
  EXPECT_EQ(third.before, (std::vector{barrier(1, kPixelShaderResource, kStateCopySource),
                                       barrier(2, kPixelShaderResource, kStateCopySource)}));
  EXPECT_EQ(third.after, (std::vector{barrier(1, kStateCopySource, kPixelShaderResource),
                                      barrier(2, kStateCopySource, kPixelShaderResource)}));
}

TEST_F(ReadbackPiecesTest, BandsGoToTheirRowsOfTheBuffer) {
  barriers_of(1, 0, kStateCopySource);
  ASSERT_EQ(copies_.size(), 1u);
  EXPECT_TRUE(copies_[0].has_box);
  EXPECT_EQ(copies_[0].box.top, 40u);
  EXPECT_EQ(copies_[0].box.bottom, 64u);
  EXPECT_EQ(copies_[0].footprint.Offset, 40u * 256u);
  EXPECT_EQ(copies_[0].footprint.Footprint.Height, 24u);
  barriers_of(2, 0, kStateCopySource);
  ASSERT_EQ(copies_.size(), 2u);
  EXPECT_FALSE(copies_[0].has_box);
  EXPECT_EQ(copies_[0].subresource, 1u);
  EXPECT_EQ(copies_[1].footprint.Offset, state_.footprints[2].offset);
}

}  // namespace
}  // namespace ferry::test
