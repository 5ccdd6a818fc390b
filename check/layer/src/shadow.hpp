#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <ferry/check/model/description.hpp>
#include <ferry/check/model/object_id.hpp>

#include "platform.hpp"

namespace ferry::check::layer {

class Locked;

/// The checker's own memory behind the Map of an UPLOAD buffer.
struct Shadow {
  ObjectId resource{};
  std::uint64_t size = 0;
  std::unique_ptr<std::byte[]> bytes;  ///< What the program writes.
  std::byte* real = nullptr;           ///< The buffer's own memory, mapped as long as this lives.
  std::uint32_t maps = 0;              ///< Maps of the program without their Unmap.
};

/// Bytes of shadow memory that submitted work reads, and what they were then.
struct ShadowRead {
  std::shared_ptr<Shadow> shadow;
  ByteRange range;
  std::unique_ptr<std::byte[]> then;  ///< Null where there was no memory to keep them.
};

/// Makes the shadow of a buffer; null where there is no memory or Map below fails.
std::shared_ptr<Shadow> make_shadow(ObjectId id, ID3D12Resource* below, std::uint64_t size);

/// Keeps the bytes that a copy will read.
ShadowRead read_of(const std::shared_ptr<Shadow>& shadow, ByteRange range);

/// Tells the model of bytes that changed since.
void compare(Locked& lock, const ShadowRead& read);

/// Brings bytes [begin, end) into the real buffer.
void flush(const Shadow& shadow, ByteRange range);

}  // namespace ferry::check::layer
