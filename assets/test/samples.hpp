#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace ferry::test {

/// The files in a folder of the folder of samples (`png/primary`): FERRY_ASSETS in the environment, or the
/// folder that CMake was told of. Empty where there is none.
inline std::vector<std::filesystem::path> samples(const std::string& folder_name) {
  namespace fs = std::filesystem;
  const char* const named = std::getenv("FERRY_ASSETS");
  const fs::path folder = fs::path(named != nullptr ? named : FERRY_ASSETS_DEFAULT) / folder_name;
  std::vector<fs::path> files;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

inline std::vector<std::filesystem::path> png_samples(const std::string& kind) {
  return samples("png/" + kind);
}

}  // namespace ferry::test
