#include "../src/copy_plan.hpp"

#include <memory>

#include <gtest/gtest.h>

#include "../../gpu/test/expect_error.hpp"
#include "../../gpu/test/fake_resource.hpp"
#include "spy_list.hpp"

namespace ferry::test {
namespace {

using Kind = SpyList::Step::Kind;
using Owner = CopyPlan::ListOwner;
constexpr std::uint32_t kPixelShaderResource = 0x80;
constexpr std::uint32_t kOtherShaderResource = 0x40;

class CopyPlanTest : public testing::Test {
 protected:
  static TextureDesc texture_of(std::uint32_t width, std::uint32_t height, std::uint32_t mips) {
    TextureDesc desc;
    desc.width = width;
    desc.height = height;
    desc.mip_levels = mips;
    return desc;
  }
  TexturePlace place(std::uint32_t subresource, std::uint32_t top = 0, std::uint32_t bottom = 16) {
    TexturePlace place;
    place.texture = &texture_;
    place.subresource = subresource;
    place.subresource_count = 3;
    place.box = {0, top, 0, 16, bottom, 1};
    return place;
  }
  Result<void> to_buffer(CopyPlan& plan, std::uint64_t offset, std::uint64_t bytes, StateChange states = {}) {
    staged_ += 64;
    return plan.add_upload(&buffer_, offset, &staging_, staged_ += bytes, bytes, states);
  }
  Result<void> to_texture(CopyPlan& plan, const TexturePlace& where, StateChange states) {
    return plan.add_upload(where, &staging_, {}, states);
  }
  struct Recorded {
    std::vector<SpyList::Step> steps;
    [[nodiscard]] std::string shape() const { return SpyList::shape_of(steps); }
  };
  static Recorded record(const CopyPlan& plan) {
    SpyList list;
    plan.record_copies(&list);
    return {list.steps};
  }

