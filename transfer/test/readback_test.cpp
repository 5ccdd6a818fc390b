#include <chrono>

#include "../../gpu/test/gated_queue.hpp"
#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

class ReadbackTest : public TransferTest {
 protected:
  /// Small pieces, so that results come in several.
  void SetUp() override {
    TransferOptions options;
    options.ring_bytes = 256_KiB;
    make_manager(options);
  }
  ComPtr<ID3D12Resource> filled(const std::vector<std::byte>& bytes) {
    auto target = buffer(bytes.size());
    auto batch = begin();
    EXPECT_TRUE(batch.upload_buffer(target.get(), 0, bytes));
    EXPECT_TRUE(manager_->wait(submit(batch)));
    return target;
  }
  ComPtr<ID3D12Resource> filled(const TextureDesc& desc, std::uint64_t seed) {
    auto target = texture(desc);
    auto batch = begin();
    for (std::uint32_t i = 0; i < subresource_count(desc); ++i) {
      EXPECT_TRUE(batch.upload_texture(target.get(), i, TextureData{texels_of(desc, i, seed + i).data()}));
    }
    EXPECT_TRUE(manager_->wait(submit(batch)));
    return target;
  }
  static std::vector<std::byte> expected(const TextureDesc& desc, std::uint32_t first, std::uint32_t count,
                                         std::uint64_t seed) {
    std::vector<std::byte> all;
    for (std::uint32_t i = first; i < first + count; ++i) {
      const auto one = texels_of(desc, i, seed + i);
      all.insert(all.end(), one.begin(), one.end());
    }
    return all;
  }
};

TEST_F(ReadbackTest, BuffersOfAnySizeAndPart) {
  const auto bytes = noise(1000003, 1);
  auto source = filled(bytes);
  for (const auto& [offset, size] : std::vector<std::pair<std::size_t, std::size_t>>{{0, 1000003},
                                                                                     {0, 1},
                                                                                     {1000002, 1},
                                                                                     {3, 65536},
                                                                                     {7, 131071},
                                                                                     {1, 131072},
                                                                                     {5, 131073},
                                                                                     {9, 999000}}) {
    const auto back = read_back(source.get(), offset, size);
    ASSERT_EQ(back.size(), size);
    EXPECT_TRUE(std::equal(back.begin(), back.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset)))
        << offset << " " << size;
  }
}

TEST_F(ReadbackTest, BuffersOnEveryQueue) {
  const auto bytes = noise(200001, 1);
  auto source = filled(bytes);
  for (const QueueKind kind : {QueueKind::kDirect, QueueKind::kCompute, QueueKind::kCopy}) {
    ReadbackOptions options;
    options.queue = kind;
    EXPECT_EQ(read_back(source.get(), 0, bytes.size(), options), bytes);
  }
}

TEST_F(ReadbackTest, ABigTextureComesInBandsAndEqual) {
  for (const Format format :
       {Format::kR8Unorm, Format::kR8G8B8A8Unorm, Format::kBc1Unorm, Format::kR32G32B32A32Float}) {
    TextureDesc desc = rgba8(332, 1020, 3);
    desc.format = format;
    auto source = filled(desc, 5);
    EXPECT_EQ(read_texture(source.get(), 0, 3), expected(desc, 0, 3, 5)) << format_name(format);
    EXPECT_EQ(read_texture(source.get(), 1, 2), expected(desc, 1, 2, 5)) << format_name(format);
  }
}

TEST_F(ReadbackTest, ArraysMipsAndSlicesComeTightlyPackedInOrder) {
  const TextureDesc array = rgba8(61, 37, 4, 5);
  auto source = filled(array, 9);
  EXPECT_EQ(read_texture(source.get(), 0, 20), expected(array, 0, 20, 9));
  EXPECT_EQ(read_texture(source.get(), 7, 6), expected(array, 7, 6, 9));
  TextureDesc volume = rgba8(61, 37, 3, 19);
  volume.dimension = Dimension::kTexture3D;
  auto solid = filled(volume, 11);
  EXPECT_EQ(read_texture(solid.get(), 0, 3), expected(volume, 0, 3, 11));
}

