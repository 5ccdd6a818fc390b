#include "gltf_requests.hpp"

#include <span>
#include <string>
#include <utility>

#include <ferry/assets/file.hpp>
#include <ferry/assets/texture_file.hpp>
#include <ferry/base/text.hpp>

namespace ferry::cli {

namespace {

Result<DecodedAsset> decode_image(std::span<const std::byte> file, const TextureReadOptions& how,
                                  bool write_combined) {
  auto image = read_texture(file, how);
  if (!image) return fail(std::move(image).error());
  const auto kept = std::make_shared<const TextureImage>(*std::move(image));
  DecodedAsset asset;
  asset.memory = kept;
  asset.desc = kept->desc;
  asset.bytes = kept->memory_bytes;
  asset.uses_file = uses_file(*kept, file);
  asset.write_rows = [kept, write_combined](std::uint32_t subresource, const RowBand& band) {
    return write_rows(*kept, {subresource, band.slice, band.first_row, band.rows}, band.memory,
                      band.row_pitch, write_combined);
  };
  return asset;
}

std::string name_of(const GltfImage& image, std::uint32_t number) {
  if (!image.name.empty()) return image.name;
  return image.path.empty() ? text("image ", number) : path_text(image.path.filename());
}

}  // namespace

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
    TextureReadOptions how;
    how.mips = ways.mips;
    how.strict = ways.strict;
    how.srgb = image.srgb ? SrgbChoice::kSrgb : SrgbChoice::kLinear;
    one.decode = [how, write_combined = ways.write_combined](std::span<const std::byte> file) {
      return decode_image(file, how, write_combined);
    };
  }
  return made;
}

}  // namespace ferry::cli
