#pragma once

#include <cstdint>
#include <memory>

#include <ferry/check/model/description.hpp>

#include "data.hpp"
#include "shadow.hpp"

namespace ferry::check::layer {

struct ResourceData : Data {
  ResourceDescription description;
  HeapType heap_type = HeapType::kDefault;
  std::uint64_t address = 0;       ///< Buffers: the GPU's address.
  std::shared_ptr<Shadow> shadow;  ///< Made by the first Map, if at all. Guarded by the core's lock.

  [[nodiscard]] bool is_buffer() const noexcept { return description.dimension == Dimension::kBuffer; }

  void begin(Locked& lock, Node& node);
  void end(Locked& lock, ObjectId id);
};

/// A plain copy, with the full number of mips where the description leaves it to the device.
ResourceDescription describe(const D3D12_RESOURCE_DESC& desc);

}  // namespace ferry::check::layer
