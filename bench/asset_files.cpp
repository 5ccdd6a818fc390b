#include "asset_files.hpp"

#include <unistd.h>

#include <span>
#include <system_error>
#include <utility>

#include <zstd.h>

#include <ferry/assets/dds_write.hpp>
#include <ferry/assets/file.hpp>
#include <ferry/assets/mips.hpp>
#include <ferry/assets/pack_write.hpp>
#include <ferry/assets/png.hpp>
#include <ferry/layout/footprint.hpp>

#include "../assets/test/dds_making.hpp"
#include "../assets/test/ktx2_making.hpp"
#include "jpeg_of.hpp"
#include "must.hpp"
#include "photo.hpp"

namespace bench {
namespace {

using ferry::TextureImage;
using ferry::bench::must;
using Bytes = std::vector<std::byte>;

constexpr int kZstdLevel = 3;
constexpr std::uint64_t kArchiveAlignment = 4096;

/// Where the texels of file number `index` begin in the photo: far apart.
std::vector<std::uint8_t> texels_of(std::size_t index, TextureSize size) {
  static const Photo photo(2048);
  const auto i = static_cast<std::uint32_t>(index);
  return photo.part(i * 709, i * 1123, size.width, size.height);
}

TextureImage rgba_image(std::vector<std::uint8_t> texels, TextureSize size, bool mips) {
  TextureImage image;
  image.desc.width = size.width;
  image.desc.height = size.height;
  const std::uint64_t pitch = std::uint64_t{size.width} * 4;
  const auto kept = std::make_shared<const std::vector<std::uint8_t>>(std::move(texels));
  image.parts.push_back({reinterpret_cast<const std::byte*>(kept->data()), pitch, pitch * size.height});
  image.memory_bytes = kept->size();
  image.memory = kept;
  return mips ? must(make_mips(image)) : image;
}

/// Any 16 bytes are a block of BC7; these look as random as real ones do.
TextureImage bc7_image(std::size_t index, TextureSize size) {
  TextureImage image;
  image.desc.format = ferry::Format::kBc7Unorm;
  image.desc.width = size.width;
  image.desc.height = size.height;
  image.desc.mip_levels = ferry::full_mip_count(image.desc);
  const std::uint32_t count = ferry::subresource_count(image.desc);
  auto blocks = std::make_shared<Bytes>(must(ferry::tight_bytes(image.desc, 0, count)));
  std::uint64_t state = index + 1;
  for (std::byte& byte : *blocks) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    byte = static_cast<std::byte>(state >> 56);
  }
  std::size_t at = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const ferry::Footprint shape = must(ferry::footprint(image.desc, i));
    image.parts.push_back({blocks->data() + at, shape.row_bytes, shape.row_bytes * shape.rows});
    at += static_cast<std::size_t>(tight_bytes(shape));
  }
  image.memory_bytes = blocks->size();
  image.memory = std::move(blocks);
  return image;
}

/// Each mip of an image, tightly packed.
std::vector<Bytes> levels_of(const TextureImage& image) {
  std::vector<Bytes> levels;
  for (std::uint32_t i = 0; i < ferry::subresource_count(image.desc); ++i) {
    const ferry::Footprint shape = must(ferry::footprint(image.desc, i));
    Bytes level(static_cast<std::size_t>(tight_bytes(shape)));
    must(write_rows(image, {i, 0, 0, shape.rows}, level.data(), shape.row_bytes));
    levels.push_back(std::move(level));
  }
  return levels;
}

void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  auto file = must(ferry::FileWriter::create(path));
  must(file.write(bytes));
  must(file.commit());
}

Bytes ktx2_of(const TextureImage& image, bool packed) {
  ferry::test::Ktx2File file;
  file.width = static_cast<std::uint32_t>(image.desc.width);
  file.height = image.desc.height;
  file.scheme = packed ? 2 : 0;
  file.levels = levels_of(image);
  return file.make();
}

/// 24 bits a texel, blue first.
Bytes bgr_dds_of(const std::vector<std::uint8_t>& texels, TextureSize size) {
  ferry::test::DdsFile file;
  file.width = size.width;
  file.height = size.height;
  file.format_flags = 0x40;  // DDPF_RGB
  file.bits = 24;
  file.masks = {0xff0000, 0xff00, 0xff, 0};
  file.body.reserve(texels.size() / 4 * 3);
  for (std::size_t i = 0; i < texels.size(); i += 4) {
    for (const std::size_t channel : {2, 1, 0}) {
      file.body.push_back(static_cast<std::byte>(texels[i + channel]));
    }
  }
  return file.bytes();
}

/// A file of its own for each texture; gives what it must become.
TextureImage make_file(AssetFormat format, std::size_t index, TextureSize size,
                       const std::filesystem::path& path) {
  if (format == AssetFormat::kDdsBc7) {
    TextureImage image = bc7_image(index, size);
    must(save_dds(path, image));
    return image;
  }
  std::vector<std::uint8_t> texels = texels_of(index, size);
  switch (format) {
    case AssetFormat::kDdsBgr:
      write_file(path, bgr_dds_of(texels, size));
      break;
    case AssetFormat::kPng: {
      ferry::PngEncoding encoding;
      encoding.compression = 2;
      must(save_png(path, {texels.data(), size.width * 4ull, size.width, size.height}, encoding));
      break;
    }
    case AssetFormat::kJpeg: {
      const Bytes jpeg = jpeg_of(texels, size.width, size.height);
      write_file(path, jpeg);
      hand::decode_jpeg({reinterpret_cast<const std::uint8_t*>(jpeg.data()), jpeg.size()}, texels.data());
      break;
    }
    case AssetFormat::kDdsRgba8: {
      TextureImage image = rgba_image(std::move(texels), size, true);
      must(save_dds(path, image));
      return image;
    }
    default: {
      TextureImage image = rgba_image(std::move(texels), size, true);
      write_file(path, ktx2_of(image, format == AssetFormat::kKtx2Zstd));
      return image;
    }
  }
  return rgba_image(std::move(texels), size, false);
}

