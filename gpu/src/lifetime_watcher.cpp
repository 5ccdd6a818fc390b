#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/live_objects.hpp>

#include <atomic>
#include <new>

namespace ferry {
namespace {

// {5f0c2a54-7be3-4c55-9d1e-0e0d7a4be5f1}
constexpr GUID kWatcherSlot = {0x5f0c2a54, 0x7be3, 0x4c55, {0x9d, 0x1e, 0x0e, 0x0d, 0x7a, 0x4b, 0xe5, 0xf1}};

/// The object it hangs on holds the only lasting reference: its end is that object's end.
class LifetimeWatcher final : public IUnknown {
 public:
  explicit LifetimeWatcher(LiveObjectMark mark) : mark_(std::move(mark)) {}

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override {
    if (object == nullptr) return E_POINTER;
    if (!IsEqualGUID(iid, iid_of<IUnknown>())) {
      *object = nullptr;
      return E_NOINTERFACE;
    }
    AddRef();
    *object = this;
    return S_OK;
  }
  ULONG STDMETHODCALLTYPE AddRef() override { return ++references_; }
  ULONG STDMETHODCALLTYPE Release() override {
    const ULONG left = --references_;
    if (left == 0) delete this;
    return left;
  }

 private:
  ~LifetimeWatcher() = default;

  std::atomic<ULONG> references_ = 1;
  LiveObjectMark mark_;
};

}  // namespace

void watch_lifetime(void* object, const std::shared_ptr<LiveObjects>& list, std::string_view kind,
                    std::string_view name, std::uint64_t bytes) {
  auto* watcher = new (std::nothrow) LifetimeWatcher(LiveObjectMark(list, kind, name, bytes));
  if (watcher == nullptr) return;
  // Where this fails the watcher ends here, and the object is simply not watched.
  static_cast<ID3D12Object*>(object)->SetPrivateDataInterface(kWatcherSlot, watcher);
  watcher->Release();
}

}  // namespace ferry
