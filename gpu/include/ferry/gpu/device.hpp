#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <ferry/base/result.hpp>
#include <ferry/gpu/adapter.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/live_objects.hpp>
#include <ferry/gpu/resource_desc.hpp>
#include <ferry/layout/texture_desc.hpp>

struct ID3D12Device;
struct ID3D12Resource;

namespace ferry {

class TimelineRegistry;

/// D3D12_HEAP_TYPE's own values. kGpuUpload, memory beside the GPU that the CPU writes, is there only where
/// DeviceCaps::gpu_upload_heaps says so.
enum class HeapKind : std::uint32_t { kDefault = 1, kUpload = 2, kReadback = 3, kGpuUpload = 5 };

/// "DEFAULT", "UPLOAD", "READBACK", "GPU_UPLOAD".
std::string_view to_string(HeapKind heap) noexcept;

/// Whether a kind of queue runs on an engine of its own, beside DIRECT.
enum class OwnEngine : std::uint8_t { kUnknown, kNo, kYes };

/// "unknown", "no", "yes".
std::string_view to_string(OwnEngine engine) noexcept;

/// What the device below can do, asked once when Ferry takes it.
struct DeviceCaps {
  /// D3D12_FEATURE_DATA_ARCHITECTURE: one memory for CPU and GPU; and whether the GPU sees the CPU's caches.
  bool uma = false;
  bool cache_coherent_uma = false;
  /// 1 or 2, D3D12_RESOURCE_HEAP_TIER: on tier 1 a heap holds only buffers, or only textures of one class.
  int resource_heap_tier = 1;
  /// D3D_FEATURE_LEVEL's value, 0xb000 for 11_0; 0 where the device does not say.
  std::uint32_t feature_level = 0;
  /// OPTIONS3: whether timestamps on a COPY queue need, and may use, a COPY_QUEUE_TIMESTAMP heap.
  bool copy_queue_timestamps = false;
  /// OPTIONS13: texture rows in buffers may have any pitch.
  bool unrestricted_pitch = false;
  /// OPTIONS16: the device has GPU_UPLOAD heaps.
  bool gpu_upload_heaps = false;
  /// Buffers that the GPU uses at full speed and the CPU can write (a custom heap on UMA, or GPU_UPLOAD).
  bool direct_writes = false;
  /// True where one Signal serves only one Wait, so that each consumer needs its own (libvkd3d).
  bool one_wait_per_signal = false;
  /// False where copies of formats with several planes (depth with stencil, video) go wrong, on libvkd3d even
  /// outside their memory: Ferry refuses them there.
  bool planar_copies = true;
  /// Whether COPY and COMPUTE are engines of their own. Direct3D 12 does not tell: known only on libvkd3d,
  /// and there only for a device that Ferry made itself.
  OwnEngine copy_engine = OwnEngine::kUnknown;
  OwnEngine compute_engine = OwnEngine::kUnknown;
  /// True where UPLOAD memory is write-combined for sure or as far as one can tell (no UMA).
  bool write_combined_upload = true;
};

/// GPU memory of this process, in bytes.
struct VideoMemory {
  std::uint64_t budget = 0;  ///< What the system lets it have now; changes with what other programs do.
  std::uint64_t usage = 0;   ///< What it has.
};

struct DeviceOptions {
  /// As `choose_adapter` takes it. Default: the best one.
  std::string adapter;
  /// The name the device carries in debuggers. Default: "ferry".
  std::string name = "ferry";
  /// Direct3D 12's debug layer beneath this device and all that the process makes later;
  /// <ferry/gpu/debug_layer.hpp> gives its messages. The system offers no way to switch it off again.
  /// Default: false.
  bool debug_layer = false;
  /// And its GPU-based validation, which makes everything many times slower. Implies `debug_layer`. Default:
  /// false.
  bool gpu_validation = false;
  /// As enable_device_loss_data() of <ferry/gpu/device_loss.hpp>, before the device is made. Default: false.
  bool device_loss_data = false;
};

/// A Direct3D 12 device with what Ferry knows of it. Everything in gpu/ is made from one and keeps it alive.
///
/// Lifetime: shared; the last owner's release ends it. Threading: every method may be called from any thread,
/// as ID3D12Device itself (Direct3D 12 documentation, "Multi-engine synchronization").
class Device : public std::enable_shared_from_this<Device> {
 public:
  /// Makes a device of Ferry's own. kNotFound where there is no driver or adapter, kUnsupported where the
  /// system lacks what `options` ask for; the message says what to do.
  static Result<std::shared_ptr<Device>> create(const DeviceOptions& options = {});
  /// Takes the application's device; holds a reference on it. `device` may be wrapped by a checking layer.
  static Result<std::shared_ptr<Device>> adopt(ID3D12Device* device, std::string_view name = "ferry");

  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  /// Whatever Ferry made on it and is still alive goes to the log as a leak report.
  ~Device();

