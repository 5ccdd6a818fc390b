#pragma once

#include <cstdint>

#include <ferry/base/result.hpp>

namespace ferry {

/// The kind of error that an HRESULT means: E_OUTOFMEMORY is kOutOfMemory, DXGI_ERROR_DEVICE_* are
/// kDeviceLost, ...
ErrorCode code_of(std::int32_t hresult) noexcept;

/// A failed Direct3D 12 call as an Error: `fail_api(hr, "CreateHeap failed for 64 MiB of textures")`.
template <typename... Parts>
[[nodiscard]] Failure fail_api(std::int32_t hresult, const Parts&... parts) {
  return Failure{Error{code_of(hresult), hresult, text(parts...)}};
}

}  // namespace ferry
