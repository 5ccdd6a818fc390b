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

#include "../../gpu/test/gpu_fixture.hpp"

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
class TransferTest : public GpuTest {
 protected:
  void make_manager(const TransferOptions& options = {}) {
    auto manager = TransferManager::create(device_, options);
    ASSERT_TRUE(manager) << to_string(manager.error());
    manager_ = *std::move(manager);
  }

  void SetUp() override { make_manager(); }
  void TearDown() override { manager_.reset(); }

  static ComPtr<ID3D12Resource> buffer(std::uint64_t bytes, std::string_view name = "test buffer",
                                       std::uint32_t flags = 0) {
    auto made = device_->create_buffer(HeapKind::kDefault, bytes, name, flags);
    EXPECT_TRUE(made) << to_string(made.error());
    return made ? *made : ComPtr<ID3D12Resource>();
  }
  static ComPtr<ID3D12Resource> texture(const TextureDesc& desc, std::uint32_t flags = 0,
                                        std::uint32_t state = 0) {
    auto made = device_->create_texture(desc, "test texture", flags, state);
    EXPECT_TRUE(made) << to_string(made.error());
    return made ? *made : ComPtr<ID3D12Resource>();
  }
  static TextureDesc rgba8(std::uint64_t width, std::uint32_t height, std::uint32_t mips = 1,
                           std::uint32_t array = 1) {
    TextureDesc desc;
    desc.width = width;
    desc.height = height;
    desc.mip_levels = mips;
    desc.depth_or_array_size = array;
    return desc;
  }
  static std::vector<std::byte> texels_of(const TextureDesc& desc, std::uint32_t subresource,
                                          std::uint64_t seed) {
    return noise(static_cast<std::size_t>(*tight_bytes(desc, subresource, 1)), seed);
  }

  UploadBatch begin(QueueKind kind = QueueKind::kCopy) {
    auto batch = manager_->begin_upload(kind);
    EXPECT_TRUE(batch);
    return *std::move(batch);
  }
  static FencePoint submit(UploadBatch& batch) {
    auto point = batch.submit();
    EXPECT_TRUE(point) << to_string(point.error());
    return point ? *point : FencePoint{};
  }
  /// The bytes that a ticket brings.
  static std::vector<std::byte> bytes_of(const Result<ReadbackTicket>& ticket) {
    EXPECT_TRUE(ticket) << to_string(ticket.error());
    if (!ticket) return {};
    std::vector<std::byte> out(static_cast<std::size_t>(ticket->size()));
    const auto copied = ticket->copy_to(out);
    EXPECT_TRUE(copied) << to_string(copied.error());
    return out;
  }
  std::vector<std::byte> read_back(ID3D12Resource* source, std::uint64_t offset, std::uint64_t bytes,
                                   const ReadbackOptions& options = {}) {
    return bytes_of(manager_->read_buffer({source, offset, bytes}, options));
  }
  std::vector<std::byte> read_back(ID3D12Resource* source, std::uint64_t bytes, FencePoint after) {
    ReadbackOptions options;
    options.after = after;
    return read_back(source, 0, bytes, options);
  }
  /// Subresources of a texture, tightly packed.
  std::vector<std::byte> read_texture(ID3D12Resource* source, std::uint32_t first, std::uint32_t count,
                                      FencePoint after = {}, std::uint32_t state = kStateCommon,
                                      QueueKind kind = QueueKind::kDirect) {
    TextureReadback request;
    request.source = source;
    request.first_subresource = first;
    request.subresource_count = count;
    request.state = state;
    ReadbackOptions options;
    options.after = after;
    options.queue = kind;
    return bytes_of(manager_->read_texture(request, options));
  }
  /// How many resources of this name live on the device.
  static std::size_t alive(std::string_view name) {
    std::size_t count = 0;
    for (const LiveObject& object : device_->live_objects()->list()) count += object.name == name ? 1 : 0;
    return count;
  }

  std::unique_ptr<TransferManager> manager_;
};

}  // namespace ferry::test
