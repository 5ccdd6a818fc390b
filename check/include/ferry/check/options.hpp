#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include <ferry/check/model/model.hpp>

namespace ferry::check {

/// One violation, with where it happened.
struct Finding {
  Violation violation;
  /// Number of the API call that was being checked; calls are counted from 1 over the whole device. Findings
  /// on commands that were recorded in batches carry the number of the Close.
  std::uint64_t call_index = 0;
  /// The last calls before it, oldest first, one line each (`WrapOptions::journal_lines` of them).
  std::vector<std::string> journal;
};

/// What a call does that broke a rule. Whatever is chosen, calls that would crash a driver (a zero-width
/// buffer, an object of another device, a copy outside its resource) never reach the device below and fail.
enum class OnViolation : std::uint8_t {
  kReport,           ///< It is reported and goes on.
  kFailErrors,       ///< A call that broke a rule of severity error fails, too.
  kFailPortability,  ///< Likewise for errors and portability findings.
};

/// How fast the GPU appears to be. Whatever is chosen, the program's fences and events follow what was run.
enum class GpuPace : std::uint8_t {
  /// As the device below goes.
  kImmediate,
  /// Nothing runs until the program asks for a fence: SetEventOnCompletion runs what that value needs,
  /// GetCompletedValue runs one piece of work after it has given its answer (see `looks_per_piece`). The
  /// slowest GPU on which a right program still ends, and deterministic for a program with one thread.
  kWhenAsked,
  /// Nothing runs until gpu_step(), gpu_advance() or gpu_drain() says so.
  kHeld,
};

/// Makes calls fail that would have worked.
struct Fault {
  /// `ID3D12Device::CreateCommittedResource` and the like (check::methods() lists them), or `*` for every
  /// method that returns an HRESULT. The interface is the one that introduced the method.
  std::string method = "*";
  /// Which of the matching calls fails, counted from 1 at the time the fault is set.
  std::uint64_t nth = 1;
  /// The HRESULT it gives; a failing one. Default E_OUTOFMEMORY. DXGI_ERROR_DEVICE_REMOVED and its kin lose
  /// the device as well. A method of a command list that returns nothing fails the list's Close instead;
  /// ExecuteCommandLists loses the device.
  std::int32_t result = static_cast<std::int32_t>(0x8007000e);
};

/// How a device is wrapped.
struct WrapOptions {
  /// What the rules look for (see Options).
  Options rules;
  /// Called for each violation, on the thread whose call broke the rule, before that call returns, with no
  /// lock of the checker held: it may call into the device. Default: none.
  std::function<void(const Finding&)> on_finding;
  /// Where violations go as text, with the journal. Default: standard error. Null: nowhere.
  std::FILE* text = stderr;
  /// Where violations go as JSON, one object a line. Default: null, nowhere.
  std::FILE* json = nullptr;
  /// What a call that broke a rule does. Default: it is reported and goes on.
  OnViolation on_violation = OnViolation::kReport;
  /// Findings are kept for check::findings() up to this many. Default: 10000.
  std::size_t kept_findings = 10'000;
  /// Calls that the journal remembers; rounded up to a power of two. Default: 1024.
  std::size_t journal_size = 1024;
  /// Calls of the journal that are printed with a finding or a device loss. Default: 8.
  std::size_t journal_lines = 8;
  /// True: recorded commands are checked together at Close: cheaper, but a command that would crash the
  /// driver below has reached it by then. False (default): each is checked when it is recorded.
  bool batch_recording = false;
  /// True: descriptor tables are looked at when they are set: what each bounded range reaches needs its state
  /// then. Default: false, because programs that fill tables later are right too.
  bool check_descriptor_tables = false;
  /// True: Map of an UPLOAD buffer gives memory of the checker, copied to the real buffer when work that may
  /// read it is run; bytes that changed between submission and that moment, and that a submitted copy reads,
  /// are reported (`staging-changed-in-flight`). Finds something only with a pace other than kImmediate.
  /// Default: false.
  bool shadow_upload_memory = false;
  /// The GPU's pace at the start. Default: kImmediate.
  GpuPace pace = GpuPace::kImmediate;
  /// GpuPace::kWhenAsked: how many calls of GetCompletedValue bring one piece of work on, counted from the
  /// last piece that was submitted or run. With more than a program makes in passing, only one that waits
  /// brings it on. 0 means 1. Default: 1.
  std::uint64_t looks_per_piece = 1;
  /// Ticks that one ExecuteCommandLists takes for gpu_advance(). Default: 1.
  std::uint64_t ticks_per_execution = 1;
  /// Faults that are set from the start. Default: none.
  std::vector<Fault> faults;
  /// True (default): what still lives when the program ends is printed to standard error.
  bool report_live_objects_at_exit = true;
};

}  // namespace ferry::check
