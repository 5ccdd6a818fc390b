// Any bytes as a scene: every part that it gives is read.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>

#include <ferry/assets/gltf.hpp>

#include "allowance.hpp"

namespace {

volatile unsigned kept = 0;

void touch(std::span<const std::byte> bytes) {
  unsigned sum = kept;
  for (const std::byte byte : bytes) sum += std::to_integer<unsigned>(byte);
  kept = sum;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ferry::fuzz::Allowance allowance(size);
  // A few bytes of JSON may say that many elements are all zero.
  constexpr std::uint64_t kUnpacked = 1 << 20;
  allowance.raise_to(kUnpacked);
  ferry::ByteBuffer file = *ferry::ByteBuffer::make(size, "the input");
  if (size != 0) std::memcpy(file.data(), data, size);
  const ferry::Result<ferry::GltfScene> scene =
      ferry::read_gltf(std::move(file), "no-such-folder", {.max_unpacked_bytes = kUnpacked});
  if (!scene) return 0;
  for (const ferry::GltfBuffer& buffer : scene->buffers) {
    if (buffer.bytes.size() != buffer.count * buffer.stride) std::abort();
    touch(buffer.bytes);
  }
  for (const ferry::GltfImage& image : scene->images) {
    if (image.bytes.empty() == image.path.empty()) std::abort();
    touch(image.bytes);
  }
  for (const ferry::GltfMesh& mesh : scene->meshes) {
    for (const ferry::GltfPrimitive& primitive : mesh.primitives) {
      for (const ferry::GltfAttribute& attribute : primitive.attributes) {
        if (attribute.buffer >= scene->buffers.size()) std::abort();
      }
      if (primitive.indices && *primitive.indices >= scene->buffers.size()) std::abort();
    }
  }
  return 0;
}
