#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <ferry/transfer/transfer_manager.hpp>

#include "compare.hpp"
#include "hand/copy_queue.hpp"
#include "hand/readback.hpp"
#include "sampling/sample_bytes.hpp"

namespace bench {

[[noreturn]] void end_with(const ferry::Error& error);

/// What a call of Ferry gave; ends the program, with the message, where it failed.
template <typename T>
T need(ferry::Result<T> result) {
  if (!result) end_with(result.error());
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// The helpers of a caller that copies with `threads` threads in all.
inline std::uint32_t helpers_of(unsigned long threads) {
  return threads < 2 ? 0 : static_cast<std::uint32_t>(threads - 1);
}

/// One device, Ferry on it, and hand-written queues on it.
struct Fixture {
  explicit Fixture(const std::string& adapter, const ferry::TransferOptions& options);

  std::shared_ptr<ferry::Device> device;
  std::unique_ptr<ferry::TransferManager> manager;
  /// Ferry with other options, to see which are best: upload rows show them as contenders of their own.
  struct Variant {
    std::string name;
    std::unique_ptr<ferry::TransferManager> manager;
  };
  std::vector<Variant> variants;
  hand::CopyQueue copy;
  hand::CopyQueue direct;
  /// What is uploaded: all pages touched.
  std::vector<std::byte> source;

  [[nodiscard]] ID3D12Device* d3d() const { return device->d3d(); }
  void fill_source(std::uint64_t seed);
  /// `list` names ring sizes in MiB, piece sizes in KiB and perhaps threads: "16:1024,256:8192:16".
  void add_variants(const std::string& list);
};

using ferry::measure::fill_noise;
using ferry::measure::first_difference;

/// A DEFAULT buffer, and a DEFAULT RGBA8 texture.
hand::ComPtr<ID3D12Resource> make_default_buffer(Fixture& fixture, std::uint64_t bytes);
hand::ComPtr<ID3D12Resource> make_default_texture(Fixture& fixture, std::uint32_t width, std::uint32_t height,
                                                  std::uint32_t mips = 1);

std::vector<RowMaker> upload_rows(Fixture& fixture);
std::vector<RowMaker> readback_rows(Fixture& fixture);
std::vector<RowMaker> latency_rows(Fixture& fixture);
/// `bytes` in one call, with several threads: what the bus and the CPU's memory give. Bars by hand with
/// `threads` threads.
std::vector<RowMaker> bus_rows(Fixture& fixture, std::uint64_t bytes, std::size_t threads);

}  // namespace bench
