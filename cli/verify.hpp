#pragma once

#include <ferry/base/result.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include "load_files.hpp"

struct ID3D12Resource;

namespace ferry::cli {

/// Reads the resource back, which is in COMMON, and compares every byte. Of a buffer, `bytes` is its size.
Result<bool> holds(TransferManager& manager, ID3D12Resource* resource, std::uint64_t bytes,
                   const Expected& expected);

}  // namespace ferry::cli
