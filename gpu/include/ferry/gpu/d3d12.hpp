#pragma once

// Direct3D 12 itself, as this platform has it. The only header of Ferry that includes it, and the only place
// with platform #ifs for it: include it in sources that make Direct3D 12 calls, never in a public header.

#if defined(_WIN32)

#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#if defined(__GNUC__) && !defined(WIDL_EXPLICIT_AGGREGATE_RETURNS)
#define WIDL_EXPLICIT_AGGREGATE_RETURNS
#endif
#include <windows.h>

#include <d3d12.h>
#include <dxgi1_4.h>

#else

#ifndef NOMINMAX
#define NOMINMAX
#endif
// Without it every method that returns a struct crashes: GCC's and COM's conventions differ.
#ifndef WIDL_EXPLICIT_AGGREGATE_RETURNS
#define WIDL_EXPLICIT_AGGREGATE_RETURNS
#endif
#include <vkd3d_utils.h>

#endif

namespace ferry {

/// Whether Direct3D 12 is libvkd3d here; else it is the system's.
#if defined(_WIN32)
inline constexpr bool kOnLibvkd3d = false;
#else
inline constexpr bool kOnLibvkd3d = true;
#endif

/// The interface id of a Direct3D 12 interface, spelled the same with every compiler.
template <typename Interface>
const IID& iid_of() {
#if defined(_WIN32)
  return __uuidof(Interface);
#else
  return __vkd3d_uuidof<Interface>();
#endif
}

}  // namespace ferry
