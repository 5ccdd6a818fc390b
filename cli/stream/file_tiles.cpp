// Tiles whose textures come from files and packs.

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include <ferry/assets/file.hpp>
#include <ferry/base/text.hpp>

#include "../load_files.hpp"
#include "tile_source.hpp"

namespace ferry::cli {

namespace {

/// Why the texture cannot lie on a tile; empty where it can.
std::string why_not(const TextureDesc& desc) {
  const FormatInfo& format = *format_info(desc.format);
  if (desc.dimension != Dimension::kTexture2D || array_size(desc) != 1) return "it is not one 2D picture";
  const bool whole_numbers = format.name.find("INT") != std::string_view::npos;
  if (whole_numbers || format.planar || format.depth_stencil || format.typeless || format.video ||
      format.palette || format.opaque) {
    return text(format.name, " is not sampled as a colour");
  }
  return {};
}

class FileTiles final : public TileSource {
 public:
  Result<void> find(const std::string& folder, const Device& device, std::vector<std::string>& passed_over) {
    std::error_code unknown;
    if (!std::filesystem::exists(path_from_utf8(folder), unknown)) {
      return fail(ErrorCode::kNotFound, folder, ": there is no such file or folder");
    }
    LoadWays ways;
    ways.mips = true;
    ways.device = &device;
    for (const Input& input : find_files({folder})) {
      for (LoadItem& item : items_for(input, ways)) {
        std::string name = path_text(item.input.path);
        if (!item.part.empty()) name += ": " + item.part;
        if (std::string why = add(std::move(item)); !why.empty())
          passed_over.push_back(text(name, ": ", why));
      }
    }
    if (!contents_.empty()) return {};
    return fail(ErrorCode::kNotFound, folder, ": no file in it is a texture for a tile",
                passed_over.empty() ? "" : "; the first one: ", passed_over.empty() ? "" : passed_over[0],
                "; without a folder tiles are generated");
  }

  [[nodiscard]] std::uint32_t count() const override { return static_cast<std::uint32_t>(contents_.size()); }
  [[nodiscard]] const TextureDesc& desc(std::uint32_t content) const override {
    return contents_[content].desc;
  }
  [[nodiscard]] LoadRequest request(std::uint32_t content) const override {
    LoadRequest request = contents_[content].item.request;
    request.destination = {};
    return request;
  }
  [[nodiscard]] Result<TextureImage> read(std::uint32_t content) const override {
    return image_of(contents_[content].item);
  }
  [[nodiscard]] std::string what() const override { return text(contents_.size(), " textures of files"); }

 private:
  struct Content {
    LoadItem item;
    TextureDesc desc;
  };

  static Result<TextureImage> image_of(const LoadItem& item) {
    auto expected = item.expected();
    if (!expected) return fail(std::move(expected).error());
    auto& [file, image] = std::get<ExpectedTexture>(*expected);
    // Parts may point into the file: the image keeps it.
    if (file) {
      image.memory =
          std::make_shared<std::pair<std::shared_ptr<const ByteBuffer>, std::shared_ptr<const void>>>(
              file, image.memory);
    }
    return std::move(image);
  }

  /// Why the item is none; empty where it was added.
  std::string add(LoadItem item) {
    if (item.input.problem) return to_string(*item.input.problem);
    if (!item.texture) return "it is not a texture";
    Content content;
    const auto* made = std::get_if<NewTexture>(&item.request.destination);
    if (made != nullptr && made->desc) {
      content.desc = *made->desc;
    } else {
      // Only the decoder knows, and it may change the format to one that the device has.
      const auto image = image_of(item);
      if (!image) return to_string(image.error());
      content.desc = image->desc;
    }
    if (std::string why = why_not(content.desc); !why.empty()) return why;
    content.item = std::move(item);
    contents_.push_back(std::move(content));
    return {};
  }

  std::vector<Content> contents_;
};

}  // namespace

Result<std::unique_ptr<TileSource>> file_tiles(const std::string& folder, const Device& device,
                                               std::vector<std::string>& passed_over) {
  auto tiles = std::make_unique<FileTiles>();
  if (auto found = tiles->find(folder, device, passed_over); !found) return fail(std::move(found).error());
  return std::unique_ptr<TileSource>(std::move(tiles));
}

}  // namespace ferry::cli
