// The calls behind a ResidencyManager, of a fake and of the device.
#include <ferry/gpu/residency.hpp>

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <ferry/gpu/heap_pool.hpp>

#include "../src/residency_calls.hpp"
#include "gpu_fixture.hpp"

namespace ferry::test {
namespace {

/// Writes down what it was asked for, and fails where told.
class FakeCalls final : public ResidencyCalls {
 public:
  struct Diary {
    std::vector<std::string> calls;
    std::map<ID3D12Pageable*, char> names;
    bool can_enqueue = true;
    /// Results of the next calls that make resident; S_OK where there are none left.
    std::vector<HRESULT> results;
    ID3D12Fence* fence = nullptr;
  };
  explicit FakeCalls(Diary& diary) : diary_(diary) {}

  [[nodiscard]] bool can_enqueue() const override { return diary_.can_enqueue; }
  HRESULT make_resident(std::span<ID3D12Pageable* const> objects) override {
    diary_.calls.push_back("in " + names(objects));
    return next();
  }
  HRESULT enqueue(std::span<ID3D12Pageable* const> objects, ID3D12Fence* fence,
                  std::uint64_t value) override {
    diary_.calls.push_back("enqueue " + names(objects) + " " + std::to_string(value));
    diary_.fence = fence;
    const HRESULT hr = next();
    if (SUCCEEDED(hr)) fence->Signal(value);
    return hr;
  }
  HRESULT evict(std::span<ID3D12Pageable* const> objects) override {
    diary_.calls.push_back("out " + names(objects));
    return S_OK;
  }

 private:
  std::string names(std::span<ID3D12Pageable* const> objects) {
    std::string all;
    for (ID3D12Pageable* const object : objects) all += diary_.names[object];
    return all;
  }
  HRESULT next() {
    if (diary_.results.empty()) return S_OK;
    const HRESULT hr = diary_.results.front();
    diary_.results.erase(diary_.results.begin());
    return hr;
  }

  Diary& diary_;
};

class ResidencyTest : public GpuTest {
 protected:
  std::shared_ptr<ResidencyManager> manager() {
    ResidencyOptions options;
    options.budget = [this] { return budget_; };
    auto made = ResidencyAccess::create(device_, options, std::make_unique<FakeCalls>(diary_));
    EXPECT_TRUE(made) << to_string(made.error());
    return *made;
  }
  ResidencyId track(ResidencyManager& manager, char name, std::uint64_t bytes) {
    auto buffer = device_->create_buffer(HeapKind::kDefault, 256, "tracked");
    EXPECT_TRUE(buffer);
    diary_.names[buffer->get()] = name;
    buffers_.push_back(*buffer);
    return manager.track(buffer->get(), bytes);
  }
  void TearDown() override { buffers_.clear(); }

