#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <ferry/assets/texture_image.hpp>
#include <ferry/base/byte_buffer.hpp>
#include <ferry/base/error.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/loader/load_request.hpp>

#include "inputs.hpp"

namespace ferry::cli {

/// Every file among what was typed: files as they are, folders with all regular files in them and below,
/// sorted by name; links to folders are not followed. What cannot be read is an entry with a problem.
std::vector<Input> find_files(const std::vector<std::string>& typed);

/// How files become resources.
struct LoadWays {
  /// Make mip levels for textures whose file has one.
  bool mips = false;
  /// Refuse what readers else see through.
  bool strict = false;
  /// What textures are made to fit; must outlive the load. Default: not looked at.
  const Device* device = nullptr;
};

/// What a texture must hold in GPU memory. Its parts point into the file's bytes, or into its own memory.
struct ExpectedTexture {
  std::shared_ptr<const ByteBuffer> file;
  TextureImage image;
};

/// What a resource must hold in GPU memory: a buffer's bytes, or a texture.
using Expected = std::variant<ByteBuffer, ExpectedTexture>;

/// One resource to load; a file may have several.
struct LoadItem {
  Input input;
  /// Which part of the file it is (`image 'bark'`); empty where it is all of it.
  std::string part;
  /// The same as a path that stays the same while the file does: `images/3`. Empty where `part` is. Of a pack
  /// the asset's name.
  std::string part_path;
  /// A texture, else a buffer.
  bool texture = false;
  /// Nothing, where the input has a problem.
  LoadRequest request;
  /// Reads the file again and gives what must have arrived.
  std::function<Result<Expected>()> expected;
};

/// What to load for a file: by its content a texture, the buffers and images of a scene (glTF), the assets of
/// a pack, or a buffer of its bytes. A file that cannot be taken for what it is is one item, whose input has
/// the problem.
///
/// A scene stays in memory until the `expected` of each of its items is gone.
std::vector<LoadItem> items_for(const Input& input, const LoadWays& ways);

}  // namespace ferry::cli
