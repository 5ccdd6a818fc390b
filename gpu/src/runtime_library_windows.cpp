#include "runtime_library.hpp"

#include <ferry/gpu/d3d12.hpp>

#include "dxgi_debug.hpp"

namespace ferry {

void* runtime_function(const char* library, const char* function) {
  const HMODULE module = LoadLibraryExA(library, nullptr, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS);
  if (module == nullptr) return nullptr;
  // By way of an integer: a function's pointer and an object's are not converted into each other.
  return reinterpret_cast<void*>(reinterpret_cast<UINT_PTR>(GetProcAddress(module, function)));
}

namespace dxgi_debug {

GetInterface system_interface() {
  using Function = HRESULT(WINAPI*)(UINT flags, REFIID iid, void** object);
  const auto function = runtime_function_as<Function>("dxgi.dll", "DXGIGetDebugInterface1");
  if (function == nullptr) return {};
  return [function](REFIID iid, void** object) { return function(0, iid, object); };
}

}  // namespace dxgi_debug
}  // namespace ferry
