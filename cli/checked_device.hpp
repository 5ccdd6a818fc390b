#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include <ferry/base/result.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/device_loss.hpp>

#include "report.hpp"

namespace ferry::cli {

/// How fast the GPU seems to be under the checking layer.
enum class CheckedPace : std::uint8_t {
  kSlowest,   ///< Nothing is over before somebody waits for it: finds the most.
  kAsItGoes,  ///< As it is without the layer.
};

/// A device that runs on the rule-checking layer around `below`'s. What breaks a rule goes to standard error
/// as it is found, with the calls before it. `below` may go before the result does.
Result<std::shared_ptr<Device>> make_checked(const std::shared_ptr<Device>& below,
                                             CheckedPace pace = CheckedPace::kSlowest);

/// The device that a command runs on.
struct CommandDevice {
  std::shared_ptr<Device> own;   ///< Ferry's own, which can tell its adapter.
  std::shared_ptr<Device> used;  ///< The same, or with --checked the one around it.
};

/// Makes the device that `adapter` names. Where that fails, says so as unable() does and gives the exit
/// code.
std::variant<CommandDevice, int> open_command_device(const std::string& adapter, bool checked, bool json,
                                                     CheckedPace pace = CheckedPace::kSlowest);

/// What was found so far on a device of make_checked().
FindingCounts count_findings(const Device& checked);

/// Where the device is lost, all that is known of it, the last calls too with --checked; printed on standard
/// error. `error`: by which the command noticed; may be null.
std::optional<DeviceLossReport> tell_device_loss(const Device& device, const Error* error);

}  // namespace ferry::cli
