// Copies from and to memory that the CPU and the GPU share, and how long it must stay. Where the system
// cannot import memory, a buffer that both can write stands for it.
#include "../src/host_memory_state.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>

#include "../../gpu/test/gated_queue.hpp"
#include "region_memory.hpp"
#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

using namespace std::chrono_literals;

/// A buffer in memory that the CPU reads and writes too.
struct SharedBuffer {
  ComPtr<ID3D12Resource> buffer;
  std::span<std::byte> bytes;
};

SharedBuffer shared_buffer(Device& device, std::uint64_t bytes) {
  D3D12_HEAP_PROPERTIES properties = {};
  properties.Type = D3D12_HEAP_TYPE_CUSTOM;
  properties.CPUPageProperty = D3D12_CPU_PAGE_PROPERTY_WRITE_BACK;
  properties.MemoryPoolPreference = D3D12_MEMORY_POOL_L0;
  const D3D12_RESOURCE_DESC desc =
      to_d3d12({.dimension = Dimension::kBuffer, .format = Format::kUnknown, .width = bytes}, 0);
  SharedBuffer shared;
  if (FAILED(device.d3d()->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE, &desc,
                                                   D3D12_RESOURCE_STATE_COMMON, nullptr,
                                                   iid_of<ID3D12Resource>(), shared.buffer.put_void()))) {
    return {};
  }
  void* memory = nullptr;
  if (FAILED(shared.buffer->Map(0, nullptr, &memory))) return {};
  shared.bytes = {static_cast<std::byte*>(memory), static_cast<std::size_t>(bytes)};
  return shared;
}

HostMemory host_memory(const TransferManager& manager, const SharedBuffer& shared) {
  host::HostHeap heap;
  heap.buffer = shared.buffer;
  return HostMemoryState::make(TransferCore::of(manager), std::move(heap), shared.bytes, "ours");
}

class HostMemoryTest : public TransferTest {
 protected:
  void SetUp() override {
    TransferTest::SetUp();
    if (!device_->caps().uma) GTEST_SKIP() << "no memory that stands for the caller's";
    shared_ = shared_buffer(*device_, kBytes);
    ASSERT_TRUE(shared_.buffer);
    content_ = noise(kBytes, 1);
    std::copy(content_.begin(), content_.end(), shared_.bytes.begin());
  }
  /// The manager copies on this queue from now on; it must end before the queue does.
  void copy_on(GatedQueue& gate) {
    manager_.reset();
    TransferOptions options;
    options.copy_queue = &gate;
    make_manager(options);
  }
  HostMemory memory() { return host_memory(*manager_, shared_); }
  std::vector<std::byte> part(std::size_t offset, std::size_t bytes) const {
    const auto begin = content_.begin() + static_cast<std::ptrdiff_t>(offset);
    return {begin, begin + static_cast<std::ptrdiff_t>(bytes)};
  }

  static constexpr std::size_t kBytes = 512_KiB;
  SharedBuffer shared_;
  std::vector<std::byte> content_;
};

