#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <ferry/base/error.hpp>

namespace ferry::cli {

/// One picture to do.
struct Input {
  std::filesystem::path path;
  /// Where the result goes; empty where none is written.
  std::filesystem::path output;
  /// Set where it is known beforehand that it cannot be done: it is reported, not tried.
  std::optional<Error> problem;
};

/// Turns what was typed into a list of pictures, in the order typed and sorted by name within a folder.
///
/// A folder stands for the files ending in .png (in any case) in it and below it; the output folder is passed
/// over, links to folders are not followed. A folder that cannot be read or has no PNG in it is an entry with
/// a problem.
///
/// With an output folder each picture gets an output of its own: FOLDER/name.png for a file, and for one
/// found in a folder its path below that folder. Where two would be the same (in any case, for file systems
/// that do not tell case apart) the later ones become name-2.png, name-3.png, ... An output that is one of
/// the inputs is a problem.
std::vector<Input> find_inputs(const std::vector<std::string>& typed,
                               const std::filesystem::path& output_folder);

}  // namespace ferry::cli
