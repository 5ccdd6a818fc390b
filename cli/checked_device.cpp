#include "checked_device.hpp"

#include <cstdio>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <ferry/check/check.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/device_loss.hpp>

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
                                                     CheckedPace pace, const DebugOptions& debug) {
  DeviceOptions wanted;
  wanted.adapter = adapter;
  wanted.debug_layer = debug.layer || debug.gpu_validation;
  wanted.gpu_validation = debug.gpu_validation;
  wanted.device_loss_data = debug.dred;
  Result<std::shared_ptr<Device>> own = Device::create(wanted);
  if (!own) return unable(own.error(), json, no_device_exit_code(own.error(), adapter));
  Result<std::shared_ptr<Device>> used = checked ? make_checked(*own, pace) : own;
  if (!used) return unable(used.error(), json, kExitFailed);
  CommandDevice opened = {*std::move(own), *std::move(used), nullptr};
  if (wanted.debug_layer) {
    auto report = DebugReport::open(*opened.own);
    if (!report) return unable(report.error(), json, kExitFailed);
    opened.debug = *std::move(report);
  }
  return opened;
}

FindingCounts count_findings(const Device& checked) {
  return {check::finding_count(checked.d3d(), check::Severity::kError),
          check::finding_count(checked.d3d(), check::Severity::kPortability),
          check::finding_count(checked.d3d(), check::Severity::kAdvice)};
}

bool tell_device_loss(const Device& device, const Error* error, const Device& own,
                      nlohmann::ordered_json* document) {
  if (device.check_alive()) return false;
  const std::vector<std::string> journal = check::journal(device.d3d(), kJournalLines);
  DeviceLossSources sources;
  sources.error = error;
  sources.journal = journal;
  sources.below = own.d3d();
  const DeviceLossReport report = describe_device_loss(device, sources);
  std::fputs(report.to_text().c_str(), stderr);
  if (document != nullptr) (*document)["device_loss"] = nlohmann::ordered_json::parse(report.to_json());
  return true;
}

int unable_on(const Device& device, const Error& error, const Device& own, bool json, int exit_code) {
  nlohmann::ordered_json document = to_json(error);
  tell_device_loss(device, &error, own, &document);
  return unable(error, json ? &document : nullptr, exit_code);
}

}  // namespace ferry::cli
