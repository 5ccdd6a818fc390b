#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/d3d12.hpp>

namespace ferry::detail {

void com_add_ref(void* object) {
  static_cast<IUnknown*>(object)->AddRef();
}

void com_release(void* object) {
  static_cast<IUnknown*>(object)->Release();
}

}  // namespace ferry::detail
