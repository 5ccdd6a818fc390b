#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ferry/base/byte_buffer.hpp>

// Makes scene files of text and bytes, so that the code under test has no part in them.

namespace ferry::test {

using Bytes = std::vector<std::byte>;

template <typename T>
void append(Bytes& out, std::initializer_list<T> values) {
  for (const T value : values) {
    const std::size_t at = out.size();
    out.resize(at + sizeof value);
    std::memcpy(&out[at], &value, sizeof value);
  }
}

template <typename T>
Bytes bytes_of(std::initializer_list<T> values) {
  Bytes out;
  append(out, values);
  return out;
}

inline std::string base64(std::span<const std::byte> bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0);
    for (std::size_t k = 0; k < 4; ++k)
      out += i + k > bytes.size() ? '=' : kDigits[bits >> (18 - 6 * k) & 63];
  }
  return out;
}

inline std::string data_uri(std::span<const std::byte> bytes) {
  return "data:application/octet-stream;base64," + base64(bytes);
}

/// A GLB of the JSON and, where there are any, the bytes, each padded to four bytes.
inline Bytes make_glb(std::string json, Bytes binary) {
  while (json.size() % 4 != 0) json += ' ';
  while (binary.size() % 4 != 0) binary.push_back(std::byte{0});
  Bytes out;
  for (const char c : {'g', 'l', 'T', 'F'}) out.push_back(static_cast<std::byte>(c));
  const auto binary_chunk = binary.empty() ? 0 : 8 + static_cast<std::uint32_t>(binary.size());
  append<std::uint32_t>(out, {2, 20 + static_cast<std::uint32_t>(json.size()) + binary_chunk});
  append<std::uint32_t>(out, {static_cast<std::uint32_t>(json.size()), 0x4e4f534a});
  for (const char c : json) out.push_back(static_cast<std::byte>(c));
  if (!binary.empty()) {
    append<std::uint32_t>(out, {static_cast<std::uint32_t>(binary.size()), 0x004e4942});
    out.insert(out.end(), binary.begin(), binary.end());
  }
  return out;
}

inline ByteBuffer buffer_of(std::span<const std::byte> bytes) {
  ByteBuffer buffer = *ByteBuffer::make(bytes.size(), "a test's file");
  if (!bytes.empty()) std::memcpy(buffer.data(), bytes.data(), bytes.size());
  return buffer;
}

inline ByteBuffer buffer_of(std::string_view text) {
  return buffer_of(std::as_bytes(std::span(text)));
}

/// A small scene that has a bit of everything: an interleaved triangle strip, indices of 8 bits, a sparse
/// accessor, a morph target, small colours of three components, an embedded image, one as data and one in a
/// file, and a material with an extension.
struct SmallScene {
  std::string json;
  Bytes binary;

  SmallScene() {
    // Four vertices of position (float3) and texture place (uint16 x 2, normalised): 16 bytes each.
    for (std::uint32_t i = 0; i < 4; ++i) {
      const auto f = static_cast<float>(i);
      append<float>(binary, {f, f + 0.5F, -f});
      append<std::uint16_t>(binary,
                            {static_cast<std::uint16_t>(i * 100), static_cast<std::uint16_t>(65535 - i)});
    }
    append<std::uint8_t>(binary, {0, 1, 2, 3, 2, 1, 0, 0});  // at 64: 6 indices, padded
    append<std::uint8_t>(binary,
                         {1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 10, 11, 12, 0});  // at 72: colours, 4 apart
    append<std::uint16_t>(binary, {1, 3});                                      // at 88: sparse places
    append<float>(binary, {9, 8, 7, 6, 5, 4});                                  // at 92: sparse values
    append<std::uint8_t>(binary, {0x89, 'P', 'N', 'G'});                        // at 116: an image
    json = scene(R"("byteLength":120)");
  }

  /// The same with its buffer as data, in a .gltf.
  [[nodiscard]] std::string as_text() const {
    return scene(R"("byteLength":120,"uri":")" + data_uri(binary) + '"');
  }
  [[nodiscard]] Bytes as_glb() const { return make_glb(json, binary); }

  static std::string scene(const std::string& buffer) {
    return R"({"asset":{"version":"2.0"},"extras":[1,{"deep":[[]]}],"buffers":[{)" + buffer + R"(}],
"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":64,"byteStride":16},
 {"buffer":0,"byteOffset":64,"byteLength":6},{"buffer":0,"byteOffset":72,"byteLength":16,"byteStride":4},
 {"buffer":0,"byteOffset":88,"byteLength":4},{"buffer":0,"byteOffset":92,"byteLength":24},
 {"buffer":0,"byteOffset":116,"byteLength":4}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","name":"places"},
 {"bufferView":0,"byteOffset":12,"componentType":5123,"normalized":true,"count":4,"type":"VEC2"},
 {"bufferView":1,"componentType":5121,"count":6,"type":"SCALAR"},
 {"bufferView":2,"componentType":5121,"normalized":true,"count":4,"type":"VEC3"},
 {"componentType":5126,"count":4,"type":"VEC3","sparse":{"count":2,
  "indices":{"bufferView":3,"componentType":5123},"values":{"bufferView":4}}}],
"images":[{"bufferView":5,"mimeType":"image/png","name":"in"},{"uri":"data:image/png;base64,iVBORw=="},
 {"uri":"textures/a%20b.png"},{"uri":"unused.png"}],
"textures":[{"source":0},{"source":1},{"source":2}],
"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0},"metallicRoughnessTexture":{"index":1}},
  "extensions":{"KHR_materials_sheen":{"sheenColorTexture":{"index":2},"sheenRoughnessTexture":{"index":1}}}}],
"meshes":[{"name":"strip","primitives":[{"mode":5,"material":0,"indices":2,
  "attributes":{"POSITION":0,"TEXCOORD_0":1,"COLOR_0":3},"targets":[{"POSITION":4}]},
  {"attributes":{"POSITION":0}}]}]})";
  }
};

}  // namespace ferry::test
