// A scene with a bit of everything, as text and as a GLB; and smaller ones.
#include "../test/gltf_making.hpp"
#include "seeds.hpp"

namespace ferry::fuzz {

namespace {

std::vector<std::byte> as_bytes(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

}  // namespace

std::vector<Seed> make_seeds() {
  const test::SmallScene small;
  std::vector<Seed> seeds;
  seeds.push_back({"small_text", as_bytes(small.as_text())});
  seeds.push_back({"small_binary", small.as_glb()});
  seeds.push_back({"beside", as_bytes(test::SmallScene::scene(R"("byteLength":120,"uri":"a%20b.bin")"))});
  seeds.push_back({"empty", as_bytes(R"({"asset":{"version":"2.0"}})")});
  seeds.push_back(
      {"zeros", as_bytes(R"({"asset":{"version":"2.0"},"accessors":[{"componentType":5126,"count":3,
"type":"VEC4"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]})")});
  seeds.push_back({"triangle", test::make_glb(R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":9}],
"bufferViews":[{"buffer":0,"byteLength":9}],"accessors":[{"bufferView":0,"componentType":5120,"count":3,
"type":"VEC3"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]})",
                                              test::bytes_of<std::uint8_t>({0, 1, 2, 3, 4, 5, 6, 7, 8}))});
  return seeds;
}

}  // namespace ferry::fuzz
