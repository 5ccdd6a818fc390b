#include <ferry/gpu/adapter.hpp>

#include <algorithm>
#include <charconv>

namespace ferry {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool contains_in_any_case(std::string_view text, std::string_view part) {
  return std::search(text.begin(), text.end(), part.begin(), part.end(),
                     [](char a, char b) { return lower(a) == lower(b); }) != text.end();
}

int rank(const AdapterInfo& adapter) {
  if (adapter.software) return 0;
  return adapter.integrated ? 1 : 2;
}

std::string names_of(const std::vector<AdapterInfo>& adapters) {
  std::string names;
  for (const AdapterInfo& adapter : adapters) {
    names += text(names.empty() ? "" : ", ", adapter.index, " '", adapter.name, "'");
  }
  return names;
}

}  // namespace

Result<std::uint32_t> choose_adapter(const std::vector<AdapterInfo>& adapters, std::string_view wish) {
  if (adapters.empty()) return fail(ErrorCode::kNotFound, "there is no adapter to choose from");
  if (wish.empty()) {
    const auto best = std::max_element(adapters.begin(), adapters.end(), [](const auto& a, const auto& b) {
      if (rank(a) != rank(b)) return rank(a) < rank(b);
      return a.dedicated_bytes < b.dedicated_bytes;
    });
    return static_cast<std::uint32_t>(best - adapters.begin());
  }
  std::uint32_t index = 0;
  const auto [end, problem] = std::from_chars(wish.data(), wish.data() + wish.size(), index);
  if (problem == std::errc() && end == wish.data() + wish.size()) {
    if (index < adapters.size()) return index;
    return fail(ErrorCode::kNotFound, "there is no adapter ", index, "; there are: ", names_of(adapters));
  }
  for (std::size_t i = 0; i < adapters.size(); ++i) {
    if (contains_in_any_case(adapters[i].name, wish)) return static_cast<std::uint32_t>(i);
  }
  return fail(ErrorCode::kNotFound, "no adapter has '", wish,
              "' in its name; there are: ", names_of(adapters));
}

}  // namespace ferry
