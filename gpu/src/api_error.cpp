#include <ferry/gpu/api_error.hpp>

namespace ferry {

ErrorCode code_of(std::int32_t hresult) noexcept {
  switch (static_cast<std::uint32_t>(hresult)) {
    case 0x8007000eu:  // E_OUTOFMEMORY
      return ErrorCode::kOutOfMemory;
    case 0x80070057u:  // E_INVALIDARG
    case 0x887a0001u:  // DXGI_ERROR_INVALID_CALL
      return ErrorCode::kInvalidArgument;
    case 0x80004001u:  // E_NOTIMPL
    case 0x80004002u:  // E_NOINTERFACE
    case 0x887a0004u:  // DXGI_ERROR_UNSUPPORTED
      return ErrorCode::kUnsupported;
    case 0x887a0002u:  // DXGI_ERROR_NOT_FOUND
      return ErrorCode::kNotFound;
    case 0x887a0005u:  // DXGI_ERROR_DEVICE_REMOVED
    case 0x887a0006u:  // DXGI_ERROR_DEVICE_HUNG
    case 0x887a0007u:  // DXGI_ERROR_DEVICE_RESET
    case 0x887a0020u:  // DXGI_ERROR_DRIVER_INTERNAL_ERROR
      return ErrorCode::kDeviceLost;
    default:
      return ErrorCode::kApiFailed;
  }
}

}  // namespace ferry
