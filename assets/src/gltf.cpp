#include <ferry/assets/gltf.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <string_view>
#include <utility>

#include <ferry/assets/file.hpp>
#include <ferry/base/units.hpp>

#include "gltf_accessor.hpp"
#include "gltf_model.hpp"
#include "gltf_uri.hpp"

namespace ferry {

namespace {

/// The two parts of a scene file: .gltf has no binary one.
struct Container {
  std::string_view json;
  std::span<const std::byte> binary;
  bool has_binary = false;
};

std::uint32_t number_at(std::span<const std::byte> bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number |= std::to_integer<std::uint32_t>(bytes[at + i]) << (8 * i);
  return number;
}

constexpr std::size_t kGlbHeader = 12;
constexpr std::size_t kChunkHeader = 8;
constexpr std::uint32_t kGlbMagic = 0x46546c67;   // glTF
constexpr std::uint32_t kJsonChunk = 0x4e4f534a;  // JSON
constexpr std::uint32_t kBinChunk = 0x004e4942;   // BIN

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Result<Container> open_glb(std::span<const std::byte> file) {
  if (file.size() < kGlbHeader + kChunkHeader) {
    return fail(ErrorCode::kCorrupt, "the GLB is cut short: it has ", file.size(), " bytes");
  }
  if (number_at(file, 4) != 2) {
    return fail(ErrorCode::kUnsupported, "the GLB is of version ", number_at(file, 4), "; only 2 is read");
  }
  const std::uint64_t said = number_at(file, 8);
  if (said > file.size()) {
    return fail(ErrorCode::kCorrupt, "the GLB is cut short: it has ", file.size(), " bytes and says ", said);
  }
  std::span<const std::byte> left = file.first(static_cast<std::size_t>(said));
  if (left.size() < kGlbHeader + kChunkHeader) {
    return fail(ErrorCode::kCorrupt, "the GLB says that it has only ", said, " bytes");
  }
  left = left.subspan(kGlbHeader);
  Container found;
  for (int chunk = 0; left.size() >= kChunkHeader; ++chunk) {
    const std::uint64_t length = number_at(left, 0);
    const std::uint32_t type = number_at(left, 4);
    left = left.subspan(kChunkHeader);
    if (length > left.size()) {
      return fail(ErrorCode::kCorrupt, "chunk ", chunk, " of the GLB is of ", length, " bytes, and ",
                  left.size(), " are left");
    }
    const std::span<const std::byte> content = left.first(static_cast<std::size_t>(length));
    left = left.subspan(static_cast<std::size_t>(length));
    if (chunk == 0) {
      if (type != kJsonChunk) return fail(ErrorCode::kCorrupt, "the first chunk of the GLB is not JSON");
      found.json = as_text(content);
    } else if (type == kBinChunk && chunk == 1) {
      found.binary = content;
      found.has_binary = true;
    }
    // Chunks of other types are to be passed over.
  }
  return found;
}

Result<Container> open_container(std::span<const std::byte> file) {
  if (file.empty()) return fail(ErrorCode::kCorrupt, "the file is empty");
  if (file.size() >= 4 && number_at(file, 0) == kGlbMagic) return open_glb(file);
  Container found;
  found.json = as_text(file);
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (found.json.starts_with(kByteOrderMark)) found.json.remove_prefix(kByteOrderMark.size());
  const std::size_t first = found.json.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || found.json[first] != '{') {
    return fail(ErrorCode::kUnsupported, "the file is no glTF: it is neither a JSON object nor a GLB");
  }
  return found;
}

/// Extensions that a file may require, since what they change is not looked at or is what is given anyway.
bool is_known(std::string_view extension) {
  return extension == "KHR_mesh_quantization" || extension == "KHR_texture_transform" ||
         extension == "KHR_lights_punctual" || extension == "KHR_texture_basisu" ||
         extension == "MSFT_texture_dds" || extension == "EXT_texture_webp" ||
         extension.starts_with("KHR_materials_");
}

class SceneReader {
 public:
  SceneReader(ByteBuffer file, const std::filesystem::path& folder, const GltfLimits& limits)
      : memory_(std::make_shared<GltfMemory>()), folder_(folder), limits_(limits) {
    memory_->file = std::move(file);
  }

  Result<GltfScene> read() {
    if (Result<void> done = read_json(); !done) return fail(std::move(done).error());
    if (Result<void> done = read_buffers(); !done) return fail(std::move(done).error());
    GltfAccessors accessors(model_, buffers_, *memory_, limits_.max_unpacked_bytes);
    if (Result<void> done = read_images(accessors); !done) return fail(std::move(done).error());
    for (const GltfModel::Mesh& mesh : model_.meshes) {
      if (Result<void> done = read_mesh(accessors, mesh); !done) return fail(std::move(done).error());
    }
    scene_.memory_bytes = memory_->file.size();
    for (const ByteBuffer& part : memory_->parts) scene_.memory_bytes += part.size();
    scene_.memory = memory_;
    return std::move(scene_);
  }

