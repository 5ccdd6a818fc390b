#pragma once

// Direct3D 12 as this platform has it, for the layer alone.

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
// Microsoft's header asks for a newer one than MinGW's, and needs no more than that has.
#if defined(__MINGW32__) && defined(FERRY_CHECK_DIRECTX_HEADERS) && !defined(__REQUIRED_RPCNDR_H_VERSION__)
#define __REQUIRED_RPCNDR_H_VERSION__ 475
#endif
#include <windows.h>

// Debian's and vcpkg's directx-headers hold newer interfaces than MinGW's own header.
#if defined(FERRY_CHECK_DIRECTX_HEADERS)
#include <directx/d3d12.h>
#include <dxguids/dxguids.h>
#else
#include <d3d12.h>
#endif

#else

#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIDL_EXPLICIT_AGGREGATE_RETURNS
#define WIDL_EXPLICIT_AGGREGATE_RETURNS
#endif
#include <vkd3d_utils.h>

#endif

// How a method returns a struct: through a pointer that the header spells out, or by the compiler's own
// convention, which is the same thing where the header does not say it.
#if defined(_MSC_VER)
#define FERRY_CHECK_AGGREGATES_BY_POINTER 0
#else
#define FERRY_CHECK_AGGREGATES_BY_POINTER 1
#endif

#include <cstdint>
#include <string>
#include <utility>

namespace ferry::check::layer {

/// True where one Signal of a queue serves one Wait only, and a Wait on a value that nobody has submitted is
/// ignored (libvkd3d).
#if defined(_WIN32)
inline constexpr bool kQueueWaitsAreWeak = false;
#else
inline constexpr bool kQueueWaitsAreWeak = true;
#endif
/// True where a fence can stand below values that it had reached, until its next Signal (libvkd3d 1.2 sets it
/// to each Signal that it finds done, and finds them in any order).
inline constexpr bool kFencesFallBack = kQueueWaitsAreWeak;

inline constexpr HRESULT kDeviceRemoved = static_cast<HRESULT>(0x887a0005);
inline constexpr HRESULT kDeviceHung = static_cast<HRESULT>(0x887a0006);
inline constexpr HRESULT kDeviceReset = static_cast<HRESULT>(0x887a0007);
inline constexpr HRESULT kDriverInternalError = static_cast<HRESULT>(0x887a0020);
inline constexpr HRESULT kInvalidCall = static_cast<HRESULT>(0x887a0001);

/// True for the results that say that the device is gone.
constexpr bool tells_device_loss(HRESULT result) noexcept {
  return result == kDeviceRemoved || result == kDeviceHung || result == kDeviceReset ||
         result == kDriverInternalError;
}

template <typename Interface>
const IID& iid_of() noexcept {
#if defined(_WIN32)
  return __uuidof(Interface);
#else
  return __vkd3d_uuidof<Interface>();
#endif
}

inline bool same_guid(REFIID a, REFIID b) noexcept {
  return IsEqualGUID(a, b);
}

/// ID3D12GraphicsCommandList::ClearState gives nothing, and an HRESULT in some headers.
using ClearStateResult = decltype(std::declval<ID3D12GraphicsCommandList&>().ClearState(nullptr));

/// UTF-8 of a name as the platform's API takes it (UTF-16 on Windows, UTF-32 elsewhere).
std::string utf8_of(const WCHAR* name);

/// Waits until the fence (of the device below) has reached the value; false after `milliseconds`.
bool wait_for_fence(ID3D12Fence* fence, std::uint64_t value, unsigned milliseconds);

/// An owned COM reference.
template <typename Interface>
class Ref {
 public:
  Ref() = default;
  /// Takes over the caller's reference.
  static Ref adopt(Interface* object) noexcept {
    Ref ref;
    ref.object_ = object;
    return ref;
  }
  /// Adds a reference.
  static Ref share(Interface* object) noexcept {
    if (object != nullptr) object->AddRef();
    return adopt(object);
  }
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref(const Ref& other) noexcept : object_(other.object_) {
    if (object_ != nullptr) object_->AddRef();
  }
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() { reset(); }

  void reset() noexcept {
    if (Interface* const object = std::exchange(object_, nullptr)) object->Release();
  }
  [[nodiscard]] Interface* get() const noexcept { return object_; }
  Interface* operator->() const noexcept { return object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }

 private:
  Interface* object_ = nullptr;
};

}  // namespace ferry::check::layer
