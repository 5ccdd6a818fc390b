#include "../src/direct_buffer.hpp"

#include "transfer_fixture.hpp"

namespace ferry::test {
namespace {

class DirectBufferTest : public TransferTest {};

TEST_F(DirectBufferTest, ABufferIsCreatedWithItsBytes) {
  for (const std::size_t size : {1u, 255u, 4096u, 1000003u}) {
    const auto bytes = noise(size, size);
    auto filled = manager_->create_buffer_with(bytes, "filled");
    ASSERT_TRUE(filled) << to_string(filled.error());
    EXPECT_EQ(filled->written_directly, device_->caps().direct_writes);
    if (filled->written_directly) {
      EXPECT_TRUE(manager_->is_complete(filled->ready));
    }
    EXPECT_EQ(filled->buffer->GetDesc().Width, size);
    EXPECT_EQ(read_back(filled->buffer.get(), size, filled->ready), bytes);
  }
  const TransferStatistics statistics = manager_->statistics();
  if (device_->caps().direct_writes) {
    EXPECT_EQ(statistics.direct_bytes, 1u + 255u + 4096u + 1000003u);
    EXPECT_EQ(statistics.upload_bytes, 0u);
  } else {
    EXPECT_EQ(statistics.upload_bytes, 1u + 255u + 4096u + 1000003u);
  }
}

TEST_F(DirectBufferTest, UmaMeansDirectWrites) {
  if (!device_->caps().uma) GTEST_SKIP() << "no UMA here";
  EXPECT_TRUE(device_->caps().direct_writes);
  auto buffer = create_written_buffer(*device_, noise(100, 1), "direct", 0);
  ASSERT_TRUE(buffer) << to_string(buffer.error());
  EXPECT_EQ(read_back(buffer->get(), 0, 100), noise(100, 1));
}

TEST_F(DirectBufferTest, AnAllocatorOfTheApplicationMeansTheRing) {
  TransferOptions options;
  int made = 0;
  options.create_default = [&](const TextureDesc& desc, std::uint32_t flags, std::string_view name) {
    ++made;
    EXPECT_EQ(flags, 0x4u);
    EXPECT_EQ(desc.dimension, Dimension::kBuffer);
    return device_->create_buffer(HeapKind::kDefault, desc.width, name, flags);
  };
  make_manager(options);
  const auto bytes = noise(100000, 3);
  auto filled = manager_->create_buffer_with(bytes, "mine", 0x4);
  ASSERT_TRUE(filled) << to_string(filled.error());
  EXPECT_EQ(made, 1);
  EXPECT_FALSE(filled->written_directly);
  EXPECT_EQ(alive("mine"), 1u);
  EXPECT_EQ(read_back(filled->buffer.get(), bytes.size(), filled->ready), bytes);
  EXPECT_EQ(manager_->statistics().upload_bytes, bytes.size());
  EXPECT_EQ(manager_->statistics().direct_bytes, 0u);
}

TEST_F(DirectBufferTest, AnAllocatorThatFailsOrGivesNothingIsAnError) {
  TransferOptions options;
  options.create_default = [](const TextureDesc&, std::uint32_t,
                              std::string_view) -> Result<ComPtr<ID3D12Resource>> {
    return fail(ErrorCode::kOutOfMemory, "pool is full");
  };
  make_manager(options);
  expect_error(manager_->create_buffer_with(noise(10, 1), "mine"), ErrorCode::kOutOfMemory, {"pool is full"});
  options.create_default = [](const TextureDesc&, std::uint32_t,
                              std::string_view) -> Result<ComPtr<ID3D12Resource>> {
    return ComPtr<ID3D12Resource>();
  };
  make_manager(options);
  expect_error(manager_->create_buffer_with(noise(10, 1), "mine"), ErrorCode::kInvalidArgument, {"null"});
}

TEST_F(DirectBufferTest, NoBytesAreRefused) {
  expect_error(manager_->create_buffer_with({}, "empty one"), ErrorCode::kInvalidArgument,
               {"'empty one'", "0 bytes"});
}

}  // namespace
}  // namespace ferry::test