  /// Where reports go, a few lines each. Default: standard error. Called from the thread that causes the
  /// report. Set it before the device is shared between threads.
  void set_log(std::function<void(std::string_view report)> log) { log_ = std::move(log); }

  [[nodiscard]] ID3D12Device* d3d() const { return device_.get(); }
  [[nodiscard]] const DeviceCaps& caps() const { return caps_; }
  /// The adapter it was made on; its name is empty for a device that was adopted and cannot be told.
  [[nodiscard]] const AdapterInfo& adapter() const { return adapter_; }
  /// What Ferry made here and is not gone yet, resources in the application's hands included.
  [[nodiscard]] const std::shared_ptr<LiveObjects>& live_objects() const { return live_objects_; }
  /// Every timeline of this device, by id.
  [[nodiscard]] TimelineRegistry& timelines() const { return *timelines_; }

  /// An error (kDeviceLost, with the removal reason) once the device is gone.
  Result<void> check_alive() const;

  /// A committed buffer with HEAP_FLAG_NONE, in the state its heap asks for: GENERIC_READ, COPY_DEST, COMMON.
  /// `bytes` above 0. `flags` are D3D12_RESOURCE_FLAGS (DEFAULT and GPU_UPLOAD heaps only). Default: none.
  /// kUnsupported for a GPU_UPLOAD heap where the device has none.
  Result<ComPtr<ID3D12Resource>> create_buffer(HeapKind heap, std::uint64_t bytes, std::string_view name,
                                               std::uint32_t flags = 0);
  /// A committed DEFAULT texture in COMMON, or in `state` (D3D12_RESOURCE_STATES). `flags` are
  /// D3D12_RESOURCE_FLAGS; render targets get no optimised clear value. Defaults: no flags, COMMON.
  Result<ComPtr<ID3D12Resource>> create_texture(const TextureDesc& desc, std::string_view name,
                                                std::uint32_t flags = 0, std::uint32_t state = 0);

  /// What the system says of the adapter's own memory (IDXGIAdapter3::QueryVideoMemoryInfo). kUnsupported
  /// where it says nothing: on libvkd3d.
  [[nodiscard]] Result<VideoMemory> video_memory() const;

  /// Whether a texture of this format and dimension can be made and copied (CheckFeatureSupport).
  [[nodiscard]] bool supports(Format format, Dimension dimension) const;

 private:
  Device() = default;
  Result<void> take(ComPtr<ID3D12Device> device, std::string_view name);
  [[nodiscard]] std::string why_refused(const TextureDesc& texture, std::int32_t hresult) const;

  ComPtr<ID3D12Device> device_;
  std::function<void(std::string_view)> log_;
  DeviceCaps caps_;
  AdapterInfo adapter_;
  std::shared_ptr<LiveObjects> live_objects_;
  std::unique_ptr<TimelineRegistry> timelines_;
};

}  // namespace ferry