  FakeResource buffer_{FakeResource::buffer_of(1 << 20)};
  FakeResource staging_{FakeResource::buffer_of(1 << 20)};
  FakeResource readback_{FakeResource::buffer_of(1 << 20)};
  FakeResource texture_{texture_of(16, 16, 3)};
  std::uint64_t staged_ = 0;
};

TEST_F(CopyPlanTest, NeighboursOnBothSidesBecomeOneCopy) {
  CopyPlan plan(QueueKind::kCopy, Owner::kFerry);
  for (std::uint64_t i = 0; i < 10; ++i) {
    EXPECT_EQ(plan.continues(&buffer_, 100 + i * 10), i != 0);
    ASSERT_TRUE(plan.add_upload(&buffer_, 100 + i * 10, &staging_, i * 10, 10, {}));
  }
  const Recorded list = record(plan);
  ASSERT_EQ(list.steps.size(), 1u);
  EXPECT_EQ(list.steps[0].destination_offset, 100u);
  EXPECT_EQ(list.steps[0].source_offset, 0u);
  EXPECT_EQ(list.steps[0].bytes, 100u);
  EXPECT_EQ(plan.copy_count(), 1u);
}

TEST_F(CopyPlanTest, NeighboursOnOneSideOnlyStayTwoCopies) {
  CopyPlan plan(QueueKind::kCopy, Owner::kFerry);
  ASSERT_TRUE(plan.add_upload(&buffer_, 0, &staging_, 0, 10, {}));
  ASSERT_TRUE(plan.add_upload(&buffer_, 10, &staging_, 11, 10, {}));
  ASSERT_TRUE(plan.add_upload(&buffer_, 21, &staging_, 21, 10, {}));
  ASSERT_TRUE(plan.add_upload(&buffer_, 31, &readback_, 31, 10, {}));
  EXPECT_EQ(record(plan).shape(), "cccc");
}

TEST_F(CopyPlanTest, BytesWrittenTwiceAreKeptApart) {
  CopyPlan plan(QueueKind::kCopy, Owner::kFerry);
  ASSERT_TRUE(to_buffer(plan, 0, 100));
  ASSERT_TRUE(to_buffer(plan, 200, 100));
  ASSERT_TRUE(to_buffer(plan, 50, 100));
  ASSERT_TRUE(to_buffer(plan, 300, 100));
  const Recorded list = record(plan);
  ASSERT_EQ(list.shape(), "ccbbcc");
  EXPECT_EQ(list.steps[2].barrier, (Barrier{&buffer_, 0, kStateCopyDest, kStateCopySource}));
  EXPECT_EQ(list.steps[3].barrier, (Barrier{&buffer_, 0, kStateCopySource, kStateCopyDest}));
  EXPECT_EQ(plan.copy_count(), 4u);
}

TEST_F(CopyPlanTest, ANeighbourThatOverlapsSomethingEarlierIsNotMovedBeforeIt) {
  CopyPlan plan(QueueKind::kCopy, Owner::kFerry);
  ASSERT_TRUE(plan.add_upload(&buffer_, 10, &staging_, 500, 10, {}));
  ASSERT_TRUE(plan.add_upload(&buffer_, 0, &staging_, 0, 10, {}));
  ASSERT_TRUE(plan.add_upload(&buffer_, 10, &staging_, 10, 10, {}));
  EXPECT_EQ(record(plan).shape(), "ccbbc");
}

TEST_F(CopyPlanTest, PiecesOfOneUploadNeedNoBarrierBetweenThem) {
  CopyPlan plan(QueueKind::kDirect, Owner::kFerry);
  ASSERT_TRUE(to_texture(plan, place(0, 0, 8), {0, kStateCopyDest}));
  ASSERT_TRUE(to_texture(plan, place(0, 8, 16), {kStateCopyDest, 0}));
  EXPECT_EQ(record(plan).shape(), "cc");
}

TEST_F(CopyPlanTest, ALaterPieceThatOverlapsAnEarlierUploadIsKeptApartFromIt) {
  CopyPlan plan(QueueKind::kDirect, Owner::kFerry);
  ASSERT_TRUE(to_texture(plan, place(0, 10, 12), {0, 0}));
  ASSERT_TRUE(to_texture(plan, place(0, 0, 8), {0, kStateCopyDest}));
  ASSERT_TRUE(to_texture(plan, place(0, 8, 16), {kStateCopyDest, 0}));
  const Recorded list = record(plan);
  EXPECT_EQ(list.shape(), "ccbbc") << "the second piece writes what the first upload wrote";
}

TEST_F(CopyPlanTest, ManyPiecesOfOneUploadDoNotHideAnEarlierUpload) {
  // 3D: 40 slices in two pieces each, more than are remembered one by one.
  CopyPlan plan(QueueKind::kDirect, Owner::kApplication);
  const auto slice_half = [&](std::uint32_t slice, std::uint32_t half) {
    TexturePlace where = place(0, half * 8, half * 8 + 8);
    where.box.front = slice;
    where.box.back = slice + 1;
    return where;
  };
  ASSERT_TRUE(to_texture(plan, slice_half(39, 1), {0, 0}));
  for (std::uint32_t slice = 0; slice < 40; ++slice) {
    for (std::uint32_t half = 0; half < 2; ++half) {
      ASSERT_TRUE(
          to_texture(plan, slice_half(slice, half),
                     {slice + half == 0 ? 0u : kStateCopyDest, slice + half == 40 ? 0u : kStateCopyDest}));
    }
  }
  const std::string shape = record(plan).shape();
  const std::size_t last_barrier = shape.rfind('b');
  ASSERT_NE(last_barrier, std::string::npos) << shape;
  EXPECT_EQ(shape.find('c'), 0u);
}

TEST_F(CopyPlanTest, TexturesGetOneBarrierForAllSubresourcesThatChangeAlike) {
  CopyPlan plan(QueueKind::kDirect, Owner::kFerry);
  for (std::uint32_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(to_texture(plan, place(i), {0, kPixelShaderResource}));
  }
  ASSERT_EQ(plan.barriers_before().size(), 1u);
  EXPECT_EQ(plan.barriers_before()[0], (Barrier{&texture_, kAllSubresources, 0, kStateCopyDest}));
  ASSERT_EQ(plan.barriers_after().size(), 1u);
  EXPECT_EQ(plan.barriers_after()[0],
            (Barrier{&texture_, kAllSubresources, kStateCopyDest, kPixelShaderResource}));
}

TEST_F(CopyPlanTest, SubresourcesThatChangeDifferentlyGetBarriersOfTheirOwn) {
  CopyPlan plan(QueueKind::kDirect, Owner::kFerry);
  ASSERT_TRUE(to_texture(plan, place(0), {0, kPixelShaderResource}));
  ASSERT_TRUE(to_texture(plan, place(1), {kPixelShaderResource, kPixelShaderResource}));
  ASSERT_TRUE(to_texture(plan, place(2), {kStateCopyDest, 0}));
  const auto before = plan.barriers_before();
  ASSERT_EQ(before.size(), 2u);
  EXPECT_EQ(before[0], (Barrier{&texture_, 0, 0, kStateCopyDest}));
  EXPECT_EQ(before[1], (Barrier{&texture_, 1, kPixelShaderResource, kStateCopyDest}));
  const auto after = plan.barriers_after();
  ASSERT_EQ(after.size(), 3u);
  EXPECT_EQ(after[2], (Barrier{&texture_, 2, kStateCopyDest, 0}));
}

TEST_F(CopyPlanTest, SomeOfTheSubresourcesAreNotAll) {
  CopyPlan plan(QueueKind::kDirect, Owner::kFerry);
  ASSERT_TRUE(to_texture(plan, place(0), {0, 0}));
  ASSERT_TRUE(to_texture(plan, place(1), {0, 0}));
  ASSERT_EQ(plan.barriers_before().size(), 2u);
  EXPECT_EQ(plan.barriers_before()[1], (Barrier{&texture_, 1, 0, kStateCopyDest}));
}

TEST_F(CopyPlanTest, BuffersHaveBarriersOnlyInListsOfTheApplication) {
  CopyPlan own(QueueKind::kDirect, Owner::kFerry);
  ASSERT_TRUE(to_buffer(own, 0, 10));
  EXPECT_TRUE(own.barriers_before().empty());
  EXPECT_TRUE(own.barriers_after().empty());
  CopyPlan application(QueueKind::kDirect, Owner::kApplication);
  ASSERT_TRUE(to_buffer(application, 0, 10, {0x1, 0x1}));
  ASSERT_EQ(application.barriers_before().size(), 1u);
  EXPECT_EQ(application.barriers_before()[0], (Barrier{&buffer_, kAllSubresources, 0x1, kStateCopyDest}));
  EXPECT_EQ(application.barriers_after()[0], (Barrier{&buffer_, kAllSubresources, kStateCopyDest, 0x1}));
}

TEST_F(CopyPlanTest, StatesOfSuccessiveTransfersMustFitTogether) {
  CopyPlan plan(QueueKind::kDirect, Owner::kFerry);
  ASSERT_TRUE(to_texture(plan, place(1, 0, 8), {0, kPixelShaderResource}));
  expect_error(to_texture(plan, place(1, 8, 16), {0, kPixelShaderResource}), ErrorCode::kInvalidArgument,
               {"subresource 1", "in state PIXEL_SHADER_RESOURCE", "is in COMMON"});
  ASSERT_TRUE(to_texture(plan, place(1, 8, 16), {kPixelShaderResource, 0}));
  ASSERT_EQ(plan.barriers_before().size(), 1u);
  EXPECT_EQ(plan.barriers_before()[0].before, 0u);
  EXPECT_EQ(plan.barriers_after()[0].after, 0u);
  EXPECT_EQ(record(plan).shape(), "cc");
}

TEST_F(CopyPlanTest, ACopyQueueTakesOnlyCopyStates) {
  CopyPlan plan(QueueKind::kCopy, Owner::kApplication);
  expect_error(to_texture(plan, place(0), {kPixelShaderResource, 0}), ErrorCode::kInvalidArgument,
               {" PIXEL_SHADER_RESOURCE", "before", "COPY queue", "COMMON", "kDirect"});
  expect_error(to_texture(plan, place(0), {0, kPixelShaderResource}), ErrorCode::kInvalidArgument,
               {" PIXEL_SHADER_RESOURCE", "after"});
  EXPECT_TRUE(plan.empty());
  ASSERT_TRUE(plan.add_upload(&buffer_, 0, &staging_, 0, 10, {0, 0}));
  expect_error(plan.add_upload(&buffer_, 10, &staging_, 10, 10, {0, 0x1}), ErrorCode::kInvalidArgument,
               {"VERTEX_AND_CONSTANT_BUFFER", "after"});
}

TEST_F(CopyPlanTest, OfAnApplicationsCopyListTakesAndLeavesCopyStates) {
  CopyPlan plan(QueueKind::kCopy, Owner::kApplication);
  ASSERT_TRUE(to_texture(plan, place(0), {kStateCopyDest, kStateCopySource}));
  EXPECT_TRUE(plan.barriers_before().empty());
  ASSERT_EQ(plan.barriers_after().size(), 1u);
  EXPECT_EQ(plan.barriers_after()[0], (Barrier{&texture_, 0, kStateCopyDest, kStateCopySource}));
}

TEST_F(CopyPlanTest, ACopyListOfFerrysOwnBeginsAndEndsInCommon) {
  CopyPlan plan(QueueKind::kCopy, Owner::kFerry);
  for (const std::uint32_t state : {kStateCopyDest, kStateCopySource}) {
    expect_error(to_texture(plan, place(0), {state, 0}), ErrorCode::kInvalidArgument,
                 {"before", "COPY queue", "COMMON", "kDirect"});
    expect_error(to_texture(plan, place(0), {0, state}), ErrorCode::kInvalidArgument, {"after", "COMMON"});
  }
  EXPECT_TRUE(plan.empty());
}

TEST_F(CopyPlanTest, ReadingWhatWasJustWrittenTurnsTheTextureRound) {
  CopyPlan plan(QueueKind::kDirect, Owner::kApplication);
  ASSERT_TRUE(to_texture(plan, place(0), {0, kPixelShaderResource}));
  ASSERT_TRUE(plan.add_readback(place(0), &readback_, {}, {kPixelShaderResource, kPixelShaderResource}));
  ASSERT_TRUE(to_texture(plan, place(0), {kPixelShaderResource, 0}));
  const Recorded list = record(plan);
  ASSERT_EQ(list.shape(), "cbcbc");
  EXPECT_EQ(list.steps[1].barrier, (Barrier{&texture_, 0, kStateCopyDest, kStateCopySource}));
  EXPECT_EQ(list.steps[3].barrier, (Barrier{&texture_, 0, kStateCopySource, kStateCopyDest}));
  ASSERT_EQ(plan.barriers_before().size(), 1u);
  EXPECT_EQ(plan.barriers_before()[0], (Barrier{&texture_, 0, 0, kStateCopyDest}));
  ASSERT_EQ(plan.barriers_after().size(), 1u);
  EXPECT_EQ(plan.barriers_after()[0], (Barrier{&texture_, 0, kStateCopyDest, 0}));
}

TEST_F(CopyPlanTest, AReadStateThatIncludesCopySourceNeedsNoBarrier) {
  constexpr std::uint32_t kReads = kStateCopySource | kPixelShaderResource | kOtherShaderResource;
  CopyPlan plan(QueueKind::kDirect, Owner::kApplication);
  ASSERT_TRUE(plan.add_readback(place(0), &readback_, {}, {kReads, kReads}));
  ASSERT_TRUE(plan.add_readback(place(0), &readback_, {}, {kReads, kReads}));
  EXPECT_TRUE(plan.barriers_before().empty());
  EXPECT_TRUE(plan.barriers_after().empty());
  EXPECT_EQ(record(plan).shape(), "cc");
}

TEST_F(CopyPlanTest, APartIsReadThroughItsBoxAndAWholeWithoutOne) {
  CopyPlan plan(QueueKind::kDirect, Owner::kApplication);
  TexturePlace part = place(1, 4, 8);
  part.whole = false;
  ASSERT_TRUE(plan.add_readback(part, &readback_, {}, {}));
  ASSERT_TRUE(plan.add_readback(place(2), &readback_, {}, {}));
  const Recorded list = record(plan);
  ASSERT_EQ(list.steps.size(), 2u);
  EXPECT_EQ(list.steps[0].kind, Kind::kFromTexture);
  EXPECT_TRUE(list.steps[0].has_box);
  EXPECT_EQ(list.steps[0].box.top, 4u);
  EXPECT_EQ(list.steps[0].box.bottom, 8u);
  EXPECT_EQ(list.steps[0].subresource, 1u);
  EXPECT_FALSE(list.steps[1].has_box);
}

TEST_F(CopyPlanTest, WhatIsNamedIsKeptAliveUntilTheReferencesAreGone) {
  CopyPlan plan(QueueKind::kDirect, Owner::kFerry);
  ASSERT_TRUE(to_buffer(plan, 0, 10));
  ASSERT_TRUE(to_texture(plan, place(0), {}));
  EXPECT_EQ(buffer_.references(), 2u);
  EXPECT_EQ(texture_.references(), 2u);
  auto references = plan.clear();
  EXPECT_TRUE(plan.empty());
  EXPECT_EQ(references.size(), 2u);
  EXPECT_EQ(buffer_.references(), 2u);
  references.clear();
  EXPECT_EQ(buffer_.references(), 1u);
  EXPECT_EQ(texture_.references(), 1u);
}

TEST(Barriers, AreRecordedSixtyFourAtATime) {
  FakeResource resource(FakeResource::buffer_of(64));
  SpyList list;
  record_barriers(&list, std::span<const Barrier>{});
  EXPECT_EQ(list.barrier_calls, 0);
  std::vector<Barrier> barriers;
  for (std::uint32_t i = 0; i < 150; ++i) barriers.push_back({&resource, i, i + 1, i + 2});
  record_barriers(&list, barriers);
  EXPECT_EQ(list.barrier_calls, 3);
  ASSERT_EQ(list.steps.size(), 150u);
  for (std::uint32_t i = 0; i < 150; ++i) EXPECT_EQ(list.steps[i].barrier, barriers[i]);
}

}  // namespace
}  // namespace ferry::test
