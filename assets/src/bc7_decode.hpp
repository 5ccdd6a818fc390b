#pragma once

#include <cstddef>

namespace ferry {

/// One block of BC7, 16 bytes, as 16 texels of R8G8B8A8, row after row. Exact: Direct3D leaves a decoder no
/// choice. The reserved mode gives zeros, in alpha too.
///
/// Sources: the Direct3D 11 documentation's pages "BC7 Format" and "BC7 Format Mode Reference", and
/// bptc_tables.hpp's.
void decode_bc7_block(const std::byte* block, std::byte* texels) noexcept;

}  // namespace ferry
