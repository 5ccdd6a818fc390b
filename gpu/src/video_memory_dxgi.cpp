// What the system lets a process have of the GPU's memory, where Direct3D 12 is the system's.
#include "video_memory_dxgi.hpp"

#include <algorithm>
#include <utility>

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/device.hpp>

namespace ferry {
namespace {

/// Found anew each time: a factory sees the adapters of its own time only.
Result<ComPtr<IDXGIAdapter3>> adapter_of(const Device& device) {
  ComPtr<IDXGIFactory4> factory;
  HRESULT hr = CreateDXGIFactory1(iid_of<IDXGIFactory4>(), factory.put_void());
  if (FAILED(hr)) return fail_api(hr, "CreateDXGIFactory1 failed; is there a desktop session?");
  ComPtr<IDXGIAdapter3> adapter;
  hr =
      factory->EnumAdapterByLuid(device.d3d()->GetAdapterLuid(), iid_of<IDXGIAdapter3>(), adapter.put_void());
  if (FAILED(hr)) return fail_api(hr, "DXGI does not know the adapter of the device");
  return adapter;
}

Result<VideoMemoryGroup> query_group(IDXGIAdapter3* adapter, DXGI_MEMORY_SEGMENT_GROUP group) {
  DXGI_QUERY_VIDEO_MEMORY_INFO info = {};
  const HRESULT hr = adapter->QueryVideoMemoryInfo(0, group, &info);
  if (FAILED(hr)) return fail_api(hr, "QueryVideoMemoryInfo failed");
  return VideoMemoryGroup{info.Budget, info.CurrentUsage, info.AvailableForReservation,
                          info.CurrentReservation};
}

}  // namespace

struct VideoMemoryWatch::State {
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (registered) adapter->UnregisterVideoMemoryBudgetChangeNotification(cookie);
    if (event != nullptr) CloseHandle(event);
  }

  ComPtr<IDXGIAdapter3> adapter;
  HANDLE event = nullptr;
  bool registered = false;
  DWORD cookie = 0;
};

Result<VideoMemory> Device::video_memory() const {
  const auto adapter = adapter_of(*this);
  if (!adapter) return fail(adapter.error());
  const auto local = query_group(adapter->get(), DXGI_MEMORY_SEGMENT_GROUP_LOCAL);
  if (!local) return fail(local.error());
  return VideoMemory{local->budget, local->usage};
}

Result<VideoMemoryGroups> query_video_memory(const Device& device) {
  const auto adapter = adapter_of(device);
  if (!adapter) return fail(adapter.error());
  return VideoMemoryAccess::query(adapter->get());
}

Result<VideoMemoryGroups> VideoMemoryAccess::query(IDXGIAdapter3* adapter) {
  const auto local = query_group(adapter, DXGI_MEMORY_SEGMENT_GROUP_LOCAL);
  if (!local) return fail(local.error());
  const auto non_local = query_group(adapter, DXGI_MEMORY_SEGMENT_GROUP_NON_LOCAL);
  if (!non_local) return fail(non_local.error());
  return VideoMemoryGroups{*local, *non_local};
}

VideoMemoryWatch::VideoMemoryWatch(std::unique_ptr<State> state) : state_(std::move(state)) {}

VideoMemoryWatch::~VideoMemoryWatch() = default;

Result<std::unique_ptr<VideoMemoryWatch>> VideoMemoryWatch::start(const Device& device) {
  auto adapter = adapter_of(device);
  if (!adapter) return fail(std::move(adapter).error());
  return VideoMemoryAccess::start(*std::move(adapter));
}

Result<std::unique_ptr<VideoMemoryWatch>> VideoMemoryAccess::start(ComPtr<IDXGIAdapter3> adapter) {
  auto state = std::make_unique<VideoMemoryWatch::State>();
  state->adapter = std::move(adapter);
  // Resets itself, so that each change is told once.
  state->event = CreateEventW(nullptr, FALSE, FALSE, nullptr);
  if (state->event == nullptr) {
    return fail_api(HRESULT_FROM_WIN32(GetLastError()), "CreateEvent failed for the budget of video memory");
  }
  const HRESULT hr =
      state->adapter->RegisterVideoMemoryBudgetChangeNotificationEvent(state->event, &state->cookie);
  if (FAILED(hr)) {
    return fail_api(hr,
                    "this system does not tell when the budget of video memory changes; ask "
                    "query_video_memory() now and then");
  }
  state->registered = true;
  return std::unique_ptr<VideoMemoryWatch>(new VideoMemoryWatch(std::move(state)));
}

bool VideoMemoryWatch::changed() {
  return wait(std::chrono::milliseconds(0));
}

bool VideoMemoryWatch::wait(std::chrono::milliseconds timeout) {
  // INFINITE is all ones: one less is 49 days.
  const auto longest = static_cast<std::chrono::milliseconds::rep>(INFINITE - 1);
  const auto ms = std::clamp<std::chrono::milliseconds::rep>(timeout.count(), 0, longest);
  return WaitForSingleObject(state_->event, static_cast<DWORD>(ms)) == WAIT_OBJECT_0;
}

Result<VideoMemoryGroups> VideoMemoryWatch::query() const {
  return VideoMemoryAccess::query(state_->adapter.get());
}

}  // namespace ferry
