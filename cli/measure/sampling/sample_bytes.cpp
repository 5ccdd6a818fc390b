#include "sample_bytes.hpp"

#include <algorithm>
#include <cstring>

namespace ferry::measure {

void fill_noise(std::span<std::byte> out, std::uint64_t seed) {
  std::uint64_t counter = seed * 0x9e3779b97f4a7c15ull;
  for (std::size_t i = 0; i < out.size(); i += 8) {
    std::uint64_t word = counter += 0x9e3779b97f4a7c15ull;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9ull;
    word ^= word >> 27;
    std::memcpy(out.data() + i, &word, std::min<std::size_t>(8, out.size() - i));
  }
}

std::string first_difference(std::span<const std::byte> got, std::span<const std::byte> wanted,
                             const std::string& what) {
  if (got.size() == wanted.size() && std::memcmp(got.data(), wanted.data(), wanted.size()) == 0) return "";
  const auto at = std::mismatch(got.begin(), got.end(), wanted.begin(), wanted.end()).first - got.begin();
  return what + " differs from byte " + std::to_string(at) + " on";
}

}  // namespace ferry::measure
