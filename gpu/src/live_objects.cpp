#include <ferry/gpu/live_objects.hpp>

#include <utility>

#include <ferry/base/text.hpp>

namespace ferry {

std::uint64_t LiveObjects::add(std::string_view kind, std::string_view name, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t serial = next_serial_++;
  objects_.emplace(serial, LiveObject{serial, std::string(kind), std::string(name), bytes});
  return serial;
}

void LiveObjects::remove(std::uint64_t serial) {
  const std::lock_guard lock(mutex_);
  objects_.erase(serial);
}

std::vector<LiveObject> LiveObjects::list() const {
  const std::lock_guard lock(mutex_);
  std::vector<LiveObject> all;
  all.reserve(objects_.size());
  for (const auto& [serial, object] : objects_) all.push_back(object);
  return all;
}

std::string LiveObjects::report() const {
  std::string lines;
  for (const LiveObject& object : list()) {
    lines += text("  #", object.serial, " ", object.kind, " '", object.name, "'");
    if (object.bytes != 0) lines += text(", ", byte_text(object.bytes));
    lines += '\n';
  }
  return lines;
}

LiveObjectMark& LiveObjectMark::operator=(LiveObjectMark&& other) noexcept {
  std::swap(list_, other.list_);
  std::swap(serial_, other.serial_);
  return *this;
}

LiveObjectMark::~LiveObjectMark() {
  if (list_) list_->remove(serial_);
}

}  // namespace ferry
