#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "data.hpp"
#include "platform.hpp"

namespace ferry::check::layer {

/// The parameters of a root signature, as far as states depend on them.
struct RootLayout {
  struct Range {
    D3D12_DESCRIPTOR_RANGE_TYPE type = D3D12_DESCRIPTOR_RANGE_TYPE_SRV;
    std::uint32_t first = 0;  ///< Descriptors from the table's start.
    std::uint32_t count = 0;  ///< UINT_MAX: unbounded.
  };
  struct Parameter {
    D3D12_ROOT_PARAMETER_TYPE type = D3D12_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS;
    D3D12_SHADER_VISIBILITY visibility = D3D12_SHADER_VISIBILITY_ALL;
    std::vector<Range> ranges;
  };
  std::vector<Parameter> parameters;
};

struct RootSignatureData : Data {
  std::shared_ptr<const RootLayout> layout;  ///< Null where the blob could not be read.

  void begin(Locked& lock, Node& node);
};

/// Reads a serialized root signature; null where that fails.
std::shared_ptr<const RootLayout> read_root_layout(const void* blob, std::size_t size);

}  // namespace ferry::check::layer
