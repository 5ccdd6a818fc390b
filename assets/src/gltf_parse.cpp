// The only file of the library that is compiled with exceptions: tinygltf and the JSON library throw. None
// leaves it. tinygltf gets a document without buffers and images, so that it opens no file, decodes no data
// and never looks into bytes; the two are read here.
#include <tiny_gltf.h>

#include <exception>
#include <new>
#include <nlohmann/json.hpp>

#include <ferry/base/text.hpp>

#include "gltf_model.hpp"

namespace ferry {

namespace {

using Json = nlohmann::json;

/// Deep enough for any scene, and little enough for the stack of those who walk it recursively.
constexpr int kMostNested = 64;

bool nested_too_deep(std::string_view json) {
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        in_text = false;
      }
    } else if (c == '"') {
      in_text = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMostNested) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

/// An array of objects, or an empty one.
std::vector<Json> objects_of(const Json& document, const char* name) {
  std::vector<Json> found;
  const auto at = document.find(name);
  if (at == document.end()) return found;
  if (!at->is_array()) throw std::runtime_error(text("`", name, "` is no array"));
  for (const Json& one : *at) {
    if (!one.is_object()) throw std::runtime_error(text("`", name, "` holds something other than objects"));
    found.push_back(one);
  }
  return found;
}

std::string text_of(const Json& object, const char* name) {
  const auto at = object.find(name);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

std::int64_t number_of(const Json& object, const char* name, std::int64_t fallback) {
  const auto at = object.find(name);
  if (at == object.end()) return fallback;
  if (!at->is_number_integer()) throw std::runtime_error(text("`", name, "` is no whole number"));
  if (at->is_number_unsigned() && at->get<std::uint64_t>() > INT64_MAX)
    throw std::runtime_error(text("`", name, "` is too big"));
  return at->get<std::int64_t>();
}

void read_buffers_and_images(const Json& document, GltfModel& model) {
  for (const Json& one : objects_of(document, "buffers")) {
    const std::int64_t bytes = number_of(one, "byteLength", -1);
    if (bytes < 0) throw std::runtime_error("a buffer has no `byteLength`");
    model.buffers.push_back({text_of(one, "uri"), static_cast<std::uint64_t>(bytes)});
  }
  for (const Json& one : objects_of(document, "images")) {
    model.images.push_back({text_of(one, "name"), text_of(one, "uri"), text_of(one, "mimeType"),
                            number_of(one, "bufferView", -1)});
  }
}

int components_of(int type) {
  switch (type) {
    case TINYGLTF_TYPE_SCALAR:
      return 1;
    case TINYGLTF_TYPE_VEC2:
      return 2;
    case TINYGLTF_TYPE_VEC3:
      return 3;
    case TINYGLTF_TYPE_VEC4:
      return 4;
    default:
      return 0;
  }
}

GltfModel::Accessor accessor_of(const tinygltf::Accessor& from) {
  GltfModel::Accessor to;
  to.name = from.name;
  to.view = from.bufferView;
  to.offset = from.byteOffset;
  to.count = from.count;
  to.component_type = from.componentType;
  to.components = components_of(from.type);
  to.normalized = from.normalized;
  to.sparse = from.sparse.isSparse;
  if (to.sparse) {
    to.sparse_count = from.sparse.count;
    to.index_view = from.sparse.indices.bufferView;
    to.index_offset = from.sparse.indices.byteOffset;
    to.index_type = from.sparse.indices.componentType;
    to.value_view = from.sparse.values.bufferView;
    to.value_offset = from.sparse.values.byteOffset;
  }
  return to;
}

GltfModel::Mesh mesh_of(const tinygltf::Mesh& from) {
  GltfModel::Mesh to;
  to.name = from.name;
  for (const tinygltf::Primitive& primitive : from.primitives) {
    GltfModel::Primitive& out = to.primitives.emplace_back();
    out.mode = primitive.mode;
    out.indices = primitive.indices;
    out.material = primitive.material;
    out.attributes = primitive.attributes;
    for (std::size_t i = 0; i < primitive.targets.size(); ++i) {
      for (const auto& [semantic, accessor] : primitive.targets[i])
        out.attributes[text("TARGET_", i, "/", semantic)] = accessor;
    }
    out.compressed = primitive.extensions.contains("KHR_draco_mesh_compression");
  }
  return to;
}

/// The images of a texture: its own, and those that extensions put beside or in place of it.
std::vector<std::int64_t> images_of(const tinygltf::Texture& texture) {
  std::vector<std::int64_t> images = {texture.source};
  for (const auto& [name, extension] : texture.extensions) {
    if (!extension.IsObject() || !extension.Has("source")) continue;
    const tinygltf::Value& source = extension.Get("source");
    if (source.IsInt()) images.push_back(source.Get<int>());
  }
  return images;
}

class ImageUses {
 public:
  ImageUses(const tinygltf::Model& from, GltfModel& to) : from_(from), to_(to) {}

  void find() {
    for (const tinygltf::Material& material : from_.materials) {
      add(material.pbrMetallicRoughness.baseColorTexture.index, true);
      add(material.pbrMetallicRoughness.metallicRoughnessTexture.index, false);
      add(material.normalTexture.index, false);
      add(material.occlusionTexture.index, false);
      add(material.emissiveTexture.index, true);
      for (const auto& [name, extension] : material.extensions) {
        if (!extension.IsObject()) continue;
        for (const std::string& key : extension.Keys()) add_from_extension(key, extension.Get(key));
      }
    }
  }

 private:
  void add_from_extension(const std::string& key, const tinygltf::Value& value) {
    if (!key.ends_with("Texture") || !value.IsObject() || !value.Has("index") || !value.Get("index").IsInt())
      return;
    const bool color = key == "sheenColorTexture" || key == "specularColorTexture" ||
                       key == "diffuseTexture" || key == "specularGlossinessTexture" ||
                       key == "diffuseTransmissionColorTexture";
    add(value.Get("index").Get<int>(), color);
  }
  void add(int texture, bool color) {
    if (texture < 0 || static_cast<std::size_t>(texture) >= from_.textures.size()) return;
    for (const std::int64_t image : images_of(from_.textures[static_cast<std::size_t>(texture)]))
      to_.image_uses.push_back({image, color});
  }

  const tinygltf::Model& from_;
  GltfModel& to_;
};

void read_the_rest(const Json& document, GltfModel& model) {
  Json kept = Json::object();
  for (const char* const name : {"asset", "accessors", "bufferViews", "materials", "meshes", "textures"}) {
    const auto at = document.find(name);
    if (at != document.end()) kept[name] = *at;
  }
  const std::string json = kept.dump();
  if (json.size() > UINT32_MAX) throw std::runtime_error("more than 4 GiB of JSON");
  tinygltf::TinyGLTF reader;
  tinygltf::Model from;
  std::string error;
  std::string warning;
  if (!reader.LoadASCIIFromString(&from, &error, &warning, json.data(), static_cast<unsigned>(json.size()),
                                  "", tinygltf::NO_REQUIRE)) {
    while (!error.empty() && error.back() == '\n') error.pop_back();
    throw std::runtime_error(error.empty() ? "something is missing" : error);
  }
  for (const tinygltf::BufferView& view : from.bufferViews)
    model.views.push_back({view.buffer, view.byteOffset, view.byteLength, view.byteStride});
  for (const tinygltf::Accessor& accessor : from.accessors) model.accessors.push_back(accessor_of(accessor));
  for (const tinygltf::Mesh& mesh : from.meshes) model.meshes.push_back(mesh_of(mesh));
  ImageUses(from, model).find();
}

GltfParsing parse(std::string_view json, GltfModel& model, std::string& problem) {
  if (nested_too_deep(json)) {
    problem = text("it is nested more than ", kMostNested, " deep");
    return GltfParsing::kBroken;
  }
  const Json document = Json::parse(json);
  if (!document.is_object()) {
    problem = "it is no object";
    return GltfParsing::kBroken;
  }
  const auto asset = document.find("asset");
  const std::string version =
      asset != document.end() && asset->is_object() ? text_of(*asset, "version") : std::string();
  if (!version.starts_with("2.")) {
    problem = version;
    return GltfParsing::kVersion;
  }
  const auto required = document.find("extensionsRequired");
  if (required != document.end() && required->is_array()) {
    for (const Json& one : *required) {
      if (one.is_string()) model.required_extensions.push_back(one.get<std::string>());
    }
  }
  read_buffers_and_images(document, model);
  read_the_rest(document, model);
  return GltfParsing::kDone;
}

}  // namespace

GltfParsing parse_gltf_json(std::string_view json, GltfModel& model, std::string& problem) noexcept {
  try {
    return parse(json, model, problem);
  } catch (const std::bad_alloc&) {
    return GltfParsing::kNoMemory;
  } catch (const std::exception& error) {
    problem = error.what();
    return GltfParsing::kBroken;
  }
}

}  // namespace ferry
