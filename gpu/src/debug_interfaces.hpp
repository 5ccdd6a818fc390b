#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/debug_layer.hpp>

// The debug layer's interfaces as their binary interface is: not every platform's header has all of them.
// Names and layouts are those of Direct3D 12's header (d3d12sdklayers.h).
namespace ferry::sdk_layers {

/// ID3D12Debug.
struct Debug : IUnknown {
  virtual void STDMETHODCALLTYPE EnableDebugLayer() = 0;
};
inline constexpr IID kDebug = {0x344488b7, 0x6846, 0x474b, {0xb9, 0x89, 0xf0, 0x27, 0x44, 0x82, 0x45, 0xe0}};

/// ID3D12Debug1, which does not build upon the first.
struct Debug1 : IUnknown {
  virtual void STDMETHODCALLTYPE EnableDebugLayer() = 0;
  virtual void STDMETHODCALLTYPE SetEnableGPUBasedValidation(BOOL enable) = 0;
  virtual void STDMETHODCALLTYPE SetEnableSynchronizedCommandQueueValidation(BOOL enable) = 0;
};
inline constexpr IID kDebug1 = {0xaffaa4ca, 0x63fe, 0x4d8e, {0xb8, 0xad, 0x15, 0x90, 0x00, 0xaf, 0x43, 0x04}};

/// D3D12_MESSAGE.
struct Message {
  UINT32 category = 0;
  UINT32 severity = 0;
  UINT32 id = 0;
  const char* description = nullptr;
  SIZE_T length = 0;  ///< Of the description, its 0 included.
};

/// ID3D12InfoQueue. Filters are passed through as they are.
struct InfoQueue : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE SetMessageCountLimit(UINT64 limit) = 0;
  virtual void STDMETHODCALLTYPE ClearStoredMessages() = 0;
  /// GetMessage, whose name is a macro in Windows' headers. With a null `message` it tells the length alone.
  virtual HRESULT STDMETHODCALLTYPE GetMessageAt(UINT64 index, Message* message, SIZE_T* length) = 0;
  virtual UINT64 STDMETHODCALLTYPE GetNumMessagesAllowedByStorageFilter() = 0;
  virtual UINT64 STDMETHODCALLTYPE GetNumMessagesDeniedByStorageFilter() = 0;
  virtual UINT64 STDMETHODCALLTYPE GetNumStoredMessages() = 0;
  virtual UINT64 STDMETHODCALLTYPE GetNumStoredMessagesAllowedByRetrievalFilter() = 0;
  virtual UINT64 STDMETHODCALLTYPE GetNumMessagesDiscardedByMessageCountLimit() = 0;
  virtual UINT64 STDMETHODCALLTYPE GetMessageCountLimit() = 0;
  virtual HRESULT STDMETHODCALLTYPE AddStorageFilterEntries(void* filter) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetStorageFilter(void* filter, SIZE_T* length) = 0;
  virtual void STDMETHODCALLTYPE ClearStorageFilter() = 0;
  virtual HRESULT STDMETHODCALLTYPE PushEmptyStorageFilter() = 0;
  virtual HRESULT STDMETHODCALLTYPE PushCopyOfStorageFilter() = 0;
  virtual HRESULT STDMETHODCALLTYPE PushStorageFilter(void* filter) = 0;
  virtual void STDMETHODCALLTYPE PopStorageFilter() = 0;
  virtual UINT STDMETHODCALLTYPE GetStorageFilterStackSize() = 0;
  virtual HRESULT STDMETHODCALLTYPE AddRetrievalFilterEntries(void* filter) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetRetrievalFilter(void* filter, SIZE_T* length) = 0;
  virtual void STDMETHODCALLTYPE ClearRetrievalFilter() = 0;
  virtual HRESULT STDMETHODCALLTYPE PushEmptyRetrievalFilter() = 0;
  virtual HRESULT STDMETHODCALLTYPE PushCopyOfRetrievalFilter() = 0;
  virtual HRESULT STDMETHODCALLTYPE PushRetrievalFilter(void* filter) = 0;
  virtual void STDMETHODCALLTYPE PopRetrievalFilter() = 0;
  virtual UINT STDMETHODCALLTYPE GetRetrievalFilterStackSize() = 0;
  virtual HRESULT STDMETHODCALLTYPE AddMessage(UINT32 category, UINT32 severity, UINT32 id,
                                               const char* description) = 0;
  virtual HRESULT STDMETHODCALLTYPE AddApplicationMessage(UINT32 severity, const char* description) = 0;
  virtual HRESULT STDMETHODCALLTYPE SetBreakOnCategory(UINT32 category, BOOL enable) = 0;
  virtual HRESULT STDMETHODCALLTYPE SetBreakOnSeverity(UINT32 severity, BOOL enable) = 0;
  virtual HRESULT STDMETHODCALLTYPE SetBreakOnID(UINT32 id, BOOL enable) = 0;
  virtual BOOL STDMETHODCALLTYPE GetBreakOnCategory(UINT32 category) = 0;
  virtual BOOL STDMETHODCALLTYPE GetBreakOnSeverity(UINT32 severity) = 0;
  virtual BOOL STDMETHODCALLTYPE GetBreakOnID(UINT32 id) = 0;
  virtual void STDMETHODCALLTYPE SetMuteDebugOutput(BOOL mute) = 0;
  virtual BOOL STDMETHODCALLTYPE GetMuteDebugOutput() = 0;
};
inline constexpr IID kInfoQueue = {
    0x0742a90b, 0xc387, 0x483f, {0xb9, 0x46, 0x30, 0xa7, 0xe4, 0xe6, 0x14, 0x58}};

/// D3D12MessageFunc.
using MessageFunction = void(STDMETHODCALLTYPE*)(UINT32 category, UINT32 severity, UINT32 id,
                                                 const char* description, void* context);

/// ID3D12InfoQueue1.
struct InfoQueue1 : InfoQueue {
  virtual HRESULT STDMETHODCALLTYPE RegisterMessageCallback(MessageFunction function, UINT32 flags,
                                                            void* context, DWORD* cookie) = 0;
  virtual HRESULT STDMETHODCALLTYPE UnregisterMessageCallback(DWORD cookie) = 0;
};
inline constexpr IID kInfoQueue1 = {
    0x2852dd88, 0xb484, 0x4c0c, {0xb6, 0xb1, 0x67, 0x16, 0x85, 0x00, 0xe6, 0x00}};
/// D3D12_MESSAGE_CALLBACK_FLAG_NONE: what the application filters out does not come.
inline constexpr UINT32 kCallbackFiltered = 0;

/// D3D12GetDebugInterface, or a test's.
using GetDebugInterface = std::function<HRESULT(REFIID iid, void** object)>;

/// enable_debug_layer() by these calls.
Result<void> enable_debug_layer(const GetDebugInterface& get, bool gpu_validation);

/// The newest errors and warnings that the debug layer beneath the device has stored, at most `most`, oldest
/// first.
std::vector<DebugMessage> newest_problems(IUnknown* device, std::size_t most);

}  // namespace ferry::sdk_layers
