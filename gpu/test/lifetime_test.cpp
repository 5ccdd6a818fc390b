#include <ferry/gpu/deferred_releases.hpp>
#include <ferry/gpu/live_objects.hpp>

#include "fake_resource.hpp"
#include "gated_queue.hpp"
#include "gpu_fixture.hpp"

namespace ferry::test {
namespace {

TEST(LiveObjects, AreListedInTheOrderOfCreationUntilTheyEnd) {
  auto list = std::make_shared<LiveObjects>();
  EXPECT_EQ(list->report(), "");
  {
    LiveObjectMark first(list, "queue", "one");
    LiveObjectMark second(list, "upload ring", "two", 32_MiB);
    ASSERT_EQ(list->list().size(), 2u);
    EXPECT_LT(list->list()[0].serial, list->list()[1].serial);
    EXPECT_EQ(list->report(), "  #1 queue 'one'\n  #2 upload ring 'two', 32 MiB\n");
    LiveObjectMark moved = std::move(first);
    EXPECT_EQ(list->list().size(), 2u);
    second = LiveObjectMark();
    EXPECT_EQ(list->list().size(), 1u);
  }
  EXPECT_TRUE(list->list().empty());
}

class LifetimeTest : public GpuTest {
 protected:
  static bool is_listed(const std::shared_ptr<LiveObjects>& list, std::string_view name) {
    for (const LiveObject& object : list->list()) {
      if (object.name == name) return true;
    }
    return false;
  }
};

TEST_F(LifetimeTest, AResourceIsListedUntilItsLastReferenceIsGone) {
  auto buffer = device_->create_buffer(HeapKind::kDefault, 1234, "watched buffer");
  ASSERT_TRUE(buffer);
  TextureDesc desc;
  desc.width = 16;
  desc.height = 8;
  auto texture = device_->create_texture(desc, "watched texture");
  ASSERT_TRUE(texture);
  EXPECT_TRUE(is_listed(device_->live_objects(), "watched texture"));
  for (const LiveObject& object : device_->live_objects()->list()) {
    if (object.name == "watched buffer") {
      EXPECT_EQ(object.kind, "DEFAULT buffer");
      EXPECT_EQ(object.bytes, 1234u);
    }
    if (object.name == "watched texture") {
      EXPECT_EQ(object.bytes, 16u * 8u * 4u);
    }
  }
  auto second_reference = *buffer;
  buffer = ComPtr<ID3D12Resource>();
  EXPECT_TRUE(is_listed(device_->live_objects(), "watched buffer"));
  second_reference.reset();
  EXPECT_FALSE(is_listed(device_->live_objects(), "watched buffer"));
}

TEST_F(LifetimeTest, WhatOutlivesItsDeviceIsNamedInTheReport) {
  auto device = Device::create();
  ASSERT_TRUE(device);
  auto forgotten = (*device)->create_buffer(HeapKind::kReadback, 64_KiB, "forgotten buffer");
  ASSERT_TRUE(forgotten);
  testing::internal::CaptureStderr();
  *device = nullptr;
  const std::string report = testing::internal::GetCapturedStderr();
  EXPECT_NE(report.find("READBACK buffer 'forgotten buffer', 64 KiB"), std::string::npos) << report;
}

TEST_F(LifetimeTest, ADeviceThatOutlivesEverythingSaysNothing) {
  testing::internal::CaptureStderr();
  {
    auto device = Device::create();
    ASSERT_TRUE(device);
    auto buffer = (*device)->create_buffer(HeapKind::kUpload, 64_KiB, "tidy");
    auto made = Queue::create(*device, QueueKind::kDirect, "tidy");
    ASSERT_TRUE(buffer && made);
    ASSERT_TRUE((*made)->signal("tidy"));
  }
  const std::string report = testing::internal::GetCapturedStderr();
  EXPECT_EQ(report.find("still alive"), std::string::npos) << report;
}

TEST_F(LifetimeTest, AnAdoptedDeviceIsHeldAndGivenBack) {
  auto first = Device::create();
  ASSERT_TRUE(first);
  ComPtr<ID3D12Device> mine((*first)->d3d());
  auto adopted = Device::adopt(mine.get());
  ASSERT_TRUE(adopted);
  EXPECT_EQ((*adopted)->d3d(), mine.get());
  *first = nullptr;
  EXPECT_TRUE((*adopted)->create_buffer(HeapKind::kDefault, 256, "on it"));
  EXPECT_EQ((*adopted)->caps().uma, device_->caps().uma);
  *adopted = nullptr;
  mine->AddRef();
  EXPECT_EQ(mine->Release(), 1u);
  expect_error(Device::adopt(nullptr), ErrorCode::kInvalidArgument, {"null"});
}

TEST_F(LifetimeTest, BuffersStartInTheStateThatTheirHeapAsksFor) {
  expect_error(device_->create_buffer(HeapKind::kUpload, 0, "empty one"), ErrorCode::kInvalidArgument,
               {"'empty one'", "0 bytes"});
  for (const HeapKind heap : {HeapKind::kDefault, HeapKind::kUpload, HeapKind::kReadback}) {
    auto buffer = device_->create_buffer(heap, 100, "a buffer");
    ASSERT_TRUE(buffer);
    D3D12_HEAP_PROPERTIES properties = {};
    D3D12_HEAP_FLAGS flags = D3D12_HEAP_FLAG_NONE;
    ASSERT_EQ((*buffer)->GetHeapProperties(&properties, &flags), S_OK);
    EXPECT_EQ(static_cast<std::uint32_t>(properties.Type), static_cast<std::uint32_t>(heap));
    EXPECT_EQ((*buffer)->GetDesc().Width, 100u);
  }
}

TEST_F(LifetimeTest, ATextureThatCannotBeIsRefusedWithItsFault) {
  TextureDesc desc;
  desc.width = 20000;
  desc.height = 4;
  expect_error(device_->create_texture(desc, "too wide"), ErrorCode::kInvalidArgument, {"20000", "16384"});
}

TEST_F(LifetimeTest, AFormatThatTheDeviceDoesNotHaveIsSaidToBeTheFault) {
  TextureDesc video;
  video.format = Format::kNv12;
  video.width = 64;
  video.height = 64;
  if (device_->supports(video.format, video.dimension)) GTEST_SKIP() << "this device has NV12";
  auto refused = device_->create_texture(video, "frame");
  expect_error(refused, refused ? ErrorCode::kApiFailed : refused.error().code,
               {"'frame'", "64x64", "NV12", "no 2D textures of that format"});
}

TEST_F(LifetimeTest, ADeferredReleaseHappensAtTheFirstCollectAfterItsPoint) {
  auto own = fence();
  auto timeline = timeline_of(own.get(), 2);
  FakeResource early(FakeResource::buffer_of(4));
  FakeResource late(FakeResource::buffer_of(4));
  DeferredReleases releases(device_);
  releases.release_after(ComPtr<ID3D12Resource>(&late), {timeline->id(), 2});
  releases.release_after(ComPtr<ID3D12Resource>(&early), {timeline->id(), 1});
  releases.collect();
  EXPECT_EQ(releases.pending(), 2u);
  EXPECT_EQ(early.references(), 2u);
  own->Signal(1);
  releases.collect();
  EXPECT_EQ(early.references(), 1u);
  EXPECT_EQ(late.references(), 2u);
  own->Signal(2);
  EXPECT_EQ(releases.pending(), 1u);
  releases.collect();
  EXPECT_EQ(late.references(), 1u);
  EXPECT_EQ(releases.pending(), 0u);
}

TEST_F(LifetimeTest, ACommandListIsUsedAgainOnlyOnceItsPointIsComplete) {
  auto own = fence();
  auto timeline = timeline_of(own.get(), 1);
  CommandRecycler lists(device_, QueueKind::kCopy, "lists");
  auto first = lists.acquire();
  ASSERT_TRUE(first);
  ID3D12GraphicsCommandList* const first_list = first->list.get();
  ASSERT_EQ(first_list->Close(), S_OK);
  lists.give_back(*std::move(first), {timeline->id(), 1});
  auto second = lists.acquire();
  ASSERT_TRUE(second);
  EXPECT_NE(second->list.get(), first_list);
  EXPECT_EQ(lists.made(), 2u);
  own->Signal(1);
  auto third = lists.acquire();
  ASSERT_TRUE(third);
  EXPECT_EQ(third->list.get(), first_list);
  EXPECT_EQ(lists.made(), 2u);
  EXPECT_EQ(first_list->Close(), S_OK) << "an acquired list is recording";
}

TEST_F(LifetimeTest, ADiscardedListIsUsedAgainAtOnceAndAKeptOneNever) {
  CommandRecycler lists(device_, QueueKind::kDirect, "lists");
  auto first = lists.acquire();
  ID3D12GraphicsCommandList* const first_list = first->list.get();
  lists.discard(*std::move(first));
  auto again = lists.acquire();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->list.get(), first_list);
  again->list->Close();
  lists.keep(*std::move(again));
  auto other = lists.acquire();
  EXPECT_NE(other->list.get(), first_list);
  EXPECT_EQ(lists.made(), 2u);
  lists.discard(*std::move(other));
}

TEST_F(LifetimeTest, NamesComeBackInMessages) {
  auto named = device_->create_buffer(HeapKind::kDefault, 100, "vertex data");
  ASSERT_TRUE(named);
  EXPECT_EQ(object_name(named->get()), "'vertex data'");
  EXPECT_EQ(object_name(nullptr), "null");
  set_object_name(named->get(), "");
  EXPECT_EQ(object_name(named->get()), "the buffer of 100 bytes");
}

}  // namespace
}  // namespace ferry::test
