#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <ferry/assets/texture_file.hpp>
#include <ferry/base/error.hpp>

namespace ferry::cli {

/// What a file is, by its content. A file that cannot be read is kOther: whoever opens it next says why.
FileKind kind_of_file(const std::filesystem::path& path);

/// The kind that a name ending so promises (`.jpeg`); kOther for all other endings.
FileKind kind_promised(const std::filesystem::path& path);

/// Set where the name promises a kind and the content is none that is known: to take such a file for bytes
/// would hide that it is damaged. A file of another known kind is what it is, whatever its name; one that
/// cannot be opened has promised nothing.
std::optional<Error> broken_promise(const std::filesystem::path& path, FileKind kind);

}  // namespace ferry::cli
