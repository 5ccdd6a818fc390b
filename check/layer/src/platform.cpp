#include "platform.hpp"


namespace ferry::check::layer {

namespace {

void append_utf8(std::string& out, std::uint32_t c) {
  const auto byte = [&out](std::uint32_t b) { out += static_cast<char>(b); };
  if (c < 0x80) {
    byte(c);
  } else if (c < 0x800) {
    byte(0xc0 | (c >> 6));
    byte(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    byte(0xe0 | (c >> 12));
    byte(0x80 | ((c >> 6) & 0x3f));
    byte(0x80 | (c & 0x3f));
  } else {
    byte(0xf0 | ((c >> 18) & 0x7));
    byte(0x80 | ((c >> 12) & 0x3f));
    byte(0x80 | ((c >> 6) & 0x3f));
    byte(0x80 | (c & 0x3f));
  }
}

#if defined(_WIN32)

class Event {
 public:
  Event() : handle_(CreateEventW(nullptr, FALSE, FALSE, nullptr)) {}
  ~Event() {
    if (handle_ != nullptr) CloseHandle(handle_);
  }
  [[nodiscard]] HANDLE handle() const { return handle_; }
  /// A fence below may still set it.
  void abandon() { handle_ = nullptr; }
  bool wait(unsigned milliseconds) { return WaitForSingleObject(handle_, milliseconds) == WAIT_OBJECT_0; }

 private:
  HANDLE handle_;
};

#else

class Event {
 public:
  Event() : handle_(vkd3d_create_event()) {}
  ~Event() {
    if (handle_ != nullptr) vkd3d_destroy_event(handle_);
  }
  [[nodiscard]] HANDLE handle() const { return handle_; }
  /// A fence below may still set it.
  void abandon() { handle_ = nullptr; }
  bool wait(unsigned milliseconds) { return vkd3d_wait_event(handle_, milliseconds) == VKD3D_WAIT_OBJECT_0; }

 private:
  HANDLE handle_;
};

#endif

}  // namespace

std::string utf8_of(const WCHAR* name) {
  std::string out;
  for (; name != nullptr && *name != 0; ++name) {
    auto c = static_cast<std::uint32_t>(*name);
    if constexpr (sizeof(WCHAR) == 2) {
      const auto next = static_cast<std::uint32_t>(name[1]);
      if (c >= 0xd800 && c < 0xdc00 && next >= 0xdc00 && next < 0xe000) {
        c = 0x10000 + ((c - 0xd800) << 10) + (next - 0xdc00);
        ++name;
      }
    }
    append_utf8(out, c);
  }
  return out;
}

bool wait_for_fence(ID3D12Fence* fence, std::uint64_t value, unsigned milliseconds) {
  if (fence->GetCompletedValue() >= value) return true;
  Event event;
  if (event.handle() == nullptr || FAILED(fence->SetEventOnCompletion(value, event.handle()))) return false;
  // The wait is cut into pieces: a driver that loses a wake-up then costs a little time, not the program.
  for (unsigned waited = 0; waited < milliseconds; waited += 50) {
    if (event.wait(50) || fence->GetCompletedValue() >= value) return true;
  }
  if (fence->GetCompletedValue() >= value) return true;
  event.abandon();
  return false;
}

}  // namespace ferry::check::layer
