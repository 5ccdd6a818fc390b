#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <ferry/base/error.hpp>
#include <ferry/base/result.hpp>

#include "arguments.hpp"

namespace ferry::cli {

struct PackFailure {
  std::filesystem::path path;
  std::string part;  ///< Of the file; empty where it is all of it.
  Error error;
};

/// What became of a folder.
struct PackedFolder {
  std::uint64_t in_scenes = 0;  ///< Files that are not packed by themselves, for a scene has them.
  std::vector<PackFailure> failures;
  /// What was packed and cannot be loaded on every device, a sentence each.
  std::vector<std::string> notes;
  /// There is a pack: nothing failed, or it was to be kept going; and nobody interrupted it.
  bool written = false;
};

/// Packs the files below the folder options.inputs[0], with a progress bar; what of it becomes textures and
/// what buffers is items_for()'s. An asset's name is its file's path below the folder, with `/` between its
/// parts; of a scene each buffer and image is an asset, `scene.gltf/images/2`, and the files that it is made
/// of are not packed once more. Packs are failures, but for the output's own earlier version, which is passed
/// over.
///
/// An error: the output cannot be written.
Result<PackedFolder> pack_folder(const PackCommandOptions& options);

}  // namespace ferry::cli
