#include <ferry/assets/picture_convert.hpp>
#include <ferry/assets/png.hpp>

#include "capture_file.hpp"

namespace example {

ferry::Result<std::filesystem::path> save_capture(std::filesystem::path path, const CapturedRows& captured) {
  auto picture = ferry::to_png_format(
      {captured.rows, captured.row_pitch, captured.width, captured.height, captured.format});
  if (!picture) return ferry::fail(std::move(picture).error());
  path.replace_extension(".png");
  if (auto saved = ferry::save_png(path, picture->view()); !saved) return ferry::fail(saved.error());
  return path;
}

}  // namespace example
