#pragma once

#include <memory>

#include <ferry/base/result.hpp>
#include <ferry/gpu/device.hpp>

#include "report.hpp"

namespace ferry::cli {

/// A device that runs on the rule-checking layer around `below`'s. What breaks a rule goes to standard error
/// as it is found, with the calls before it. `below` may go before the result does.
Result<std::shared_ptr<Device>> make_checked(const std::shared_ptr<Device>& below);

/// What was found so far on a device of make_checked().
FindingCounts count_findings(const Device& checked);

}  // namespace ferry::cli
