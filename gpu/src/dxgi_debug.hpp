#pragma once

#include <functional>
#include <string>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/gpu/d3d12.hpp>

// DXGI's debug interfaces as their binary interface is: no cross-compiler's headers have all of them, and
// libvkd3d has no DXGI. Names and layouts are those of Windows' header (dxgidebug.h).
namespace ferry::dxgi_debug {

/// IDXGIDebug.
struct Debug : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE ReportLiveObjects(GUID producer, UINT32 flags) = 0;
};
inline constexpr IID kDebug = {0x119e7452, 0xde9e, 0x40fe, {0x88, 0x06, 0x88, 0xf9, 0x0c, 0x12, 0xb4, 0x41}};

/// DXGI_INFO_QUEUE_MESSAGE.
struct Message {
  GUID producer = {};
  UINT32 category = 0;
  UINT32 severity = 0;
  INT32 id = 0;
  const char* description = nullptr;
  SIZE_T length = 0;
};

/// The beginning of IDXGIInfoQueue, which is all that is called here.
struct InfoQueue : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE SetMessageCountLimit(GUID producer, UINT64 limit) = 0;
  virtual void STDMETHODCALLTYPE ClearStoredMessages(GUID producer) = 0;
  /// GetMessage, whose name is a macro in Windows' headers. With a null `message` it tells the length alone.
  virtual HRESULT STDMETHODCALLTYPE GetMessageAt(GUID producer, UINT64 index, Message* message,
                                                 SIZE_T* length) = 0;
  virtual UINT64 STDMETHODCALLTYPE GetNumStoredMessagesAllowedByRetrievalFilters(GUID producer) = 0;
};
inline constexpr IID kInfoQueue = {
    0xd67441c7, 0x672a, 0x476f, {0x9e, 0x82, 0xcd, 0x55, 0xb4, 0x49, 0x49, 0xce}};

/// DXGI_DEBUG_ALL: DXGI, Direct3D and the application.
inline constexpr GUID kAll = {0xe48ae283, 0xda80, 0x490b, {0x87, 0xe6, 0x43, 0xe9, 0xa9, 0xcf, 0xda, 0x08}};
/// DXGI_DEBUG_RLO_DETAIL | DXGI_DEBUG_RLO_IGNORE_INTERNAL.
inline constexpr UINT32 kDetailWithoutInternal = 0x2 | 0x4;

/// DXGIGetDebugInterface1 with its flags 0, or a test's.
using GetInterface = std::function<HRESULT(REFIID iid, void** object)>;

/// The function of this system; none where there is no such function.
GetInterface system_interface();

/// dxgi_live_objects() by these calls.
Result<std::vector<std::string>> live_objects(const GetInterface& get);

}  // namespace ferry::dxgi_debug
