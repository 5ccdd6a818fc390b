// ID3D12Device1 and later. Compiled where the platform's header has them.

#include <new>
#include <vector>

#include "generated/command_list.hpp"
#include "generated/command_queue.hpp"
#include "generated/device.hpp"
#include "generated/fence.hpp"
#include "generated/heap.hpp"
#include "generated/pipeline_library.hpp"
#include "generated/pipeline_state.hpp"
#include "generated/resource.hpp"
#include "make.hpp"
#include "structs.hpp"

namespace ferry::check::layer {

#ifdef __ID3D12Device1_INTERFACE_DEFINED__

HRESULT STDMETHODCALLTYPE Device::CreatePipelineLibrary(const void* library_blob, SIZE_T blob_length,
                                                        REFIID riid, void** pipeline_library) {
  Call call(*this, Method::kDeviceCreatePipelineLibrary);
  if (!begin_create(call, this, pipeline_library)) return call.refusal();
#ifdef __ID3D12PipelineLibrary_INTERFACE_DEFINED__
  return make<PipelineLibrary, ID3D12PipelineLibrary>(
      call, PipelineLibraryData{}, riid, pipeline_library, [&](REFIID id, void** out) {
        return below<ID3D12Device1>()->CreatePipelineLibrary(library_blob, blob_length, id, out);
      });
#else
  (void)library_blob;
  (void)blob_length;
  (void)riid;
  call.unsupported();
  return call.refusal();
#endif
}

HRESULT STDMETHODCALLTYPE Device::SetEventOnMultipleFenceCompletion(ID3D12Fence* const* fences,
                                                                    const UINT64* fence_values,
                                                                    UINT num_fences,
                                                                    D3D12_MULTIPLE_FENCE_WAIT_FLAGS flags,
                                                                    HANDLE event) {
  Call call(*this, Method::kDeviceSetEventOnMultipleFenceCompletion);
  if (call.refused()) return call.refusal();
  std::vector<Fence*> ours;
  std::vector<ID3D12Fence*> unwrapped;
  for (UINT i = 0; i < num_fences; ++i) {
    auto* const fence = call.resolve<Fence>(fences[i], "fences", Need::kRequired);
    if (fence == nullptr) return call.refusal();
    ours.push_back(fence);
    unwrapped.push_back(fence->below<ID3D12Fence>());
  }
  {
    Locked lock(core(), call.index());
    lock.look();
    for (UINT i = 0; i < num_fences; ++i) {
      lock.send(event::CpuWait{call.name(), ours[i]->id(), fence_values[i], event == nullptr});
    }
    for (UINT i = 0; i < num_fences; ++i) lock.gpu().asked(lock, *ours[i]->state, fence_values[i]);
  }
  const HRESULT result = below<ID3D12Device1>()->SetEventOnMultipleFenceCompletion(
      unwrapped.data(), fence_values, num_fences, flags, event);
  if (event == nullptr) {
    Locked lock(core(), call.index());
    lock.look();
  }
  return call.done(result);
}

HRESULT STDMETHODCALLTYPE Device::SetResidencyPriority(UINT num_objects, ID3D12Pageable* const* objects,
                                                       const D3D12_RESIDENCY_PRIORITY* priorities) {
  Call call(*this, Method::kDeviceSetResidencyPriority);
  if (call.refused()) return call.refusal();
  const Pageables unwrapped(call, num_objects, objects);
  if (call.refused()) return call.refusal();
  return call.done(below<ID3D12Device1>()->SetResidencyPriority(num_objects, unwrapped.data(), priorities));
}

#endif

}  // namespace ferry::check::layer