 private:
  Result<void> read_json() {
    Result<Container> container = open_container(std::as_const(memory_->file).bytes());
    if (!container) return fail(std::move(container).error());
    container_ = *container;
    if (container_.json.size() > limits_.max_json_bytes) {
      return fail(ErrorCode::kUnsupported, "the glTF has ", byte_text(container_.json.size()),
                  " of JSON; at most ", byte_text(limits_.max_json_bytes), " is taken");
    }
    std::string problem;
    switch (parse_gltf_json(container_.json, model_, problem)) {
      case GltfParsing::kDone:
        break;
      case GltfParsing::kBroken:
        return fail(ErrorCode::kCorrupt, "the glTF's JSON is broken: ", problem);
      case GltfParsing::kVersion:
        return fail(ErrorCode::kUnsupported, "the glTF is of version '", problem, "'; only 2 is read");
      case GltfParsing::kNoMemory:
        return fail(ErrorCode::kOutOfMemory, "no memory for the glTF's JSON");
    }
    for (const std::string& extension : model_.required_extensions) {
      if (!is_known(extension)) {
        return fail(ErrorCode::kUnsupported, "the glTF requires the extension ", extension,
                    ", which is not known here; export it without");
      }
    }
    return {};
  }

  Result<void> read_buffers() {
    std::uint64_t left = limits_.max_buffer_bytes;
    for (std::size_t i = 0; i < model_.buffers.size(); ++i) {
      Result<std::span<const std::byte>> bytes = bytes_of(i, left);
      if (!bytes) return fail(bytes.error().code, "buffer ", i, ": ", bytes.error().message);
      const std::uint64_t wanted = model_.buffers[i].bytes;
      if (bytes->size() < wanted) {
        return fail(ErrorCode::kCorrupt, "buffer ", i, " is cut short: it has ", bytes->size(), " of ",
                    wanted, " bytes");
      }
      buffers_.push_back(bytes->first(static_cast<std::size_t>(wanted)));
    }
    return {};
  }

  Result<std::span<const std::byte>> bytes_of(std::size_t buffer, std::uint64_t& left) {
    const std::string& uri = model_.buffers[buffer].uri;
    if (uri.empty()) {
      if (!container_.has_binary || buffer != 0)
        return fail(ErrorCode::kCorrupt, "it has no URI, and there is no binary chunk for it");
      return container_.binary;
    }
    if (is_data_uri(uri)) return keep(decode_data_uri(uri));
    const Result<std::filesystem::path> path = resolve_uri(folder_, uri);
    if (!path) return fail(path.error());
    Result<ByteBuffer> file = read_file(*path, left);
    if (file) left -= file->size();
    scene_.buffer_files.push_back(*path);
    return keep(std::move(file));
  }

  Result<std::span<const std::byte>> keep(Result<ByteBuffer> part) {
    if (!part) return fail(std::move(part).error());
    memory_->parts.push_back(*std::move(part));
    return std::as_const(memory_->parts.back()).bytes();
  }

  Result<void> read_images(const GltfAccessors& accessors) {
    for (std::size_t i = 0; i < model_.images.size(); ++i) {
      Result<GltfImage> image = read_image(accessors, model_.images[i]);
      if (!image) return fail(image.error().code, "image ", i, ": ", image.error().message);
      scene_.images.push_back(*std::move(image));
    }
    for (const bool color : {true, false}) {
      for (const GltfModel::ImageUse& use : model_.image_uses) {
        if (use.color != color || use.image < 0 ||
            static_cast<std::uint64_t>(use.image) >= scene_.images.size()) {
          continue;
        }
        GltfImage& image = scene_.images[static_cast<std::size_t>(use.image)];
        if (!image.used) image.srgb = color;
        if (image.srgb && !color) {
          std::string oddity =
              text("image ", use.image, " is used for colour and for something else: it is taken for colour");
          if (scene_.oddities.empty() || scene_.oddities.back() != oddity)
            scene_.oddities.push_back(std::move(oddity));
        }
        image.used = true;
      }
    }
    return {};
  }

  Result<GltfImage> read_image(const GltfAccessors& accessors, const GltfModel::Image& from) {
    GltfImage image;
    image.name = from.name;
    image.mime_type = from.mime_type;
    if (from.view >= 0) {
      if (!from.uri.empty()) return fail(ErrorCode::kCorrupt, "it has both a URI and a buffer view");
      const Result<std::span<const std::byte>> bytes = accessors.view(from.view);
      if (!bytes) return fail(bytes.error());
      image.bytes = *bytes;
    } else if (is_data_uri(from.uri)) {
      const Result<std::span<const std::byte>> bytes = keep(decode_data_uri(from.uri));
      if (!bytes) return fail(bytes.error());
      image.bytes = *bytes;
    } else {
      if (from.uri.empty()) return fail(ErrorCode::kCorrupt, "it has neither a URI nor a buffer view");
      Result<std::filesystem::path> path = resolve_uri(folder_, from.uri);
      if (!path) return fail(std::move(path).error());
      image.path = *std::move(path);
      return image;
    }
    if (image.bytes.empty()) return fail(ErrorCode::kCorrupt, "it is empty");
    return image;
  }

