#include "load_files.hpp"

#include <algorithm>
#include <memory>
#include <system_error>
#include <utility>

#include <ferry/assets/file.hpp>
#include <ferry/assets/gltf.hpp>
#include <ferry/assets/texture_file.hpp>
#include <ferry/base/text.hpp>

#include "decode_texture.hpp"
#include "file_kinds.hpp"
#include "folder.hpp"
#include "gltf_requests.hpp"
#include "pack_items.hpp"

namespace ferry::cli {

namespace fs = std::filesystem;

namespace {

Result<Expected> texture_in(std::shared_ptr<const ByteBuffer> file, std::span<const std::byte> bytes,
                            const TextureReadOptions& how, const Device* device) {
  auto image = read_for_device(bytes, how, device);
  if (!image) return fail(std::move(image).error());
  return Expected(ExpectedTexture{std::move(file), *std::move(image)});
}

Result<Expected> texture_in_file(const fs::path& path, const TextureReadOptions& how, const Device* device) {
  auto file = read_file(path);
  if (!file) return fail(std::move(file).error());
  const auto kept = std::make_shared<const ByteBuffer>(*std::move(file));
  return texture_in(kept, kept->bytes(), how, device);
}

Result<Expected> bytes_in_file(const fs::path& path) {
  auto file = read_file(path);
  if (!file) return fail(std::move(file).error());
  return Expected(*std::move(file));
}

Result<Expected> copy_of(std::span<const std::byte> bytes) {
  auto copy = ByteBuffer::make(bytes.size(), "what is compared");
  if (!copy) return fail(std::move(copy).error());
  std::copy(bytes.begin(), bytes.end(), copy->data());
  return Expected(*std::move(copy));
}

TextureReadOptions read_options(const LoadWays& ways) {
  TextureReadOptions how;
  how.mips = ways.mips;
  how.strict = ways.strict;
  return how;
}

/// One item for each buffer of a scene and each image that it uses.
std::vector<LoadItem> scene_items(const Input& input, const LoadWays& ways) {
  std::vector<LoadItem> items;
  auto read = load_gltf(input.path);
  if (!read) {
    items.emplace_back().input = {input.path, {}, std::move(read).error()};
    return items;
  }
  const auto scene = std::make_shared<const GltfScene>(*std::move(read));
  GltfWays how;
  how.mips = ways.mips;
  how.strict = ways.strict;
  how.device = ways.device;
  GltfRequests requests = gltf_requests(scene, how);
  for (std::size_t i = 0; i < requests.requests.size(); ++i) {
    LoadItem& item = items.emplace_back();
    item.input = input;
    item.request = std::move(requests.requests[i]);
    if (i < scene->buffers.size()) {
      const GltfBuffer& buffer = scene->buffers[i];
      item.part = text("buffer '", buffer.name, "'");
      item.part_path = text("buffers/", i);
      item.expected = [scene, bytes = buffer.bytes] { return copy_of(bytes); };
      continue;
    }
    const std::uint32_t number = requests.images[i - scene->buffers.size()];
    const GltfImage& image = scene->images[number];
    item.texture = true;
    item.part = text("image ", number, " '", image.name, "'");
    item.part_path = text("images/", number);
    item.expected = [scene, &image, read_how = read_options(image, how), device = ways.device] {
      return image.path.empty() ? texture_in(nullptr, image.bytes, read_how, device)
                                : texture_in_file(image.path, read_how, device);
    };
  }
  return items;
}

}  // namespace

std::vector<Input> find_files(const std::vector<std::string>& typed) {
  std::vector<Input> found;
  for (const std::string& word : typed) {
    const fs::path path = path_from_utf8(word);
    std::error_code failed;
    if (fs::is_directory(path, failed)) {
      const std::size_t before = found.size();
      for (const FolderEntry& entry : entries_below(path)) {
        found.push_back({entry.path, {}, entry.problem ? entry.problem : why_no_input(entry.path)});
      }
      if (found.size() == before) {
        found.push_back({path, {}, Error{ErrorCode::kNotFound, 0, "there is no file in this folder"}});
      }
    } else {
      found.push_back({path, {}, why_no_input(path)});
    }
  }
  return found;
}

std::vector<LoadItem> items_for(const Input& input, const LoadWays& ways) {
  const FileKind kind = input.problem ? FileKind::kOther : kind_of_file(input.path);
  if (kind == FileKind::kGltf || kind == FileKind::kGlb) return scene_items(input, ways);
  if (kind == FileKind::kPack) return pack_items(input, ways);
  LoadItem item;
  item.input = input;
  if (!input.problem) item.input.problem = broken_promise(input.path, kind);
  const std::string name = path_text(input.path.filename());
  item.request.source = FileSource{path_text(input.path)};
  if (is_texture(kind)) {
    const TextureReadOptions how = read_options(ways);
    item.texture = true;
    item.request.destination = NewTexture{std::nullopt, name};
    item.request.decode = [how, device = ways.device](std::span<const std::byte> file) {
      return decode_texture(file, how, device);
    };
    item.expected = [path = input.path, how, device = ways.device] {
      return texture_in_file(path, how, device);
    };
  } else {
    item.request.destination = NewBuffer{name};
    item.expected = [path = input.path] { return bytes_in_file(path); };
  }
  std::vector<LoadItem> items;
  items.push_back(std::move(item));
  return items;
}

}  // namespace ferry::cli
