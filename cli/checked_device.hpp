#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include <nlohmann/json_fwd.hpp>

#include <ferry/base/result.hpp>
#include <ferry/gpu/device.hpp>

#include "debug_options.hpp"
#include "debug_report.hpp"
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
  /// With --debug-layer; else null.
  std::shared_ptr<DebugReport> debug;
};

/// Makes the device that `adapter` names, watched by Direct3D 12 itself as `debug` says. Where that fails,
/// says so as unable() does and gives the exit code.
std::variant<CommandDevice, int> open_command_device(const std::string& adapter, bool checked, bool json,
                                                     CheckedPace pace = CheckedPace::kSlowest,
                                                     const DebugOptions& debug = {});

/// What was found so far on a device of make_checked().
FindingCounts count_findings(const Device& checked);

/// Where the device is lost, prints all that is known of that on standard error, the last calls too where it
/// runs on the checker, and adds the same to `document` as "device_loss". `error`: by which the command
/// noticed. Both may be null. `own`: the device beneath the checking layer, for what Windows recorded. Gives
/// whether it is lost.
bool tell_device_loss(const Device& device, const Error* error, const Device& own,
                      nlohmann::ordered_json* document = nullptr);

/// As unable(), for a command that has a device, which may be what was lost.
int unable_on(const Device& device, const Error& error, const Device& own, bool json, int exit_code);

}  // namespace ferry::cli