  FakeCalls::Diary diary_;
  std::uint64_t budget_ = 100;
  std::vector<ComPtr<ID3D12Resource>> buffers_;
};

TEST_F(ResidencyTest, OthersGoBeforeThisComesInAndItsPointSaysWhen) {
  const auto residency = manager();
  const ResidencyId ids[] = {track(*residency, 'a', 60), track(*residency, 'b', 60)};
  ASSERT_TRUE(residency->trim());
  EXPECT_FALSE(residency->resident(ids[0]));
  const auto ready = residency->use({ids, 1});
  ASSERT_TRUE(ready) << to_string(ready.error());
  EXPECT_EQ(diary_.calls, (std::vector<std::string>{"out a", "out b", "enqueue a 1"}));
  EXPECT_EQ(ready->value, 1u);
  const auto timeline = device_->timelines().find(ready->timeline);
  ASSERT_TRUE(timeline);
  EXPECT_EQ(timeline->d3d(), diary_.fence);
  EXPECT_EQ(timeline->last_submitted(), 1u) << "else nobody could wait for it";
  EXPECT_TRUE(timeline->wait(1));
  const auto again = residency->use({ids, 1});
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, *ready) << "whoever uses it next waits for the same paging";
  EXPECT_EQ(diary_.calls.size(), 3u);
  const ResidencyStats stats = residency->stats();
  EXPECT_EQ(stats.evictions, 2u);
  EXPECT_EQ(stats.made_resident, 1u);
  EXPECT_EQ(stats.resident_bytes, 60u);
}

TEST_F(ResidencyTest, NothingIsEvictedThatTheGpuStillUses) {
  const auto residency = manager();
  const ResidencyId ids[] = {track(*residency, 'a', 60)};
  const auto of_application = fence();
  const auto timeline = timeline_of(of_application.get(), 1);
  budget_ = 0;
  ASSERT_TRUE(residency->use(ids));
  ASSERT_TRUE(residency->trim());
  residency->used_until(ids, {timeline->id(), 1});
  ASSERT_TRUE(residency->trim());
  EXPECT_TRUE(diary_.calls.empty()) << diary_.calls.front();
  of_application->Signal(1);
  ASSERT_TRUE(residency->trim());
  EXPECT_EQ(diary_.calls, std::vector<std::string>{"out a"});
}

TEST_F(ResidencyTest, WithoutTheQueuedCallTheOneThatWaitsIsMade) {
  diary_.can_enqueue = false;
  const auto residency = manager();
  const ResidencyId ids[] = {track(*residency, 'a', 60)};
  budget_ = 0;
  ASSERT_TRUE(residency->trim());
  const auto ready = residency->use(ids);
  ASSERT_TRUE(ready);
  EXPECT_EQ(ready->value, 0u);
  EXPECT_TRUE(device_->timelines().is_complete(*ready));
  EXPECT_EQ(diary_.calls, (std::vector<std::string>{"out a", "in a"}));
}

TEST_F(ResidencyTest, WhereMemoryRunsOutAllThatMayGoGoesAndItIsTriedOnceMore) {
  const auto residency = manager();
  const ResidencyId ids[] = {track(*residency, 'a', 10), track(*residency, 'b', 10),
                             track(*residency, 'c', 10)};
  budget_ = 20;
  ASSERT_TRUE(residency->trim());
  budget_ = 100;
  diary_.results = {E_OUTOFMEMORY};
  ASSERT_TRUE(residency->use({ids, 1}));
  EXPECT_EQ(diary_.calls, (std::vector<std::string>{"out a", "enqueue a 1", "out bc", "enqueue a 1"}));
  EXPECT_EQ(residency->stats().over_budget, 0u);
}

TEST_F(ResidencyTest, WhatCannotComeInIsNeitherResidentNorHeld) {
  const auto residency = manager();
  const ResidencyId ids[] = {track(*residency, 'a', 10)};
  budget_ = 0;
  ASSERT_TRUE(residency->trim());
  diary_.results = {E_OUTOFMEMORY, E_OUTOFMEMORY};
  expect_error(residency->use(ids), ErrorCode::kOutOfMemory, {"EnqueueMakeResident"});
  EXPECT_FALSE(residency->resident(ids[0]));
  ASSERT_TRUE(residency->use(ids));
  residency->release(ids);
  diary_.calls.clear();
  ASSERT_TRUE(residency->trim());
  EXPECT_EQ(diary_.calls, std::vector<std::string>{"out a"}) << "the failed use does not hold it";
}

TEST_F(ResidencyTest, ABudgetThatCannotBeKeptIsCounted) {
  const auto residency = manager();
  const ResidencyId a = track(*residency, 'a', 60);
  const ResidencyId b = track(*residency, 'b', 60);
  budget_ = 60;
  ASSERT_TRUE(residency->use({&b, 1}));
  ASSERT_TRUE(residency->trim());
  EXPECT_EQ(residency->stats().over_budget, 0u);
  ASSERT_TRUE(residency->use({&a, 1}));
  EXPECT_EQ(residency->stats().over_budget, 1u);
  residency->untrack(a);
  EXPECT_EQ(residency->stats().bytes, 60u);
}

/// Of the device itself: evicts a pool's heap, brings it back and reads what was written before.
TEST_F(ResidencyTest, TheHeapsOfAPoolComeBackWithTheirContent) {
  ResidencyOptions options;
  options.budget = [this] { return budget_; };
  budget_ = 64_MiB;
  auto made = ResidencyManager::create(device_, options);
  ASSERT_TRUE(made) << to_string(made.error());
  const std::shared_ptr<ResidencyManager> residency = *made;
  {
    HeapPool pool(device_, 1_MiB, residency);
    auto first = pool.create_buffer(64_KiB, "first");
    auto second = pool.create_buffer(64_KiB, "second");
    auto big = pool.create_buffer(700_KiB, "big");
    ASSERT_TRUE(first && second && big);
    ASSERT_TRUE(first->residency() && big->residency());
    EXPECT_EQ(first->residency(), second->residency()) << "they lie in one heap";
    EXPECT_NE(first->residency(), big->residency());
    EXPECT_EQ(residency->stats().objects, 2u);

    auto upload = device_->create_buffer(HeapKind::kUpload, 64_KiB, "upload");
    auto back = device_->create_buffer(HeapKind::kReadback, 64_KiB, "back");
    ASSERT_TRUE(upload && back);
    void* bytes = nullptr;
    ASSERT_EQ((*upload)->Map(0, nullptr, &bytes), S_OK);
    std::memset(bytes, 0x5a, 64_KiB);
    (*upload)->Unmap(0, nullptr);

    const auto copies = queue(QueueKind::kCopy);
    CommandRecycler lists(device_, QueueKind::kCopy, "residency test");
    const ResidencyId heap[] = {*first->residency()};
    const auto copy = [&](ID3D12Resource* to, ID3D12Resource* from) {
      const auto ready = residency->use(heap);
      ASSERT_TRUE(ready) << to_string(ready.error());
      ASSERT_TRUE(device_->timelines().wait(*ready));
      auto recorded = lists.acquire();
      ASSERT_TRUE(recorded);
      recorded->list->CopyBufferRegion(to, 0, from, 0, 64_KiB);
      ASSERT_EQ(recorded->list->Close(), S_OK);
      ID3D12CommandList* const executed[] = {recorded->list.get()};
      const auto point = copies->execute(executed, "copy");
      ASSERT_TRUE(point);
      residency->used_until(heap, *point);
      ASSERT_TRUE(copies->wait_idle());
      lists.give_back(*std::move(recorded), *point);
    };
    copy(first->get(), upload->get());
    budget_ = 0;
    ASSERT_TRUE(residency->trim());
    EXPECT_FALSE(residency->resident(heap[0]));
    EXPECT_FALSE(residency->resident(*big->residency()));
    EXPECT_EQ(residency->stats().resident_bytes, 0u);
    copy(back->get(), first->get());
    EXPECT_TRUE(residency->resident(heap[0]));
    ASSERT_EQ((*back)->Map(0, nullptr, &bytes), S_OK);
    for (std::size_t i = 0; i < 64_KiB; ++i) {
      ASSERT_EQ(static_cast<unsigned char*>(bytes)[i], 0x5a) << "at " << i;
    }
    const D3D12_RANGE none = {};
    (*back)->Unmap(0, &none);
  }
  EXPECT_EQ(residency->stats().objects, 0u) << "the pool's end ends the tracking";
}

}  // namespace
}  // namespace ferry::test