  Result<void> read_mesh(GltfAccessors& accessors, const GltfModel::Mesh& from) {
    GltfMesh mesh;
    mesh.name = from.name;
    for (std::size_t i = 0; i < from.primitives.size(); ++i) {
      Result<GltfPrimitive> primitive = read_primitive(accessors, from.primitives[i]);
      if (!primitive) {
        return fail(primitive.error().code, "mesh ", scene_.meshes.size(), " '", from.name, "', primitive ",
                    i, ": ", primitive.error().message);
      }
      mesh.primitives.push_back(*std::move(primitive));
    }
    scene_.meshes.push_back(std::move(mesh));
    return {};
  }

  Result<GltfPrimitive> read_primitive(GltfAccessors& accessors, const GltfModel::Primitive& from) {
    if (from.compressed) {
      return fail(ErrorCode::kUnsupported, "it is compressed by Draco, which is not unpacked here");
    }
    if (from.mode < 0 || from.mode > 6) {
      return fail(ErrorCode::kCorrupt, "its mode is ", from.mode, "; 0 to 6 can be");
    }
    GltfPrimitive primitive;
    primitive.mode = static_cast<std::uint32_t>(from.mode);
    if (from.material >= 0) primitive.material = static_cast<std::uint32_t>(from.material);
    std::uint64_t vertices = UINT64_MAX;
    for (const auto& [semantic, accessor] : from.attributes) {
      const Result<std::uint32_t> buffer = buffer_for(accessors, accessor, false);
      if (!buffer) return fail(buffer.error().code, semantic, ": ", buffer.error().message);
      primitive.attributes.push_back({semantic, *buffer});
      vertices = std::min(vertices, scene_.buffers[*buffer].count);
    }
    if (from.indices >= 0) {
      const Result<std::uint32_t> buffer = buffer_for(accessors, from.indices, true);
      if (!buffer) return fail(buffer.error().code, "indices: ", buffer.error().message);
      primitive.indices = *buffer;
      if (!primitive.attributes.empty() && greatest_[*buffer] >= vertices) {
        return fail(ErrorCode::kCorrupt, "indices go up to ", greatest_[*buffer], ", and there are ",
                    vertices, " vertices");
      }
    }
    return primitive;
  }

  /// The place in scene_.buffers of an accessor, which is unpacked when it is first met.
  Result<std::uint32_t> buffer_for(GltfAccessors& accessors, std::int64_t accessor, bool as_indices) {
    if (accessor < 0) return fail(ErrorCode::kCorrupt, "accessor ", accessor, " is named");
    const auto key = std::pair(accessor, as_indices);
    const auto met = places_.find(key);
    if (met != places_.end()) return met->second;
    Result<GltfBuffer> made = accessors.unpack(static_cast<std::size_t>(accessor), as_indices);
    if (!made) return fail(std::move(made).error());
    const auto place = static_cast<std::uint32_t>(scene_.buffers.size());
    if (as_indices) greatest_[place] = greatest_index(*made);
    scene_.buffers.push_back(*std::move(made));
    places_.emplace(key, place);
    return place;
  }

  static std::uint64_t greatest_index(const GltfBuffer& indices) {
    std::uint32_t greatest = 0;
    const std::byte* at = indices.bytes.data();
    for (std::uint64_t i = 0; i < indices.count; ++i, at += indices.stride) {
      std::uint32_t index = 0;  // glTF and every machine that Direct3D runs on have the low byte first
      std::memcpy(&index, at, indices.stride);
      greatest = std::max(greatest, index);
    }
    return greatest;
  }

  std::shared_ptr<GltfMemory> memory_;
  const std::filesystem::path& folder_;
  const GltfLimits& limits_;
  Container container_;
  GltfModel model_;
  std::vector<std::span<const std::byte>> buffers_;
  std::map<std::pair<std::int64_t, bool>, std::uint32_t> places_;
  std::map<std::uint32_t, std::uint64_t> greatest_;  // of each index buffer
  GltfScene scene_;
};

}  // namespace

Result<GltfScene> read_gltf(ByteBuffer file, const std::filesystem::path& folder, const GltfLimits& limits) {
  return SceneReader(std::move(file), folder, limits).read();
}

Result<GltfScene> load_gltf(const std::filesystem::path& path, const GltfLimits& limits) {
  Result<ByteBuffer> file = read_file(path);
  if (!file) return fail(std::move(file).error());
  Result<GltfScene> scene = read_gltf(*std::move(file), path.parent_path(), limits);
  if (!scene) return fail(scene.error().code, path_text(path), ": ", scene.error().message);
  return scene;
}

}  // namespace ferry
