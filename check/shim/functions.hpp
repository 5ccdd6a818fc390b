#pragma once

// The functions that the shim puts in front of libvkd3d's, libvkd3d-utils' and libvulkan's. All the others
// of libvkd3d and libvkd3d-utils neither take nor give an object of Direct3D 12 that the checker wraps;
// functions_test compares both lists with what the libraries export.

#include "platform.hpp"

#ifdef D3D12CreateDevice
#undef D3D12CreateDevice  // A macro that hides the function.
#endif

extern "C" {
HRESULT WINAPI D3D12CreateDevice(IUnknown* adapter, D3D_FEATURE_LEVEL minimum, REFIID iid, void** device);
void* dlsym(void* handle, const char* name) noexcept;
}

namespace ferry::check::shim {

class RealFunction;

struct Interposed {
  RealFunction* real = nullptr;
  void* ours = nullptr;
};

/// The interposed function of that name; nulls where it is none.
Interposed find_interposed(const char* name) noexcept;

}  // namespace ferry::check::shim
