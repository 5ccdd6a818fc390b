#pragma once

#include <cstddef>

namespace ferry {

/// One block of BC6H, 16 bytes, as 16 texels of R16G16B16A16_FLOAT, row after row; alpha is 1. Exact:
/// Direct3D leaves a decoder no choice. The reserved modes give black. `is_signed`: SF16, not UF16. There is
/// no NaN and no infinity but, in SF16, the negative one; and no negative zero (the Khronos specification has
/// one where the Direct3D documentation gives zero).
///
/// Sources: the Direct3D 11 documentation's page "BC6H Format", and bptc_tables.hpp's.
void decode_bc6h_block(const std::byte* block, bool is_signed, std::byte* texels) noexcept;

}  // namespace ferry
