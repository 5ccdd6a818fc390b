#include <ferry/assets/texture_file.hpp>

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

#include <ferry/assets/dds.hpp>
#include <ferry/assets/jpeg.hpp>
#include <ferry/assets/ktx2.hpp>
#include <ferry/assets/png.hpp>

namespace ferry {

namespace {

bool begins_with(std::span<const std::byte> file, std::string_view magic) {
  return file.size() >= magic.size() && std::memcmp(file.data(), magic.data(), magic.size()) == 0;
}

/// Walks JSON text just far enough to see the keys of the outermost object.
class JsonWalk {
 public:
  explicit JsonWalk(std::string_view text) : text_(text) {}

  /// Whether the outermost object has a key of this name whose value is an object.
  bool has_object(std::string_view key) {
    skip_space();
    if (next() != '{') return false;
    int depth = 1;
    bool is_key = false;  // what was read last is the key looked for, and its colon
    while (at_ < text_.size() && depth > 0) {
      skip_space();
      const char c = next();
      if (c == '"') {
        const std::string_view word = rest_of_string();
        skip_space();
        is_key = depth == 1 && word == key && peek() == ':';
        if (is_key) next();
        continue;
      }
      if (c == '{' && is_key) return true;
      is_key = false;
      depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    }
    return false;
  }

 private:
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  char next() {
    const char c = peek();
    ++at_;
    return c;
  }
  void skip_space() {
    while (at_ < text_.size() && std::strchr(" \t\r\n", text_[at_]) != nullptr && text_[at_] != '\0') ++at_;
  }
  std::string_view rest_of_string() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_, text_.size());
    const std::string_view word = text_.substr(begin, at_ - begin);
    ++at_;
    return word;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

bool is_gltf(std::span<const std::byte> file) {
  std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return JsonWalk(text).has_object("asset");
}

Result<TextureImage> image_of(Result<Picture> picture, SrgbChoice srgb, AlphaMode alpha) {
  if (!picture) return fail(std::move(picture).error());
  PictureImageOptions how;
  how.srgb = srgb;
  how.alpha = alpha;
  return picture_image(*std::move(picture), how);
}

Result<TextureImage> read_as_stored(std::span<const std::byte> file, const TextureReadOptions& options) {
  const FileKind kind = file_kind(file);
  switch (kind) {
    case FileKind::kPng: {
      PngOptions how;
      how.limits.max_decoded_bytes = std::min(how.limits.max_decoded_bytes, options.limits.max_texture_bytes);
      PngInfo info;
      auto picture = decode_png(file, how, &info);
      const bool says_srgb = info.color_space == ColorSpace::kSrgb && options.srgb == SrgbChoice::kKeep;
      // 16 bits have no sRGB form, and the file's word for it is no wish that cannot be met.
      if (picture && says_srgb) picture->format = to_srgb(picture->format);
      return image_of(std::move(picture), options.srgb, AlphaMode::kStraight);
    }
    case FileKind::kJpeg: {
      JpegOptions how;
      how.limits.max_decoded_bytes = std::min(how.limits.max_decoded_bytes, options.limits.max_texture_bytes);
      how.apply_orientation = options.apply_orientation;
      return image_of(decode_jpeg(file, how), options.srgb, AlphaMode::kOpaque);
    }
    case FileKind::kDds: {
      DdsOptions how;
      how.strict = options.strict;
      how.limits = options.limits;
      return read_dds(file, how);
    }
    case FileKind::kKtx2: {
      Ktx2Options how;
      how.strict = options.strict;
      how.limits = options.limits;
      return read_ktx2(file, how);
    }
    case FileKind::kGltf:
    case FileKind::kGlb:
    case FileKind::kPack:
      return fail(ErrorCode::kUnsupported, "a ", to_string(kind), " file holds many assets, not one texture");
    case FileKind::kOther:
      break;
  }
  return fail(ErrorCode::kUnsupported, "the file is no PNG, JPEG, DDS or KTX2: it begins as none of them");
}

}  // namespace

std::string_view to_string(FileKind kind) noexcept {
  switch (kind) {
    case FileKind::kPng:
      return "PNG";
    case FileKind::kJpeg:
      return "JPEG";
    case FileKind::kDds:
      return "DDS";
    case FileKind::kKtx2:
      return "KTX2";
    case FileKind::kGltf:
      return "glTF";
    case FileKind::kGlb:
      return "GLB";
    case FileKind::kPack:
      return "pack";
    case FileKind::kOther:
      break;
  }
  return "other";
}

bool is_texture(FileKind kind) noexcept {
  return kind == FileKind::kPng || kind == FileKind::kJpeg || kind == FileKind::kDds ||
         kind == FileKind::kKtx2;
}

FileKind file_kind(std::span<const std::byte> file) noexcept {
  using namespace std::string_view_literals;
  if (begins_with(file, "\x89PNG\r\n\x1a\n"sv)) return FileKind::kPng;
  if (begins_with(file, "\xff\xd8\xff"sv)) return FileKind::kJpeg;
  if (begins_with(file, "DDS "sv)) return FileKind::kDds;
  if (is_ktx2(file)) return FileKind::kKtx2;
  if (begins_with(file, "glTF"sv)) return FileKind::kGlb;
  if (begins_with(file, "FERRYPCK"sv)) return FileKind::kPack;
  if (is_gltf(file)) return FileKind::kGltf;
  return FileKind::kOther;
}

Result<TextureImage> read_texture(std::span<const std::byte> file, const TextureReadOptions& options) {
  Result<TextureImage> image = read_as_stored(file, options);
  if (!image) return image;
  if (options.srgb == SrgbChoice::kSrgb) image->desc.format = to_srgb(image->desc.format);
  if (options.srgb == SrgbChoice::kLinear) image->desc.format = to_linear(image->desc.format);
  if (!options.mips || image->desc.mip_levels != 1 || full_mip_count(image->desc) == 1) return image;
  if (!can_make_mips(image->desc.format)) {
    image->oddities.push_back(text("no mip levels were made: ", format_name(image->desc.format),
                                   " cannot be averaged; make them before it is compressed"));
    return image;
  }
  return make_mips(*image, options.mip_options);
}

bool uses_file(const TextureImage& image, std::span<const std::byte> file) noexcept {
  const std::less<> before;  // also for pointers into different arrays
  return std::any_of(image.parts.begin(), image.parts.end(), [&](const ImagePart& part) {
    return !before(part.data, file.data()) && before(part.data, file.data() + file.size());
  });
}

}  // namespace ferry
