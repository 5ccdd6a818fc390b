#include <ferry/base/system_path.hpp>

namespace ferry {

std::filesystem::path system_path(const std::filesystem::path& path) {
  return path;
}

}  // namespace ferry
