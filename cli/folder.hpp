#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <ferry/base/error.hpp>

namespace ferry::cli {

/// Something that lies in a folder.
struct FolderEntry {
  std::filesystem::path path;
  /// Its path below the folder that was searched.
  std::filesystem::path below;
  /// Set where `path` is a folder that cannot be read.
  std::optional<Error> problem;
};

/// Everything but folders in `folder` and below it, each folder sorted by name; links to folders are not
/// followed, and count as nothing. `enter` is asked before a folder below is searched. Default: none; all are.
std::vector<FolderEntry> entries_below(const std::filesystem::path& folder,
                                       const std::function<bool(const std::filesystem::path&)>& enter = {});

/// Why what lies there can be no input, as a sentence without the path; none where it can, or where nothing is
/// there: that is said when it is opened. A pipe would be waited for, and some devices never end.
std::optional<Error> why_no_input(const std::filesystem::path& path);

/// The extension in lower case, with its dot: `.png`; empty where there is none.
std::string lower_extension(const std::filesystem::path& path);

/// ASCII letters in lower case.
std::string lower(std::string text);

}  // namespace ferry::cli
