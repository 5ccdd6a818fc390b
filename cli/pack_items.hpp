#pragma once

#include <vector>

#include "load_files.hpp"

namespace ferry::cli {

/// One item for each asset of a pack. An item whose input has a problem, where it cannot be opened.
/// Pieces are read straight into staging memory, or unpacked there.
std::vector<LoadItem> pack_items(const Input& input, const LoadWays& ways);

}  // namespace ferry::cli
