#pragma once

#include <cstdint>
#include <memory>

#include <ferry/base/result.hpp>
#include <ferry/transfer/readback_request.hpp>

#include "readback_state.hpp"

namespace ferry {

struct TransferCore;
struct TransferQueue;

/// Resolves the queries straight into a READBACK buffer and submits.
Result<std::shared_ptr<ReadbackState>> read_queries_on(const std::shared_ptr<TransferCore>& core,
                                                       TransferQueue& on, const QueryReadback& request);

}  // namespace ferry
