#include <ferry/schedule/priority.hpp>

#include <array>

namespace ferry {
namespace {

constexpr std::array<std::string_view, kLoadPriorities> kNames = {"immediate", "high", "normal", "low",
                                                                  "background"};

}  // namespace

std::string_view to_string(LoadPriority priority) noexcept {
  const auto index = static_cast<std::size_t>(priority);
  return index < kNames.size() ? kNames[index] : "unknown";
}

std::optional<LoadPriority> load_priority_from(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<LoadPriority>(i);
  }
  return std::nullopt;
}

}  // namespace ferry
