#include "wrapped.hpp"

#include <string>

namespace ferry::check::layer {

namespace {

// WKPDID_D3DDebugObjectName and WKPDID_D3DDebugObjectNameW.
constexpr GUID kDebugName = {0x429b8c22, 0x9188, 0x4b0c, {0x87, 0x42, 0xac, 0xb0, 0xbf, 0x85, 0xc2, 0x00}};
constexpr GUID kDebugNameWide = {
    0x4cca5fd8, 0x921f, 0x42c8, {0x85, 0x66, 0x70, 0xca, 0xf2, 0xa9, 0xb7, 0x41}};

void tell_name(Node& node, const char* call, std::uint64_t index, std::string_view name) {
  Locked lock(node.core(), index);
  lock.send(event::Named{call, node.id(), name});
}

}  // namespace

IUnknown* identity_of(IUnknown* object) {
  void* identity = nullptr;
  if (FAILED(object->QueryInterface(iid_of<IUnknown>(), &identity))) return object;
  auto* const unknown = static_cast<IUnknown*>(identity);
  unknown->Release();
  return unknown;
}

void note_name(Node& node, const char* call, std::uint64_t index, const WCHAR* name) {
  tell_name(node, call, index, utf8_of(name));
}

void note_private_name(Node& node, const char* call, std::uint64_t index, REFGUID id, UINT size,
                       const void* data) {
  if (data == nullptr) return;
  if (same_guid(id, kDebugName)) {
    std::string_view name(static_cast<const char*>(data), size);
    while (!name.empty() && name.back() == '\0') name.remove_suffix(1);
    tell_name(node, call, index, name);
  } else if (same_guid(id, kDebugNameWide)) {
    const std::basic_string<WCHAR> name(static_cast<const WCHAR*>(data), size / sizeof(WCHAR));
    tell_name(node, call, index, utf8_of(name.c_str()));
  }
}

}  // namespace ferry::check::layer