hand::FileKind kind_by_hand(AssetFormat format) {
  switch (format) {
    case AssetFormat::kDdsBc7:
    case AssetFormat::kDdsRgba8:
      return hand::FileKind::kDds;
    case AssetFormat::kDdsBgr:
      return hand::FileKind::kDdsBgr;
    case AssetFormat::kKtx2:
    case AssetFormat::kKtx2Zstd:
      return hand::FileKind::kKtx2;
    case AssetFormat::kPack:
      return hand::FileKind::kTexels;
    case AssetFormat::kPackZstd:
      return hand::FileKind::kPackedTexels;
    case AssetFormat::kPng:
      return hand::FileKind::kPng;
    case AssetFormat::kJpeg:
      break;
  }
  return hand::FileKind::kJpeg;
}

void note_sizes(AssetFile& file) {
  const ferry::TextureDesc& desc = file.expected.desc;
  file.by_hand.texel_bytes = must(ferry::tight_bytes(desc, 0, ferry::subresource_count(desc)));
  file.by_hand.width = static_cast<std::uint32_t>(desc.width);
}

/// The archive of a program that has no packs: the texels of all files, one after the other.
class Archive {
 public:
  Archive(const std::filesystem::path& path, bool packed)
      : path_(path), packed_(packed), out_(must(ferry::FileWriter::create(path))) {}

  void add(AssetFile& file) {
    Bytes bytes;
    for (const Bytes& level : levels_of(file.expected)) {
      bytes.insert(bytes.end(), level.begin(), level.end());
    }
    if (packed_) bytes = ferry::test::zstd(bytes, kZstdLevel);
    file.by_hand.path = path_.string();
    file.by_hand.offset = size_;
    file.by_hand.bytes = bytes.size();
    bytes.resize((bytes.size() + kArchiveAlignment - 1) / kArchiveAlignment * kArchiveAlignment);
    size_ += bytes.size();
    must(out_.write(bytes));
  }
  void finish() { must(out_.commit()); }

 private:
  std::filesystem::path path_;
  bool packed_;
  ferry::FileWriter out_;
  std::uint64_t size_ = 0;
};

void make_packs(AssetFiles& made, bool packed, const std::vector<TextureSize>& sizes,
                const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "textures.ferry";
  ferry::PackOptions options;
  options.zstd_level = packed ? kZstdLevel : 0;
  auto writer = must(ferry::PackWriter::create(path, options));
  Archive archive(folder / "textures.archive", packed);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    AssetFile file;
    file.path = std::to_string(i);
    file.expected = rgba_image(texels_of(i, sizes[i]), sizes[i], true);
    must(writer.add_texture(file.path, file.expected));
    archive.add(file);
    made.files.push_back(std::move(file));
  }
  must(writer.finish());
  archive.finish();
  made.pack_path = path.string();
  made.pack = std::make_shared<const ferry::Pack>(must(ferry::Pack::open(path)));
}

}  // namespace

std::string name_of(AssetFormat format) {
  switch (format) {
    case AssetFormat::kDdsBc7:
      return "dds_bc7";
    case AssetFormat::kDdsRgba8:
      return "dds_rgba8";
    case AssetFormat::kDdsBgr:
      return "dds_bgr24";
    case AssetFormat::kKtx2:
      return "ktx2";
    case AssetFormat::kKtx2Zstd:
      return "ktx2_zstd";
    case AssetFormat::kPack:
      return "pack";
    case AssetFormat::kPackZstd:
      return "pack_zstd";
    case AssetFormat::kPng:
      return "png";
    case AssetFormat::kJpeg:
      break;
  }
  return "jpeg";
}

TemporaryFolder::TemporaryFolder(const std::string& name)
    : path_(std::filesystem::temp_directory_path() / (name + "-" + std::to_string(::getpid()))) {
  std::filesystem::create_directories(path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

AssetFiles make_asset_files(AssetFormat format, const std::vector<TextureSize>& sizes,
                            const std::filesystem::path& folder) {
  AssetFiles made;
  if (format == AssetFormat::kPack || format == AssetFormat::kPackZstd) {
    make_packs(made, format == AssetFormat::kPackZstd, sizes, folder);
  } else {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      AssetFile file;
      const std::filesystem::path path = folder / (name_of(format) + std::to_string(i));
      file.path = path.string();
      file.expected = make_file(format, i, sizes[i], path);
      file.by_hand.path = file.path;
      file.by_hand.bytes = std::filesystem::file_size(path);
      made.files.push_back(std::move(file));
    }
  }
  for (AssetFile& file : made.files) {
    file.by_hand.kind = kind_by_hand(format);
    note_sizes(file);
    made.texel_bytes += file.by_hand.texel_bytes;
  }
  return made;
}

}  // namespace bench
