#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <ferry/gpu/d3d12.hpp>
#include <ferry/transfer/transfer_manager.hpp>

namespace ferry::test {

/// Bytes that look random and are the same each time.
inline std::vector<std::byte> noise(std::size_t size, std::uint64_t seed) {
  std::vector<std::byte> bytes(size);
  std::mt19937_64 random(seed);
  std::size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    const std::uint64_t word = random();
    for (std::size_t k = 0; k < 8; ++k) bytes[i + k] = static_cast<std::byte>(word >> (8 * k));
  }
  for (; i < size; ++i) bytes[i] = static_cast<std::byte>(random());
  return bytes;
}

/// A device (one for the whole program) and, for each test, a fresh TransferManager on it.
class TransferTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (device_) return;
    auto device = Device::create();
    ASSERT_TRUE(device) << to_string(device.error());
    device_ = *device;
  }

  void make_manager(const TransferOptions& options = {}) {
    auto manager = TransferManager::create(device_, options);
    ASSERT_TRUE(manager) << to_string(manager.error());
    manager_ = *std::move(manager);
  }

  void SetUp() override { make_manager(); }
  void TearDown() override { manager_.reset(); }

  static ComPtr<ID3D12Resource> buffer(std::uint64_t bytes) {
    auto made = device_->create_buffer(HeapKind::kDefault, bytes, "test buffer");
    EXPECT_TRUE(made) << to_string(made.error());
    return made ? *made : ComPtr<ID3D12Resource>();
  }
  static ComPtr<ID3D12Resource> texture(const TextureDesc& desc, std::uint32_t flags = 0, std::uint32_t state = 0) {
    auto made = device_->create_texture(desc, "test texture", flags, state);
    EXPECT_TRUE(made) << to_string(made.error());
    return made ? *made : ComPtr<ID3D12Resource>();
  }

  std::vector<std::byte> read_back(ID3D12Resource* source, std::uint64_t offset, std::uint64_t bytes,
                                   const ReadbackOptions& options = {}) {
    auto ticket = manager_->read_buffer({source, offset, bytes}, options);
    EXPECT_TRUE(ticket) << to_string(ticket.error());
    if (!ticket) return {};
    std::vector<std::byte> out(static_cast<std::size_t>(ticket->size()));
    const auto copied = ticket->copy_to(out);
    EXPECT_TRUE(copied) << to_string(copied.error());
    return out;
  }

  static inline std::shared_ptr<Device> device_;
  std::unique_ptr<TransferManager> manager_;
};

}  // namespace ferry::test
