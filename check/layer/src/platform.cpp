#include "platform.hpp"

#include <chrono>
#include <thread>

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

}  // namespace

std::string utf8_of(const WCHAR* name) {
  std::string out;
  // A UTF-16 unit may be a signed type.
  constexpr std::uint32_t kUnit = sizeof(WCHAR) == 2 ? 0xffff : 0xffffffff;
  for (; name != nullptr && *name != 0; ++name) {
    std::uint32_t c = static_cast<std::uint32_t>(*name) & kUnit;
    if constexpr (sizeof(WCHAR) == 2) {
      const std::uint32_t next = static_cast<std::uint32_t>(name[1]) & kUnit;
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
  // Asked again and again: libvkd3d has no wait with a timeout, and no wake-up can get lost.
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  for (unsigned round = 0; fence->GetCompletedValue() < value; ++round) {
    if (round < 64) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(round < 256 ? 20 : 500));
      if (std::chrono::steady_clock::now() > end) return fence->GetCompletedValue() >= value;
    }
  }
  return true;
}

}  // namespace ferry::check::layer
