#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <ferry/assets/pack.hpp>
#include <ferry/assets/texture_image.hpp>

#include "hand/texture_files.hpp"

// The files that asset_bench loads: made anew in a temporary folder, the same each time.

namespace bench {

/// What is in a row's files, and how it is stored.
enum class AssetFormat : std::uint8_t {
  kDdsBc7,    ///< Blocks, with mips.
  kDdsRgba8,  ///< With mips.
  kDdsBgr,    ///< 24 bits, which no GPU takes; one mip.
  kKtx2,      ///< RGBA8 with mips.
  kKtx2Zstd,
  kPack,  ///< RGBA8 with mips.
  kPackZstd,
  kPng,   ///< RGBA8, one mip.
  kJpeg,  ///< Quality 90, 4:2:0.
};
std::string name_of(AssetFormat format);

/// One texture.
struct AssetFile {
  /// What Ferry loads. Of a pack: the name in it.
  std::string path;
  /// What is loaded by hand; without its texture. Instead of packs, an archive of the program's own, which holds
  /// the same texels.
  hand::TextureFile by_hand;
  /// What must be in GPU memory, by the writer of the file.
  ferry::TextureImage expected;
};

struct AssetFiles {
  std::vector<AssetFile> files;
  /// Set for packs.
  std::string pack_path;
  std::shared_ptr<const ferry::Pack> pack;
  /// Bytes in GPU memory, without padding.
  std::uint64_t texel_bytes = 0;
};

/// A folder of its own for files, removed with all of them at the end.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::string& name);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Width and height of a texture, in texels.
struct TextureSize {
  std::uint32_t width = 1;
  std::uint32_t height = 1;
};

/// Makes one file for each size. They stay in the page cache.
AssetFiles make_asset_files(AssetFormat format, const std::vector<TextureSize>& sizes,
                            const std::filesystem::path& folder);

}  // namespace bench
