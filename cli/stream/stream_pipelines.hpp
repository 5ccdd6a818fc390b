#pragma once

#include <memory>

#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/layout/format.hpp>

struct ID3D12PipelineState;
struct ID3D12RootSignature;

namespace ferry::cli {

inline constexpr Format kSceneFormat = Format::kR8G8B8A8Unorm;
inline constexpr Format kDepthFormat = Format::kD32Float;

/// Root parameters of StreamPipelines::root.
enum class StreamRoot : std::uint32_t {
  kFrame = 0,    ///< 20 constants at b0: terrain_vs.hlsl's Frame, or a full-screen pass's own.
  kTile = 1,     ///< 4 constants at b1.
  kTexture = 2,  ///< A table of one texture at t0.
};

/// The root signature and the pipelines that `ferry stream` draws with.
struct StreamPipelines {
  ComPtr<ID3D12RootSignature> root;
  ComPtr<ID3D12PipelineState> terrain;
  ComPtr<ID3D12PipelineState> glow;
  ComPtr<ID3D12PipelineState> shrink;

  static Result<StreamPipelines> create(Device& device);
};

}  // namespace ferry::cli