TEST_F(HostMemoryTest, RunsGoUpWithoutStaging) {
  HostMemory host = memory();
  EXPECT_EQ(host.bytes().data(), shared_.bytes.data());
  EXPECT_EQ(host.buffer(), shared_.buffer.get());
  auto first = buffer(100'000);
  auto second = buffer(50'000);
  const HostBufferCopy copies[] = {{first.get(), 0, 1, 60'000},
                                   {second.get(), 7, 100'003, 40'000},
                                   {first.get(), 60'000, 300'000, 40'000},
                                   {first.get(), 5, 5, 0}};
  const auto point = host.upload(copies);
  ASSERT_TRUE(point) << to_string(point.error());
  EXPECT_EQ(manager_->statistics().ring.ring.high_water, 0u) << "nothing went through the ring";
  EXPECT_EQ(manager_->statistics().submissions, 1u);
  auto back = read_back(first.get(), 100'000, *point);
  EXPECT_EQ(std::vector(back.begin(), back.begin() + 60'000), part(1, 60'000));
  EXPECT_EQ(std::vector(back.begin() + 60'000, back.end()), part(300'000, 40'000));
  ReadbackOptions after;
  after.after = *point;
  EXPECT_EQ(read_back(second.get(), 7, 40'000, after), part(100'003, 40'000));
  ASSERT_TRUE(host.release());
  EXPECT_TRUE(host.bytes().empty());
}

TEST_F(HostMemoryTest, RunsComeDownWithoutStaging) {
  HostMemory host = memory();
  auto source = buffer(200'000);
  const auto bytes = noise(200'000, 9);
  auto batch = begin();
  ASSERT_TRUE(batch.upload_buffer(source.get(), 0, bytes));
  HostCopyOptions options;
  options.after = submit(batch);
  options.queue = QueueKind::kDirect;
  const HostBufferCopy copies[] = {{source.get(), 100, 1000, 150'000}, {source.get(), 0, 400'000, 50}};
  const auto point = host.download(copies, options);
  ASSERT_TRUE(point) << to_string(point.error());
  ASSERT_TRUE(manager_->wait(*point));
  EXPECT_TRUE(std::equal(bytes.begin() + 100, bytes.begin() + 150'100, host.bytes().begin() + 1000));
  EXPECT_TRUE(std::equal(bytes.begin(), bytes.begin() + 50, host.bytes().begin() + 400'000));
  EXPECT_TRUE(std::equal(content_.begin(), content_.begin() + 1000, host.bytes().begin())) << "beside them";
  EXPECT_EQ(manager_->statistics().readback_calls, 0u);
}

TEST_F(HostMemoryTest, TexelsGoBothWaysAtThePitchOfTheCaller) {
  HostMemory host = memory();
  const TextureDesc desc = rgba8(60, 40, 2);
  auto picture = texture(desc);
  HostTextureCopy copy;
  copy.texture = picture.get();
  copy.host_offset = 1024;
  copy.row_pitch = 768;
  auto point = host.upload(copy);
  ASSERT_TRUE(point) << to_string(point.error());
  std::vector<std::byte> expected;
  for (std::size_t row = 0; row < 40; ++row) {
    const auto texels = part(1024 + row * 768, 240);
    expected.insert(expected.end(), texels.begin(), texels.end());
  }
  EXPECT_EQ(read_texture(picture.get(), 0, 1, *point), expected);
  // A box of it, at its own pitch, to another place; the queue is behind the upload by itself.
  copy.box = Box{10, 5, 0, 30, 25, 1};
  copy.host_offset = 131'072;
  copy.row_pitch = 0;
  point = host.download(copy);
  ASSERT_TRUE(point) << to_string(point.error());
  ASSERT_TRUE(manager_->wait(*point));
  for (std::size_t row = 0; row < 20; ++row) {
    const auto begin = expected.begin() + static_cast<std::ptrdiff_t>((row + 5) * 240 + 40);
    EXPECT_TRUE(std::equal(begin, begin + 80,
                           host.bytes().begin() + 131'072 + static_cast<std::ptrdiff_t>(row * 256)));
  }
}

TEST_F(HostMemoryTest, DepthSlicesFollowEachOtherAndStatesAreKept) {
  HostMemory host = memory();
  TextureDesc desc = rgba8(16, 8);
  desc.dimension = Dimension::kTexture3D;
  desc.depth_or_array_size = 4;
  auto volume = texture(desc, 0, D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE);
  HostTextureCopy copy;
  copy.texture = volume.get();
  copy.row_pitch = 512;
  copy.states = {D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE, D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE};
  HostCopyOptions options;
  options.queue = QueueKind::kDirect;
  const auto point = host.upload(copy, options);
  ASSERT_TRUE(point) << to_string(point.error());
  std::vector<std::byte> expected;
  for (std::size_t row = 0; row < 32; ++row) {
    const auto texels = part(row * 512, 64);
    expected.insert(expected.end(), texels.begin(), texels.end());
  }
  EXPECT_EQ(read_texture(volume.get(), 0, 1, *point, D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE), expected);
}

TEST_F(HostMemoryTest, WhatDoesNotFitIsRefusedAndNothingIsCopied) {
  HostMemory host = memory();
  auto target = buffer(1000);
  auto picture = texture(rgba8(60, 40));
  const auto refused = [&](const HostBufferCopy& copy, const std::vector<std::string_view>& words) {
    expect_error(host.upload(std::span(&copy, 1)), ErrorCode::kInvalidArgument, words);
    expect_error(host.download(std::span(&copy, 1)), ErrorCode::kInvalidArgument, words);
  };
  refused({nullptr, 0, 0, 1}, {"null"});
  refused({picture.get(), 0, 0, 1}, {"HostTextureCopy"});
  refused({target.get(), 999, 0, 2}, {"1000 bytes"});
  refused({target.get(), 0, kBytes - 1, 2}, {"'ours'"});
  refused({target.get(), UINT64_MAX, UINT64_MAX, 2}, {"outside"});
  const auto refused_texels = [&](std::uint64_t offset, std::uint64_t pitch,
                                  const std::vector<std::string_view>& words) {
    HostTextureCopy copy;
    copy.texture = picture.get();
    copy.host_offset = offset;
    copy.row_pitch = pitch;
    expect_error(host.upload(copy), ErrorCode::kInvalidArgument, words);
    expect_error(host.download(copy), ErrorCode::kInvalidArgument, words);
  };
  refused_texels(0, 100, {"row pitch 100"});
  if (!device_->caps().unrestricted_pitch) {
    refused_texels(0, 300, {"multiple of 256"});
    refused_texels(100, 0, {});
  }
  refused_texels(kBytes - 512, 0, {"outside 'ours'"});
  HostTextureCopy wrong;
  wrong.texture = target.get();
  expect_error(host.upload(wrong), ErrorCode::kInvalidArgument, {"is a buffer"});
  wrong.texture = picture.get();
  wrong.states = {0x80, 0x80};
  expect_error(host.upload(wrong), ErrorCode::kInvalidArgument, {"COPY"});
  EXPECT_EQ(manager_->statistics().submissions, 0u);
  const auto none = host.upload(std::span<const HostBufferCopy>());
  ASSERT_TRUE(none);
  EXPECT_TRUE(manager_->is_complete(*none));
  EXPECT_FALSE(host.in_use());
}

TEST_F(HostMemoryTest, AReleasedOneRefusesEverything) {
  HostMemory host = memory();
  ASSERT_TRUE(host.release());
  EXPECT_TRUE(host.release()) << "again";
  EXPECT_EQ(host.buffer(), nullptr);
  EXPECT_FALSE(host.in_use());
  expect_error(host.upload(std::span<const HostBufferCopy>()), ErrorCode::kInvalidArgument, {"released"});
  expect_error(host.download(HostTextureCopy{}), ErrorCode::kInvalidArgument, {"released"});
  HostMemory other = memory();
  HostMemory moved = std::move(other);
  EXPECT_NE(moved.buffer(), nullptr);
  host = std::move(moved);
  EXPECT_NE(host.buffer(), nullptr);
}

TEST_F(HostMemoryTest, TheMemoryStaysUntilTheGpuIsDone) {
  GatedQueue gate(device_->d3d(), D3D12_COMMAND_LIST_TYPE_COPY);
  copy_on(gate);
  auto target = buffer(1000);
  {
    HostMemory host = memory();
    gate.shut();
    const HostBufferCopy copy = {target.get(), 0, 0, 1000};
    const auto point = host.upload(std::span(&copy, 1));
    ASSERT_TRUE(point);
    EXPECT_TRUE(host.in_use());
    expect_error(host.release(5ms), ErrorCode::kTimeout, {"'ours'", "keep the memory"});
    EXPECT_NE(host.buffer(), nullptr) << "everything is as before";
    gate.open();
    ASSERT_TRUE(host.release());
    EXPECT_TRUE(manager_->is_complete(*point));
  }
  // The end waits as release does.
  std::atomic<bool> opened = false;
  gate.shut();
  std::thread later;
  {
    HostMemory host = memory();
    const HostBufferCopy copy = {target.get(), 0, 5, 900};
    ASSERT_TRUE(host.upload(std::span(&copy, 1)));
    later = std::thread([&] {
      std::this_thread::sleep_for(30ms);
      opened = true;
      gate.open();
    });
  }
  EXPECT_TRUE(opened);
  later.join();
  EXPECT_EQ(read_back(target.get(), 0, 900), part(5, 900));
  manager_.reset();
}

TEST_F(HostMemoryTest, AListOfTheApplicationHoldsItToo) {
  HostMemory host = memory();
  auto own = fence();
  const auto point = manager_->point_of(own.get(), 5);
  ASSERT_TRUE(point);
  host.used_until(*point);
  host.used_until(FencePoint{});
  EXPECT_TRUE(host.in_use());
  expect_error(host.release(1ms), ErrorCode::kTimeout);
  own->Signal(5);
  EXPECT_FALSE(host.in_use());
  EXPECT_TRUE(host.release());
}

TEST_F(HostMemoryTest, ItMayOutliveItsManager) {
  HostMemory host = memory();
  auto target = buffer(1000);
  const HostBufferCopy copy = {target.get(), 0, 0, 1000};
  ASSERT_TRUE(host.upload(std::span(&copy, 1)));
  manager_.reset();
  EXPECT_TRUE(host.release());
}

TEST_F(HostMemoryTest, AQueueWhoseSignalsFailIsDrainedBeforeTheMemoryIsGivenBack) {
  GatedQueue gate(device_->d3d(), D3D12_COMMAND_LIST_TYPE_COPY);
  copy_on(gate);
  auto target = buffer(1000);
  {
    HostMemory host = memory();
    const HostBufferCopy copy = {target.get(), 0, 0, 1000};
    gate.fail_signals(2);
    EXPECT_FALSE(host.upload(std::span(&copy, 1)));
    EXPECT_TRUE(host.in_use()) << "nobody can tell";
    gate.shut();
    expect_error(host.release(20ms), ErrorCode::kTimeout);
    gate.open();
    EXPECT_TRUE(host.release());
  }
  manager_.reset();
}

TEST(HostMemoryLoss, ALostDeviceUsesNothing) {
  if (unchecked()) GTEST_SKIP() << "the rule-checking layer plays the loss";
  check::WrapOptions held;
  held.pace = check::GpuPace::kHeld;
  auto device = make_watched_device(held);
  ASSERT_TRUE(device);
  device->set_log([](std::string_view) {});
  if (!device->caps().uma) GTEST_SKIP() << "no memory that stands for the caller's";
  {
    auto manager = *TransferManager::create(device);
    const SharedBuffer shared = shared_buffer(*device, 64_KiB);
    ASSERT_TRUE(shared.buffer);
    auto target = *device->create_buffer(HeapKind::kDefault, 1000, "target");
    HostMemory host = host_memory(*manager, shared);
    const HostBufferCopy copy = {target.get(), 0, 0, 1000};
    ASSERT_TRUE(host.upload(std::span(&copy, 1)));
    expect_error(host.release(1ms), ErrorCode::kTimeout);
    check::lose_device(device->d3d());
    EXPECT_TRUE(host.release(1ms));
  }
}

class ImportTest : public TransferTest {};

/// The whole of it, where the system can; where it cannot, what it says.
TEST_F(ImportTest, MemoryOfTheCaller) {
  const RegionMemory region(1_MiB);
  const auto bytes = noise(1_MiB, 3);
  std::copy(bytes.begin(), bytes.end(), region.bytes().begin());
  auto host = import_host_memory(*manager_, region.bytes(), "region");
  if (!host) {
    expect_error(host, ErrorCode::kUnsupported, {"'region'", "staging ring"});
    return;
  }
  auto target = buffer(1_MiB);
  const HostBufferCopy up = {target.get(), 0, 0, 1_MiB};
  const auto point = host->upload(std::span(&up, 1));
  ASSERT_TRUE(point) << to_string(point.error());
  EXPECT_EQ(read_back(target.get(), 1_MiB, *point), bytes);
  const HostBufferCopy down = {target.get(), 1000, 5000, 100'000};
  const auto back = host->download(std::span(&down, 1));
  ASSERT_TRUE(back) << to_string(back.error());
  ASSERT_TRUE(manager_->wait(*back));
  EXPECT_TRUE(std::equal(bytes.begin() + 1000, bytes.begin() + 101'000, region.bytes().begin() + 5000));
  EXPECT_TRUE(host->release());
}

}  // namespace
}  // namespace ferry::test
