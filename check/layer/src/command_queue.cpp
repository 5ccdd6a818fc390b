#include "generated/command_queue.hpp"

#include <vector>

#include "generated/command_list.hpp"
#include "generated/fence.hpp"
#include "generated/resource.hpp"
#include "thread_number.hpp"

namespace ferry::check::layer {

void CommandQueueData::begin(Locked& lock, Node& node) {
  auto* const below = static_cast<CommandQueue&>(node).below<ID3D12CommandQueue>();
  state = lock.gpu().add_queue(node.id(), Ref<ID3D12CommandQueue>::share(below));
  lock.send(event::QueueCreated{node.made_by, node.id(), type});
}

void CommandQueueData::end(Locked& lock, ObjectId) {
  lock.gpu().release_queue(lock, *state);
}

void STDMETHODCALLTYPE CommandQueue::CopyTileMappings(
    ID3D12Resource* dst_resource, const D3D12_TILED_RESOURCE_COORDINATE* dst_region_start_coordinate,
    ID3D12Resource* src_resource, const D3D12_TILED_RESOURCE_COORDINATE* src_region_start_coordinate,
    const D3D12_TILE_REGION_SIZE* region_size, D3D12_TILE_MAPPING_FLAGS flags) {
  Call call(*this, Method::kCommandQueueCopyTileMappings);
  auto* const dst = call.resolve<Resource>(dst_resource, "dst_resource", Need::kRequired);
  auto* const src = call.resolve<Resource>(src_resource, "src_resource", Need::kRequired);
  if (call.refused()) return;
  below<ID3D12CommandQueue>()->CopyTileMappings(below_of<ID3D12Resource>(dst), dst_region_start_coordinate,
                                                below_of<ID3D12Resource>(src), src_region_start_coordinate,
                                                region_size, flags);
}

void STDMETHODCALLTYPE CommandQueue::ExecuteCommandLists(UINT num_command_lists,
                                                         ID3D12CommandList* const* command_lists) {
  Call call(*this, Method::kCommandQueueExecuteCommandLists);
  if (call.refused()) {
    // Direct3D 12 has no other way to say that this failed.
    core().lose(kDeviceRemoved, call.name(), call.index(), false);
    return;
  }
  std::vector<CommandList*> lists;
  std::vector<ObjectId> ids;
  lists.reserve(num_command_lists);
  ids.reserve(num_command_lists);
  for (UINT i = 0; i < num_command_lists; ++i) {
    auto* const list = call.resolve<CommandList>(command_lists[i], "command_lists", Need::kRequired);
    if (list == nullptr) return;
    lists.push_back(list);
    ids.push_back(list->id());
  }
  if (lists.empty() || core().lost()) return;

  Locked lock(core(), call.index());
  lock.look();
  Work work;
  work.kind = Work::Kind::kExecute;
  if (core().options().shadow_upload_memory) {
    for (const MemoryRead& read : lock.model().cpu_memory_reads(ids)) {
      if (const auto shadow = lock.gpu().find_shadow(read.resource))
        work.reads.push_back(read_of(shadow, read.range));
    }
  }
  if (!lock.send(event::Executed{call.name(), id(), ids})) return;
  for (CommandList* const list : lists) {
    work.lists.push_back(Ref<ID3D12CommandList>::share(list->below<ID3D12CommandList>()));
    work.uses.push_back(list->below_use);
    if (list->allocator_use != nullptr) work.uses.push_back(list->allocator_use);
    work.reads_all = work.reads_all || list->reads_unknown;
  }
  lock.gpu().submit(lock, *state, std::move(work));
}

HRESULT STDMETHODCALLTYPE CommandQueue::Signal(ID3D12Fence* fence, UINT64 value) {
  Call call(*this, Method::kCommandQueueSignal);
  if (call.refused()) return call.refusal();
  auto* const ours = call.resolve<Fence>(fence, "fence", Need::kRequired);
  if (call.refused()) return call.refusal();
  Work work;
  work.kind = Work::Kind::kSignal;
  work.fence = ours->state;
  work.value = value;
  HRESULT result = E_INVALIDARG;
  {
    Locked lock(core(), call.index());
    lock.look();
    if (lock.send(event::QueueSignal{call.name(), id(), ours->id(), value, thread_number()}))
      result = lock.gpu().submit(lock, *state, std::move(work));
  }
  return call.done(result);
}

HRESULT STDMETHODCALLTYPE CommandQueue::Wait(ID3D12Fence* fence, UINT64 value) {
  Call call(*this, Method::kCommandQueueWait);
  if (call.refused()) return call.refusal();
  auto* const ours = call.resolve<Fence>(fence, "fence", Need::kRequired);
  if (call.refused()) return call.refusal();
  Work work;
  work.kind = Work::Kind::kWait;
  work.fence = ours->state;
  work.value = value;
  HRESULT result = E_INVALIDARG;
  {
    Locked lock(core(), call.index());
    lock.look();
    if (lock.send(event::QueueWait{call.name(), id(), ours->id(), value}))
      result = lock.gpu().submit(lock, *state, std::move(work));
  }
  return call.done(result);
}

}  // namespace ferry::check::layer
