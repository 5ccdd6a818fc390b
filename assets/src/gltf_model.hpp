#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ferry {

/// A glTF's JSON as plain numbers: nothing is checked against anything else. Numbers of things are -1 where
/// the file has none.
struct GltfModel {
  struct Buffer {
    std::string uri;  // empty: the BIN chunk
    std::uint64_t bytes = 0;
  };
  struct View {
    std::int64_t buffer = -1;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    std::uint64_t stride = 0;  // 0: none is said
  };
  struct Accessor {
    std::string name;
    std::int64_t view = -1;
    std::uint64_t offset = 0;
    std::uint64_t count = 0;
    int component_type = 0;  // 5120 BYTE ... 5126 FLOAT
    int components = 0;      // 0: a matrix
    bool normalized = false;
    bool sparse = false;
    std::int64_t sparse_count = 0;
    std::int64_t index_view = -1;
    std::int64_t index_offset = 0;
    int index_type = 0;
    std::int64_t value_view = -1;
    std::int64_t value_offset = 0;
  };
  struct Primitive {
    int mode = 4;
    std::int64_t indices = -1;
    std::int64_t material = -1;
    std::map<std::string, int> attributes;  // a morph target's too, by `TARGET_0/...`
    bool compressed = false;                // Draco
  };
  struct Mesh {
    std::string name;
    std::vector<Primitive> primitives;
  };
  struct Image {
    std::string name;
    std::string uri;
    std::string mime_type;
    std::int64_t view = -1;
  };
  struct ImageUse {
    std::int64_t image = -1;
    bool color = false;
  };

  std::vector<Buffer> buffers;
  std::vector<View> views;
  std::vector<Accessor> accessors;
  std::vector<Mesh> meshes;
  std::vector<Image> images;
  std::vector<ImageUse> image_uses;
  std::vector<std::string> required_extensions;
};

enum class GltfParsing : std::uint8_t { kDone, kBroken, kVersion, kNoMemory };

/// Reads the JSON into `model`. On failure `problem` is a sentence about it. Throws nothing.
GltfParsing parse_gltf_json(std::string_view json, GltfModel& model, std::string& problem) noexcept;

}  // namespace ferry
