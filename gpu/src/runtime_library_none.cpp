#include "dxgi_debug.hpp"
#include "runtime_library.hpp"

namespace ferry {

void* runtime_function(const char*, const char*) {
  return nullptr;
}

namespace dxgi_debug {

GetInterface system_interface() {
  return {};
}

}  // namespace dxgi_debug
}  // namespace ferry
