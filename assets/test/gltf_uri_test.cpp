#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "../src/gltf_uri.hpp"
#include "gltf_making.hpp"

namespace ferry {
namespace {

TEST(GltfUri, StaysInItsFolder) {
  const std::filesystem::path folder = "scenes";
  const std::pair<std::string, std::string> good[] = {
      {"a.png", "a.png"},
      {"textures/a.png", "textures/a.png"},
      {"./a.png", "./a.png"},
      {"a%20b%2Fc.png", "a b/c.png"},
      {"a..b", "a..b"},
      {"...", "..."},
      {"%252e%252e", "%2e%2e"},
      {"\xc3\xbc.png", "\xc3\xbc.png"},
      {"%C3%BC.png", "\xc3\xbc.png"},
      {"#1.png", "#1.png"},
      {"1:2.png", "1:2.png"},
  };
  for (const auto& [uri, path] : good) {
    const Result<std::filesystem::path> got = resolve_uri(folder, uri);
    ASSERT_TRUE(got) << got.error().message;
    EXPECT_EQ(got->string(), "scenes/" + path);
  }
  for (const std::string uri : {"..",
                                "../a.png",
                                "a/../b.png",
                                "a/..",
                                "%2e%2e/a.png",
                                "%2E./a.png",
                                "a/%2e%2e",
                                "a%2f..%2fb",
                                "/etc/passwd",
                                "%2Fetc/passwd",
                                "//server/share",
                                "http://example.com/a.png",
                                "file:///etc/passwd",
                                "C:/a.png",
                                "c%3A/a.png",
                                "a.png:stream",
                                "..\\a.png",
                                "a%5Cb.png",
                                "\\\\server\\share",
                                "data:text/plain,x",
                                ""}) {
    const Result<std::filesystem::path> got = resolve_uri(folder, uri);
    ASSERT_FALSE(got) << uri;
    EXPECT_EQ(got.error().code, ErrorCode::kUnsupported) << got.error().message;
  }
  for (const std::string uri : {"a%", "a%2", "a%2x", "a%x2", "%", "a%00b"}) {
    const Result<std::filesystem::path> got = resolve_uri(folder, uri);
    ASSERT_FALSE(got) << uri;
    EXPECT_EQ(got.error().code, ErrorCode::kCorrupt) << got.error().message;
  }
  const std::string long_one(5000, '/');
  EXPECT_LT(resolve_uri(folder, long_one).error().message.size(), 300U);
}

TEST(DataUri, GivesItsBytes) {
  for (std::size_t size = 0; size < 20; ++size) {
    test::Bytes bytes;
    for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<std::byte>(i * 37 + 200));
    const std::string uri = test::data_uri(bytes);
    EXPECT_TRUE(is_data_uri(uri));
    const Result<ByteBuffer> got = decode_data_uri(uri);
    ASSERT_TRUE(got) << got.error().message;
    ASSERT_EQ(got->size(), size);
    for (std::size_t i = 0; i < size; ++i) EXPECT_EQ(got->data()[i], bytes[i]);
    // Without its padding too.
    std::string bare = uri;
    while (bare.ends_with('=')) bare.pop_back();
    const Result<ByteBuffer> same = decode_data_uri(bare);
    ASSERT_TRUE(same);
    EXPECT_EQ(same->size(), size);
  }
  EXPECT_TRUE(is_data_uri("DATA:x"));
  EXPECT_FALSE(is_data_uri("data"));
  EXPECT_FALSE(is_data_uri("date:x"));
}

TEST(DataUri, NamesWhatIsWrong) {
  EXPECT_EQ(decode_data_uri("data:x;base64").error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(decode_data_uri("data:text/plain,hello").error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(decode_data_uri("data:x;base64,A").error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(decode_data_uri("data:x;base64,AAAAA").error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(decode_data_uri("data:x;base64,AA=A").error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(decode_data_uri("data:x;base64,AA A").error().code, ErrorCode::kCorrupt);
  EXPECT_NE(decode_data_uri("data:x;base64,AA A").error().message.find("at 16"), std::string::npos);
  EXPECT_EQ(decode_data_uri("data:x;base64,===").error().code, ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace ferry
