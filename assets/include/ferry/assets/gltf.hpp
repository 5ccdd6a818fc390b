#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <ferry/base/byte_buffer.hpp>
#include <ferry/base/result.hpp>
#include <ferry/layout/format.hpp>

// glTF 2.0 in (.gltf and .glb; Khronos, "glTF 2.0 Specification"): what of a scene file goes to GPU memory,
// namely vertex buffers, index buffers and images. Nodes, cameras, animations and skins are not looked at.
//
// The JSON is read by tinygltf; everything that touches bytes (buffers, accessors, URIs, images) is Ferry's
// own and checked in 64 bits.
//
// What becomes of an accessor:
//
// | stored as                              | becomes                                                         |
// | -------------------------------------- | --------------------------------------------------------------- |
// | 32-bit floats, 1 to 4 components       | R32_FLOAT, R32G32_FLOAT, R32G32B32_FLOAT, R32G32B32A32_FLOAT    |
// | 8 and 16 bits, 1, 2 or 4 components    | R8_UINT ... R16G16B16A16_SINT; with `normalized` UNORM or SNORM |
// | 8 and 16 bits, 3 components            | 4 components, for DXGI has none of 3: the fourth stands for 1   |
// | 32-bit unsigned                        | R32_UINT ...; such as indices, R32_UINT                         |
// | indices of 8 bits                      | R16_UINT: Direct3D 12 has no smaller index                      |
// | sparse, or with no buffer view         | the values put in; zeros where there is nothing                 |
// | interleaved                            | taken apart: element after element                              |

namespace ferry {

/// What a scene may ask for.
struct GltfLimits {
  /// Of the JSON.
  std::uint64_t max_json_bytes = std::uint64_t{256} << 20;
  /// Of the files named as buffers, all together.
  std::uint64_t max_buffer_bytes = std::uint64_t{8} << 30;
  /// Of what is made rather than found in a buffer: elements that were interleaved, sparse or widened.
  std::uint64_t max_unpacked_bytes = std::uint64_t{2} << 30;
};

/// Elements of one accessor, one after the other, as a vertex or index buffer holds them.
struct GltfBuffer {
  /// The accessor's name or, where it has none, `accessor 3`.
  std::string name;
  /// Of one element; for indices kR16Uint or kR32Uint.
  Format format = Format::kUnknown;
  /// Bytes of one element, and so from element to element.
  std::uint32_t stride = 0;
  std::uint64_t count = 0;  ///< Elements.
  /// count * stride bytes, in GltfScene::memory.
  std::span<const std::byte> bytes;
};

struct GltfAttribute {
  /// glTF's own: POSITION, NORMAL, TANGENT, TEXCOORD_0, COLOR_0, JOINTS_0, WEIGHTS_0, or _SOMETHING. Of a morph
  /// target: `TARGET_0/POSITION`.
  std::string semantic;
  /// In GltfScene::buffers.
  std::uint32_t buffer = 0;
};

/// What is drawn in one call.
struct GltfPrimitive {
  /// glTF's number: 0 points, 1 lines, 2 line loop, 3 line strip, 4 triangles, 5 strip, 6 fan.
  std::uint32_t mode = 4;
  /// In the order of their names.
  std::vector<GltfAttribute> attributes;
  /// In GltfScene::buffers. Every index is below the number of vertices.
  std::optional<std::uint32_t> indices;
  /// The number of its material in the file.
  std::optional<std::uint32_t> material;
};

struct GltfMesh {
  std::string name;
  std::vector<GltfPrimitive> primitives;
};

/// An image, still encoded (PNG, JPEG, ...): embedded in the scene or in a file beside it.
struct GltfImage {
  std::string name;
  /// As the file says; may be empty. What the bytes are decides, not this.
  std::string mime_type;
  /// Embedded: in GltfScene::memory. Empty: look at `path`.
  std::span<const std::byte> bytes;
  /// In the scene's folder or below.
  std::filesystem::path path;
  /// A material takes it for colour (base colour, emission; of the extensions: sheen and specular colour,
  /// diffuse and specular of specular-glossiness): load it as sRGB. All else is linear.
  bool srgb = false;
  /// A material uses it.
  bool used = false;
};

struct GltfScene {
  std::vector<GltfMesh> meshes;
  /// Each accessor that a mesh uses, once (twice where it serves as indices and as an attribute).
  std::vector<GltfBuffer> buffers;
  std::vector<GltfImage> images;
  /// The files beside the scene that its buffers are in.
  std::vector<std::filesystem::path> buffer_files;
  /// Keeps alive what the spans point to.
  std::shared_ptr<const void> memory;
  /// Bytes that `memory` holds.
  std::uint64_t memory_bytes = 0;
  /// What was strange in the file and was seen through, a sentence each.
  std::vector<std::string> oddities;
};

/// Reads a scene. `folder` is where the files that it names lie: only relative paths that stay in it or below
/// are followed, after percent-decoding; absolute paths, `..`, backslashes and schemes other than `data:` are
/// refused. (A symbolic link in the folder is followed, wherever it leads.) Buffers are read; images in files
/// of their own are not.
///
/// kCorrupt (broken JSON, anything out of bounds, an index beyond the vertices; the message names the part),
/// kUnsupported (no glTF, version 1, a required extension that is not known, compressed meshes, matrices as
/// attributes, a refused path, limits), kOutOfMemory; and for buffers in files the errors of read_file().
/// Safe from any thread.
Result<GltfScene> read_gltf(ByteBuffer file, const std::filesystem::path& folder,
                            const GltfLimits& limits = {});

/// read_file() and read_gltf() with the file's own folder; every error begins with the path.
Result<GltfScene> load_gltf(const std::filesystem::path& path, const GltfLimits& limits = {});

}  // namespace ferry
