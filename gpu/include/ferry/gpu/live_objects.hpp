#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace ferry {

/// One thing Ferry made that is not yet gone.
struct LiveObject {
  /// Rises with each object made: the order of creation.
  std::uint64_t serial = 0;
  /// What it is: "queue", "upload ring", "readback buffer", ...
  std::string kind;
  /// The name it carries in debuggers.
  std::string name;
  /// Bytes of memory it holds; 0 where that means nothing.
  std::uint64_t bytes = 0;
};

/// The list behind the leak report: everything Ferry made on one device and has not released.
///
/// Threading: every method may be called from any thread.
class LiveObjects {
 public:
  [[nodiscard]] std::uint64_t add(std::string_view kind, std::string_view name, std::uint64_t bytes);
  void remove(std::uint64_t serial);
  /// All that is alive, in order of creation.
  [[nodiscard]] std::vector<LiveObject> list() const;
  /// The list as lines for people; empty where nothing is alive.
  [[nodiscard]] std::string report() const;

 private:
  mutable std::mutex mutex_;
  std::uint64_t next_serial_ = 1;
  std::map<std::uint64_t, LiveObject> objects_;
};

/// Holds one object's place in LiveObjects for as long as it lives.
class LiveObjectMark {
 public:
  LiveObjectMark() = default;
  LiveObjectMark(std::shared_ptr<LiveObjects> list, std::string_view kind, std::string_view name,
                 std::uint64_t bytes = 0)
      : list_(std::move(list)), serial_(list_->add(kind, name, bytes)) {}
  LiveObjectMark(LiveObjectMark&& other) noexcept = default;
  LiveObjectMark& operator=(LiveObjectMark&& other) noexcept;
  LiveObjectMark(const LiveObjectMark&) = delete;
  LiveObjectMark& operator=(const LiveObjectMark&) = delete;
  ~LiveObjectMark();

 private:
  std::shared_ptr<LiveObjects> list_;
  std::uint64_t serial_ = 0;
};

/// Keeps a Direct3D 12 object in the list until its last reference is gone, whoever holds it: hangs a watcher
/// on it as private data (ID3D12Object::SetPrivateDataInterface). `object` is any ID3D12Object.
void watch_lifetime(void* object, const std::shared_ptr<LiveObjects>& list, std::string_view kind,
                    std::string_view name, std::uint64_t bytes);

}  // namespace ferry
