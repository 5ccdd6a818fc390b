#include "gltf_requests.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <variant>
#include <vector>

#include <ferry/assets/png.hpp>

namespace ferry::cli {
namespace {

/// A scene of one buffer and three images: colour embedded, no colour in a file, and one that nobody uses.
struct Scene {
  std::shared_ptr<GltfScene> scene = std::make_shared<GltfScene>();
  std::vector<std::byte> vertices = std::vector<std::byte>(24, std::byte{7});
  std::vector<std::uint8_t> pixels = {1, 2, 3, 255, 4, 5, 6, 255};
  ByteBuffer png = *encode_png({pixels.data(), 8, 2, 1, Format::kR8G8B8A8Unorm});

  Scene() {
    scene->buffers.push_back({"places", Format::kR32G32B32Float, 12, 2, vertices});
    GltfImage color;
    color.name = "bark";
    color.bytes = std::as_const(png).bytes();
    color.srgb = true;
    color.used = true;
    GltfImage rough;
    rough.path = "folder/rough.png";
    rough.used = true;
    scene->images = {color, GltfImage{}, rough};
  }
};

TEST(GltfRequests, AreOneGroup) {
  const Scene own;
  GltfWays ways;
  ways.tag = 42;
  ways.priority = LoadPriority::kHigh;
  const GltfRequests made = gltf_requests(own.scene, ways);
  ASSERT_EQ(made.requests.size(), 3U);
  EXPECT_EQ(made.images, (std::vector<std::uint32_t>{0, 2}));
  for (const LoadRequest& request : made.requests) {
    EXPECT_EQ(request.tag, 42U);
    EXPECT_EQ(request.priority, LoadPriority::kHigh);
  }
  EXPECT_EQ(std::get<MemorySource>(made.requests[0].source).bytes.data(), own.vertices.data());
  EXPECT_EQ(std::get<NewBuffer>(made.requests[0].destination).name, "places");
  EXPECT_FALSE(made.requests[0].decode);
  EXPECT_EQ(std::get<NewTexture>(made.requests[1].destination).name, "bark");
  EXPECT_EQ(std::get<FileSource>(made.requests[2].source).path, "folder/rough.png");
  EXPECT_EQ(std::get<NewTexture>(made.requests[2].destination).name, "rough.png");
}

TEST(GltfRequests, DecodeImagesForWhatTheyHold) {
  const Scene own;
  const GltfRequests made = gltf_requests(own.scene);
  for (const auto& [request, format] :
       {std::pair{1, Format::kR8G8B8A8UnormSrgb}, std::pair{2, Format::kR8G8B8A8Unorm}}) {
    const Result<DecodedAsset> asset =
        made.requests[static_cast<std::size_t>(request)].decode(own.png.bytes());
    ASSERT_TRUE(asset) << asset.error().message;
    ASSERT_TRUE(asset->desc);
    EXPECT_EQ(asset->desc->format, format);
    EXPECT_EQ(asset->desc->mip_levels, 2U);
    std::vector<std::byte> row(256);
    RowBand band;
    band.memory = row.data();
    band.row_pitch = 256;
    band.row_bytes = 8;
    band.rows = 1;
    ASSERT_TRUE(asset->write_rows(0, band));
    EXPECT_EQ(std::memcmp(row.data(), own.pixels.data(), 8), 0);
  }
}

TEST(GltfRequests, KeepTheSceneAlive) {
  GltfRequests made;
  std::weak_ptr<GltfScene> watched;
  {
    Scene own;
    watched = own.scene;
    made = gltf_requests(own.scene);
  }
  EXPECT_FALSE(watched.expired());
  made.requests.clear();
  EXPECT_TRUE(watched.expired());
}

}  // namespace
}  // namespace ferry::cli
