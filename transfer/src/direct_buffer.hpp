#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>

struct ID3D12Resource;

namespace ferry {

class Device;

/// A buffer for the GPU that the CPU fills itself: in a custom heap on UMA, in a GPU_UPLOAD heap elsewhere.
/// Nothing on the GPU knows it yet, so no fence is needed; its bytes are visible to every list executed from
/// now on.
///
/// kUnsupported where the device has no such memory, or none left.
Result<ComPtr<ID3D12Resource>> create_written_buffer(Device& device, std::span<const std::byte> bytes,
                                                     std::string_view name, std::uint32_t flags);

}  // namespace ferry
