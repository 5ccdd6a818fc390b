#include "shadow.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "core.hpp"

namespace ferry::check::layer {

std::shared_ptr<Shadow> make_shadow(ObjectId id, ID3D12Resource* below, std::uint64_t size) {
  auto shadow = std::make_shared<Shadow>();
  shadow->bytes.reset(new (std::nothrow) std::byte[static_cast<std::size_t>(size)]);
  if (shadow->bytes == nullptr) return nullptr;
  void* real = nullptr;
  if (FAILED(below->Map(0, nullptr, &real)) || real == nullptr) return nullptr;
  shadow->resource = id;
  shadow->size = size;
  shadow->real = static_cast<std::byte*>(real);
  std::memcpy(shadow->bytes.get(), real, static_cast<std::size_t>(size));
  return shadow;
}

ShadowRead read_of(const std::shared_ptr<Shadow>& shadow, ByteRange range) {
  ShadowRead read;
  read.shadow = shadow;
  read.range = {std::min(range.begin, shadow->size), std::min(range.end, shadow->size)};
  if (read.range.end <= read.range.begin) return read;
  const auto size = static_cast<std::size_t>(read.range.end - read.range.begin);
  read.then.reset(new (std::nothrow) std::byte[size]);
  if (read.then != nullptr) std::memcpy(read.then.get(), shadow->bytes.get() + read.range.begin, size);
  return read;
}

void compare(Locked& lock, const ShadowRead& read) {
  if (read.then == nullptr) return;
  const std::byte* const now = read.shadow->bytes.get() + read.range.begin;
  const std::uint64_t size = read.range.end - read.range.begin;
  if (std::memcmp(now, read.then.get(), static_cast<std::size_t>(size)) == 0) return;
  std::uint64_t first = 0;
  while (now[first] == read.then[first]) ++first;
  std::uint64_t last = size;
  while (now[last - 1] == read.then[last - 1]) --last;
  lock.send(event::CpuWrite{
      "ID3D12Resource::Map", read.shadow->resource, {read.range.begin + first, read.range.begin + last}});
}

void flush(const Shadow& shadow, ByteRange range) {
  const std::uint64_t end = std::min(range.end, shadow.size);
  if (range.begin >= end) return;
  std::memcpy(shadow.real + range.begin, shadow.bytes.get() + range.begin,
              static_cast<std::size_t>(end - range.begin));
}

}  // namespace ferry::check::layer
