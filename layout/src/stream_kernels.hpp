#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace ferry::detail {

/// Copies `lines` x 64 bytes with non-temporal stores; `dst` is a multiple of 64, `src` is anything. Does not
/// run store_fence().
using StreamLines = void (*)(void* dst, const void* src, std::size_t lines) noexcept;

struct StreamKernel {
  std::string_view name;
  StreamLines copy_lines = nullptr;
};

/// The kernels that this CPU and this build can run, best first. Empty where there are none: plain memcpy
/// then.
std::span<const StreamKernel> stream_kernels() noexcept;

}  // namespace ferry::detail
