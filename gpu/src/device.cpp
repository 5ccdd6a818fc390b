#include <ferry/gpu/device.hpp>

#include <cstdio>
#include <cstring>
#include <string>

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/debug_layer.hpp>
#include <ferry/gpu/device_loss.hpp>
#include <ferry/gpu/fence_timeline.hpp>
#include <ferry/layout/footprint.hpp>

#include "adapter_device.hpp"
#include "feature_query.hpp"

namespace ferry {
namespace {

D3D12_RESOURCE_STATES initial_state(HeapKind heap) {
  switch (heap) {
    case HeapKind::kUpload:
      return D3D12_RESOURCE_STATE_GENERIC_READ;
    case HeapKind::kReadback:
      return D3D12_RESOURCE_STATE_COPY_DEST;
    case HeapKind::kDefault:
    case HeapKind::kGpuUpload:
      break;
  }
  return D3D12_RESOURCE_STATE_COMMON;
}

/// What has to be switched on before the device is made.
Result<void> prepare(const DeviceOptions& options) {
  if (options.debug_layer || options.gpu_validation) {
    if (auto enabled = enable_debug_layer(options.gpu_validation); !enabled) return enabled;
  }
  if (options.device_loss_data) return enable_device_loss_data();
  return {};
}

}  // namespace

std::string_view to_string(HeapKind heap) noexcept {
  switch (heap) {
    case HeapKind::kUpload:
      return "UPLOAD";
    case HeapKind::kReadback:
      return "READBACK";
    case HeapKind::kGpuUpload:
      return "GPU_UPLOAD";
    case HeapKind::kDefault:
      break;
  }
  return "DEFAULT";
}

std::string_view to_string(OwnEngine engine) noexcept {
  switch (engine) {
    case OwnEngine::kNo:
      return "no";
    case OwnEngine::kYes:
      return "yes";
    case OwnEngine::kUnknown:
      break;
  }
  return "unknown";
}

Result<std::shared_ptr<Device>> Device::create(const DeviceOptions& options) {
  if (auto prepared = prepare(options); !prepared) return fail(std::move(prepared).error());
  auto made = create_device_on(options.adapter);
  if (!made) return fail(std::move(made).error());
  std::shared_ptr<Device> device(new Device());
  device->adapter_ = std::move(made->info);
  if (auto taken = device->take(std::move(made->device), options.name); !taken) return fail(taken.error());
  device->caps_.copy_engine = made->copy_engine;
  device->caps_.compute_engine = made->compute_engine;
  return device;
}

Result<std::shared_ptr<Device>> Device::adopt(ID3D12Device* device, std::string_view name) {
  if (device == nullptr) return fail(ErrorCode::kInvalidArgument, "the ID3D12Device is null");
  std::shared_ptr<Device> made(new Device());
  made->adapter_ = adapter_of(device);
  if (auto taken = made->take(ComPtr(device), name); !taken) return fail(taken.error());
  return made;
}

Result<void> Device::take(ComPtr<ID3D12Device> device, std::string_view name) {
  device_ = std::move(device);
  if (auto alive = check_alive(); !alive) return alive;
  caps_ = query_caps(device_.get());
  live_objects_ = std::make_shared<LiveObjects>();
  timelines_ = std::make_unique<TimelineRegistry>();
  set_object_name(device_.get(), name);
  return {};
}

Device::~Device() {
  if (!live_objects_) return;
  const std::string leaks = live_objects_->report();
  if (leaks.empty()) return;
  const std::string report =
      text("ferry: still alive when their device ended (release them before the device):\n", leaks);
  if (log_) {
    log_(report);
  } else {
    std::fputs(report.c_str(), stderr);
  }
}

Result<void> Device::check_alive() const {
  const HRESULT reason = device_->GetDeviceRemovedReason();
  if (SUCCEEDED(reason)) return {};
  return Failure{Error{ErrorCode::kDeviceLost, static_cast<std::int32_t>(reason),
                       "the device is lost; make a new one and load again"}};
}

Result<ComPtr<ID3D12Resource>> Device::create_buffer(HeapKind heap, std::uint64_t bytes,
                                                     std::string_view name, std::uint32_t flags) {
  if (bytes == 0) {
    return fail(ErrorCode::kInvalidArgument, "buffer '", name,
                "' would have 0 bytes; Direct3D 12 has no empty buffers");
  }
  if (heap == HeapKind::kGpuUpload && !caps_.gpu_upload_heaps) {
    return fail(ErrorCode::kUnsupported, "the device has no GPU_UPLOAD heap for the buffer '", name,
                "'; use a DEFAULT heap and an upload");
  }
  D3D12_HEAP_PROPERTIES properties = {};
  // libvkd3d's enum has no room for GPU_UPLOAD.
  static_assert(sizeof properties.Type == sizeof heap);
  std::memcpy(&properties.Type, &heap, sizeof heap);
  D3D12_RESOURCE_DESC desc = {};
  desc.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
  desc.Width = bytes;
  desc.Height = 1;
  desc.DepthOrArraySize = 1;
  desc.MipLevels = 1;
  desc.SampleDesc.Count = 1;
  desc.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
  desc.Flags = static_cast<D3D12_RESOURCE_FLAGS>(flags);
  ComPtr<ID3D12Resource> resource;
  const HRESULT hr =
      device_->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE, &desc, initial_state(heap), nullptr,
                                       iid_of<ID3D12Resource>(), resource.put_void());
  if (FAILED(hr)) {
    return fail_api(
        hr, "CreateCommittedResource failed for the ", to_string(heap), " buffer '", name, "' of ",
        byte_text(bytes),
        code_of(hr) == ErrorCode::kOutOfMemory ? ": there is no room for it; make it smaller" : "");
  }
  set_object_name(resource.get(), name);
  watch_lifetime(resource.get(), live_objects_, text(to_string(heap), " buffer"), name, bytes);
  return resource;
}

