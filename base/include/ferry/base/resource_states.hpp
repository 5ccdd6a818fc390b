#pragma once

#include <cstdint>
#include <string>

namespace ferry {

/// D3D12_RESOURCE_STATES in words, for messages: `COPY_DEST`, `VERTEX_AND_CONSTANT_BUFFER|INDEX_BUFFER`,
/// `GENERIC_READ`, `COMMON`; bits that have no name in hexadecimal. (Direct3D 12 documentation,
/// "D3D12_RESOURCE_STATES enumeration".)
std::string resource_states_text(std::uint32_t states);

}  // namespace ferry
