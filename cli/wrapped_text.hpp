#pragma once

#include <string>
#include <string_view>

namespace ferry::cli {

/// The words of `text` in lines of at most 100 columns (a longer word has a line of its own), the first begun
/// with `first` and the others with `rest`, each ended with a line break.
std::string wrapped_lines(std::string_view text, std::string_view first, std::string_view rest);

}  // namespace ferry::cli
