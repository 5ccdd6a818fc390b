#include <ferry/base/error.hpp>
#include <ferry/base/result.hpp>

#include <cstdio>

namespace ferry {

std::string_view to_string(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return "invalid_argument";
    case ErrorCode::kOutOfMemory:
      return "out_of_memory";
    case ErrorCode::kNeedsSubmit:
      return "needs_submit";
    case ErrorCode::kFull:
      return "full";
    case ErrorCode::kTimeout:
      return "timeout";
    case ErrorCode::kDeviceLost:
      return "device_lost";
    case ErrorCode::kNotSubmitted:
      return "not_submitted";
    case ErrorCode::kNotReady:
      return "not_ready";
    case ErrorCode::kUnsupported:
      return "unsupported";
    case ErrorCode::kNotFound:
      return "not_found";
    case ErrorCode::kIo:
      return "io";
    case ErrorCode::kCorrupt:
      return "corrupt";
    case ErrorCode::kCancelled:
      return "cancelled";
    case ErrorCode::kApiFailed:
      return "api_failed";
  }
  return "unknown";
}

std::string hresult_name(std::int32_t hresult) {
  struct Known {
    std::uint32_t value;
    const char* name;
  };
  static constexpr Known kKnown[] = {
      {0x00000000u, "S_OK"},
      {0x80004001u, "E_NOTIMPL"},
      {0x80004002u, "E_NOINTERFACE"},
      {0x80004003u, "E_POINTER"},
      {0x80004004u, "E_ABORT"},
      {0x80004005u, "E_FAIL"},
      {0x8007000eu, "E_OUTOFMEMORY"},
      {0x80070057u, "E_INVALIDARG"},
      {0x887a0001u, "DXGI_ERROR_INVALID_CALL"},
      {0x887a0002u, "DXGI_ERROR_NOT_FOUND"},
      {0x887a0004u, "DXGI_ERROR_UNSUPPORTED"},
      {0x887a0005u, "DXGI_ERROR_DEVICE_REMOVED"},
      {0x887a0006u, "DXGI_ERROR_DEVICE_HUNG"},
      {0x887a0007u, "DXGI_ERROR_DEVICE_RESET"},
      {0x887a0020u, "DXGI_ERROR_DRIVER_INTERNAL_ERROR"},
  };
  const auto value = static_cast<std::uint32_t>(hresult);
  for (const Known& known : kKnown) {
    if (known.value == value) return known.name;
  }
  return text(Hex{value});
}

std::string to_string(const Error& error) {
  if (error.hresult == 0) return error.message;
  const auto value = static_cast<std::uint32_t>(error.hresult);
  const std::string name = hresult_name(error.hresult);
  const std::string hex = text(Hex{value});
  return text(error.message, " (HRESULT ", hex, name == hex ? "" : " ", name == hex ? "" : name, ")");
}

namespace detail {

void result_misused(const Error* error) {
  if (error != nullptr) {
    std::fprintf(stderr, "ferry: a failed Result was opened as if it had a value: %s\n",
                 to_string(*error).c_str());
  } else {
    std::fputs("ferry: error() was asked of a Result that has a value\n", stderr);
  }
  std::abort();
}

}  // namespace detail
}  // namespace ferry
