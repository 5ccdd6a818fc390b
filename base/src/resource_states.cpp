#include <ferry/base/resource_states.hpp>

#include <cstddef>
#include <iterator>
#include <string_view>

#include <ferry/base/text.hpp>

namespace ferry {

std::string resource_states_text(std::uint32_t states) {
  // By bit.
  static constexpr std::string_view kNames[] = {"VERTEX_AND_CONSTANT_BUFFER",
                                                "INDEX_BUFFER",
                                                "RENDER_TARGET",
                                                "UNORDERED_ACCESS",
                                                "DEPTH_WRITE",
                                                "DEPTH_READ",
                                                "NON_PIXEL_SHADER_RESOURCE",
                                                "PIXEL_SHADER_RESOURCE",
                                                "STREAM_OUT",
                                                "INDIRECT_ARGUMENT",
                                                "COPY_DEST",
                                                "COPY_SOURCE",
                                                "RESOLVE_DEST",
                                                "RESOLVE_SOURCE"};
  constexpr std::uint32_t kGenericRead = 0xac3;
  if (states == 0) return "COMMON";
  if (states == kGenericRead) return "GENERIC_READ";
  std::string out;
  for (std::size_t bit = 0; bit < std::size(kNames); ++bit) {
    if ((states >> bit & 1U) == 0) continue;
    if (!out.empty()) out += '|';
    out += kNames[bit];
    states &= ~(1U << bit);
  }
  if (states != 0) {
    if (!out.empty()) out += '|';
    out += text(Hex{states});
  }
  return out;
}

}  // namespace ferry
