#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/command_recycler.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/queue.hpp>
#include <ferry/transfer/barrier.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include "camera_path.hpp"
#include "gpu_stopwatch.hpp"
#include "stream_pipelines.hpp"
#include "tile_views.hpp"

struct ID3D12DescriptorHeap;

namespace ferry::cli {

struct TerrainOptions {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  /// A tile is a grid of this many squares along a side, 1 to 128.
  std::uint32_t grid = 16;
  /// How far the camera sees, in tiles.
  double reach = 8;
  /// Views of tiles that may be in use at once.
  std::uint32_t views = 1024;
  /// Looks around each pixel of the last pass: what makes a frame take longer.
  std::uint32_t glow_taps = 0;
};

struct TileDraw {
  std::uint32_t x = 0;
  std::uint32_t z = 0;
  /// Of TileViews; none: the placeholder.
  std::optional<std::uint32_t> view;
};

/// Draws the plane of tiles into a target of its own: the tiles as grids of triangles lifted by hills, with
/// depth and their textures; then a full-screen pass. A frame is one command list.
///
/// Threading: one thread at a time.
class TerrainRenderer {
 public:
  static constexpr std::uint32_t kFramesInFlight = 2;
  static constexpr std::uint32_t kFilmWidth = 320;

  /// Draws on the DIRECT queue of `manager`, which must outlive it.
  static Result<std::unique_ptr<TerrainRenderer>> create(const std::shared_ptr<Device>& device,
                                                         TransferManager& manager,
                                                         const TerrainOptions& options);
  /// Waits until everything is drawn.
  ~TerrainRenderer();
  TerrainRenderer(const TerrainRenderer&) = delete;
  TerrainRenderer& operator=(const TerrainRenderer&) = delete;

  [[nodiscard]] TileViews& views() { return views_; }
  [[nodiscard]] const std::shared_ptr<Queue>& queue() const { return queue_; }
  [[nodiscard]] const GpuStopwatch& stopwatch() const { return stopwatch_; }
  void set_glow_taps(std::uint32_t taps) { options_.glow_taps = taps; }

  /// Records and submits frame number `frame`; frame `frame` - kFramesInFlight is complete. `barriers` come
  /// first. With `small`, the small picture is made too.
  Result<FencePoint> draw(std::uint64_t frame, const Camera& camera, std::span<const TileDraw> tiles,
                          std::span<const Barrier> barriers, bool reduced);

  /// The last frame, and the small copy of the last frame that made one; both in COMMON between frames.
  [[nodiscard]] ID3D12Resource* picture() const { return picture_.get(); }
  [[nodiscard]] ID3D12Resource* small_picture() const { return small_.get(); }
  [[nodiscard]] std::uint32_t small_width() const { return small_width_; }
  [[nodiscard]] std::uint32_t small_height() const { return small_height_; }
  [[nodiscard]] double aspect() const {
    return static_cast<double>(options_.width) / static_cast<double>(options_.height);
  }

 private:
  TerrainRenderer(const std::shared_ptr<Device>& device, std::shared_ptr<Queue> queue,
                  const TerrainOptions& options);
  Result<void> make_targets();
  Result<void> make_grid(TransferManager& manager);
  Result<void> make_placeholder(TransferManager& manager);
  void draw_tiles(ID3D12GraphicsCommandList* list, const Camera& camera, std::span<const TileDraw> tiles);
  void draw_glow(ID3D12GraphicsCommandList* list);
  void draw_small(ID3D12GraphicsCommandList* list);
  void begin_pass(ID3D12GraphicsCommandList* list, std::uint32_t target, std::uint32_t width,
                  std::uint32_t height, bool depth);
  void full_screen(ID3D12GraphicsCommandList* list, ID3D12PipelineState* pipeline, std::uint32_t view,
                   std::span<const std::uint32_t> constants);

  std::shared_ptr<Device> device_;
  std::shared_ptr<Queue> queue_;
  TerrainOptions options_;
  CommandRecycler lists_;
  StreamPipelines pipelines_;
  TileViews views_;
  GpuStopwatch stopwatch_;
  std::uint32_t small_width_ = 0;
  std::uint32_t small_height_ = 0;
  ComPtr<ID3D12Resource> scene_;
  ComPtr<ID3D12Resource> depth_;
  ComPtr<ID3D12Resource> picture_;
  ComPtr<ID3D12Resource> small_;
  ComPtr<ID3D12DescriptorHeap> targets_;
  ComPtr<ID3D12DescriptorHeap> depths_;
  std::uint32_t target_step_ = 0;
  ComPtr<ID3D12Resource> vertices_;
  ComPtr<ID3D12Resource> indices_;
  std::uint32_t vertex_count_ = 0;
  std::uint32_t index_count_ = 0;
  ComPtr<ID3D12Resource> placeholder_;
  std::uint32_t placeholder_view_ = 0;
  std::uint32_t scene_view_ = 0;
  std::uint32_t picture_view_ = 0;
};

}  // namespace ferry::cli
