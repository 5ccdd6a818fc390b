#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include <ferry/base/fence_point.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/command_recycler.hpp>
#include <ferry/gpu/deferred_releases.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/queue.hpp>
#include <ferry/layout/format.hpp>

struct ID3D12Object;
struct ID3D12PipelineState;
struct ID3D12QueryHeap;
struct ID3D12Resource;
struct ID3D12RootSignature;

namespace ferry::cli {

/// How the pixel shader reads the picture. Both give every texel exactly where target and picture are equal
/// in size.
enum class PixelRead : std::uint8_t {
  kLoad,    ///< Texture2D.Load at the pixel's own place.
  kSample,  ///< Texture2D.Sample with a static sampler, point filter.
};

/// Draws a texture into a render target of the same size and format with one full-screen triangle.
///
/// Threading: one thread at a time. What a draw needs lives until its fence point is complete.
class PictureDrawer {
 public:
  /// `queue` is a DIRECT queue of the device.
  static Result<std::unique_ptr<PictureDrawer>> create(const std::shared_ptr<Device>& device,
                                                       const std::shared_ptr<Queue>& queue,
                                                       PixelRead read = PixelRead::kLoad);

  /// Waits until everything is drawn.
  ~PictureDrawer();
  PictureDrawer(const PictureDrawer&) = delete;
  PictureDrawer& operator=(const PictureDrawer&) = delete;

  /// `picture`: a 2D texture of one mip, in `picture_state` (D3D12_RESOURCE_STATES) before and after.
  /// `target`: a 2D texture with ALLOW_RENDER_TARGET, in COMMON before and after. The queue must have been
  /// made to wait for whatever fills the picture. Both are kept alive until the fence point that is given.
  /// `timestamps`: a TIMESTAMP heap of 2 or more, whose first two queries are ended before and after the draw
  /// and which the caller keeps alive; null for none.
  Result<FencePoint> draw(ID3D12Resource* picture, std::uint32_t picture_state, ID3D12Resource* target,
                          ID3D12QueryHeap* timestamps = nullptr);

 private:
  PictureDrawer(const std::shared_ptr<Device>& device, const std::shared_ptr<Queue>& queue, PixelRead read);
  Result<void> make_root_signature();
  Result<ID3D12PipelineState*> pipeline_for(Format target_format);

  std::shared_ptr<Device> device_;
  std::shared_ptr<Queue> queue_;
  PixelRead read_;
  CommandRecycler lists_;
  DeferredReleases releases_;
  std::vector<ComPtr<ID3D12Object>> kept_;
  ComPtr<ID3D12RootSignature> root_signature_;
  std::map<Format, ComPtr<ID3D12PipelineState>> pipelines_;
};

}  // namespace ferry::cli
