#pragma once

#include <cstdint>
#include <string_view>

namespace ferry::cli {

/// How textures get into GPU memory.
enum class StreamMode : std::uint8_t {
  kBlocking,  ///< The render thread creates, uploads, and waits.
  kDirect,    ///< Ferry's loader, but on the DIRECT queue, between the frames.
  kCopy,      ///< Ferry's loader on the COPY queue.
};
/// `blocking`, `direct`, `copy`.
std::string_view to_string(StreamMode mode) noexcept;

}  // namespace ferry::cli
