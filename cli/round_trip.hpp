#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include <ferry/assets/picture.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include "arguments.hpp"
#include "draw_picture.hpp"

struct ID3D12QueryHeap;

namespace ferry::cli {

/// How long the steps of one trip took.
struct TripTimes {
  std::chrono::nanoseconds staging{};
  std::chrono::nanoseconds copy{};
  /// None where nothing is drawn, or where the device has no timestamps.
  std::optional<std::chrono::nanoseconds> draw;
  std::chrono::nanoseconds readback{};
};

/// Takes rows that came back: `rows` of them, `row_pitch` bytes apart, the first being row `first_row`.
/// Called band after band from the top. An error ends the trip.
using BandSink = std::function<Result<void>(const std::byte* memory, std::uint64_t row_pitch,
                                            std::uint32_t first_row, std::uint32_t rows)>;

/// Sends pictures to GPU memory and back. Beside the textures a trip of any size needs the ring, and READBACK
/// memory for a few bands of 8 MiB.
class RoundTrip {
 public:
  static Result<std::unique_ptr<RoundTrip>> create(const std::shared_ptr<Device>& device,
                                                   const RoundtripOptions& options);

  /// One trip through fresh textures.
  Result<TripTimes> run(const PictureView& picture, const BandSink& sink);

 private:
  RoundTrip() = default;
  void make_draw_clock();
  std::optional<std::chrono::nanoseconds> read_draw_clock(FencePoint drawn);
  Result<ReadbackTicket> request_band(ID3D12Resource* source, std::uint32_t first_row, std::uint32_t rows,
                                      std::uint32_t width, FencePoint after);

  std::shared_ptr<Device> device_;
  std::unique_ptr<TransferManager> manager_;
  std::shared_ptr<Queue> direct_;
  std::unique_ptr<PictureDrawer> drawer_;  // null: the texture is read back itself
  ComPtr<ID3D12QueryHeap> draw_clock_;     // null: the device has no timestamps
  std::uint64_t ticks_per_second_ = 0;
  QueueKind upload_queue_ = QueueKind::kCopy;
  ByteBuffer band_;
};

}  // namespace ferry::cli