TEST_F(ReadbackTest, ABoxOfABigTextureComesInBandsToo) {
  const TextureDesc desc = rgba8(400, 900);
  auto source = filled(desc, 3);
  const auto all = texels_of(desc, 0, 3);
  TextureReadback request;
  request.source = source.get();
  request.box = Box{13, 7, 0, 391, 888, 1};
  const auto back = bytes_of(manager_->read_texture(request));
  ASSERT_EQ(back.size(), 378u * 881u * 4u);
  for (std::size_t row = 0; row < 881; ++row) {
    const auto from = all.begin() + static_cast<std::ptrdiff_t>(((row + 7) * 400 + 13) * 4);
    ASSERT_TRUE(std::equal(from, from + 378 * 4, back.begin() + static_cast<std::ptrdiff_t>(row * 378 * 4)))
        << row;
  }
  request.box = Box{5, 5, 0, 5, 9, 1};
  auto nothing = manager_->read_texture(request);
  ASSERT_TRUE(nothing);
  EXPECT_EQ(nothing->size(), 0u);
  EXPECT_TRUE(nothing->ready());
}

TEST_F(ReadbackTest, WhatIsAskedForAndCannotBeGivenIsSaid) {
  auto bytes = buffer(1000, "my buffer");
  const TextureDesc desc = rgba8(40, 20, 2);
  auto picture = texture(desc);
  expect_error(manager_->read_buffer({nullptr, 0, 1}), ErrorCode::kInvalidArgument, {"null"});
  expect_error(manager_->read_buffer({picture.get(), 0, 1}), ErrorCode::kInvalidArgument, {"read_texture"});
  expect_error(manager_->read_buffer({bytes.get(), 999, 2}), ErrorCode::kInvalidArgument,
               {"'my buffer'", "999", "1000 bytes"});
  expect_error(manager_->read_buffer({bytes.get(), UINT64_MAX, 2}), ErrorCode::kInvalidArgument);
  auto results = *device_->create_buffer(HeapKind::kReadback, 1000, "my results");
  expect_error(manager_->read_buffer({results.get(), 0, 2}), ErrorCode::kInvalidArgument,
               {"'my results'", "READBACK heap", "Map"});
  TextureReadback request;
  expect_error(manager_->read_texture(request), ErrorCode::kInvalidArgument, {"null"});
  request.source = bytes.get();
  expect_error(manager_->read_texture(request), ErrorCode::kInvalidArgument, {"'my buffer'", "read_buffer"});
  request.source = picture.get();
  request.first_subresource = 1;
  request.subresource_count = 2;
  expect_error(manager_->read_texture(request), ErrorCode::kInvalidArgument, {"'test texture'"});
  request.first_subresource = 0;
  request.box = Box{0, 0, 0, 1, 1, 1};
  expect_error(manager_->read_texture(request), ErrorCode::kInvalidArgument, {"box", "2 subresources"});
  request.subresource_count = 1;
  request.box = Box{0, 0, 0, 41, 1, 1};
  expect_error(manager_->read_texture(request), ErrorCode::kInvalidArgument, {"'test texture'"});
  expect_error(manager_->read_queries({}), ErrorCode::kInvalidArgument, {"null"});
  ReadbackOptions after;
  after.after = FencePoint{(*manager_->queue(QueueKind::kCopy))->timeline()->id(), 12345};
  expect_error(manager_->read_buffer({bytes.get(), 0, 10}, after), ErrorCode::kNotSubmitted, {"12345"});
  EXPECT_EQ(manager_->statistics().readback_pool.buffers, manager_->statistics().readback_pool.idle_buffers);
  EXPECT_EQ(manager_->statistics().submissions, 0u);
}

