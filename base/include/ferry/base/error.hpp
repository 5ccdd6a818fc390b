#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ferry {

/// What kind of thing went wrong. Decide on this; show people `Error::message`.
enum class ErrorCode : std::uint8_t {
  kInvalidArgument,  ///< A value the call cannot take. The message names the value and what it must be.
  kOutOfMemory,      ///< The system, or the device's memory, had no room.
  kNeedsSubmit,      ///< Staging is full of bytes that no fence point covers yet: submit, then ask again.
  kFull,             ///< A fixed-size thing is full and the caller chose not to wait.
  kTimeout,          ///< The time the caller gave is over. Nothing was undone; wait again if you like.
  kDeviceLost,       ///< The device is gone. Nothing more completes; make a new device.
  kNotSubmitted,     ///< A wait on a value that was never submitted; it would never end.
  kNotReady,         ///< Asked for a result before it is complete.
  kUnsupported,      ///< The device, the driver or this build cannot do it.
  kNotFound,         ///< No such file, adapter or name.
  kIo,               ///< Reading or writing a file failed.
  kCorrupt,          ///< A file's content breaks its own format.
  kCancelled,        ///< The caller gave it up.
  kApiFailed,        ///< A Direct3D 12 call failed; `Error::hresult` says how.
};

/// The code as a word, for machines and logs: `invalid_argument`, `device_lost`, ...
std::string_view to_string(ErrorCode code) noexcept;

/// Why a call failed: a code to decide on, the HRESULT where there was one, a sentence for people.
struct Error {
  ErrorCode code = ErrorCode::kInvalidArgument;
  /// The HRESULT of the Direct3D 12 call that failed; 0 where none was involved.
  std::int32_t hresult = 0;
  /// Names the thing, the value and what to do, as one sentence with no full stop.
  std::string message;
};

/// `message (HRESULT 0x887a0005 DXGI_ERROR_DEVICE_REMOVED)`: the whole of an error in one line.
std::string to_string(const Error& error);

/// The name of a well-known HRESULT (`E_OUTOFMEMORY`), or its hexadecimal form.
std::string hresult_name(std::int32_t hresult);

}  // namespace ferry
