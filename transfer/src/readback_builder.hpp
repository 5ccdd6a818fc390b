#pragma once

#include <memory>

#include <ferry/base/result.hpp>
#include <ferry/transfer/readback_request.hpp>

#include "copy_plan.hpp"
#include "readback_state.hpp"

namespace ferry {

struct TransferCore;

/// Checks the request, takes a READBACK buffer and says in which pieces the result comes (one piece where
/// `one_piece`). An empty request gives a state with no pieces.
Result<std::shared_ptr<ReadbackState>> prepare_readback(const std::shared_ptr<TransferCore>& core,
                                                        const BufferReadback& request, bool one_piece);
Result<std::shared_ptr<ReadbackState>> prepare_readback(const std::shared_ptr<TransferCore>& core,
                                                        const TextureReadback& request, bool one_piece);

/// Puts the copies of one piece into the plan. Before its first copy and after its last one each subresource
/// is in `state_around`; between pieces of one subresource it is in `between`.
Result<void> add_piece(CopyPlan& plan, const ReadbackState& state, const ReadbackPiece& piece,
                       const BufferReadback& request, std::uint32_t state_around, std::uint32_t between);
Result<void> add_piece(CopyPlan& plan, const ReadbackState& state, const ReadbackPiece& piece,
                       const TextureReadback& request, std::uint32_t state_around, std::uint32_t between);

}  // namespace ferry
