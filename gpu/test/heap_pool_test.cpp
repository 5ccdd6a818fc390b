#include <ferry/gpu/heap_pool.hpp>

#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <ferry/gpu/command_recycler.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/fence_timeline.hpp>
#include <ferry/gpu/queue.hpp>

#include "null_command_list.hpp"
#include "rule_watch.hpp"

namespace ferry::test {
namespace {

class HeapPoolTest : public testing::Test {
 protected:
  void SetUp() override {
    device_ = make_watched_device();
    ASSERT_TRUE(device_);
  }
  void TearDown() override { end_watched_device(device_); }
  std::shared_ptr<Device> device_;
};

TEST_F(HeapPoolTest, ManySmallBuffersShareOneHeap) {
  HeapPool pool(device_, 4_MiB);
  std::vector<PlacedResource> buffers;
  for (int i = 0; i < 32; ++i) {
    auto made = pool.create_buffer(1000, "small");
    ASSERT_TRUE(made) << to_string(made.error());
    EXPECT_FALSE(made->reuses_memory());
    buffers.push_back(*std::move(made));
  }
  EXPECT_EQ(pool.stats().heaps, 1u);
  EXPECT_EQ(pool.stats().resources, 32u);
  EXPECT_EQ(pool.stats().used_bytes, 32u * 64_KiB);
}

TEST_F(HeapPoolTest, BuffersTexturesAndTargetsDoNotMix) {
  HeapPool pool(device_, 4_MiB);
  TextureDesc desc;
  desc.width = 64;
  desc.height = 64;
  auto buffer = pool.create_buffer(64, "buffer");
  auto texture = pool.create_texture(desc, "texture");
  auto target = pool.create_texture(desc, "target", D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET);
  ASSERT_TRUE(buffer && texture && target);
  EXPECT_EQ(pool.stats().heaps, 3u);
}

TEST_F(HeapPoolTest, APlaceIsUsedAgainOnlyAfterItsLastUse) {
  auto queue = Queue::create(device_, QueueKind::kCopy, "test");
  ASSERT_TRUE(queue);
  HeapPool pool(device_, 1_MiB);
  const std::uint64_t big = 512_KiB;
  auto first = pool.create_buffer(big, "first");
  auto second = pool.create_buffer(big, "second");
  ASSERT_TRUE(first && second);
  const FencePoint later = {(*queue)->timeline()->id(), 1};
  first->used_until(later);
  *first = PlacedResource();
  // Its memory may not be given away yet, so another heap has to be made.
  auto third = pool.create_buffer(big, "third");
  ASSERT_TRUE(third);
  EXPECT_EQ(pool.stats().heaps, 2u);
  auto signalled = (*queue)->signal("test");
  ASSERT_TRUE(signalled);
  ASSERT_EQ(*signalled, later);
  ASSERT_TRUE((*queue)->wait_idle());
  pool.collect();
  auto fourth = pool.create_buffer(big, "fourth");
  ASSERT_TRUE(fourth);
  EXPECT_EQ(pool.stats().heaps, 2u);
  EXPECT_TRUE(fourth->reuses_memory());
}

/// Counts aliasing barriers by what comes after them.
class BarrierList final : public NullCommandList {
 public:
  void STDMETHODCALLTYPE ResourceBarrier(UINT count, const D3D12_RESOURCE_BARRIER* barriers) override {
    for (UINT i = 0; i < count; ++i) {
      EXPECT_EQ(barriers[i].Type, D3D12_RESOURCE_BARRIER_TYPE_ALIASING);
      after.push_back(barriers[i].Aliasing.pResourceAfter);
    }
  }
  std::vector<ID3D12Resource*> after;
};

TEST_F(HeapPoolTest, TheAliasingBarrierNamesWhatUsesTheMemoryNow) {
  HeapPool pool(device_, 1_MiB);
  BarrierList list;
  auto first = pool.create_buffer(512_KiB, "first");
  ASSERT_TRUE(first);
  first->record_aliasing_barrier(&list);
  EXPECT_TRUE(list.after.empty()) << "nothing was there before it";
  *first = PlacedResource();
  pool.collect();
  auto second = pool.create_buffer(512_KiB, "second");
  ASSERT_TRUE(second);
  second->record_aliasing_barrier(&list);
  ASSERT_EQ(list.after.size(), 1u);
  EXPECT_EQ(list.after[0], second->get());
}

TEST_F(HeapPoolTest, MemoryThatIsUsedAgainTakesAnAliasingBarrier) {
  auto queue = Queue::create(device_, QueueKind::kDirect, "test");
  auto source = device_->create_buffer(HeapKind::kDefault, 1000, "source");
  ASSERT_TRUE(queue && source);
  CommandRecycler lists(device_, QueueKind::kDirect, "lists");
  HeapPool pool(device_, 1_MiB);
  const auto use = [&](PlacedResource& resource) {
    auto context = lists.acquire();
    ASSERT_TRUE(context);
    resource.record_aliasing_barrier(context->list.get());
    context->list->CopyBufferRegion(resource.get(), 0, source->get(), 0, 1000);
    ASSERT_EQ(context->list->Close(), S_OK);
    ID3D12CommandList* all[] = {context->list.get()};
    auto point = (*queue)->execute(all, "use");
    ASSERT_TRUE(point);
    lists.give_back(*std::move(context), *point);
    resource.used_until(*point);
    ASSERT_TRUE((*queue)->wait_idle());
  };
  for (int round = 0; round < 3; ++round) {
    auto made = pool.create_buffer(512_KiB, "one after the other");
    ASSERT_TRUE(made);
    EXPECT_EQ(made->reuses_memory(), round > 0);
    use(*made);
    *made = PlacedResource();
    pool.collect();
  }
}

TEST_F(HeapPoolTest, BigResourcesAreCommitted) {
  HeapPool pool(device_, 1_MiB);
  {
    auto big = pool.create_buffer(3_MiB, "big");
    ASSERT_TRUE(big);
    EXPECT_EQ(pool.stats().committed, 1u);
    EXPECT_EQ(pool.stats().heaps, 0u);
  }
  pool.collect();
  EXPECT_EQ(pool.stats().committed, 0u);
  EXPECT_EQ(pool.stats().committed_bytes, 0u);
}

TEST_F(HeapPoolTest, EmptyHeapsGoButOneStays) {
  HeapPool pool(device_, 1_MiB);
  std::vector<PlacedResource> buffers;
  buffers.reserve(8);
  for (int i = 0; i < 8; ++i) buffers.push_back(*pool.create_buffer(512_KiB, "half"));
  EXPECT_EQ(pool.stats().heaps, 4u);
  buffers.clear();
  pool.collect();
  EXPECT_EQ(pool.stats().heaps, 1u);
  EXPECT_EQ(pool.stats().used_bytes, 0u);
  EXPECT_NE(pool.dump().find("0 B of 1 MiB taken"), std::string::npos) << pool.dump();
}

TEST_F(HeapPoolTest, NoEmptyBuffers) {
  HeapPool pool(device_);
  auto made = pool.create_buffer(0, "nothing");
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace ferry::test
