#pragma once

#include <atomic>
#include <cstring>
#include <string>

#include <ferry/gpu/d3d12.hpp>

namespace ferry::test {

/// The part of a Direct3D 12 interface that every fake has: it counts its references, never deletes itself
/// (it lives on the test's stack) and takes no private data.
template <typename Interface>
class StubRoot : public Interface {
 public:
  virtual ~StubRoot() = default;

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID, void** object) override {
    *object = nullptr;
    return E_NOINTERFACE;
  }
  ULONG STDMETHODCALLTYPE AddRef() override { return ++references_; }
  ULONG STDMETHODCALLTYPE Release() override { return --references_; }
  HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID, UINT*, void*) override { return E_FAIL; }
  HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID, UINT, const void*) override { return S_OK; }
  HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID, const IUnknown*) override { return S_OK; }
  HRESULT STDMETHODCALLTYPE SetName(const WCHAR*) override { return S_OK; }

  [[nodiscard]] ULONG references() const { return references_; }

 private:
  std::atomic<ULONG> references_ = 1;
};

/// The same for what a device makes.
template <typename Interface>
class StubObject : public StubRoot<Interface> {
 public:
  HRESULT STDMETHODCALLTYPE GetDevice(REFIID, void** device) override {
    *device = nullptr;
    return E_NOINTERFACE;
  }
};

}  // namespace ferry::test
