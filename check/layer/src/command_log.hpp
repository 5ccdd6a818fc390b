#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include <ferry/check/model/recorded.hpp>

#include "core.hpp"

namespace ferry::check::layer {

/// The events of one recording, kept to be told to the model together.
class CommandLog {
 public:
  template <typename Event>
  void add(const Event& event) {
    static_assert(std::is_trivially_copyable_v<Event>);
    const auto payload = payload_of(event);
    const std::size_t size = sizeof(Head) + sizeof(Event) + payload.size_bytes();
    const std::size_t at = bytes_.size();
    const std::size_t padded = (size + kAlignment - 1) / kAlignment * kAlignment;
    bytes_.resize(at + padded);
    const Head head{&replay_one<Event>, padded};
    std::memcpy(bytes_.data() + at, &head, sizeof head);
    std::memcpy(bytes_.data() + at + sizeof head, &event, sizeof event);
    if (!payload.empty()) {
      std::memcpy(bytes_.data() + at + sizeof head + sizeof event, payload.data(), payload.size_bytes());
    }
  }

  /// Tells the model; false where one of the events may not go below.
  bool replay(Locked& lock) const {
    bool allowed = true;
    for (std::size_t at = 0; at < bytes_.size();) {
      Head head;
      std::memcpy(&head, bytes_.data() + at, sizeof head);
      allowed = head.replay(lock, bytes_.data() + at + sizeof head) && allowed;
      at += head.size;
    }
    return allowed;
  }

  void clear() { bytes_.clear(); }
  [[nodiscard]] bool empty() const { return bytes_.empty(); }

 private:
  static constexpr std::size_t kAlignment = 8;

  struct Head {
    bool (*replay)(Locked&, const std::byte*);
    std::size_t size;
  };

  template <typename Event>
  static auto payload_of(const Event& event) {
    if constexpr (requires { event.barriers; }) {
      return event.barriers;
    } else if constexpr (requires { event.uses; }) {
      return event.uses;
    } else if constexpr (requires { event.extra; }) {
      return event.extra;
    } else {
      return std::span<const std::byte>();
    }
  }

  template <typename Event>
  static bool replay_one(Locked& lock, const std::byte* bytes) {
    Event event;
    std::memcpy(&event, bytes, sizeof event);
    const std::byte* const payload = bytes + sizeof event;
    if constexpr (requires { event.barriers; }) {
      event.barriers = {reinterpret_cast<const event::Barrier*>(payload), event.barriers.size()};
    } else if constexpr (requires { event.uses; }) {
      event.uses = {reinterpret_cast<const event::Use*>(payload), event.uses.size()};
    } else if constexpr (requires { event.extra; }) {
      event.extra = {reinterpret_cast<const event::Use*>(payload), event.extra.size()};
    }
    return lock.send(event);
  }

  std::vector<std::byte> bytes_;
};

}  // namespace ferry::check::layer