/// What is known of why a texture cannot be made, as the end of a sentence.
std::string Device::why_refused(const TextureDesc& texture, std::int32_t hresult) const {
  if (code_of(hresult) == ErrorCode::kDeviceLost) return "";
  const FormatInfo* const format = format_info(texture.format);
  if (!supports(texture.format, texture.dimension)) {
    return text(": this device has no ", to_string(texture.dimension), "s of that format; use another one");
  }
  if (format != nullptr && !is_block_aligned(texture)) {
    return text(": its size is not a multiple of the format's blocks of ", format->block_width, "x",
                format->block_height, " texels; pad the texture to whole blocks");
  }
  if (code_of(hresult) == ErrorCode::kOutOfMemory) return ": there is no room for it; make it smaller";
  return "";
}

Result<ComPtr<ID3D12Resource>> Device::create_texture(const TextureDesc& texture, std::string_view name,
                                                      std::uint32_t flags, std::uint32_t state) {
  if (auto valid = validate(texture); !valid) return fail(std::move(valid).error());
  const D3D12_RESOURCE_DESC desc = to_d3d12(texture, flags);
  D3D12_HEAP_PROPERTIES properties = {};
  properties.Type = D3D12_HEAP_TYPE_DEFAULT;
  ComPtr<ID3D12Resource> resource;
  const HRESULT hr = device_->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE, &desc,
                                                      static_cast<D3D12_RESOURCE_STATES>(state), nullptr,
                                                      iid_of<ID3D12Resource>(), resource.put_void());
  if (FAILED(hr)) {
    return fail_api(hr, "CreateCommittedResource failed for the ", to_string(texture.dimension), " '", name,
                    "' of ", texture.width, "x", texture.height, "x", texture.depth_or_array_size, ", ",
                    format_name(texture.format), ", ", texture.mip_levels, " mips", why_refused(texture, hr));
  }
  set_object_name(resource.get(), name);
  const std::uint64_t bytes = tight_bytes(texture, 0, subresource_count(texture)).value_or(0);
  watch_lifetime(resource.get(), live_objects_, to_string(texture.dimension), name, bytes);
  return resource;
}

bool Device::supports(Format format, Dimension dimension) const {
  D3D12_FEATURE_DATA_FORMAT_SUPPORT support = {};
  support.Format = static_cast<DXGI_FORMAT>(format);
  if (FAILED(device_->CheckFeatureSupport(D3D12_FEATURE_FORMAT_SUPPORT, &support, sizeof support)))
    return false;
  switch (dimension) {
    case Dimension::kBuffer:
      return (support.Support1 & D3D12_FORMAT_SUPPORT1_BUFFER) != 0;
    case Dimension::kTexture1D:
      return (support.Support1 & D3D12_FORMAT_SUPPORT1_TEXTURE1D) != 0;
    case Dimension::kTexture2D:
      return (support.Support1 & D3D12_FORMAT_SUPPORT1_TEXTURE2D) != 0;
    case Dimension::kTexture3D:
      return (support.Support1 & D3D12_FORMAT_SUPPORT1_TEXTURE3D) != 0;
  }
  return false;
}

}  // namespace ferry
