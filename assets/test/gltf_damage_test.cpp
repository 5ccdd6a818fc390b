// A damaged scene gives an error or a scene whose every part can be read; it never crashes. (The sanitizers'
// builds make this count.)
#include <ferry/assets/gltf.hpp>

#include <gtest/gtest.h>

#include <string>

#include "gltf_making.hpp"

namespace ferry {
namespace {

using test::buffer_of;
using test::Bytes;
using test::SmallScene;

constexpr GltfLimits kSmall = {.max_unpacked_bytes = 1 << 20};

/// Reads every byte that a scene gives.
bool walk(ByteBuffer file) {
  const Result<GltfScene> scene = read_gltf(std::move(file), "no-such-folder", kSmall);
  if (!scene) {
    EXPECT_FALSE(scene.error().message.empty());
    return false;
  }
  unsigned sum = 0;
  for (const GltfBuffer& buffer : scene->buffers) {
    EXPECT_EQ(buffer.bytes.size(), buffer.count * buffer.stride);
    for (const std::byte byte : buffer.bytes) sum += std::to_integer<unsigned>(byte);
  }
  for (const GltfImage& image : scene->images) {
    EXPECT_NE(image.bytes.empty(), image.path.empty());
    for (const std::byte byte : image.bytes) sum += std::to_integer<unsigned>(byte);
  }
  for (const GltfMesh& mesh : scene->meshes) {
    for (const GltfPrimitive& primitive : mesh.primitives) {
      for (const GltfAttribute& attribute : primitive.attributes)
        EXPECT_LT(attribute.buffer, scene->buffers.size());
      EXPECT_LT(primitive.indices.value_or(0), scene->buffers.size() + (primitive.indices ? 0 : 1));
    }
  }
  return sum != 0xffffffff;
}

TEST(GltfDamage, AnyCutIsFound) {
  const std::string json = SmallScene().as_text();
  ASSERT_TRUE(walk(buffer_of(json)));
  for (std::size_t size = 0; size < json.size(); ++size)
    ASSERT_FALSE(walk(buffer_of(json.substr(0, size)))) << size;
  const Bytes glb = SmallScene().as_glb();
  ASSERT_TRUE(walk(buffer_of(glb)));
  for (std::size_t size = 0; size < glb.size(); ++size)
    ASSERT_FALSE(walk(buffer_of(std::span(glb).first(size)))) << size;
}

TEST(GltfDamage, AnyFlippedBitDoesNoHarm) {
  Bytes glb = SmallScene().as_glb();
  std::size_t found = 0;
  for (std::size_t at = 0; at < glb.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      glb[at] ^= static_cast<std::byte>(1 << bit);
      if (!walk(buffer_of(glb))) ++found;
      glb[at] ^= static_cast<std::byte>(1 << bit);
    }
  }
  EXPECT_GT(found, glb.size());
}

TEST(GltfDamage, AnyOtherNumberDoesNoHarm) {
  const std::string json = SmallScene().as_text();
  for (std::size_t at = 0; at < json.size(); ++at) {
    if (json[at] < '0' || json[at] > '9') continue;
    for (const char* const number :
         {"-1", "0", "3", "5121", "5125", "2147483647", "4294967296", "-2147483648", "18446744073709551615",
          "9007199254740993", "1e300", "null", "[]", "\"x\""}) {
      std::string bent = json;
      bent.replace(at, 1, number);
      walk(buffer_of(bent));
    }
  }
}

}  // namespace
}  // namespace ferry
