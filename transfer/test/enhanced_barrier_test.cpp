// Barriers in the enhanced form, against the tables of the specification "Enhanced Barriers".
#include <ferry/transfer/enhanced_barrier.hpp>

#include <bit>
#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <ferry/base/text.hpp>

#include "../../gpu/test/expect_error.hpp"
#include "../../gpu/test/fake_resource.hpp"
#include "fake_list7.hpp"
#include "spy_list.hpp"

namespace ferry::test {
namespace {

constexpr std::uint32_t kStates[] = {0x1,   0x2,   0x4,   0x8,   0x10,   0x20,   0x40,     0x80,
                                     0x100, 0x200, 0x400, 0x800, 0x1000, 0x2000, 0x400000, 0x1000000};
constexpr QueueKind kQueues[] = {QueueKind::kDirect, QueueKind::kCompute, QueueKind::kCopy};
constexpr BarrierSubject kSubjects[] = {BarrierSubject::kBuffer, BarrierSubject::kTexture,
                                        BarrierSubject::kSimultaneousTexture};

// What follows is written down from the specification once more, and not from the code.

/// "Layout Access Compatibility".
const std::map<std::uint32_t, std::uint32_t> kAccessOfLayout = {
    {0, 0x80 | 0x400 | 0x800},                       // COMMON
    {1, 0x80 | 0x800},                               // GENERIC_READ
    {2, 0x8},                                        // RENDER_TARGET
    {3, 0x10},                                       // UNORDERED_ACCESS
    {4, 0x20 | 0x40},                                // DEPTH_STENCIL_WRITE
    {5, 0x40},                                       // DEPTH_STENCIL_READ
    {6, 0x80},                                       // SHADER_RESOURCE
    {7, 0x800},                                      // COPY_SOURCE
    {8, 0x400},                                      // COPY_DEST
    {9, 0x2000},                                     // RESOLVE_SOURCE
    {10, 0x1000},                                    // RESOLVE_DEST
    {11, 0x10000},                                   // SHADING_RATE_SOURCE
    {0x13, 0x80 | 0x800 | 0x40 | 0x10000 | 0x2000},  // DIRECT_QUEUE_GENERIC_READ
};
/// "COMMON Layout", for simultaneous access.
constexpr std::uint32_t kSimultaneousAccess = 0x80 | 0x400 | 0x800 | 0x8 | 0x10 | 0x1000 | 0x2000;

/// "Command Queue Layout Compatibility".
bool queue_takes_layout(QueueKind queue, std::uint32_t layout) {
  if (layout == 0xffffffff) return queue != QueueKind::kCopy;
  if (queue == QueueKind::kCopy) return layout == 0;
  if (queue == QueueKind::kCompute) {
    return layout == 0 || layout == 1 || layout == 3 || layout == 6 || layout == 7 || layout == 8;
  }
  return layout <= 11 || (layout >= 0x13 && layout <= 0x17);
}

/// "Command Queue Access Compatibility".
std::uint32_t access_of_queue(QueueKind queue) {
  constexpr std::uint32_t kCompute = 0x1 | 0x2 | 0x10 | 0x80 | 0x200 | 0x400 | 0x800 | 0x4000 | 0x8000;
  if (queue == QueueKind::kCopy) return 0x400 | 0x800;
  if (queue == QueueKind::kCompute) return kCompute;
  return kCompute | 0x4 | 0x8 | 0x20 | 0x40 | 0x100 | 0x1000 | 0x2000 | 0x10000;
}

/// "Command Queue Sync Compatibility".
std::uint32_t sync_of_queue(QueueKind queue) {
  if (queue == QueueKind::kCopy) return 0x1 | 0x200;
  if (queue == QueueKind::kCompute) return 0x1 | 0x80 | 0x100 | 0x200 | 0x800 | 0x1000 | 0x2000;
  return 0x1 | 0x2 | 0x4 | 0x8 | 0x10 | 0x20 | 0x40 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800 | 0x1000 | 0x2000;
}

/// "Access Bits Barrier Sync Compatibility": one of these for each bit.
const std::map<std::uint32_t, std::uint32_t> kSyncOfAccess = {
    {0x1, 0x1 | 0x8 | 0x2 | 0x1000},
    {0x2, 0x1 | 0x8 | 0x10 | 0x80 | 0x2 | 0x1000},
    {0x4, 0x1 | 0x4 | 0x2},
    {0x8, 0x1 | 0x2 | 0x40},
    {0x10, 0x1 | 0x8 | 0x10 | 0x80 | 0x2 | 0x1000},
    {0x20, 0x1 | 0x2 | 0x20},
    {0x40, 0x1 | 0x2 | 0x20},
    {0x80, 0x1 | 0x8 | 0x10 | 0x80 | 0x2 | 0x1000},
    {0x100, 0x1 | 0x8 | 0x2 | 0x1000},
    {0x200, 0x1 | 0x800},
    {0x400, 0x1 | 0x200},
    {0x800, 0x1 | 0x200},
    {0x1000, 0x1 | 0x400},
    {0x2000, 0x1 | 0x400},
    {0x4000, 0x1 | 0x80 | 0x100 | 0x1000},
    {0x8000, 0x1 | 0x80 | 0x100 | 0x1000},
    {0x10000, 0x1 | 0x10 | 0x1000},
};

/// "Umbrella Synchronization Scopes", as far as Ferry uses them.
std::uint32_t with_umbrellas(std::uint32_t sync) {
  if ((sync & 0x2000) != 0) sync |= 0x8 | 0x80;
  return sync;
}

/// Whether a resource can be in this state on this queue at all.
bool is_legal(std::uint32_t states, BarrierSubject subject, QueueKind queue) {
  constexpr std::uint32_t kWrites = 0x4 | 0x8 | 0x10 | 0x100 | 0x400 | 0x1000 | 0x400000;
  if ((states & kWrites) != 0 && std::popcount(states) != 1) return false;
  if (queue == QueueKind::kCopy && (states & ~0xc00u) != 0) return false;
  if (queue == QueueKind::kCompute && (states & (0x2 | 0x4 | 0x10 | 0x20 | 0x100 | 0x3000 | 0x1000000)) != 0)
    return false;
  constexpr std::uint32_t kOfBuffers = 0x1 | 0x2 | 0x100 | 0x200 | 0x400000;
  constexpr std::uint32_t kOfTextures = 0x10 | 0x20 | 0x1000000;
  if (subject == BarrierSubject::kBuffer) return (states & kOfTextures) == 0;
  if (subject == BarrierSubject::kSimultaneousTexture && (states & kOfTextures) != 0) return false;
  return states == 0 || (states & ~kOfBuffers) != 0;
}

/// What is wrong with a converted barrier; empty where nothing is.
std::string faults_of(const TextureBarrier& barrier, BarrierSubject subject, QueueKind queue) {
  std::string faults;
  const auto side = [&](const char* name, std::uint32_t sync, std::uint32_t access, BarrierLayout said) {
    const auto layout = static_cast<std::uint32_t>(said);
    if ((sync & ~sync_of_queue(queue)) != 0) faults += text(name, ": sync of another queue; ");
    if (access != kAccessNone && (access & ~access_of_queue(queue)) != 0)
      faults += text(name, ": access of another queue; ");
    if (sync == kSyncNone && access != kAccessNone) faults += text(name, ": SYNC_NONE with access; ");
    for (const auto& [bit, needed] : kSyncOfAccess) {
      if (access != kAccessNone && (access & bit) != 0 && (with_umbrellas(sync) & needed) == 0)
        faults += text(name, ": access ", Hex{bit}, " without its sync; ");
    }
    if (subject == BarrierSubject::kBuffer) return;
    if (!queue_takes_layout(queue, layout)) faults += text(name, ": layout of another queue; ");
    if (layout == 0xffffffff) {
      if (access != kAccessNone) faults += text(name, ": UNDEFINED with access; ");
      return;
    }
    const std::uint32_t taken =
        subject == BarrierSubject::kSimultaneousTexture ? kSimultaneousAccess : kAccessOfLayout.at(layout);
    if (subject == BarrierSubject::kSimultaneousTexture && layout != 0)
      faults += text(name, ": not COMMON; ");
    if (access != kAccessNone && (access & ~taken) != 0)
      faults += text(name, ": layout without that access; ");
  };
  side("before", barrier.sync_before, barrier.access_before, barrier.layout_before);
  side("after", barrier.sync_after, barrier.access_after, barrier.layout_after);
  if (barrier.discard && barrier.layout_before != BarrierLayout::kUndefined)
    faults += "DISCARD of a layout; ";
  return faults;
}

/// Five at once are enough for what the tables tell apart, and GENERIC_READ.
std::vector<std::uint32_t> all_states() {
  std::vector<std::uint32_t> all;
  for (std::uint32_t set = 0; set < 1u << std::size(kStates); ++set) {
    std::uint32_t states = 0;
    for (std::size_t i = 0; i < std::size(kStates); ++i) states |= (set >> i & 1) != 0 ? kStates[i] : 0;
    if (std::popcount(states) <= 5 || states == 0xac3) all.push_back(states);
  }
  return all;
}

TextureDesc picture_of(std::uint32_t mips) {
  TextureDesc desc;
  desc.width = 8;
  desc.height = 8;
  desc.mip_levels = mips;
  return desc;
}

TEST(EnhancedBarrier, EveryStateOfEveryQueueIsTakenOrRefusedAsTheTablesSay) {
  const std::vector<std::uint32_t> all = all_states();
  std::size_t taken = 0;
  for (const QueueKind queue : kQueues) {
    for (const BarrierSubject subject : kSubjects) {
      for (const std::uint32_t states : all) {
        const bool legal = is_legal(states, subject, queue);
        for (const bool is_before : {true, false}) {
          const auto converted =
              is_before ? to_enhanced(states, 0, subject, queue) : to_enhanced(0, states, subject, queue);
          if (bool{converted} != legal) {
            FAIL() << "state " << states << " of subject " << static_cast<int>(subject) << " on "
                   << to_string(queue) << (legal ? " was refused" : " was taken");
          }
          if (!converted) continue;
          ++taken;
          const std::string faults = faults_of(converted->barrier, subject, queue);
          ASSERT_EQ(faults, "") << "state " << states << " on " << to_string(queue);
        }
      }
    }
  }
  EXPECT_GT(taken, 1000u);
}

TEST(EnhancedBarrier, EveryPairOfLegalStatesWithEveryUseKeepsTheTables) {
  for (const QueueKind queue : kQueues) {
    for (const BarrierSubject subject : kSubjects) {
      std::vector<std::uint32_t> legal;
      for (const std::uint32_t states : all_states()) {
        if (is_legal(states, subject, queue)) legal.push_back(states);
      }
      for (const std::uint32_t before : legal) {
        for (const std::uint32_t after : legal) {
          const unsigned uses = std::popcount(before) + std::popcount(after) < 4 ? 8 : 1;
          for (unsigned bits = 0; bits < uses; ++bits) {
            const BarrierUse use = {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
            const auto converted = to_enhanced(before, after, subject, queue, use);
            const bool good = converted && faults_of(converted->barrier, subject, queue).empty();
            if (!good) FAIL() << before << " to " << after << " on " << to_string(queue) << ", use " << bits;
            const TextureBarrier& barrier = converted->barrier;
            const bool moves = barrier.layout_before != barrier.layout_after;
            if (converted->needed != (before != after && (moves || !(use.first || use.last)))) {
              FAIL() << before << " to " << after << " on " << to_string(queue) << ", use " << bits;
            }
            if (use.first && barrier.sync_before != kSyncNone) FAIL() << "waits for what is not there";
            if (use.last && barrier.sync_after != kSyncNone) FAIL() << "holds what does not come";
          }
        }
      }
    }
  }
}

struct Equivalent {
  std::uint32_t state;
  std::uint32_t sync;
  std::uint32_t access;
  BarrierLayout layout;
};

TEST(EnhancedBarrier, ATexturesStatesAreWhatTheTablesSay) {
  const Equivalent rows[] = {
      {0x4, 0x40, 0x8, BarrierLayout::kRenderTarget},
      {0x8, 0x1000, 0x10, BarrierLayout::kUnorderedAccess},
      {0x10, 0x20, 0x20, BarrierLayout::kDepthStencilWrite},
      {0x20, 0x20, 0x40, BarrierLayout::kDepthStencilRead},
      {0x40, 0x2000, 0x80, BarrierLayout::kShaderResource},
      {0x80, 0x10, 0x80, BarrierLayout::kShaderResource},
      {0xc0, 0x2010, 0x80, BarrierLayout::kShaderResource},
      {0x400, 0x200, 0x400, BarrierLayout::kCopyDest},
      {0x800, 0x200, 0x800, BarrierLayout::kCopySource},
      {0x1000, 0x400, 0x1000, BarrierLayout::kResolveDest},
      {0x2000, 0x400, 0x2000, BarrierLayout::kResolveSource},
      {0x1000000, 0x10, 0x10000, BarrierLayout::kShadingRateSource},
      // Several at once.
      {0x880, 0x210, 0x880, BarrierLayout::kGenericRead},
      {0xac3, 0x2210, 0x880, BarrierLayout::kGenericRead},
      {0xa0, 0x30, 0xc0, BarrierLayout::kDirectQueueGenericRead},
      {0x2800, 0x600, 0x2800, BarrierLayout::kDirectQueueGenericRead},
      // COMMON, and PRESENT.
      {0x0, 0x1, 0x0, BarrierLayout::kCommon},
  };
  for (const Equivalent& row : rows) {
    SCOPED_TRACE(row.state);
    const auto from = to_enhanced(0x4, row.state, BarrierSubject::kTexture, QueueKind::kDirect);
    ASSERT_TRUE(from);
    EXPECT_EQ(from->barrier.sync_before, 0x40u);
    EXPECT_EQ(from->barrier.access_before, 0x8u);
    EXPECT_EQ(from->barrier.layout_before, BarrierLayout::kRenderTarget);
    EXPECT_EQ(from->barrier.sync_after, row.sync);
    EXPECT_EQ(from->barrier.access_after, row.access);
    EXPECT_EQ(from->barrier.layout_after, row.layout);
  }
  // ACCESS_COMMON before a barrier would bring a warning of the debug layer.
  const auto from_common = to_enhanced(0, 0x400, BarrierSubject::kTexture, QueueKind::kDirect);
  ASSERT_TRUE(from_common);
  EXPECT_EQ(from_common->barrier.access_before, 0xc80u);
  EXPECT_EQ(from_common->barrier.sync_before, kSyncAll);
}

TEST(EnhancedBarrier, ABuffersStatesAreWhatTheTablesSay) {
  const Equivalent rows[] = {
      {0x1, 0x1000, 0x3, {}},     {0x2, 0x4, 0x4, {}},       {0x8, 0x1000, 0x10, {}},
      {0x100, 0x8, 0x100, {}},    {0x200, 0x800, 0x200, {}}, {0x400000, 0x100, 0xc000, {}},
      {0xac3, 0x3a14, 0xa87, {}}, {0x0, 0x1, 0x0, {}},
  };
  for (const Equivalent& row : rows) {
    SCOPED_TRACE(row.state);
    const auto converted = to_enhanced(row.state, 0x400, BarrierSubject::kBuffer, QueueKind::kDirect);
    ASSERT_TRUE(converted);
    EXPECT_EQ(converted->barrier.sync_before, row.sync);
    EXPECT_EQ(converted->barrier.access_before, row.access);
    EXPECT_EQ(converted->barrier.sync_after, 0x200u);
    EXPECT_EQ(converted->barrier.access_after, 0x400u);
  }
}

TEST(EnhancedBarrier, OnACopyQueueTexturesStayInCommon) {
  const auto up = to_enhanced(0, 0x400, BarrierSubject::kTexture, QueueKind::kCopy);
  ASSERT_TRUE(up);
  EXPECT_EQ(up->barrier.layout_before, BarrierLayout::kCommon);
  EXPECT_EQ(up->barrier.layout_after, BarrierLayout::kCommon);
  EXPECT_EQ(up->barrier.sync_before, kSyncCopy);
  EXPECT_EQ(up->barrier.access_before, kAccessCopyDest | kAccessCopySource);
  EXPECT_EQ(up->barrier.access_after, kAccessCopyDest);
  EXPECT_FALSE(to_enhanced(0, 0x400, BarrierSubject::kTexture, QueueKind::kCopy, {.first = true})->needed)
      << "the first access needs none";
  EXPECT_FALSE(to_enhanced(0x400, 0, BarrierSubject::kTexture, QueueKind::kCopy, {.last = true})->needed);
  const auto discarding =
      to_enhanced(0, 0x400, BarrierSubject::kTexture, QueueKind::kCopy, {.discard = true});
  EXPECT_FALSE(discarding->barrier.discard) << "a COPY queue changes no layout";
}

TEST(EnhancedBarrier, WhatIsWrittenWholeIsDiscarded) {
  const auto converted =
      to_enhanced(0x80, 0x400, BarrierSubject::kTexture, QueueKind::kDirect, {.discard = true});
  ASSERT_TRUE(converted);
  EXPECT_TRUE(converted->barrier.discard);
  EXPECT_EQ(converted->barrier.layout_before, BarrierLayout::kUndefined);
  EXPECT_EQ(converted->barrier.access_before, kAccessNone);
  EXPECT_EQ(converted->barrier.sync_before, kSyncPixelShading) << "its readers are still waited for";
  EXPECT_EQ(converted->barrier.layout_after, BarrierLayout::kCopyDest);
}

TEST(EnhancedBarrier, RefusalsNameTheStateAndTheQueue) {
  expect_error(to_enhanced(0x4, 0x400, BarrierSubject::kTexture, QueueKind::kCompute),
               ErrorCode::kInvalidArgument, {"RENDER_TARGET", "COMPUTE"});
  expect_error(to_enhanced(0, 0x40c, BarrierSubject::kTexture, QueueKind::kDirect),
               ErrorCode::kInvalidArgument, {"stands alone"});
  expect_error(to_enhanced(0, 0x20, BarrierSubject::kBuffer, QueueKind::kDirect), ErrorCode::kInvalidArgument,
               {"DEPTH_READ", "a buffer"});
  expect_error(to_enhanced(0x10000, 0, BarrierSubject::kTexture, QueueKind::kDirect), ErrorCode::kUnsupported,
               {"video"});
  FakeResource texture(picture_of(1));
  const Barrier wrong = {&texture, 0, 0, 0x1};
  expect_error(to_enhanced({&wrong, 1}, QueueKind::kDirect), ErrorCode::kInvalidArgument, {"a texture"});
}

TEST(EnhancedBarrier, TheyAreRecordedInOneCallOfTwoGroups) {
  FakeResource first(picture_of(2));
  FakeResource buffer(FakeResource::buffer_of(64));
  FakeResource second(picture_of(1));
  const Barrier old[] = {
      {&first, 1, 0x80, 0x400}, {&buffer, 0, 0x1, 0x400}, {&second, kAllSubresources, 0, 0x800}};
  const auto converted = to_enhanced(old, QueueKind::kDirect);
  ASSERT_TRUE(converted);
  FakeList7 list;
  ASSERT_TRUE(record_barriers(&list, *converted));
  EXPECT_EQ(list.shape, "B");
  EXPECT_EQ(list.references(), 1u);
  ASSERT_EQ(list.calls.size(), 1u);
  const FakeList7::Call& call = list.calls[0];
  EXPECT_EQ(call.groups, 2u);
  ASSERT_EQ(call.textures.size(), 2u);
  EXPECT_EQ(call.textures[0].resource, &first);
  EXPECT_EQ(call.textures[0].range.index_or_first_mip, 1u);
  EXPECT_EQ(call.textures[0].range.mip_count, 0u) << "the index is a subresource's";
  EXPECT_EQ(call.textures[0].sync_before, 0x10u);
  EXPECT_EQ(call.textures[0].access_before, 0x80u);
  EXPECT_EQ(call.textures[0].layout_before, 6u);
  EXPECT_EQ(call.textures[0].sync_after, 0x200u);
  EXPECT_EQ(call.textures[0].access_after, 0x400u);
  EXPECT_EQ(call.textures[0].layout_after, 8u);
  EXPECT_EQ(call.textures[0].flags, 0u);
  EXPECT_EQ(call.textures[1].resource, &second);
  EXPECT_EQ(call.textures[1].range.index_or_first_mip, kAllSubresources);
  ASSERT_EQ(call.buffers.size(), 1u);
  EXPECT_EQ(call.buffers[0].resource, &buffer);
  EXPECT_EQ(call.buffers[0].offset, 0u);
  EXPECT_EQ(call.buffers[0].size, UINT64_MAX);
  EXPECT_EQ(call.buffers[0].access_before, 0x3u);
}

TEST(EnhancedBarrier, RangesAndDiscardReachTheList) {
  FakeResource texture(picture_of(4));
  EnhancedBarriers barriers;
  TextureBarrier barrier;
  barrier.resource = &texture;
  barrier.range = {1, 2, 3, 4, 5, 6};
  barrier.layout_before = BarrierLayout::kUndefined;
  barrier.discard = true;
  barriers.textures.push_back(barrier);
  FakeList7 list;
  ASSERT_TRUE(record_barriers(&list, barriers));
  const enhanced::Texture& got = list.calls.at(0).textures.at(0);
  EXPECT_EQ(got.range.index_or_first_mip, 1u);
  EXPECT_EQ(got.range.mip_count, 2u);
  EXPECT_EQ(got.range.first_slice, 3u);
  EXPECT_EQ(got.range.slice_count, 4u);
  EXPECT_EQ(got.range.first_plane, 5u);
  EXPECT_EQ(got.range.plane_count, 6u);
  EXPECT_EQ(got.flags, enhanced::kDiscard);
  EXPECT_EQ(got.layout_before, 0xffffffffu);
  EXPECT_EQ(list.calls.at(0).groups, 1u) << "no group without barriers";
}

TEST(EnhancedBarrier, NoneIsNoCallAndAnOlderListSaysWhatToDo) {
  FakeList7 list;
  EXPECT_TRUE(record_barriers(&list, EnhancedBarriers{}));
  EXPECT_EQ(list.shape, "");
  SpyList old;
  EnhancedBarriers some;
  some.buffers.emplace_back();
  expect_error(record_barriers(&old, some), ErrorCode::kUnsupported, {"BarrierForm::kStates"});
  EXPECT_TRUE(old.steps.empty());
  expect_error(record_barriers(nullptr, some), ErrorCode::kInvalidArgument);
}

#if defined(__ID3D12GraphicsCommandList7_INTERFACE_DEFINED__)
// Where the header has them, the layouts are compared.
static_assert(sizeof(enhanced::Texture) == sizeof(D3D12_TEXTURE_BARRIER));
static_assert(offsetof(enhanced::Texture, resource) == offsetof(D3D12_TEXTURE_BARRIER, pResource));
static_assert(offsetof(enhanced::Texture, range) == offsetof(D3D12_TEXTURE_BARRIER, Subresources));
static_assert(offsetof(enhanced::Texture, flags) == offsetof(D3D12_TEXTURE_BARRIER, Flags));
static_assert(sizeof(enhanced::Buffer) == sizeof(D3D12_BUFFER_BARRIER));
static_assert(offsetof(enhanced::Buffer, size) == offsetof(D3D12_BUFFER_BARRIER, Size));
static_assert(sizeof(enhanced::Group) == sizeof(D3D12_BARRIER_GROUP));
static_assert(static_cast<std::uint32_t>(BarrierLayout::kDirectQueueGenericRead) ==
              D3D12_BARRIER_LAYOUT_DIRECT_QUEUE_GENERIC_READ);
static_assert(static_cast<std::uint32_t>(BarrierLayout::kShadingRateSource) ==
              D3D12_BARRIER_LAYOUT_SHADING_RATE_SOURCE);
static_assert(kAccessShadingRateSource == D3D12_BARRIER_ACCESS_SHADING_RATE_SOURCE);
static_assert(kAccessNone == static_cast<std::uint32_t>(D3D12_BARRIER_ACCESS_NO_ACCESS));
static_assert(kSyncNonPixelShading == D3D12_BARRIER_SYNC_NON_PIXEL_SHADING);
#endif

}  // namespace
}  // namespace ferry::test
