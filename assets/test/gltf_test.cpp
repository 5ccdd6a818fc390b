#include <ferry/assets/gltf.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include <ferry/assets/file.hpp>

#include "gltf_making.hpp"
#include "scratch_folder.hpp"

namespace ferry {
namespace {

using test::buffer_of;
using test::Bytes;
using test::SmallScene;

/// The numbers in a buffer.
template <typename T>
std::vector<T> numbers(const GltfBuffer& buffer) {
  EXPECT_EQ(buffer.bytes.size(), buffer.count * buffer.stride);
  std::vector<T> out(buffer.bytes.size() / sizeof(T));
  std::memcpy(out.data(), buffer.bytes.data(), out.size() * sizeof(T));
  return out;
}

const GltfBuffer& attribute(const GltfScene& scene, const GltfPrimitive& primitive,
                            const std::string& semantic) {
  for (const GltfAttribute& one : primitive.attributes) {
    if (one.semantic == semantic) return scene.buffers.at(one.buffer);
  }
  throw std::runtime_error("no " + semantic);
}

void expect_small_scene(const GltfScene& scene) {
  ASSERT_EQ(scene.meshes.size(), 1U);
  EXPECT_EQ(scene.meshes[0].name, "strip");
  ASSERT_EQ(scene.meshes[0].primitives.size(), 2U);
  const GltfPrimitive& first = scene.meshes[0].primitives[0];
  EXPECT_EQ(first.mode, 5U);
  EXPECT_EQ(first.material, 0U);
  ASSERT_EQ(first.attributes.size(), 4U);

  const GltfBuffer& places = attribute(scene, first, "POSITION");
  EXPECT_EQ(places.name, "places");
  EXPECT_EQ(places.format, Format::kR32G32B32Float);
  EXPECT_EQ(places.stride, 12U);
  EXPECT_EQ(places.count, 4U);
  EXPECT_EQ(numbers<float>(places), (std::vector<float>{0, 0.5F, 0, 1, 1.5F, -1, 2, 2.5F, -2, 3, 3.5F, -3}));

  const GltfBuffer& texture = attribute(scene, first, "TEXCOORD_0");
  EXPECT_EQ(texture.name, "accessor 1");
  EXPECT_EQ(texture.format, Format::kR16G16Unorm);
  EXPECT_EQ(numbers<std::uint16_t>(texture),
            (std::vector<std::uint16_t>{0, 65535, 100, 65534, 200, 65533, 300, 65532}));

  const GltfBuffer& colors = attribute(scene, first, "COLOR_0");
  EXPECT_EQ(colors.format, Format::kR8G8B8A8Unorm);
  EXPECT_EQ(numbers<std::uint8_t>(colors),
            (std::vector<std::uint8_t>{1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255}));

  const GltfBuffer& target = attribute(scene, first, "TARGET_0/POSITION");
  EXPECT_EQ(numbers<float>(target), (std::vector<float>{0, 0, 0, 9, 8, 7, 0, 0, 0, 6, 5, 4}));

  ASSERT_TRUE(first.indices);
  const GltfBuffer& indices = scene.buffers.at(*first.indices);
  EXPECT_EQ(indices.format, Format::kR16Uint);
  EXPECT_EQ(numbers<std::uint16_t>(indices), (std::vector<std::uint16_t>{0, 1, 2, 3, 2, 1}));

  const GltfPrimitive& second = scene.meshes[0].primitives[1];
  EXPECT_EQ(second.mode, 4U);
  EXPECT_FALSE(second.indices);
  EXPECT_FALSE(second.material);
  // The same accessor is the same buffer.
  EXPECT_EQ(&attribute(scene, second, "POSITION"), &places);
  EXPECT_EQ(scene.buffers.size(), 5U);

  ASSERT_EQ(scene.images.size(), 4U);
  EXPECT_EQ(scene.images[0].name, "in");
  EXPECT_EQ(scene.images[0].mime_type, "image/png");
  EXPECT_EQ(scene.images[0].bytes.size(), 4U);
  EXPECT_EQ(std::to_integer<char>(scene.images[0].bytes[1]), 'P');
  EXPECT_TRUE(scene.images[0].srgb);  // base colour
  EXPECT_TRUE(scene.images[0].used);
  ASSERT_EQ(scene.images[1].bytes.size(), 4U);
  EXPECT_EQ(std::memcmp(scene.images[1].bytes.data(), scene.images[0].bytes.data(), 4), 0);
  EXPECT_FALSE(scene.images[1].srgb);  // roughness, twice
  EXPECT_TRUE(scene.images[1].used);
  EXPECT_TRUE(scene.images[2].bytes.empty());
  EXPECT_EQ(scene.images[2].path, std::filesystem::path("folder") / "textures" / "a b.png");
  EXPECT_TRUE(scene.images[2].srgb);  // colour of an extension
  EXPECT_FALSE(scene.images[3].used);
  EXPECT_FALSE(scene.images[3].srgb);
  EXPECT_TRUE(scene.oddities.empty());
  EXPECT_NE(scene.memory, nullptr);
  EXPECT_GT(scene.memory_bytes, 120U);
}

TEST(Gltf, IsReadFromTextAndFromBinary) {
  const SmallScene small;
  for (const bool binary : {false, true}) {
    SCOPED_TRACE(binary);
    const Result<GltfScene> scene =
        read_gltf(binary ? buffer_of(small.as_glb()) : buffer_of(small.as_text()), "folder");
    ASSERT_TRUE(scene) << scene.error().message;
    expect_small_scene(*scene);
  }
  const Result<GltfScene> marked = read_gltf(buffer_of("\xef\xbb\xbf \n" + small.as_text()), "folder");
  ASSERT_TRUE(marked) << marked.error().message;
  expect_small_scene(*marked);
}

TEST(Gltf, PointsToWhatLiesAsItShould) {
  const Bytes data = test::bytes_of<float>({1, 2, 3, 4, 5, 6});
  const std::string json =
      R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":24}],"bufferViews":[{"buffer":0,"byteLength":24}],
      "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC2"}],
      "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]})";
  const Result<GltfScene> scene =
      read_gltf(buffer_of(test::make_glb(json, data)), "", {.max_unpacked_bytes = 0});
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(numbers<float>(scene->buffers.at(0)), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(scene->memory_bytes, test::make_glb(json, data).size());
}

/// A scene of one mesh whose one attribute is this accessor, over 64 bytes from 0 on.
Result<GltfScene> with_accessor(const std::string& accessor, const std::string& view = "") {
  Bytes data;
  for (int i = 0; i < 64; ++i) data.push_back(static_cast<std::byte>(i));
  const std::string json = R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":64}],
      "bufferViews":[{"buffer":0,"byteLength":64)" +
                           view + R"(}],"accessors":[{)" + accessor +
                           R"(}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]})";
  return read_gltf(buffer_of(test::make_glb(json, data)), "");
}

TEST(Gltf, KnowsEveryFormat) {
  struct Kind {
    int component;
    bool normalized;
    const char* type;
    Format format;
    std::uint32_t stride;
  };
  const Kind kinds[] = {{5120, false, "SCALAR", Format::kR8Sint, 1},
                        {5120, true, "VEC2", Format::kR8G8Snorm, 2},
                        {5120, true, "VEC4", Format::kR8G8B8A8Snorm, 4},
                        {5121, false, "VEC4", Format::kR8G8B8A8Uint, 4},
                        {5121, true, "SCALAR", Format::kR8Unorm, 1},
                        {5122, false, "VEC2", Format::kR16G16Sint, 4},
                        {5122, true, "VEC4", Format::kR16G16B16A16Snorm, 8},
                        {5123, false, "VEC4", Format::kR16G16B16A16Uint, 8},
                        {5123, true, "SCALAR", Format::kR16Unorm, 2},
                        {5125, false, "SCALAR", Format::kR32Uint, 4},
                        {5125, false, "VEC3", Format::kR32G32B32Uint, 12},
                        {5126, false, "VEC2", Format::kR32G32Float, 8},
                        {5126, false, "VEC4", Format::kR32G32B32A32Float, 16}};
  for (const Kind& kind : kinds) {
    const std::string accessor =
        "\"bufferView\":0,\"count\":3,\"componentType\":" + std::to_string(kind.component) + ",\"type\":\"" +
        kind.type + "\",\"normalized\":" + (kind.normalized ? "true" : "false");
    SCOPED_TRACE(accessor);
    const Result<GltfScene> scene = with_accessor(accessor);
    ASSERT_TRUE(scene) << scene.error().message;
    const GltfBuffer& buffer = scene->buffers.at(0);
    EXPECT_EQ(buffer.format, kind.format);
    EXPECT_EQ(buffer.stride, kind.stride);
    EXPECT_EQ(format_info(buffer.format)->planes[0].block_bytes, kind.stride);
    for (std::size_t i = 0; i < buffer.bytes.size(); ++i)
      ASSERT_EQ(std::to_integer<std::size_t>(buffer.bytes[i]), i);
  }
  // Of three small components there is no format: the fourth stands for 1.
  struct Wide {
    int component;
    bool normalized;
    Format format;
    std::vector<int> second;  // the second element's bytes
  };
  const Wide wides[] = {{5120, false, Format::kR8G8B8A8Sint, {3, 4, 5, 1}},
                        {5120, true, Format::kR8G8B8A8Snorm, {3, 4, 5, 0x7f}},
                        {5121, false, Format::kR8G8B8A8Uint, {3, 4, 5, 1}},
                        {5121, true, Format::kR8G8B8A8Unorm, {3, 4, 5, 0xff}},
                        {5122, false, Format::kR16G16B16A16Sint, {6, 7, 8, 9, 10, 11, 1, 0}},
                        {5122, true, Format::kR16G16B16A16Snorm, {6, 7, 8, 9, 10, 11, 0xff, 0x7f}},
                        {5123, false, Format::kR16G16B16A16Uint, {6, 7, 8, 9, 10, 11, 1, 0}},
                        {5123, true, Format::kR16G16B16A16Unorm, {6, 7, 8, 9, 10, 11, 0xff, 0xff}}};
  for (const Wide& wide : wides) {
    const std::string accessor =
        "\"bufferView\":0,\"count\":3,\"componentType\":" + std::to_string(wide.component) +
        ",\"type\":\"VEC3\",\"normalized\":" + (wide.normalized ? "true" : "false");
    const Result<GltfScene> scene = with_accessor(accessor);
    ASSERT_TRUE(scene) << scene.error().message;
    const GltfBuffer& buffer = scene->buffers.at(0);
    EXPECT_EQ(buffer.format, wide.format);
    ASSERT_EQ(buffer.stride, wide.second.size());
    for (std::size_t i = 0; i < wide.second.size(); ++i)
      EXPECT_EQ(std::to_integer<int>(buffer.bytes[buffer.stride + i]), wide.second[i])
          << accessor << " " << i;
  }
}

TEST(Gltf, IsBoundsChecked) {
  const struct {
    const char* accessor;
    const char* view;
    const char* word;  // nullptr: fine
  } cases[] = {
      {R"("bufferView":0,"componentType":5126,"count":5,"type":"VEC3")", "", nullptr},
      {R"("bufferView":0,"byteOffset":4,"componentType":5126,"count":5,"type":"VEC3")", "", nullptr},
      {R"("bufferView":0,"byteOffset":5,"componentType":5126,"count":5,"type":"VEC3")", "", "reach past"},
      {R"("bufferView":0,"componentType":5126,"count":6,"type":"VEC3")", "", "reach past"},
      {R"("bufferView":0,"componentType":5126,"count":4,"type":"VEC3")", R"(,"byteStride":16)", nullptr},
      {R"("bufferView":0,"byteOffset":8,"componentType":5126,"count":4,"type":"VEC3")", R"(,"byteStride":16)",
       "reach past"},
      {R"("bufferView":0,"byteOffset":4,"componentType":5126,"count":4,"type":"VEC3")", R"(,"byteStride":16)",
       nullptr},
      {R"("bufferView":0,"componentType":5126,"count":2,"type":"VEC3")", R"(,"byteStride":8)", "apart"},
      {R"("bufferView":0,"componentType":5126,"count":2,"type":"VEC3")", R"(,"byteOffset":1)",
       "its buffer has 64"},
      {R"("bufferView":1,"componentType":5126,"count":2,"type":"VEC3")", "", "buffer view 1"},
      {R"("bufferView":0,"componentType":5126,"count":18446744073709551615,"type":"VEC3")", "", ""},
      {R"("bufferView":0,"componentType":5126,"count":4611686018427387904,"type":"VEC4")", "", ""},
      {R"("bufferView":0,"byteOffset":18446744073709551600,"componentType":5126,"count":2,"type":"VEC4")", "",
       "reach"},
      {R"("componentType":5126,"count":4000000000,"type":"VEC4")", "", "to unpack"},
      {R"("bufferView":0,"componentType":5126,"count":0,"type":"VEC3")", "", "no elements"},
      {R"("bufferView":0,"componentType":5124,"count":1,"type":"VEC3")", "", "component type"},
      {R"("bufferView":0,"componentType":5126,"normalized":true,"count":1,"type":"VEC3")", "", "normalized"},
      {R"("bufferView":0,"componentType":5126,"count":1,"type":"MAT4")", "", "matrices"},
      {R"("bufferView":0,"componentType":5126,"count":-1,"type":"VEC3")", "", ""},
      {R"("bufferView":0,"componentType":5126,"count":1,"type":"VEC5")", "", "VEC5"},
      {R"("bufferView":0,"componentType":"x","count":1,"type":"VEC3")", "", ""},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(std::string(one.accessor) + one.view);
    const Result<GltfScene> scene = with_accessor(one.accessor, one.view);
    if (one.word == nullptr) {
      EXPECT_TRUE(scene) << scene.error().message;
    } else {
      ASSERT_FALSE(scene);
      EXPECT_NE(scene.error().message.find(one.word), std::string::npos) << scene.error().message;
    }
  }
}

/// Puts `to` in place of the first `from` in the small scene's text.
Result<GltfScene> altered(const std::string& from, const std::string& to) {
  std::string json = SmallScene().as_text();
  const std::size_t at = json.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) json.replace(at, from.size(), to);
  return read_gltf(buffer_of(json), "folder");
}

TEST(Gltf, NamesWhatIsWrong) {
  const struct {
    const char* from;
    const char* to;
    ErrorCode code;
    const char* word;
  } cases[] = {
      {R"("version":"2.0")", R"("version":"1.0")", ErrorCode::kUnsupported, "version '1.0'"},
      {R"("asset")", R"("Asset")", ErrorCode::kUnsupported, "version ''"},
      {R"("extras")", R"("extensionsRequired":["KHR_draco_mesh_compression"],"extras")",
       ErrorCode::kUnsupported, "KHR_draco_mesh_compression"},
      {R"("mode":5)", R"("mode":5,"extensions":{"KHR_draco_mesh_compression":{"bufferView":0}})",
       ErrorCode::kUnsupported, "Draco"},
      {R"("mode":5)", R"("mode":7)", ErrorCode::kCorrupt, "mode"},
      {R"("byteLength":120)", R"("byteLength":121)", ErrorCode::kCorrupt, "120 of 121"},
      {R"("byteLength":120)", R"("byteLength":119)", ErrorCode::kCorrupt, "image 0: buffer view 5"},
      {R"("byteLength":120)", R"("byteLength":-1)", ErrorCode::kCorrupt, "byteLength"},
      {R"("byteLength":120)", R"("byteLength":"x")", ErrorCode::kCorrupt, "byteLength"},
      {R"("indices":2)", R"("indices":1)", ErrorCode::kCorrupt, "unsigned integers"},
      {R"("indices":2)", R"("indices":99)", ErrorCode::kCorrupt, ""},
      {R"("POSITION":0)", R"("POSITION":99)", ErrorCode::kCorrupt, "accessor 99"},
      {R"("POSITION":0)", R"("POSITION":-2)", ErrorCode::kCorrupt, "accessor -2"},
      {R"("buffer":0)", R"("buffer":1)", ErrorCode::kCorrupt, "buffer 1"},
      {R"("bufferView":3)", R"("bufferView":33)", ErrorCode::kCorrupt, "buffer view 33"},
      {R"("sparse":{"count":2)", R"("sparse":{"count":3)", ErrorCode::kCorrupt, "sparse"},
      {R"("sparse":{"count":2)", R"("sparse":{"count":-3)", ErrorCode::kCorrupt, "sparse"},
      {R"("byteOffset":88)", R"("byteOffset":94)", ErrorCode::kCorrupt, "place 16656 of 4"},
      {R"("bufferView":5,)", R"("bufferView":9,)", ErrorCode::kCorrupt, "image 0: buffer view 9"},
      {R"("bufferView":5,)", R"("bufferView":5,"uri":"x.png",)", ErrorCode::kCorrupt, "both"},
      {R"("bufferView":5,)", "", ErrorCode::kCorrupt, "neither"},
      {R"("uri":"unused.png")", R"("uri":"../up.png")", ErrorCode::kUnsupported, "leaves the folder"},
      {"iVBORw==", "iVBO*w==", ErrorCode::kCorrupt, "no base64"},
      {R"("meshes":[)", R"("meshes":[[)", ErrorCode::kCorrupt, "JSON"},
      {R"("images":[)", R"("images":[1,)", ErrorCode::kCorrupt, "images"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.to);
    const Result<GltfScene> scene = altered(one.from, one.to);
    ASSERT_FALSE(scene);
    EXPECT_EQ(scene.error().code, one.code) << scene.error().message;
    EXPECT_NE(scene.error().message.find(one.word), std::string::npos) << scene.error().message;
  }
  EXPECT_EQ(read_gltf(buffer_of(""), "").error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(read_gltf(buffer_of("solid cube"), "").error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(read_gltf(buffer_of(std::string(100'000, '[')), "").error().code, ErrorCode::kUnsupported);
  EXPECT_NE(
      read_gltf(buffer_of("{\"extras\":" + std::string(100'000, '[')), "").error().message.find("nested"),
      std::string::npos);
  EXPECT_EQ(read_gltf(buffer_of(SmallScene().as_text()), "", {.max_json_bytes = 100}).error().code,
            ErrorCode::kUnsupported);
}

TEST(Gltf, ChecksEveryIndex) {
  SmallScene small;
  small.binary[64 + 3] = std::byte{4};
  const Result<GltfScene> scene = read_gltf(buffer_of(small.as_glb()), "folder");
  ASSERT_FALSE(scene);
  EXPECT_EQ(scene.error().code, ErrorCode::kCorrupt);
  EXPECT_NE(scene.error().message.find("indices go up to 4, and there are 4 vertices"), std::string::npos)
      << scene.error().message;
}

TEST(Gltf, SaysWhereAnImageServesTwoEnds) {
  const Result<GltfScene> scene =
      altered(R"("metallicRoughnessTexture":{"index":1})", R"("metallicRoughnessTexture":{"index":0})");
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_TRUE(scene->images[0].srgb);
  ASSERT_EQ(scene->oddities.size(), 1U);
  EXPECT_NE(scene->oddities[0].find("image 0 is used for colour and"), std::string::npos);
}

TEST(Gltf, ReadsBuffersBesideIt) {
  const test::ScratchFolder folder;
  const SmallScene small;
  std::filesystem::create_directory(folder / "data");
  test::write_text(
      folder / "data" / "the bytes.bin",
      std::string(reinterpret_cast<const char*>(small.binary.data()), small.binary.size()) + "more");
  test::write_text(folder / "scene.gltf",
                   SmallScene::scene(R"("byteLength":120,"uri":"data/the%20bytes.bin")"));
  Result<GltfScene> scene = load_gltf(folder / "scene.gltf");
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(scene->images[2].path, folder / "textures" / "a b.png");
  scene->images[2].path = std::filesystem::path("folder") / "textures" / "a b.png";
  expect_small_scene(*scene);

  scene = load_gltf(folder / "scene.gltf", {.max_buffer_bytes = 123});
  ASSERT_FALSE(scene);
  EXPECT_NE(scene.error().message.find("buffer 0"), std::string::npos) << scene.error().message;
  EXPECT_EQ(scene.error().message.find((folder / "scene.gltf").string()), 0U) << scene.error().message;

  test::write_text(folder / "scene.gltf", SmallScene::scene(R"("byteLength":120,"uri":"missing.bin")"));
  EXPECT_EQ(load_gltf(folder / "scene.gltf").error().code, ErrorCode::kNotFound);
  test::write_text(folder / "scene.gltf", SmallScene::scene(R"("byteLength":120,"uri":"..%2Fdata.bin")"));
  EXPECT_EQ(load_gltf(folder / "scene.gltf").error().code, ErrorCode::kUnsupported);
  // Not even where there is something.
  test::write_text(folder / "outside.bin", std::string(120, 'x'));
  test::write_text(folder / "data" / "scene.gltf",
                   SmallScene::scene(R"("byteLength":120,"uri":"../outside.bin")"));
  EXPECT_EQ(load_gltf(folder / "data" / "scene.gltf").error().code, ErrorCode::kUnsupported);
}

TEST(Gltf, TakesGlbsByTheirLetter) {
  const SmallScene small;
  const auto bent = [&](std::size_t at, std::uint32_t value) {
    Bytes glb = small.as_glb();
    std::memcpy(&glb[at], &value, 4);
    const Result<GltfScene> scene = read_gltf(buffer_of(glb), "folder");
    return scene ? std::string() : scene.error().message;
  };
  const auto whole = static_cast<std::uint32_t>(small.as_glb().size());
  EXPECT_EQ(bent(8, whole), "");
  EXPECT_NE(bent(8, whole + 1).find("cut short"), std::string::npos);
  EXPECT_NE(bent(8, whole - 1).find("chunk 1"), std::string::npos);
  EXPECT_NE(bent(8, 15).find("only 15"), std::string::npos);
  EXPECT_NE(bent(4, 1).find("version 1"), std::string::npos);
  EXPECT_NE(bent(16, 0x004e4942).find("not JSON"), std::string::npos);
  EXPECT_NE(bent(12, 0xffffffff).find("chunk 0"), std::string::npos);
  // Chunks of other types are passed over, and then there is no BIN chunk.
  const std::size_t binary_chunk = small.as_glb().size() - small.binary.size() - 8;
  EXPECT_NE(bent(binary_chunk + 4, 0x12345678).find("no binary chunk"), std::string::npos);
  Bytes more = small.as_glb();
  test::append<std::uint32_t>(more, {4, 0x12345678, 0});
  const auto size = static_cast<std::uint32_t>(more.size());
  std::memcpy(&more[8], &size, 4);
  EXPECT_TRUE(read_gltf(buffer_of(more), "folder"));
}

}  // namespace
}  // namespace ferry
