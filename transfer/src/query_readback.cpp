#include "query_readback.hpp"

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>

#include "transfer_core.hpp"

namespace ferry {
namespace {

/// Bytes of one result (Direct3D 12 documentation, "D3D12_QUERY_TYPE enumeration"); 0 for an unknown type.
std::uint64_t result_bytes(std::uint32_t type) {
  switch (static_cast<D3D12_QUERY_TYPE>(type)) {
    case D3D12_QUERY_TYPE_OCCLUSION:
    case D3D12_QUERY_TYPE_BINARY_OCCLUSION:
    case D3D12_QUERY_TYPE_TIMESTAMP:
      return sizeof(std::uint64_t);
    case D3D12_QUERY_TYPE_PIPELINE_STATISTICS:
      return sizeof(D3D12_QUERY_DATA_PIPELINE_STATISTICS);
    case D3D12_QUERY_TYPE_SO_STATISTICS_STREAM0:
    case D3D12_QUERY_TYPE_SO_STATISTICS_STREAM1:
    case D3D12_QUERY_TYPE_SO_STATISTICS_STREAM2:
    case D3D12_QUERY_TYPE_SO_STATISTICS_STREAM3:
      return sizeof(D3D12_QUERY_DATA_SO_STATISTICS);
    default:
      return 0;
  }
}

/// For the report of a lost device.
constexpr std::string_view kLabel = "query readback";

}  // namespace

Result<std::shared_ptr<ReadbackState>> read_queries_on(const std::shared_ptr<TransferCore>& core,
                                                       TransferQueue& on, const QueryReadback& request) {
  if (request.heap == nullptr) return fail(ErrorCode::kInvalidArgument, "the query heap is null");
  const std::uint64_t each = result_bytes(request.type);
  if (each == 0)
    return fail(ErrorCode::kInvalidArgument, request.type, " is no D3D12_QUERY_TYPE that can be resolved");
  auto state = std::make_shared<ReadbackState>();
  state->core = core;
  state->mapped_bytes = each * request.count;
  state->tight_bytes = state->mapped_bytes;
  if (request.count == 0) {
    state->submitted = true;
    return state;
  }
  auto buffer = core->readbacks.acquire(state->mapped_bytes);
  if (!buffer) return on.refused(kLabel, std::move(buffer).error());
  state->buffer = *std::move(buffer);

  auto context = on.lists.acquire();
  if (!context) return on.refused(kLabel, std::move(context).error());
  context->list->ResolveQueryData(request.heap, static_cast<D3D12_QUERY_TYPE>(request.type), request.first,
                                  request.count, state->buffer.resource.get(), 0);
  if (const HRESULT hr = context->list->Close(); FAILED(hr)) {
    auto why = fail_api(hr, "ID3D12GraphicsCommandList::Close failed for the resolve of ", request.count,
                        " queries");
    return on.refused(kLabel, std::move(why.error));
  }
  state->recorded = true;
  ID3D12CommandList* lists[] = {context->list.get()};
  auto point = on.queue->execute(lists, kLabel);
  if (!point) {
    on.lists.keep(*std::move(context));
    // That queue's timeline is lost now: nothing of it completes any more.
    core->hold(ComPtr(request.heap), {on.queue->timeline()->id(), UINT64_MAX});
    return fail(std::move(point).error());
  }
  on.lists.give_back(*std::move(context), *point);
  core->hold(ComPtr(request.heap), *point);
  core->submissions.fetch_add(1, std::memory_order_relaxed);
  core->readback_calls.fetch_add(1, std::memory_order_relaxed);
  core->readback_bytes.fetch_add(state->tight_bytes, std::memory_order_relaxed);
  ReadbackPiece piece;
  piece.end = state->mapped_bytes;
  state->pieces.push_back(piece);
  state->submitted_at(*point);
  core->collect();
  return state;
}

}  // namespace ferry
