#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/check/options.hpp>

struct IUnknown;
struct ID3D12CommandQueue;
struct ID3D12Device;
struct ID3D12Resource;

/// A strict Direct3D 12 on top of any other: wrap() a device, use what it gives in its place, and read what
/// was found. Everything made from the wrapped device is wrapped too. Nothing here needs Ferry.
///
/// All functions may be called from any thread. `device` and the like are objects of the checker; where
/// another one is given, functions that return a Result fail with kInvalidArgument, and the others do
/// nothing.
namespace ferry::check {

/// Wraps a device. The result carries one reference, which the caller releases; the wrapper keeps a reference
/// of its own to `device`, and the caller's stays the caller's. A device that is wrapped already gives the
/// same wrapper again, whose options stay those of the first call; so does a wrapper itself.
///
/// Fails with kInvalidArgument for a null device, with kOutOfMemory.
Result<ID3D12Device*> wrap(ID3D12Device* device, WrapOptions options = {});

/// The object below a wrapper, with no reference added: for swap chains and for the runtime's own functions,
/// which must never see a wrapper. An object that is no wrapper is given back as it is; null gives null.
IUnknown* unwrap(IUnknown* object);

/// True for an object of the checker.
bool is_wrapped(IUnknown* object);

/// The interface id by which anything can be unwrapped without this library: QueryInterface with it gives the
/// object below, with a reference added, and E_NOINTERFACE from everything else. In the layout of a GUID.
struct InterfaceId {
  std::uint32_t data1 = 0;
  std::uint16_t data2 = 0;
  std::uint16_t data3 = 0;
  std::uint8_t data4[8] = {};
};
inline constexpr InterfaceId kBelowInterface = {
    0x6f1c7a52, 0x3d0b, 0x4c86, {0x9e, 0x51, 0x2b, 0xc4, 0x0d, 0x7f, 0x83, 0x16}};

/// Wraps a resource that the device below made elsewhere: a swap chain's buffer, a shared resource. `state`
/// is the D3D12_RESOURCE_STATES it is in (PRESENT, which is COMMON, for a swap chain's). References as in
/// wrap().
Result<ID3D12Resource*> adopt(ID3D12Device* device, ID3D12Resource* below, std::uint32_t state);

/// Tells the checker that a frame is over: work that no Signal covers by then is reported.
void frame_end(ID3D12Device* device);

/// Tells the checker that the program presents this back buffer now.
void presented(ID3D12Resource* back_buffer);

/// The same for who knows the object below alone: `below` is what unwrap() gave for the back buffer. It is
/// looked for among the objects of every wrapped device and not called, so it may be gone. False where
/// nothing wraps it.
bool presented_below(IUnknown* below);

/// Tells the checker that the CPU reads, or has written, these bytes of a mapped buffer now, which it cannot
/// see.
void cpu_read(ID3D12Resource* buffer, std::uint64_t begin, std::uint64_t end);
void cpu_write(ID3D12Resource* buffer, std::uint64_t begin, std::uint64_t end);

// --------------------------------------------------------------------------------------------------- reports

/// The findings so far, in order; at most `WrapOptions::kept_findings`.
std::vector<Finding> findings(ID3D12Device* device);

/// How many findings of that severity there were.
std::uint64_t finding_count(ID3D12Device* device, Severity severity);

/// Forgets the findings kept so far (and not the counts).
void clear_findings(ID3D12Device* device);

/// One live object of the device.
struct LiveWrapper {
  ObjectId id{};
  std::string description;       ///< `buffer "positions"`
  std::string made_by;           ///< The call: `ID3D12Device::CreateCommittedResource`.
  std::uint64_t call_index = 0;  ///< Which call that was, in the journal's count.
  std::uint32_t references = 0;  ///< The program's.
};

/// Everything made from the device and not yet released, in the order it was made. The device is not in it.
std::vector<LiveWrapper> live_objects(ID3D12Device* device);

/// The same as text, one line each; empty where nothing lives.
std::string live_object_report(ID3D12Device* device);

/// For every device of the checker that still lives, a line that says so and its live_object_report(); empty
/// where none does. `WrapOptions::report_live_objects_at_exit` prints the same, at a time that is too early
/// for who holds the device in a variable of static storage duration.
std::string living_devices_report();

/// The last calls, oldest first, one line each: number, method, object, result. `count` 0 means all that are
/// kept.
std::vector<std::string> journal(ID3D12Device* device, std::size_t count = 0);

/// A method of the wrapped interfaces.
struct MethodInfo {
  std::string_view name;         ///< `ID3D12Device::CreateFence`
  bool returns_hresult = false;  ///< A fault can be set on it with `*`.
  bool available = false;        ///< This build has its interface.
  std::uint64_t calls = 0;       ///< On this device so far (0 for a null device).
};

/// Every method that the layer wraps, in the order of its table.
std::vector<MethodInfo> methods(ID3D12Device* device = nullptr);

// ---------------------------------------------------------------------------------------------- the slow GPU

/// Changes the GPU's pace. Going to kImmediate runs what was held.
void set_pace(ID3D12Device* device, GpuPace pace);

/// Runs up to `steps` pieces of held work to their end, in the order of their submission, and returns how
/// many were run. A piece is one ExecuteCommandLists or one Signal; a Wait that is not fulfilled holds its
/// queue, and a fulfilled one costs nothing. When it returns, the pieces are complete and the program's
/// fences show it.
std::uint64_t gpu_step(ID3D12Device* device, std::uint64_t steps = 1);

/// The same for one queue only.
std::uint64_t gpu_step(ID3D12CommandQueue* queue, std::uint64_t steps = 1);

/// Lets time go by for the held work: each queue is an engine of its own that needs
/// `WrapOptions::ticks_per_execution` for each ExecuteCommandLists and nothing for the rest. Runs what ends
/// within that time, in the order of its end. Returns how many pieces were run.
std::uint64_t gpu_advance(ID3D12Device* device, std::uint64_t ticks);

/// Runs all held work that can be run. Returns how many pieces were run.
std::uint64_t gpu_drain(ID3D12Device* device);

/// How many pieces of work are held, Waits included.
std::uint64_t gpu_pending(ID3D12Device* device);

// ---------------------------------------------------------------------------------------------------- faults

/// Sets one more fault; each strikes once. Fails with kInvalidArgument for an unknown method, for an `nth` of
/// 0 and for a result that is no failure.
Result<void> add_fault(ID3D12Device* device, const Fault& fault);

/// Forgets the faults that have not struck.
void clear_faults(ID3D12Device* device);

/// How many HRESULT-returning calls were made so far: what a `*` fault counts.
std::uint64_t hresult_calls(ID3D12Device* device);

/// Loses the device now, for `reason` (default DXGI_ERROR_DEVICE_REMOVED): held work never runs, every fence
/// reads UINT64_MAX and fires its events, and calls fail as Direct3D 12 says ('ID3D12Device::
/// GetDeviceRemovedReason'). Work that runs below goes on unseen.
void lose_device(ID3D12Device* device, std::int32_t reason = static_cast<std::int32_t>(0x887a0005));

}  // namespace ferry::check
