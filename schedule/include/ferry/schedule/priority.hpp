#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ferry {

/// How soon something is wanted. Lower numbers go first.
enum class LoadPriority : std::uint8_t {
  kImmediate,   ///< Somebody waits for it now: what the next frame cannot do without.
  kHigh,        ///< Soon visible.
  kNormal,      ///< The default.
  kLow,         ///< Wanted some time; obeys the frame budget.
  kBackground,  ///< Prefetching; obeys the frame budget.
};

inline constexpr std::size_t kLoadPriorities = 5;

/// Immediate and high: a share of the memory in flight is kept for them.
constexpr bool is_urgent(LoadPriority priority) {
  return priority <= LoadPriority::kHigh;
}

/// Low and background: they obey the budget of bytes per frame.
constexpr bool obeys_frame_budget(LoadPriority priority) {
  return priority >= LoadPriority::kLow;
}

/// `immediate`, `high`, `normal`, `low`, `background`.
std::string_view to_string(LoadPriority priority) noexcept;

/// The priority of that name; none for any other word.
std::optional<LoadPriority> load_priority_from(std::string_view name) noexcept;

}  // namespace ferry
