#pragma once

#include <vector>

#include "fence_data.hpp"
#include "resource_data.hpp"
#include "wrapped.hpp"

namespace ferry::check::layer {

/// The beginning of every creation: clears the output, and refuses a null description.
template <typename Description>
bool begin_create(Call& call, const Description* description, void** object) {
  if (object != nullptr) *object = nullptr;
  if (!call.refused() && description == nullptr) call.refuse(E_INVALIDARG);
  return !call.refused();
}

/// Makes an object below, by `create(iid, out)`, and its wrapper.
template <typename W, typename Interface, typename Data, typename Create>
HRESULT make(Call& call, Data&& data, REFIID riid, void** object, Create&& create) {
  void* made = nullptr;
  const HRESULT result = create(iid_of<Interface>(), &made);
  if (FAILED(result) || made == nullptr) return call.done(FAILED(result) ? result : E_FAIL);
  return give<W>(call, static_cast<Interface*>(made), call.core().next_id(), std::forward<Data>(data), riid,
                 object);
}

FenceData fence_data(ID3D12Fence* below, std::uint64_t value);

/// Wraps whatever a shared handle held; takes over the reference.
HRESULT give_shared(Call& call, IUnknown* made, REFIID riid, void** object);

/// GetDesc() of an object below, whatever way the header returns structs.
inline D3D12_RESOURCE_DESC get_desc(ID3D12Resource* object) {
#if FERRY_CHECK_AGGREGATES_BY_POINTER
  D3D12_RESOURCE_DESC desc = {};
  return *object->GetDesc(&desc);
#else
  return object->GetDesc();
#endif
}
inline D3D12_HEAP_DESC get_desc(ID3D12Heap* object) {
#if FERRY_CHECK_AGGREGATES_BY_POINTER
  D3D12_HEAP_DESC desc = {};
  return *object->GetDesc(&desc);
#else
  return object->GetDesc();
#endif
}

/// The objects below of an array.
class Pageables {
 public:
  Pageables(Call& call, UINT count, ID3D12Pageable* const* objects);
  [[nodiscard]] ID3D12Pageable* const* data() const noexcept { return pointers_.data(); }

 private:
  std::vector<Ref<ID3D12Pageable>> owned_;
  std::vector<ID3D12Pageable*> pointers_;
};

}  // namespace ferry::check::layer
