#pragma once

#include <cstddef>
#include <vector>

#include "call.hpp"
#include "pipeline_state_data.hpp"

namespace ferry::check::layer {

#ifdef __ID3D12Device2_INTERFACE_DEFINED__

/// A copy of a pipeline state stream with the root signature below in it. A stream with a subobject that is
/// not known refuses the call.
class PipelineStream {
 public:
  PipelineStream(Call& call, const D3D12_PIPELINE_STATE_STREAM_DESC& from);

  [[nodiscard]] D3D12_PIPELINE_STATE_STREAM_DESC desc() {
    return {static_cast<SIZE_T>(size_), storage_.data()};
  }
  /// What a draw with it touches.
  [[nodiscard]] const PipelineInfo& info() const noexcept { return info_; }

 private:
  std::size_t size_ = 0;
  std::vector<std::max_align_t> storage_;
  PipelineInfo info_;
};

#endif

}  // namespace ferry::check::layer
