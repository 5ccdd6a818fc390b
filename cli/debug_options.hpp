#pragma once

namespace ferry::cli {

/// What Direct3D 12 itself shall watch or record, on Windows.
struct DebugOptions {
  bool layer = false;           ///< --debug-layer
  bool gpu_validation = false;  ///< --gpu-validation, which brings the layer with it.
  bool dred = false;            ///< --dred
};

}  // namespace ferry::cli