TEST_F(ReadbackTest, NothingIsReadyAtOnceAndHoldsNothing) {
  auto source = buffer(100);
  auto ticket = manager_->read_buffer({source.get(), 100, 0});
  ASSERT_TRUE(ticket);
  EXPECT_TRUE(ticket->ready());
  EXPECT_TRUE(ticket->wait(std::chrono::nanoseconds(0)));
  EXPECT_EQ(ticket->size(), 0u);
  auto block = ticket->take();
  ASSERT_TRUE(block);
  EXPECT_EQ(block->size(), 0u);
  auto view = ticket->view();
  ASSERT_TRUE(view) << to_string(view.error());
  EXPECT_TRUE(view->bytes().empty());
  EXPECT_EQ(manager_->statistics().submissions, 0u);
}

TEST_F(ReadbackTest, ASourceThatTheCallerReleasesLivesUntilItIsRead) {
  manager_.reset();
  GatedQueue gate(device_->d3d(), D3D12_COMMAND_LIST_TYPE_DIRECT);
  TransferOptions options;
  options.direct_queue = &gate;
  make_manager(options);
  const auto bytes = noise(1000, 1);
  auto source = buffer(1000, "released source");
  auto batch = begin();
  ASSERT_TRUE(batch.upload_buffer(source.get(), 0, bytes));
  ASSERT_TRUE(manager_->wait(submit(batch)));
  gate.shut();
  auto ticket = manager_->read_buffer({source.get(), 0, 1000});
  ASSERT_TRUE(ticket);
  source.reset();
  manager_->poll();
  EXPECT_EQ(alive("released source"), 1u);
  EXPECT_FALSE(ticket->ready());
  gate.open();
  EXPECT_EQ(bytes_of(ticket), bytes);
  manager_->poll();
  EXPECT_EQ(alive("released source"), 0u);
  manager_.reset();
}

TEST_F(ReadbackTest, BuffersOfThePoolAreUsedAgainAndTrimmed) {
  const auto bytes = noise(100000, 1);
  auto source = filled(bytes);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(read_back(source.get(), 0, 100000), bytes);
  ReadbackPoolStats stats = manager_->statistics().readback_pool;
  EXPECT_EQ(stats.made, 1u);
  EXPECT_EQ(stats.reused, 19u);
  EXPECT_EQ(stats.idle_buffers, 1u);
  EXPECT_EQ(manager_->statistics().readback_calls, 20u);
  EXPECT_EQ(manager_->statistics().readback_bytes, 2000000u);
  TransferOptions options;
  options.readback_idle_bytes = 0;
  make_manager(options);
  EXPECT_EQ(read_back(source.get(), 0, 100000), bytes);
  for (int i = 0; i < 100; ++i) manager_->end_frame();
  EXPECT_EQ(manager_->statistics().readback_pool.buffers, 0u);
}

TEST_F(ReadbackTest, ASubmissionThatFailsGivesAnErrorAndNoBufferIsUsedAgain) {
  manager_.reset();
  GatedQueue gate(device_->d3d(), D3D12_COMMAND_LIST_TYPE_DIRECT);
  TransferOptions options;
  options.direct_queue = &gate;
  options.ring_bytes = 256_KiB;
  make_manager(options);
  auto source = buffer(1000);
  gate.fail_signals(2);
  expect_error(manager_->read_buffer({source.get(), 0, 1000}), ErrorCode::kApiFailed, {"Signal"});
  EXPECT_EQ(manager_->statistics().readback_pool.idle_buffers, 0u);
  EXPECT_EQ(manager_->statistics().readback_pool.buffers, 1u);
  expect_error(manager_->read_buffer({source.get(), 0, 1000}), ErrorCode::kDeviceLost);
  manager_.reset();
}

}  // namespace
}  // namespace ferry::test
