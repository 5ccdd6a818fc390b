#pragma once

#include <cstdint>

#include <ferry/check/model/recorded.hpp>

#include "data.hpp"
#include "platform.hpp"

namespace ferry::check::layer {

/// What a draw with a pipeline state touches.
struct PipelineInfo {
  std::uint32_t vertex_slots = 0xffffffff;
  std::uint32_t render_target_slots = 0xff;
  bool stream_output = true;
  event::DepthAccess depth = event::DepthAccess::kWrite;
  event::DepthAccess stencil = event::DepthAccess::kWrite;
};

struct PipelineStateData : Data {
  PipelineInfo info;

  void begin(Locked& lock, Node& node);
};

PipelineInfo pipeline_info(const D3D12_GRAPHICS_PIPELINE_STATE_DESC& desc);

}  // namespace ferry::check::layer
