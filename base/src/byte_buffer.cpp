#include <ferry/base/byte_buffer.hpp>

#include <limits>
#include <new>

#include "huge_pages.hpp"

namespace ferry {
namespace {

/// From here on big pages are worth asking for.
constexpr std::uint64_t kManyPages = std::uint64_t{4} << 20;

}  // namespace

Result<ByteBuffer> ByteBuffer::make(std::uint64_t size, std::string_view what) {
  ByteBuffer buffer;
  if (size == 0) return buffer;
  // The greatest size that pointer differences can express; operator new[] itself would throw beyond it.
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::ptrdiff_t>::max());
  if (size <= kMost) buffer.bytes_.reset(new (std::nothrow) std::byte[static_cast<std::size_t>(size)]);
  if (!buffer.bytes_) return fail(ErrorCode::kOutOfMemory, "no memory for ", what, ", ", byte_text(size));
  buffer.size_ = size;
  if (size >= kManyPages) ask_for_huge_pages(buffer.data(), static_cast<std::size_t>(size));
  return buffer;
}

}  // namespace ferry
