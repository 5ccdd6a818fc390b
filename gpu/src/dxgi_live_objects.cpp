#include <ferry/gpu/dxgi_live_objects.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

#include <ferry/base/text.hpp>
#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/com_ptr.hpp>

#include "dxgi_debug.hpp"

namespace ferry {
namespace dxgi_debug {
namespace {

/// The text of a message; empty where it cannot be read.
std::string read_text(InfoQueue& queue, UINT64 index) {
  SIZE_T length = 0;
  if (FAILED(queue.GetMessageAt(kAll, index, nullptr, &length)) || length < sizeof(Message)) return {};
  // Its text lies behind the message, in the same memory.
  const auto count = static_cast<std::size_t>(length) / sizeof(Message) + 1;
  const std::unique_ptr<Message[]> memory(new (std::nothrow) Message[count]);
  if (!memory || FAILED(queue.GetMessageAt(kAll, index, memory.get(), &length))) return {};
  std::string text = memory[0].description != nullptr ? memory[0].description : "";
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  return text;
}

}  // namespace

Result<std::vector<std::string>> live_objects(const GetInterface& get) {
  ComPtr<Debug> debug;
  ComPtr<InfoQueue> queue;
  HRESULT hr = get ? get(kDebug, debug.put_void()) : E_NOTIMPL;
  if (SUCCEEDED(hr)) hr = get(kInfoQueue, queue.put_void());
  if (FAILED(hr) || !debug || !queue) {
    const std::string_view remedy =
        kOnLibvkd3d ? "libvkd3d has none; Device::live_objects() tells what Ferry made"
                    : "add Windows' optional feature 'Graphics Tools' (Settings, System, Optional features)";
    return Failure{Error{ErrorCode::kUnsupported, static_cast<std::int32_t>(hr),
                         text("DXGI's debug interface is not installed; ", remedy)}};
  }
  // What was said before is not of this report.
  const UINT64 before = queue->GetNumStoredMessagesAllowedByRetrievalFilters(kAll);
  hr = debug->ReportLiveObjects(kAll, kDetailWithoutInternal);
  if (FAILED(hr)) return fail_api(hr, "IDXGIDebug::ReportLiveObjects failed");
  std::vector<std::string> lines;
  const UINT64 after = queue->GetNumStoredMessagesAllowedByRetrievalFilters(kAll);
  for (UINT64 index = before; index < after; ++index) {
    if (std::string line = read_text(*queue, index); !line.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace dxgi_debug

Result<std::vector<std::string>> dxgi_live_objects() {
  return dxgi_debug::live_objects(dxgi_debug::system_interface());
}

}  // namespace ferry
