// Recordings that place enhanced barriers, in a list that writes them down.
#include <ferry/transfer/transfer_recording.hpp>

#include "fake_list7.hpp"
#include "spy_list.hpp"
#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

class EnhancedRecordingTest : public TransferTest {
 protected:
  /// The list was executed, as far as the recording knows.
  void retire(TransferRecording& recording) {
    auto mine = fence();
    mine->Signal(1);
    ASSERT_TRUE(recording.retire_with(mine.get(), 1));
  }
};

TEST_F(EnhancedRecordingTest, BarriersCopiesBarriers) {
  const TextureDesc desc = rgba8(16, 16);
  auto picture = texture(desc);
  auto numbers = buffer(1000);
  const auto texels = texels_of(desc, 0, 1);
  auto recording = manager_->begin_recording();
  ASSERT_TRUE(recording.upload_texture(picture.get(), 0, TextureData{texels.data()}, {0x80, 0x40}));
  ASSERT_TRUE(recording.upload_buffer(numbers.get(), 0, noise(1000, 1), {0x1, 0x1}));
  const auto before = recording.enhanced_barriers_before();
  const auto after = recording.enhanced_barriers_after();
  ASSERT_TRUE(before && after);
  ASSERT_EQ(before->textures.size(), 1u);
  EXPECT_EQ(before->textures[0].layout_before, BarrierLayout::kShaderResource);
  EXPECT_EQ(before->textures[0].layout_after, BarrierLayout::kCopyDest);
  EXPECT_EQ(before->buffers.size(), 1u);
  EXPECT_EQ(after->textures.at(0).layout_after, BarrierLayout::kShaderResource);
  EXPECT_EQ(after->textures.at(0).sync_after, kSyncNonPixelShading);
  FakeList7 list;
  ASSERT_TRUE(recording.record(&list, BarrierForm::kEnhanced));
  EXPECT_EQ(list.shape, "BccB");
  EXPECT_EQ(list.calls.at(0).textures.at(0).layout_after, 8u);
  EXPECT_EQ(list.calls.at(1).textures.at(0).layout_after, 6u);
  EXPECT_EQ(list.references(), 1u);
  retire(recording);
}

TEST_F(EnhancedRecordingTest, WhatIsKnownOfTheCallMakesThemFewer) {
  auto numbers = buffer(1000);
  const TextureDesc desc = rgba8(16, 16);
  auto picture = texture(desc);
  const auto texels = texels_of(desc, 0, 1);
  auto recording = manager_->begin_recording();
  ASSERT_TRUE(recording.upload_buffer(numbers.get(), 0, noise(1000, 1), {0x1, 0x1}));
  ASSERT_TRUE(recording.upload_texture(picture.get(), 0, TextureData{texels.data()}, {0x80, 0x80}));
  const BarrierUse alone = {.first = true, .last = true, .discard = true};
  const auto before = recording.enhanced_barriers_before(alone);
  const auto after = recording.enhanced_barriers_after(alone);
  ASSERT_TRUE(before && after);
  EXPECT_TRUE(before->buffers.empty() && after->buffers.empty());
  EXPECT_EQ(before->textures.at(0).sync_before, kSyncNone);
  EXPECT_EQ(before->textures.at(0).sync_after, kSyncCopy) << "the copy comes after it";
  EXPECT_TRUE(before->textures.at(0).discard);
  EXPECT_EQ(after->textures.at(0).sync_before, kSyncCopy);
  EXPECT_EQ(after->textures.at(0).sync_after, kSyncNone);
  EXPECT_FALSE(after->textures.at(0).discard) << "what was uploaded is kept";
}

TEST_F(EnhancedRecordingTest, CopiesThatMeetAreKeptApartInTheSameForm) {
  auto numbers = buffer(1000);
  auto recording = manager_->begin_recording();
  ASSERT_TRUE(recording.upload_buffer(numbers.get(), 0, noise(1000, 1)));
  ASSERT_TRUE(recording.upload_buffer(numbers.get(), 100, noise(500, 2)));
  FakeList7 list;
  ASSERT_TRUE(recording.record_copies(&list, BarrierForm::kEnhanced));
  EXPECT_EQ(list.shape, "cBBc");
  EXPECT_EQ(list.calls.at(0).buffers.at(0).sync_before, kSyncCopy);
  EXPECT_EQ(list.calls.at(0).buffers.at(0).access_before, kAccessCopyDest);
  retire(recording);
}

TEST_F(EnhancedRecordingTest, AListThatDoesNotTakeThemIsLeftAlone) {
  auto numbers = buffer(1000);
  auto recording = manager_->begin_recording();
  ASSERT_TRUE(recording.upload_buffer(numbers.get(), 0, noise(1000, 1)));
  SpyList old;
  expect_error(recording.record(&old, BarrierForm::kEnhanced), ErrorCode::kUnsupported,
               {"BarrierForm::kStates"});
  expect_error(recording.record_copies(&old, BarrierForm::kEnhanced), ErrorCode::kUnsupported);
  EXPECT_TRUE(old.steps.empty());
  ASSERT_TRUE(recording.record(&old)) << "the old form still can";
  retire(recording);
  EXPECT_FALSE(has_enhanced_barriers(*device_) && kOnLibvkd3d);
}

}  // namespace
}  // namespace ferry::test
