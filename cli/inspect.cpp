#include "inspect.hpp"

#include <cstring>
#include <utility>

#include <ferry/assets/file.hpp>
#include <ferry/assets/gltf.hpp>
#include <ferry/assets/jpeg.hpp>
#include <ferry/assets/ktx2.hpp>
#include <ferry/assets/pack.hpp>
#include <ferry/assets/png.hpp>
#include <ferry/base/text.hpp>

#include "file_kinds.hpp"

namespace ferry::cli {

using json = nlohmann::ordered_json;

namespace {

const char* word(PngColor color) {
  switch (color) {
    case PngColor::kGrey:
      return "grey";
    case PngColor::kTruecolor:
      return "truecolour";
    case PngColor::kPalette:
      return "palette";
    case PngColor::kGreyAlpha:
      return "grey with alpha";
    case PngColor::kTruecolorAlpha:
      break;
  }
  return "truecolour with alpha";
}

const char* word(JpegColor color) {
  switch (color) {
    case JpegColor::kGrey:
      return "grey";
    case JpegColor::kYCbCr:
      return "YCbCr";
    case JpegColor::kRgb:
      return "RGB";
    case JpegColor::kCmyk:
      return "CMYK";
    case JpegColor::kYcck:
      break;
  }
  return "YCCK";
}

const char* word(Ktx2Supercompression scheme) {
  switch (scheme) {
    case Ktx2Supercompression::kNone:
      return "none";
    case Ktx2Supercompression::kBasisLz:
      return "BasisLZ";
    case Ktx2Supercompression::kZstandard:
      return "zstd";
    case Ktx2Supercompression::kZlib:
      return "zlib";
  }
  return "unknown";
}

json stored_png(std::span<const std::byte> file) {
  const Result<PngReader> reader = PngReader::open(file);
  if (!reader) return json::object();
  const PngInfo& info = reader->info();
  return {{"color", word(info.color)},
          {"bits_per_sample", info.bits_per_sample},
          {"interlaced", info.interlaced}};
}

json stored_jpeg(std::span<const std::byte> file) {
  const Result<JpegReader> reader = JpegReader::open(file);
  if (!reader) return json::object();
  const JpegInfo& info = reader->info();
  return {
      {"color", word(info.color)}, {"progressive", info.progressive}, {"exif_orientation", info.orientation}};
}

json stored_ktx2(std::span<const std::byte> file) {
  const Result<Ktx2Info> info = read_ktx2_info(file);
  if (!info) return json::object();
  json stored = {
      {"vk_format", info->vk_format_name.empty() ? text(info->vk_format) : std::string(info->vk_format_name)},
      {"supercompression", word(info->supercompression)},
      {"levels", info->levels},
      {"layers", info->layers},
      {"faces", info->faces}};
  if (!info->orientation.empty()) stored["orientation"] = info->orientation;
  if (!info->swizzle.empty()) stored["swizzle"] = info->swizzle;
  if (!info->writer.empty()) stored["writer"] = info->writer;
  return stored;
}

/// What stands in a DDS header's pixel format, as stored.
json stored_dds(std::span<const std::byte> file) {
  constexpr std::size_t kHeaderBytes = 128;
  constexpr std::size_t kPixelFormat = 76;
  if (file.size() < kHeaderBytes) return json::object();
  const auto number = [&](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) value = value << 8 | std::to_integer<std::uint32_t>(file[at + i]);
    return value;
  };
  constexpr std::uint32_t kHasFourCc = 0x4;
  if ((number(kPixelFormat + 4) & kHasFourCc) == 0) {
    return {{"header", "legacy"}, {"bits_per_texel", number(kPixelFormat + 12)}};
  }
  std::string code;
  for (std::size_t i = 0; i < 4; ++i) {
    const char c = static_cast<char>(file[kPixelFormat + 8 + i]);
    code += c >= ' ' && c <= '~' ? c : '?';
  }
  if (code == "DX10") return {{"header", "DX10"}};
  // A FourCC below 256 is a D3DFORMAT's number.
  if (number(kPixelFormat + 8) < 256) return {{"header", "legacy"}, {"d3dformat", number(kPixelFormat + 8)}};
  return {{"header", "legacy"}, {"fourcc", code}};
}

json stored_in(FileKind kind, std::span<const std::byte> file) {
  switch (kind) {
    case FileKind::kPng:
      return stored_png(file);
    case FileKind::kJpeg:
      return stored_jpeg(file);
    case FileKind::kDds:
      return stored_dds(file);
    case FileKind::kKtx2:
      return stored_ktx2(file);
    case FileKind::kGltf:
    case FileKind::kGlb:
    case FileKind::kPack:
    case FileKind::kOther:
      break;
  }
  return json::object();
}

Result<void> look_at_texture(std::span<const std::byte> file, bool strict, Inspection& found) {
  TextureReadOptions how;
  how.strict = strict;
  Result<TextureImage> image = read_texture(file, how);
  if (!image) return fail(std::move(image).error());
  Result<Layout> laid_out = layout(image->desc);
  if (!laid_out) return fail(std::move(laid_out).error());
  const Result<std::uint64_t> bytes = tight_bytes(image->desc, 0, subresource_count(image->desc));
  if (!bytes) return fail(bytes.error());
  found.layout = *std::move(laid_out);
  found.texel_bytes = *bytes;
  found.oddities.insert(found.oddities.end(), image->oddities.begin(), image->oddities.end());
  // Only what describes it is kept: a folder of textures is not held in memory at once.
  image->parts.clear();
  image->memory.reset();
  image->convert = nullptr;
  found.texture = *std::move(image);
  return {};
}

Result<void> look_at_scene(const std::filesystem::path& path, Inspection& found) {
  const Result<GltfScene> scene = load_gltf(path);
  if (!scene) return fail(scene.error());
  json meshes = json::array();
  for (const GltfMesh& mesh : scene->meshes) {
    meshes.push_back({{"name", mesh.name}, {"primitives", mesh.primitives.size()}});
  }
  json buffers = json::array();
  for (const GltfBuffer& buffer : scene->buffers) {
    buffers.push_back({{"name", buffer.name},
                       {"format", format_name(buffer.format)},
                       {"stride", buffer.stride},
                       {"count", buffer.count},
                       {"bytes", buffer.bytes.size()}});
  }
  json images = json::array();
  for (const GltfImage& image : scene->images) {
    json one = {{"name", image.name}, {"srgb", image.srgb}, {"used", image.used}};
    if (image.bytes.empty()) {
      one["path"] = path_text(image.path);
      one["kind"] = to_string(kind_of_file(image.path));
      std::error_code unknown;
      if (!std::filesystem::is_regular_file(image.path, unknown)) {
        found.oddities.push_back(text("image ", &image - scene->images.data(), ": its file, ",
                                      path_text(image.path), ", is not there"));
      }
    } else {
      one["bytes"] = image.bytes.size();
      one["kind"] = to_string(file_kind(image.bytes));
    }
    images.push_back(std::move(one));
  }
  found.contents = {
      {"meshes", std::move(meshes)}, {"buffers", std::move(buffers)}, {"images", std::move(images)}};
  found.oddities.insert(found.oddities.end(), scene->oddities.begin(), scene->oddities.end());
  return {};
}

Result<void> look_at_pack(const std::filesystem::path& path, Inspection& found) {
  const Result<Pack> pack = Pack::open(path);
  if (!pack) return fail(pack.error());
  json assets = json::array();
  for (const PackEntry& entry : pack->entries()) {
    json one = {{"name", entry.name},
                {"as", entry.is_texture ? "texture" : "buffer"},
                {"bytes", entry.bytes},
                {"pieces", entry.piece_count}};
    if (entry.is_texture) {
      const TextureDesc& desc = entry.desc;
      one["dimension"] = to_string(desc.dimension);
      one["width"] = desc.width;
      one["height"] = desc.height;
      one["depth_or_array_size"] = desc.depth_or_array_size;
      one["cube"] = entry.cube;
      one["mips"] = desc.mip_levels;
      one["format"] = format_name(desc.format);
    }
    assets.push_back(std::move(one));
  }
  found.stored = {{"piece_bytes", pack->piece_bytes()}, {"zstd_level", pack->zstd_level()}};
  found.contents = {{"assets", std::move(assets)}};
  return {};
}

}  // namespace

Inspection inspect_file(const std::filesystem::path& path, bool strict) {
  Inspection found;
  found.path = path;
  const Result<ByteBuffer> content = read_file(path);
  if (!content) {
    found.error = content.error();
    return found;
  }
  const std::span<const std::byte> file = content->bytes();
  found.file_bytes = file.size();
  found.kind = file_kind(file);
  found.stored = stored_in(found.kind, file);
  const FileKind promised = kind_promised(path);
  if (found.kind != FileKind::kOther && promised != FileKind::kOther && promised != found.kind) {
    found.oddities.push_back(
        text("the file is a ", to_string(found.kind), ", though its name says ", to_string(promised)));
  }
  found.error = broken_promise(path, found.kind);
  Result<void> looked;
  if (is_texture(found.kind)) looked = look_at_texture(file, strict, found);
  if (found.kind == FileKind::kGltf || found.kind == FileKind::kGlb) looked = look_at_scene(path, found);
  if (found.kind == FileKind::kPack) looked = look_at_pack(path, found);
  if (!looked) found.error = std::move(looked).error();
  return found;
}

}  // namespace ferry::cli
