#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <ferry/base/error.hpp>
#include <ferry/base/result.hpp>

struct IUnknown;

namespace ferry {

class Device;

/// A value of a timeline and what was submitted with it.
struct LossEntry {
  std::uint64_t value = 0;
  std::string label;
};

/// What is known of one timeline, which is one queue or one fence of the application.
struct TimelineLoss {
  std::string name;
  std::uint64_t last_submitted = 0;
  /// The last that surely completed, oldest first: the fence showed it before the loss.
  std::vector<LossEntry> completed;
  /// What was submitted and never seen complete, oldest first. The first of them is where to look. Each may
  /// have completed between the last look at the fence and the loss: afterwards every fence reads
  /// UINT64_MAX.
  std::vector<LossEntry> in_flight;
  /// More was in flight than labels are kept for; these are the newest.
  bool older_in_flight = false;
  /// What was submitted, oldest first, while the Signal behind it failed: it may have been done or not, and no
  /// fence tells.
  std::vector<std::string> unsignalled;
  std::uint64_t unsignalled_count = 0;  ///< Beyond FenceTimeline::kKeptUnmarked they have no labels here.
  /// What surely was not done, oldest first: the loss was known before it was submitted.
  std::vector<std::string> not_done;
  std::uint64_t not_done_count = 0;
};

/// What Windows recorded of one command list on the GPU (Direct3D 12 documentation, "Use DRED to diagnose
/// GPU faults").
struct BreadcrumbList {
  std::string list;              ///< Its name.
  std::string queue;             ///< The name of the queue that executed it.
  std::uint32_t ended = 0;       ///< Operations that surely ended.
  std::uint32_t operations = 0;  ///< Operations of the list.
  std::string last_ended;        ///< `CopyTextureRegion`; empty where none ended.
  std::string first_not_ended;   ///< The first that surely did not end; empty where all did.
};

/// What Windows recorded of the loss.
struct ExtendedData {
  /// Lists that ended are left out.
  std::vector<BreadcrumbList> lists;
  /// The GPU address of a page fault; 0: there was none.
  std::uint64_t fault_address = 0;
  /// What lay at that address, alive and lately released.
  std::vector<std::string> alive_there;
  std::vector<std::string> released_there;
};

/// What else is known to whoever asks.
struct DeviceLossSources {
  /// The error by which the program noticed. Default: none.
  const Error* error = nullptr;
  /// The last calls, oldest first, as ferry::check::journal() gives them. Default: none.
  std::span<const std::string> journal = {};
  /// How many completed values of each timeline are listed. Default: 4.
  std::size_t completed = 4;
  /// The device beneath a layer that wraps the Device's: it is asked for what Windows recorded, of which
  /// layers know nothing. Default: null; the Device's own is asked.
  IUnknown* below = nullptr;
};

/// Everything that is known of a lost device.
struct DeviceLossReport {
  /// False: the device answers that it is there. A timeline may have been given up nevertheless.
  bool lost = false;
  /// GetDeviceRemovedReason, its meaning, and what to do.
  std::int32_t reason = 0;
  std::string meaning;
  std::string remedy;
  /// In the order in which they were made; those of which nothing was asked are left out.
  std::vector<TimelineLoss> timelines;
  /// What the program noticed first, and the first call that failed for the loss; empty where not known.
  std::string noticed_by;
  std::string first_failed_call;
  std::vector<std::string> journal;
  /// None where the system records nothing: on libvkd3d, and where enable_device_loss_data() was not called.
  std::optional<ExtendedData> extended;
  /// The newest errors and warnings of Direct3D 12's debug layer, at most 16, oldest first; as to_text() of
  /// <ferry/gpu/debug_layer.hpp> has them. Empty where it is not switched on.
  std::vector<std::string> debug_messages;

  /// Some lines for people, with a line break at the end of each.
  [[nodiscard]] std::string to_text() const;
  /// The same as one JSON object, without line breaks.
  [[nodiscard]] std::string to_json() const;
};

/// Puts together what the timelines' labels, the system and the given sources know of a lost device: for each
/// queue what surely completed, what was in flight, and what surely was not done. Nothing is called completed
/// that was not seen complete, and nothing not done that the queue was given. Works on a device that is not
/// lost, too. Makes no object on the device, and may be called from any thread, at any time while the Device
/// lives, after the loss as before.
DeviceLossReport describe_device_loss(const Device& device, const DeviceLossSources& sources = {});

/// Has Windows record what describe_device_loss() reports as `extended`, for devices that are made from now
/// on (DeviceOptions::device_loss_data does so). It costs a few percent of GPU time. kUnsupported where the
/// system has no such data: on libvkd3d.
Result<void> enable_device_loss_data();

}  // namespace ferry
