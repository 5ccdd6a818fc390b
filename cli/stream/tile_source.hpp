#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <ferry/assets/texture_image.hpp>
#include <ferry/base/error.hpp>
#include <ferry/base/result.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/layout/texture_desc.hpp>
#include <ferry/loader/load_request.hpp>

namespace ferry::cli {

/// Where the tiles' textures come from: a number of contents, each for many tiles.
///
/// Threading: `request` and `read` may be called from any thread. It must outlive the loads of its requests.
class TileSource {
 public:
  virtual ~TileSource() = default;
  /// How many different contents there are; never 0.
  [[nodiscard]] virtual std::uint32_t count() const = 0;
  /// A 2D texture of one array slice.
  [[nodiscard]] virtual const TextureDesc& desc(std::uint32_t content) const = 0;
  /// What a loader loads it from: source and decoder are set, all else is not.
  [[nodiscard]] virtual LoadRequest request(std::uint32_t content) const = 0;
  /// All of it on the calling thread, read and decoded.
  [[nodiscard]] virtual Result<TextureImage> read(std::uint32_t content) const = 0;
  /// For people: `32 generated textures of 1.3 to 4 MiB`.
  [[nodiscard]] virtual std::string what() const = 0;

  /// The content that a tile shows: neighbours differ, and it is the same in every run.
  [[nodiscard]] std::uint32_t content_of(std::uint32_t tile) const;
  /// Bytes of one content without padding.
  [[nodiscard]] std::uint64_t bytes(std::uint32_t content) const;
};

/// Textures of 1.3 to 4 MiB with all their mips, made once and kept in memory, so that making them never
/// limits a stream.
Result<std::unique_ptr<TileSource>> generated_tiles(std::uint32_t contents);

/// Every 2D texture that can be sampled among the files and packs of a folder (or in one file). What else
/// is there goes to `passed_over`, a line each. kNotFound where there is none. The device must outlive the
/// source.
Result<std::unique_ptr<TileSource>> file_tiles(const std::string& folder, const Device& device,
                                               std::vector<std::string>& passed_over);

}  // namespace ferry::cli
