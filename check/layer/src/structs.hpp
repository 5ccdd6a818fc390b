#pragma once

#include <ferry/check/model/recorded.hpp>

#include "call.hpp"

namespace ferry::check::layer {

// Structs of Direct3D 12 that hold interface pointers: each is copied with the pointers below in their place,
// and turned into what the model takes. A pointer that is foreign, or missing where it may not be, refuses
// the call.

CopyLocation location(Call& call, const D3D12_TEXTURE_COPY_LOCATION* from, const char* parameter,
                      D3D12_TEXTURE_COPY_LOCATION& below);

event::Barrier barrier(Call& call, const D3D12_RESOURCE_BARRIER& from, D3D12_RESOURCE_BARRIER& below);

/// Pipeline descriptions: the root signature. Null for a description without one.
ID3D12RootSignature* root_signature_below(Call& call, ID3D12RootSignature* from);

Footprint footprint(const D3D12_PLACED_SUBRESOURCE_FOOTPRINT& from);

}  // namespace ferry::check::layer
