#include <ferry/gpu/debug_layer.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

#include <ferry/base/text.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/device.hpp>

#include "debug_interfaces.hpp"

namespace ferry {
namespace {

/// By D3D12_MESSAGE_CATEGORY's number.
constexpr std::array<std::string_view, 11> kCategories = {
    "application defined",   "miscellaneous",  "initialization", "cleanup",
    "compilation",           "state creation", "state setting",  "state getting",
    "resource manipulation", "execution",      "shader"};

DebugMessage message_of(UINT32 category, UINT32 severity, UINT32 id, const char* description) {
  DebugMessage message;
  message.severity = static_cast<DebugSeverity>(std::min<UINT32>(severity, kDebugSeverities - 1));
  message.category = category;
  message.id = id;
  message.text = description != nullptr ? description : "";
  return message;
}

/// While it lives, an index of the store means what it says: an application's retrieval filter, which would
/// hide messages and change their numbers, is set aside (Direct3D 12 documentation,
/// "ID3D12InfoQueue::GetMessage method").
class Unfiltered {
 public:
  explicit Unfiltered(sdk_layers::InfoQueue& queue) : queue_(queue) {
    pushed_ = queue.GetRetrievalFilterStackSize() > 0 && SUCCEEDED(queue.PushEmptyRetrievalFilter());
  }
  ~Unfiltered() {
    if (pushed_) queue_.PopRetrievalFilter();
  }
  Unfiltered(const Unfiltered&) = delete;
  Unfiltered& operator=(const Unfiltered&) = delete;

