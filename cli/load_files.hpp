#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <ferry/base/error.hpp>
#include <ferry/loader/load_request.hpp>

#include "inputs.hpp"

namespace ferry::cli {

/// Every file among what was typed: files as they are, folders with all regular files in them and below,
/// sorted by name; links to folders are not followed. What cannot be read is an entry with a problem.
std::vector<Input> find_files(const std::vector<std::string>& typed);

/// Whether the file is loaded as a texture (a PNG, by its name), and not as raw bytes into a buffer.
bool is_picture(const std::filesystem::path& path);

/// What to load for it: a texture or a buffer of its own.
LoadRequest request_for(const std::filesystem::path& path);

}  // namespace ferry::cli
