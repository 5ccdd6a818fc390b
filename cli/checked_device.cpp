#include "checked_device.hpp"

#include <cstdio>
#include <utility>
#include <vector>

#include <ferry/check/check.hpp>
#include <ferry/gpu/com_ptr.hpp>

#include "exit_code.hpp"
#include "output.hpp"

namespace ferry::cli {

namespace {

/// Calls before the loss that are shown.
constexpr std::size_t kJournalLines = 16;

}  // namespace

Result<std::shared_ptr<Device>> make_checked(const std::shared_ptr<Device>& below, CheckedPace pace) {
  check::WrapOptions options;
  // A small picture's copy can be over, and seen to be over in passing, before the draw is submitted: a draw
  // that does not wait for it would then break no rule. Here nothing is over before somebody waits for it.
  if (pace == CheckedPace::kSlowest) {
    options.pace = check::GpuPace::kWhenAsked;
    options.looks_per_piece = 64;
  }
  Result<ID3D12Device*> wrapper = check::wrap(below->d3d(), std::move(options));
  if (!wrapper) return fail(std::move(wrapper).error());
  const ComPtr<ID3D12Device> owner = ComPtr<ID3D12Device>::attach(*wrapper);
  return Device::adopt(owner.get(), "ferry, checked");
}

std::variant<CommandDevice, int> open_command_device(const std::string& adapter, bool checked, bool json,
                                                     CheckedPace pace) {
  DeviceOptions wanted;
  wanted.adapter = adapter;
  Result<std::shared_ptr<Device>> own = Device::create(wanted);
  if (!own) return unable(own.error(), json, no_device_exit_code(own.error(), adapter));
  Result<std::shared_ptr<Device>> used = checked ? make_checked(*own, pace) : own;
  if (!used) return unable(used.error(), json, kExitFailed);
  return CommandDevice{*std::move(own), *std::move(used)};
}

FindingCounts count_findings(const Device& checked) {
  return {check::finding_count(checked.d3d(), check::Severity::kError),
          check::finding_count(checked.d3d(), check::Severity::kPortability),
          check::finding_count(checked.d3d(), check::Severity::kAdvice)};
}

std::optional<DeviceLossReport> tell_device_loss(const Device& device, const Error* error) {
  if (device.check_alive()) return std::nullopt;
  const std::vector<std::string> journal = check::journal(device.d3d(), kJournalLines);
  DeviceLossSources sources;
  sources.error = error;
  sources.journal = journal;
  DeviceLossReport report = describe_device_loss(device, sources);
  std::fputs(report.to_text().c_str(), stderr);
  return report;
}

}  // namespace ferry::cli
