#include "extended_data.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <ferry/base/text.hpp>
#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/com_ptr.hpp>

namespace ferry {
namespace dred {
namespace {

/// Nodes of one list that are looked at: a list that a lost device left torn must not go on for ever.
constexpr std::size_t kMostNodes = 1000;

/// A name as text; characters outside ASCII become '?'.
std::string name_of(const char* narrow, const WCHAR* wide, std::string_view otherwise) {
  if (narrow != nullptr && *narrow != '\0') return narrow;
  std::string name;
  for (; wide != nullptr && *wide != 0; ++wide)
    name += *wide > 0 && *wide < 0x80 ? static_cast<char>(*wide) : '?';
  return name.empty() ? std::string(otherwise) : name;
}

/// By D3D12_AUTO_BREADCRUMB_OP's number.
std::string operation_name(UINT32 operation) {
  static constexpr std::array<std::string_view, 43> kNames = {
      "SetMarker",
      "BeginEvent",
      "EndEvent",
      "DrawInstanced",
      "DrawIndexedInstanced",
      "ExecuteIndirect",
      "Dispatch",
      "CopyBufferRegion",
      "CopyTextureRegion",
      "CopyResource",
      "CopyTiles",
      "ResolveSubresource",
      "ClearRenderTargetView",
      "ClearUnorderedAccessView",
      "ClearDepthStencilView",
      "ResourceBarrier",
      "ExecuteBundle",
      "Present",
      "ResolveQueryData",
      "BeginSubmission",
      "EndSubmission",
      "DecodeFrame",
      "ProcessFrames",
      "AtomicCopyBufferUINT",
      "AtomicCopyBufferUINT64",
      "ResolveSubresourceRegion",
      "WriteBufferImmediate",
      "DecodeFrame1",
      "SetProtectedResourceSession",
      "DecodeFrame2",
      "ProcessFrames1",
      "BuildRaytracingAccelerationStructure",
      "EmitRaytracingAccelerationStructurePostbuildInfo",
      "CopyRaytracingAccelerationStructure",
      "DispatchRays",
      "InitializeMetaCommand",
      "ExecuteMetaCommand",
      "EstimateMotion",
      "ResolveMotionVectorHeap",
      "SetPipelineState1",
      "InitializeExtensionCommand",
      "ExecuteExtensionCommand",
      "DispatchMesh",
  };
  return operation < kNames.size() ? std::string(kNames[operation]) : text("operation ", operation);
}

BreadcrumbList list_of(const BreadcrumbNode& node) {
  BreadcrumbList list;
  list.list = name_of(node.list_name_narrow, node.list_name, "a list without a name");
  list.queue = name_of(node.queue_name_narrow, node.queue_name, "a queue without a name");
  list.operations = node.count;
  list.ended = node.last_value != nullptr ? std::min(*node.last_value, node.count) : 0;
  if (node.history == nullptr) return list;
  if (list.ended > 0) list.last_ended = operation_name(node.history[list.ended - 1]);
  if (list.ended < node.count) list.first_not_ended = operation_name(node.history[list.ended]);
  return list;
}

std::vector<std::string> names_of(const AllocationNode* node) {
  std::vector<std::string> names;
  for (; node != nullptr && names.size() < kMostNodes; node = node->next) {
    names.push_back(name_of(node->name_narrow, node->name, "an object without a name"));
  }
  return names;
}

}  // namespace

std::optional<ExtendedData> read_extended_data(IUnknown* device) {
  ComPtr<ExtendedDataInterface> source;
  if (device == nullptr || FAILED(device->QueryInterface(kExtendedData, source.put_void())) || !source) {
    return std::nullopt;
  }
  ExtendedData data;
  Breadcrumbs crumbs;
  PageFault fault;
  const bool has_crumbs = SUCCEEDED(source->GetAutoBreadcrumbsOutput(&crumbs));
  const bool has_fault = SUCCEEDED(source->GetPageFaultAllocationOutput(&fault));
  if (!has_crumbs && !has_fault) return std::nullopt;
  std::size_t seen = 0;
  for (const BreadcrumbNode* node = has_crumbs ? crumbs.first : nullptr; node != nullptr && seen < kMostNodes;
       node = node->next, ++seen) {
    BreadcrumbList list = list_of(*node);
    if (list.ended < list.operations) data.lists.push_back(std::move(list));
  }
  if (has_fault && fault.address != 0) {
    data.fault_address = fault.address;
    data.alive_there = names_of(fault.alive);
    data.released_there = names_of(fault.released);
  }
  return data;
}

Result<void> enable_data(const sdk_layers::GetDebugInterface& get) {
  ComPtr<SettingsInterface> settings;
  const HRESULT hr = get(kSettings, settings.put_void());
  if (FAILED(hr) || !settings) {
    return Failure{
        Error{ErrorCode::kUnsupported, static_cast<std::int32_t>(hr),
              "this system records no extended data of a device's removal (DRED); Windows 10 1809 and "
              "later do"}};
  }
  settings->SetAutoBreadcrumbsEnablement(kForcedOn);
  settings->SetPageFaultEnablement(kForcedOn);
  return {};
}

}  // namespace dred

Result<void> enable_device_loss_data() {
  return dred::enable_data([](REFIID iid, void** object) { return D3D12GetDebugInterface(iid, object); });
}

}  // namespace ferry
