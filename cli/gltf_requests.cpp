#include "gltf_requests.hpp"

#include <span>
#include <string>
#include <utility>

#include <ferry/assets/file.hpp>
#include <ferry/base/text.hpp>

#include "decode_texture.hpp"

namespace ferry::cli {

namespace {

std::string name_of(const GltfImage& image, std::uint32_t number) {
  if (!image.name.empty()) return image.name;
  return image.path.empty() ? text("image ", number) : path_text(image.path.filename());
}

}  // namespace

TextureReadOptions read_options(const GltfImage& image, const GltfWays& ways) {
  TextureReadOptions how;
  how.mips = ways.mips;
  how.strict = ways.strict;
  how.srgb = image.srgb ? SrgbChoice::kSrgb : SrgbChoice::kLinear;
  return how;
}

GltfRequests gltf_requests(const std::shared_ptr<const GltfScene>& scene, const GltfWays& ways) {
  GltfRequests made;
  const auto request = [&](LoadSource source, LoadDestination destination) -> LoadRequest& {
    LoadRequest& one = made.requests.emplace_back();
    one.source = std::move(source);
    one.destination = std::move(destination);
    one.priority = ways.priority;
    one.tag = ways.tag;
    one.on_end = [scene](const LoadTicket&) {};  // memory sources stay until here
    return one;
  };
  for (const GltfBuffer& buffer : scene->buffers) request(MemorySource{buffer.bytes}, NewBuffer{buffer.name});
  for (std::uint32_t i = 0; i < scene->images.size(); ++i) {
    const GltfImage& image = scene->images[i];
    if (!image.used) continue;
    made.images.push_back(i);
    const LoadSource source = image.path.empty() ? LoadSource(MemorySource{image.bytes})
                                                 : LoadSource(FileSource{path_text(image.path)});
    LoadRequest& one = request(source, NewTexture{std::nullopt, name_of(image, i)});
    one.decode = [how = read_options(image, ways), device = ways.device](std::span<const std::byte> file) {
      return decode_texture(file, how, device);
    };
  }
  return made;
}

}  // namespace ferry::cli
