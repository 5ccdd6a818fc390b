#pragma once

#include <filesystem>

namespace ferry {

/// The path as it is to be given to the system's own calls that open, rename or remove. On Windows one of
/// 240 characters or more, made absolute, gets the prefix that lifts the limit of 260 (`\\?\`; "Maximum Path
/// Length Limitation" in Windows' documentation); all else, and every path elsewhere, stays as it is. Not
/// for messages. Relative paths are taken from the current folder. Safe from any thread.
std::filesystem::path system_path(const std::filesystem::path& path);

}  // namespace ferry