 private:
  sdk_layers::InfoQueue& queue_;
  bool pushed_ = false;
};

/// None where it was pushed out meanwhile.
std::optional<DebugMessage> read_message(sdk_layers::InfoQueue& queue, UINT64 index) {
  SIZE_T length = 0;
  if (FAILED(queue.GetMessageAt(index, nullptr, &length)) || length < sizeof(sdk_layers::Message)) {
    return std::nullopt;
  }
  // Its strings lie behind the message, in the same memory.
  const auto count = static_cast<std::size_t>(length) / sizeof(sdk_layers::Message) + 1;
  const std::unique_ptr<sdk_layers::Message[]> memory(new (std::nothrow) sdk_layers::Message[count]);
  if (!memory || FAILED(queue.GetMessageAt(index, memory.get(), &length))) return std::nullopt;
  const sdk_layers::Message& read = memory[0];
  return message_of(read.category, read.severity, read.id, read.description);
}

}  // namespace

std::string_view to_string(DebugSeverity severity) noexcept {
  switch (severity) {
    case DebugSeverity::kCorruption:
      return "corruption";
    case DebugSeverity::kError:
      return "error";
    case DebugSeverity::kWarning:
      return "warning";
    case DebugSeverity::kInfo:
      return "info";
    case DebugSeverity::kMessage:
      break;
  }
  return "message";
}

std::string to_text(const DebugMessage& message) {
  std::string out = text(to_string(message.severity), " ", message.id);
  if (message.category < kCategories.size()) out += text(" (", kCategories[message.category], ")");
  out += ": ";
  const std::size_t before = out.size();
  out += message.text;
  std::replace_if(
      out.begin() + static_cast<std::ptrdiff_t>(before), out.end(),
      [](char c) { return c == '\n' || c == '\r'; }, ' ');
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

struct DebugMessages::State {
  void found(const DebugMessage& message) {
    counts[static_cast<std::size_t>(message.severity)].fetch_add(1, std::memory_order_relaxed);
    if (on_message) on_message(message);
  }

  static void STDMETHODCALLTYPE called(UINT32 category, UINT32 severity, UINT32 id, const char* description,
                                       void* context) {
    static_cast<State*>(context)->found(message_of(category, severity, id, description));
  }

  /// Reads on from `next`, which counts every message that was ever stored. Those in front may be pushed out
  /// while this reads: then what an index means has changed, and it is read again.
  void read_new() {
    const std::lock_guard lock(mutex);
    const Unfiltered unfiltered(*queue);
    while (true) {
      const UINT64 discarded = queue->GetNumMessagesDiscardedByMessageCountLimit();
      const UINT64 stored = queue->GetNumStoredMessages();
      if (next < discarded) {
        missed += discarded - next;
        next = discarded;
      }
      // Somebody cleared the store.
      if (next > discarded + stored) next = discarded;
      if (next == discarded + stored) return;
      const std::optional<DebugMessage> message = read_message(*queue, next - discarded);
      if (queue->GetNumMessagesDiscardedByMessageCountLimit() != discarded) continue;
      ++next;
      if (message) found(*message);
    }
  }

  ComPtr<sdk_layers::InfoQueue> queue;
  ComPtr<sdk_layers::InfoQueue1> live_queue;
  DWORD cookie = 0;
  OnMessage on_message;
  std::array<std::atomic<std::uint64_t>, kDebugSeverities> counts = {};
  std::mutex mutex;
  UINT64 next = 0;
  std::atomic<std::uint64_t> missed = 0;
};

DebugMessages::DebugMessages(std::unique_ptr<State> state) : state_(std::move(state)) {}

DebugMessages::~DebugMessages() {
  if (state_->live_queue) {
    state_->live_queue->UnregisterMessageCallback(state_->cookie);
  } else {
    poll();
  }
}

Result<std::unique_ptr<DebugMessages>> DebugMessages::open(const Device& device, OnMessage on_message) {
  return open(device.d3d(), std::move(on_message));
}

Result<std::unique_ptr<DebugMessages>> DebugMessages::open(IUnknown* device, OnMessage on_message) {
  if (device == nullptr) return fail(ErrorCode::kInvalidArgument, "the ID3D12Device is null");
  auto state = std::make_unique<State>();
  const HRESULT hr = device->QueryInterface(sdk_layers::kInfoQueue, state->queue.put_void());
  if (FAILED(hr) || !state->queue) {
    return Failure{
        Error{ErrorCode::kUnsupported, static_cast<std::int32_t>(hr),
              "no debug layer lies beneath this device; switch it on (DeviceOptions::debug_layer) before "
              "the device is made, and ask the device itself, not one that a layer wraps"}};
  }
  state->on_message = std::move(on_message);
  // What is stored already; before the callback is there, so that nothing comes twice.
  state->read_new();
  ComPtr<sdk_layers::InfoQueue1> live;
  if (SUCCEEDED(device->QueryInterface(sdk_layers::kInfoQueue1, live.put_void())) && live &&
      SUCCEEDED(live->RegisterMessageCallback(&State::called, sdk_layers::kCallbackFiltered, state.get(),
                                              &state->cookie))) {
    state->live_queue = std::move(live);
  }
  return std::unique_ptr<DebugMessages>(new DebugMessages(std::move(state)));
}

bool DebugMessages::live() const {
  return static_cast<bool>(state_->live_queue);
}

void DebugMessages::poll() {
  if (!live()) state_->read_new();
}

std::uint64_t DebugMessages::count(DebugSeverity severity) const {
  return state_->counts[static_cast<std::size_t>(severity)].load(std::memory_order_relaxed);
}

std::uint64_t DebugMessages::missed() const {
  return state_->missed;
}

Result<void> enable_debug_layer(bool gpu_validation) {
  return sdk_layers::enable_debug_layer(
      [](REFIID iid, void** object) { return D3D12GetDebugInterface(iid, object); }, gpu_validation);
}

namespace sdk_layers {

Result<void> enable_debug_layer(const GetDebugInterface& get, bool gpu_validation) {
  ComPtr<Debug> layer;
  HRESULT hr = get(kDebug, layer.put_void());
  if (FAILED(hr) || !layer) {
    const std::string_view remedy =
        kOnLibvkd3d
            ? "libvkd3d has none; run on Ferry's checker (ferry::check, 'ferry --checked')"
            : "add Windows' optional feature 'Graphics Tools' (Settings, System, Optional features), or run "
              "on Ferry's checker (ferry::check, 'ferry --checked'), which needs nothing";
    return Failure{Error{ErrorCode::kUnsupported, static_cast<std::int32_t>(hr),
                         text("Direct3D 12's debug layer is not installed; ", remedy)}};
  }
  if (gpu_validation) {
    ComPtr<Debug1> newer;
    hr = layer->QueryInterface(kDebug1, newer.put_void());
    if (FAILED(hr) || !newer) {
      return Failure{
          Error{ErrorCode::kUnsupported, static_cast<std::int32_t>(hr),
                "this debug layer has no GPU-based validation (ID3D12Debug1); Windows 10 1703 and later "
                "have it"}};
    }
    newer->SetEnableGPUBasedValidation(TRUE);
  }
  layer->EnableDebugLayer();
  return {};
}

std::vector<DebugMessage> newest_problems(IUnknown* device, std::size_t most) {
  std::vector<DebugMessage> newest;
  ComPtr<InfoQueue> queue;
  if (device == nullptr || FAILED(device->QueryInterface(kInfoQueue, queue.put_void())) || !queue)
    return newest;
  const Unfiltered unfiltered(*queue);
  for (UINT64 index = queue->GetNumStoredMessages(); index > 0 && newest.size() < most; --index) {
    auto message = read_message(*queue, index - 1);
    if (message && message->severity <= DebugSeverity::kWarning) newest.push_back(*std::move(message));
  }
  std::reverse(newest.begin(), newest.end());
  return newest;
}

}  // namespace sdk_layers
}  // namespace ferry
