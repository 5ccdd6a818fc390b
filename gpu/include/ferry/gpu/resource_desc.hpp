#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <ferry/base/result.hpp>
#include <ferry/layout/texture_desc.hpp>

struct D3D12_RESOURCE_DESC;
struct ID3D12Resource;

namespace ferry {

/// The resource's description in Ferry's words. mip_levels is never 0: the resource knows.
TextureDesc describe(ID3D12Resource* resource);

/// The description as Direct3D 12 takes it; include <ferry/gpu/d3d12.hpp> to use the result. `flags` are
/// D3D12_RESOURCE_FLAGS.
D3D12_RESOURCE_DESC to_d3d12(const TextureDesc& desc, std::uint32_t flags);

/// Names a Direct3D 12 object, in debuggers and in messages. `object` is any ID3D12Object; null is ignored.
void set_object_name(void* object, std::string_view name);

/// The name of a resource for messages: what `set_object_name` gave it, else its address and shape.
std::string object_name(ID3D12Resource* resource);

/// kInvalidArgument, naming the resource, where it lies in an UPLOAD heap: it stays in GENERIC_READ, and no
/// copy may write to it (Direct3D 12 documentation, "D3D12_HEAP_TYPE enumeration").
Result<void> check_copy_destination(ID3D12Resource* resource);

/// kInvalidArgument, naming the resource, where it lies in a READBACK heap: it stays in COPY_DEST, and no copy
/// may read it.
Result<void> check_copy_source(ID3D12Resource* resource);

}  // namespace ferry
