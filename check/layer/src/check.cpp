// The public calls.

#include <ferry/check/check.hpp>

#include <bit>
#include <cstdio>
#include <new>
#include <string>

#include "generated/command_queue.hpp"
#include "generated/device.hpp"
#include "generated/resource.hpp"
#include "make.hpp"

namespace ferry::check {

namespace {

using namespace layer;

Node* node_or_null(IUnknown* object) {
  return object == nullptr ? nullptr : node_of(object);
}

Core* core_of(ID3D12Device* device) {
  Node* const node = node_or_null(device);
  return node != nullptr && node->kind() == Kind::kDevice ? &node->core() : nullptr;
}

Resource* resource_of(ID3D12Resource* resource) {
  Node* const node = node_or_null(resource);
  return node != nullptr && node->kind() == Kind::kResource ? static_cast<Resource*>(node) : nullptr;
}

/// What lives, of every device; of those alone that `report_live_objects_at_exit`, or of all.
std::string report_of_living_devices(bool all) {
  std::string report;
  CoreTable& table = CoreTable::get();
  const std::lock_guard lock(table.mutex);
  for (Core* const core : table.cores) {
    if (!all && !core->options().report_live_objects_at_exit) continue;
    report += text("the program ends and a checked Direct3D 12 device still lives\n",
                   live_object_report(static_cast<ID3D12Device*>(core->device().unknown())));
  }
  return report;
}

/// Prints what lives when the program ends.
struct AtExit {
  ~AtExit() { std::fputs(report_of_living_devices(false).c_str(), stderr); }
};

void announce_device(Core& core, ID3D12Device* device, ObjectId id) {
  event::DeviceCreated created;
  created.call = "D3D12CreateDevice";
  created.id = id;
  D3D12_FEATURE_DATA_D3D12_OPTIONS options = {};
  if (SUCCEEDED(device->CheckFeatureSupport(D3D12_FEATURE_D3D12_OPTIONS, &options, sizeof options))) {
    created.resource_heap_tier = static_cast<std::uint32_t>(options.ResourceHeapTier);
  }
  D3D12_FEATURE_DATA_ARCHITECTURE architecture = {};
  if (SUCCEEDED(
          device->CheckFeatureSupport(D3D12_FEATURE_ARCHITECTURE, &architecture, sizeof architecture))) {
    created.uma = architecture.UMA != 0;
  }
  // OPTIONS13; spelled out because older headers lack it.
  struct {
    BOOL unrestricted_pitch, unrestricted_height, inverted_viewport_height, inverted_viewport_depth,
        alpha_blend;
  } options13 = {};
  constexpr auto kOptions13 = std::bit_cast<D3D12_FEATURE>(std::uint32_t{42});
  if (!kQueueWaitsAreWeak &&  // libvkd3d does not know it, and says so on standard error.
      SUCCEEDED(device->CheckFeatureSupport(kOptions13, &options13, sizeof options13))) {
    created.unrestricted_copy_pitch = options13.unrestricted_pitch != 0;
  }
  Locked lock(core);
  lock.send(created);
}

}  // namespace

Result<ID3D12Device*> wrap(ID3D12Device* device, WrapOptions options) {
  if (device == nullptr) return fail(ErrorCode::kInvalidArgument, "the device to wrap is null");
  if (Core* const known = core_of(device)) {
    device->AddRef();
    (void)known;
    return device;
  }
  IUnknown* const identity = identity_of(device);
  CoreTable& table = CoreTable::get();
  static const AtExit at_exit;
  const std::lock_guard lock(table.mutex);
  for (Core* const core : table.cores) {
    if (core->device().below_unknown() == identity && core->device().try_add_ref()) {
      return static_cast<ID3D12Device*>(core->device().unknown());
    }
  }
  DeviceData data;
  std::vector<Fault> faults = options.faults;
  data.shared_core.reset(new (std::nothrow) Core(Ref<ID3D12Device>::share(device), std::move(options)));
  if (data.shared_core == nullptr || !data.shared_core->journal().usable()) {
    return fail(ErrorCode::kOutOfMemory, "no memory for the checker's journal; make journal_size smaller");
  }
  Core& core = *data.shared_core;
  for (const Fault& fault : faults) {
    if (auto added = core.faults().add(fault); !added) return fail(std::move(added.error()));
  }
  identity->AddRef();
  auto* const wrapper = new (std::nothrow) Device(core, core.next_id(), identity, std::move(data));
  if (wrapper == nullptr) {
    identity->Release();
    return fail(ErrorCode::kOutOfMemory, "no memory for the device's wrapper");
  }
  wrapper->made_by = "D3D12CreateDevice";
  core.set_device(wrapper);
  {
    Locked entered(core);
    entered.enter(*wrapper);
  }
  announce_device(core, device, wrapper->id());
  table.cores.push_back(&core);
  return static_cast<ID3D12Device*>(wrapper->unknown());
}

IUnknown* unwrap(IUnknown* object) {
  Node* const node = node_or_null(object);
  return node == nullptr ? object : node->below_unknown();
}

bool is_wrapped(IUnknown* object) {
  return node_or_null(object) != nullptr;
}

Result<ID3D12Resource*> adopt(ID3D12Device* device, ID3D12Resource* below, std::uint32_t state) {
  Core* const core = core_of(device);
  if (core == nullptr) return fail(ErrorCode::kInvalidArgument, "the device is no device of the checker");
  if (below == nullptr) return fail(ErrorCode::kInvalidArgument, "the resource to adopt is null");
  if (resource_of(below) != nullptr) {
    return fail(ErrorCode::kInvalidArgument, "the resource is one of the checker already");
  }
  {
    Locked lock(*core);
    if (Node* const known = lock.find_wrapper(identity_of(below))) {
      return static_cast<ID3D12Resource*>(known->unknown());
    }
  }
  Call call(core->device(), Method::kDeviceOpenSharedHandle);
  ResourceData data;
  data.description = describe(get_desc(below));
  D3D12_HEAP_PROPERTIES properties = {};
  D3D12_HEAP_FLAGS flags = D3D12_HEAP_FLAG_NONE;
  if (SUCCEEDED(below->GetHeapProperties(&properties, &flags))) {
    data.heap_type = static_cast<HeapType>(properties.Type);
  }
  event::ResourceCreated created;
  created.call = "ferry::check::adopt";
  created.id = core->next_id();
  created.kind = event::ResourceKind::kSwapChain;
  created.description = data.description;
  created.initial_state = state;
  created.properties.type = data.heap_type;
  {
    Locked lock(*core, call.index());
    lock.send(created);
  }
  below->AddRef();
  void* wrapper = nullptr;
  const HRESULT result =
      give<Resource>(call, below, created.id, std::move(data), iid_of<ID3D12Resource>(), &wrapper);
  if (FAILED(result)) {
    return fail(Error{ErrorCode::kOutOfMemory, result, "no memory for the resource's wrapper"});
  }
  return static_cast<ID3D12Resource*>(wrapper);
}

void frame_end(ID3D12Device* device) {
  Core* const core = core_of(device);
  if (core == nullptr) return;
  Locked lock(*core);
  lock.look();
  lock.send(event::FrameEnd{"ferry::check::frame_end"});
}

void presented(ID3D12Resource* back_buffer) {
  Resource* const resource = resource_of(back_buffer);
  if (resource == nullptr) return;
  Locked lock(resource->core());
  lock.send(event::Presented{"IDXGISwapChain::Present", resource->id()});
}

bool presented_below(IUnknown* below) {
  Node* found = nullptr;
  {
    CoreTable& table = CoreTable::get();
    const std::lock_guard table_lock(table.mutex);
    for (Core* const core : table.cores) {
      found = Locked(*core).find_wrapper(below);
      if (found != nullptr) break;
    }
  }
  // What follows may call the program, or end a device, which takes the table's lock.
  if (found == nullptr) return false;
  if (found->kind() == Kind::kResource) presented(static_cast<ID3D12Resource*>(found->unknown()));
  found->release(0);
  return true;
}

void cpu_read(ID3D12Resource* buffer, std::uint64_t begin, std::uint64_t end) {
  Resource* const resource = resource_of(buffer);
  if (resource == nullptr) return;
  Locked lock(resource->core());
  lock.look();
  lock.send(event::CpuRead{"ferry::check::cpu_read", resource->id(), {begin, end}});
}

void cpu_write(ID3D12Resource* buffer, std::uint64_t begin, std::uint64_t end) {
  Resource* const resource = resource_of(buffer);
  if (resource == nullptr) return;
  Locked lock(resource->core());
  lock.look();
  lock.send(event::CpuWrite{"ferry::check::cpu_write", resource->id(), {begin, end}});
}

// --------------------------------------------------------------------------------------------------- reports

std::vector<Finding> findings(ID3D12Device* device) {
  Core* const core = core_of(device);
  return core == nullptr ? std::vector<Finding>() : core->findings();
}

std::uint64_t finding_count(ID3D12Device* device, Severity severity) {
  Core* const core = core_of(device);
  return core == nullptr ? 0 : core->finding_count(severity);
}

void clear_findings(ID3D12Device* device) {
  if (Core* const core = core_of(device)) core->clear_findings();
}

std::vector<LiveWrapper> live_objects(ID3D12Device* device) {
  Core* const core = core_of(device);
  return core == nullptr ? std::vector<LiveWrapper>() : core->live_wrappers();
}

std::string live_object_report(ID3D12Device* device) {
  std::string report;
  for (const LiveWrapper& live : live_objects(device)) {
    report +=
        text(live.description, ": ", live.references, live.references == 1 ? " reference" : " references",
             ", made by ", live.made_by, ", call ", live.call_index, "\n");
  }
  return report;
}

std::string living_devices_report() {
  return report_of_living_devices(true);
}

std::vector<std::string> journal(ID3D12Device* device, std::size_t count) {
  Core* const core = core_of(device);
  return core == nullptr ? std::vector<std::string>() : core->journal_lines(count);
}

std::vector<MethodInfo> methods(ID3D12Device* device) {
  Core* const core = core_of(device);
  std::vector<MethodInfo> all;
  all.reserve(kMethodCount);
  for (std::size_t i = 0; i < kMethodCount; ++i) {
    const auto method = static_cast<Method>(i);
    const MethodRow& row = method_row(method);
    all.push_back(
        {row.name, row.returns_hresult, row.compiled, core == nullptr ? 0 : core->faults().calls(method)});
  }
  return all;
}

// ---------------------------------------------------------------------------------------------- the slow GPU

void set_pace(ID3D12Device* device, GpuPace pace) {
  Core* const core = core_of(device);
  if (core == nullptr) return;
  Locked lock(*core);
  lock.gpu().set_pace(lock, pace);
}

std::uint64_t gpu_step(ID3D12Device* device, std::uint64_t steps) {
  Core* const core = core_of(device);
  if (core == nullptr) return 0;
  Locked lock(*core);
  return lock.gpu().step(lock, steps, nullptr);
}

std::uint64_t gpu_step(ID3D12CommandQueue* queue, std::uint64_t steps) {
  Node* const node = node_or_null(queue);
  if (node == nullptr || node->kind() != Kind::kCommandQueue) return 0;
  Locked lock(node->core());
  return lock.gpu().step(lock, steps, static_cast<CommandQueue*>(node)->state);
}

std::uint64_t gpu_advance(ID3D12Device* device, std::uint64_t ticks) {
  Core* const core = core_of(device);
  if (core == nullptr) return 0;
  Locked lock(*core);
  return lock.gpu().advance(lock, ticks);
}

std::uint64_t gpu_drain(ID3D12Device* device) {
  return gpu_step(device, UINT64_MAX);
}

std::uint64_t gpu_pending(ID3D12Device* device) {
  Core* const core = core_of(device);
  if (core == nullptr) return 0;
  Locked lock(*core);
  return lock.gpu().pending();
}

// ---------------------------------------------------------------------------------------------------- faults

Result<void> add_fault(ID3D12Device* device, const Fault& fault) {
  Core* const core = core_of(device);
  if (core == nullptr) return fail(ErrorCode::kInvalidArgument, "the device is no device of the checker");
  return core->faults().add(fault);
}

void clear_faults(ID3D12Device* device) {
  if (Core* const core = core_of(device)) core->faults().clear();
}

std::uint64_t hresult_calls(ID3D12Device* device) {
  Core* const core = core_of(device);
  return core == nullptr ? 0 : core->faults().hresult_calls();
}

void lose_device(ID3D12Device* device, std::int32_t reason) {
  if (Core* const core = core_of(device)) {
    core->lose(reason, "ferry::check::lose_device", core->journal().last_index(), false);
  }
}

}  // namespace ferry::check
