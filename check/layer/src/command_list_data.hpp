#pragma once

#include <cstdint>
#include <memory>

#include <ferry/check/model/description.hpp>

#include "command_log.hpp"
#include "data.hpp"
#include "gpu.hpp"
#include "pipeline_state_data.hpp"
#include "root_signature_data.hpp"

namespace ferry::check::layer {

struct CommandListData : Data {
  ListType list_type = ListType::kDirect;
  std::uint32_t node_mask = 0;
  bool open = true;
  HRESULT error = S_OK;  ///< What Close will give: the first failure while recording.

  bool announced = false;                   ///< The model knows of it already.
  std::shared_ptr<BelowUse> allocator_use;  ///< Of the allocator that it records on.
  std::shared_ptr<BelowUse> below_use = std::make_shared<BelowUse>();  ///< Of the list below.

  PipelineInfo pipeline;
  ObjectId graphics_root{};  ///< The root signatures that are set.
  ObjectId compute_root{};
  std::shared_ptr<const RootLayout> graphics_layout;
  std::shared_ptr<const RootLayout> compute_layout;
  bool reads_unknown = false;  ///< It draws or dispatches: what it reads of UPLOAD memory is not known.

  CommandLog log;  ///< WrapOptions::batch_recording.

  void begin(Locked& lock, Node& node);
};

}  // namespace ferry::check::layer
