#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <ferry/gpu/d3d12.hpp>
#include <ferry/loader/loader.hpp>
#include <ferry/transfer/advise.hpp>
#include <ferry/transfer/transfer_manager.hpp>

namespace ferry::advice_code {

/// What the code of an advice takes as given, and what is looked at afterwards.
struct Given {
  std::shared_ptr<Device> device;
  TransferManager& manager;
  Loader& loader;
  ID3D12CommandQueue* queue = nullptr;
  ID3D12GraphicsCommandList* list = nullptr;
  ID3D12Fence* fence = nullptr;
  std::uint64_t fence_value = 0;
  std::uint64_t frame = 0;
  std::span<const std::byte> bytes = {};
  std::uint64_t size = 0;
  TextureDesc desc = {};
  std::span<const TextureData> texels = {};
  std::function<void(std::uint64_t, std::span<std::byte>)> write_bytes = {};
  RowSource write_rows = {};
  std::string path = {};
  std::string name = {};
  Decoder decode = {};
  ID3D12QueryHeap* queries = nullptr;

  /// What it read back.
  std::vector<std::byte> looked_at = {};
  /// Called at its end, with the resource that it filled (or null) and the state that it left it in.
  std::function<Result<void>(ID3D12Resource*, std::uint32_t)> finish = {};
};

/// The code of one advice, compiled: made by advice_code_generator.
struct Case {
  const char* words = "";
  std::uint64_t bytes = 0;
  ResourceKind kind = ResourceKind::kBuffer;
  BindAs bind = BindAs::kShaderResource;
  BytesFrom from = BytesFrom::kMemory;
  UploadWay upload = UploadWay::kNone;
  ReadbackWay readback = ReadbackWay::kNone;
  Result<void> (*run)(Given&) = nullptr;
};
std::span<const Case> cases();

}  // namespace ferry::advice_code
