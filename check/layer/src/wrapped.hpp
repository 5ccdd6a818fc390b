#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <ferry/check/check.hpp>

#include "call.hpp"
#include "core.hpp"
#include "node.hpp"

namespace ferry::check::layer {

/// The versions of one interface, the oldest first, each with the object below's own pointer: null where the
/// object below does not have it.
template <typename... Interfaces>
class Versions {
 public:
  using Oldest = std::tuple_element_t<0, std::tuple<Interfaces...>>;
  using Newest = std::tuple_element_t<sizeof...(Interfaces) - 1, std::tuple<Interfaces...>>;

  /// Takes over a reference.
  explicit Versions(IUnknown* below) : unknown_(Ref<IUnknown>::adopt(below)) {
    (ask<Interfaces>(below), ...);
  }

  template <typename Interface>
  [[nodiscard]] Interface* get() const noexcept {
    return std::get<Ref<Interface>>(pointers_).get();
  }

  [[nodiscard]] IUnknown* unknown() const noexcept { return unknown_.get(); }

  /// True for an id of these interfaces that the object below has.
  [[nodiscard]] bool has(REFIID id) const noexcept {
    return ((same_guid(id, iid_of<Interfaces>()) && get<Interfaces>() != nullptr) || ...);
  }

  /// Gives every reference up, to be released elsewhere.
  template <typename Take>
  void give_up(Take&& take) {
    (take(std::get<Ref<Interfaces>>(pointers_)), ...);
    take(unknown_);
  }

 private:
  template <typename Interface>
  void ask(IUnknown* below) {
    void* pointer = nullptr;
    if (SUCCEEDED(below->QueryInterface(iid_of<Interface>(), &pointer))) {
      std::get<Ref<Interface>>(pointers_) = Ref<Interface>::adopt(static_cast<Interface*>(pointer));
    }
  }

  Ref<IUnknown> unknown_;
  std::tuple<Ref<Interfaces>...> pointers_;
};

/// The identity of an object below: its IUnknown, as COM compares objects. No reference is added.
IUnknown* identity_of(IUnknown* object);

/// SetName and debug names as private data.
void note_name(Node& node, const char* call, std::uint64_t index, const WCHAR* name);
void note_private_name(Node& node, const char* call, std::uint64_t index, REFGUID id, UINT size,
                       const void* data);

/// IUnknown and ID3D12Object, the same for all wrappers.
template <typename V>
class WrappedObject : public V::Newest, public Node {
 public:
  WrappedObject(Core& core, Kind kind, ObjectId id, IUnknown* below) : Node(core, kind, id), below_(below) {}

  template <typename Interface>
  [[nodiscard]] Interface* below() const noexcept {
    return below_.template get<Interface>();
  }
  [[nodiscard]] V& versions() noexcept { return below_; }

  /// Puts another object below; takes over its reference. The old one lives on while work needs it.
  void replace_below(Locked& lock, IUnknown* fresh) {
    lock.leave(*this);
    let_below_go(lock);
    IUnknown* const identity = identity_of(fresh);
    identity->AddRef();
    fresh->Release();
    below_ = V(identity);
    lock.enter(*this);
  }
  void let_below_go(Locked& lock) {
    below_.give_up([&lock](auto& ref) {
      if (ref) lock.gpu().bury(lock, Ref<IUnknown>::share(ref.get()));
      ref.reset();
    });
  }

  IUnknown* unknown() noexcept final { return static_cast<typename V::Oldest*>(this); }
  IUnknown* below_unknown() noexcept final { return below_.unknown(); }

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID id, void** object) final {
    if (object == nullptr) return E_POINTER;
    if (same_guid(id, kNodeInterface)) {
      *object = static_cast<Node*>(this);
      return S_OK;
    }
    if (is_below_interface(id)) {
      below_unknown()->AddRef();
      *object = below_unknown();
      return S_OK;
    }
    if (!is_face(id)) {
      *object = nullptr;
      return E_NOINTERFACE;
    }
    add_ref();
    *object = static_cast<typename V::Newest*>(this);
    return S_OK;
  }

  ULONG STDMETHODCALLTYPE AddRef() final { return add_ref(); }

  ULONG STDMETHODCALLTYPE Release() final {
    core().faults().count(Method::kUnknownRelease);
    return release(core().journal().add(Method::kUnknownRelease, id()));
  }

  HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID guid, UINT* size, void* data) final {
    Call call(*this, Method::kObjectGetPrivateData);
    if (call.refused()) return call.refusal();
    return call.done(below<typename V::Oldest>()->GetPrivateData(guid, size, data));
  }

  HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID guid, UINT size, const void* data) final {
    Call call(*this, Method::kObjectSetPrivateData);
    if (call.refused()) return call.refusal();
    note_private_name(*this, call.name(), call.index(), guid, size, data);
    return call.done(below<typename V::Oldest>()->SetPrivateData(guid, size, data));
  }

  HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID guid, const IUnknown* data) final {
    Call call(*this, Method::kObjectSetPrivateDataInterface);
    if (call.refused()) return call.refusal();
    return call.done(below<typename V::Oldest>()->SetPrivateDataInterface(guid, data));
  }

  HRESULT STDMETHODCALLTYPE SetName(const WCHAR* name) final {
    Call call(*this, Method::kObjectSetName);
    if (call.refused()) return call.refusal();
    note_name(*this, call.name(), call.index(), name);
    return call.done(below<typename V::Oldest>()->SetName(name));
  }

 protected:
  ~WrappedObject() = default;

 private:
  static bool is_below_interface(REFIID id) noexcept {
    return id.Data1 == kBelowInterface.data1 && id.Data2 == kBelowInterface.data2 &&
           id.Data3 == kBelowInterface.data3 && std::equal(id.Data4, id.Data4 + 8, kBelowInterface.data4);
  }

  [[nodiscard]] bool is_face(REFIID id) const noexcept {
    if (same_guid(id, iid_of<IUnknown>()) || same_guid(id, iid_of<ID3D12Object>())) return true;
    if constexpr (std::is_base_of_v<ID3D12DeviceChild, typename V::Newest>) {
      if (same_guid(id, iid_of<ID3D12DeviceChild>())) return true;
    }
    if constexpr (std::is_base_of_v<ID3D12Pageable, typename V::Newest>) {
      if (same_guid(id, iid_of<ID3D12Pageable>())) return true;
    }
    return below_.has(id);
  }

  V below_;
};

/// ID3D12DeviceChild besides.
template <typename V>
class Wrapped : public WrappedObject<V> {
 public:
  Wrapped(Core& core, Kind kind, ObjectId id, IUnknown* below) : WrappedObject<V>(core, kind, id, below) {
    core.device().add_ref();
  }

  HRESULT STDMETHODCALLTYPE GetDevice(REFIID id, void** device) final {
    Call call(*this, Method::kDeviceChildGetDevice);
    if (call.refused()) return call.refusal();
    return call.done(this->core().device().unknown()->QueryInterface(id, device));
  }

 protected:
  ~Wrapped() = default;
};

/// The end of a wrapper: tells the model, and keeps the object below as long as work may need it.
template <typename W>
void finish(W& wrapper) {
  Core& core = wrapper.core();
  {
    Locked lock(core, wrapper.released_at);
    lock.look();
    lock.send(event::ObjectDestroyed{"IUnknown::Release", wrapper.id()});
    lock.leave(wrapper);
    wrapper.end(lock, wrapper.id());
    wrapper.let_below_go(lock);
  }
  delete &wrapper;
  core.device().release(0);
}

/// Makes the wrapper of an object below, whose reference is taken over, and gives it to the program as it
/// asked. An object that is wrapped already keeps its wrapper. `id` was announced to the model where
/// `announced`.
template <typename W, typename Data>
HRESULT give(Call& call, IUnknown* below, ObjectId id, Data&& data, REFIID riid, void** object) {
  Core& core = call.core();
  W* wrapper = nullptr;
  {
    Locked lock(core, call.index());
    IUnknown* const identity = identity_of(below);
    if (Node* const known = lock.find_wrapper(identity)) {
      lock.trash(Ref<IUnknown>::adopt(below));
      wrapper = static_cast<W*>(known);
      lock.send(event::ObjectDestroyed{call.name(), id});
    } else {
      identity->AddRef();
      wrapper = new (std::nothrow) W(core, id, identity, std::forward<Data>(data));
      if (wrapper == nullptr) {
        lock.trash(Ref<IUnknown>::adopt(identity));
        lock.trash(Ref<IUnknown>::adopt(below));
        lock.send(event::ObjectDestroyed{call.name(), id});
        return call.done(E_OUTOFMEMORY);
      }
      lock.trash(Ref<IUnknown>::adopt(below));
      wrapper->made_at = call.index();
      wrapper->made_by = call.name();
      lock.enter(*wrapper);
      wrapper->begin(lock, *wrapper);
    }
  }
  HRESULT result = S_FALSE;  // A null pointer asks only whether the call would work.
  if (object != nullptr) result = wrapper->QueryInterface(riid, object);
  wrapper->release(0);
  return call.done(result);
}

}  // namespace ferry::check::layer
