#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <ferry/base/result.hpp>

struct IUnknown;

namespace ferry {

class Device;

/// D3D12_MESSAGE_SEVERITY's own values.
enum class DebugSeverity : std::uint32_t { kCorruption, kError, kWarning, kInfo, kMessage };
inline constexpr std::size_t kDebugSeverities = 5;

/// "corruption", "error", "warning", "info", "message".
std::string_view to_string(DebugSeverity severity) noexcept;

/// What Direct3D 12's debug layer has to say.
struct DebugMessage {
  DebugSeverity severity = DebugSeverity::kMessage;
  /// D3D12_MESSAGE_CATEGORY.
  std::uint32_t category = 0;
  /// D3D12_MESSAGE_ID, under which the message can be looked up.
  std::uint32_t id = 0;
  std::string text;
};

/// `error 538 (state setting): ...`, in one line.
std::string to_text(const DebugMessage& message);

/// Switches Direct3D 12's debug layer on for all devices that the process makes from now on, and with
/// `gpu_validation` its GPU-based validation, which finds what shaders do wrong and makes everything many
/// times slower (Direct3D 12 documentation, "GPU-based validation and the Direct3D 12 Debug Layer"). Devices
/// that are there already are lost: call it first. DeviceOptions::debug_layer does so.
///
/// kUnsupported where no debug layer is installed; the message says how to get it. Threading: any thread.
Result<void> enable_debug_layer(bool gpu_validation = false);

/// Brings the debug layer's messages about one device to the program: as they come, where the system can
/// (ID3D12InfoQueue1, Windows 11), else with each poll() (ID3D12InfoQueue, whose stored messages are read and
/// left in place).
///
/// Threading: every method may be called from any thread. Lifetime: keeps the Direct3D 12 device alive; the
/// destructor polls once more, and no message comes after it.
class DebugMessages {
 public:
  /// Called for each message, those of before `open` included where they are still stored. Where live(), from
  /// whichever thread makes the Direct3D 12 call that the message is about, inside that call: it must be
  /// quick and must make no Direct3D 12 call.
  using OnMessage = std::function<void(const DebugMessage& message)>;

  /// kUnsupported where the device has no debug layer beneath it: ask the device that the system made, not
  /// one that a checking layer wraps, and switch the debug layer on before it is made.
  static Result<std::unique_ptr<DebugMessages>> open(const Device& device, OnMessage on_message);
  /// The same for an ID3D12Device.
  static Result<std::unique_ptr<DebugMessages>> open(IUnknown* device, OnMessage on_message);
  ~DebugMessages();
  DebugMessages(const DebugMessages&) = delete;
  DebugMessages& operator=(const DebugMessages&) = delete;

  /// Whether messages come as they are made.
  [[nodiscard]] bool live() const;
  /// Hands over what is new, on this thread. Nothing where live().
  void poll();
  /// Messages so far of this severity.
  [[nodiscard]] std::uint64_t count(DebugSeverity severity) const;
  /// Messages that were pushed out of the debug layer's store (1024 by default) before poll() saw them.
  [[nodiscard]] std::uint64_t missed() const;

 private:
  struct State;
  explicit DebugMessages(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace ferry
