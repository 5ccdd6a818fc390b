#include "convert_command.hpp"

#include <filesystem>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <ferry/assets/dds_write.hpp>
#include <ferry/assets/file.hpp>
#include <ferry/assets/png.hpp>
#include <ferry/assets/texture_file.hpp>

#include "convert.hpp"
#include "exit_code.hpp"
#include "folder.hpp"
#include "output.hpp"
#include "report.hpp"

namespace ferry::cli {

namespace fs = std::filesystem;

namespace {

Result<TextureImage> read_input(const ByteBuffer& file, const ConvertOptions& options) {
  TextureReadOptions how;
  how.mips = options.mips;
  how.strict = options.strict;
  auto image = read_texture(file.bytes(), how);
  if (!image) return fail(image.error().code, options.input, ": ", image.error().message);
  if (options.format.empty()) return image;
  const Result<Format> wanted = parse_format(options.format);
  if (!wanted) return fail(wanted.error());
  auto changed = with_format(*std::move(image), *wanted);
  if (!changed) return fail(changed.error().code, options.input, ": ", changed.error().message);
  return changed;
}

/// Gives what was written, in words.
Result<std::string> write_output(const TextureImage& image, const ConvertOptions& options) {
  const fs::path path = path_from_utf8(options.output);
  const TextureDesc& desc = image.desc;
  if (lower_extension(path) == ".dds") {
    if (auto saved = save_dds(path, image); !saved) return fail(std::move(saved).error());
    return fmt::format("{}x{}, {} mips, {} slices, {}", desc.width, desc.height, mip_count(desc),
                       desc.depth_or_array_size, format_name(desc.format));
  }
  const auto picture = picture_of(image, options.mip, options.slice);
  if (!picture) return fail(picture.error().code, options.input, ": ", picture.error().message);
  if (auto saved = save_png(path, picture->view()); !saved) return fail(std::move(saved).error());
  std::string words = fmt::format("{}x{}, {}", picture->width, picture->height, format_name(picture->format));
  if (mip_count(desc) > 1) words += fmt::format(", mip {} of {}", options.mip.value_or(0), mip_count(desc));
  if (desc.depth_or_array_size > 1) words += fmt::format(", slice {}", options.slice.value_or(0));
  return words;
}

Result<std::string> convert(const ConvertOptions& options) {
  const auto file = read_file(path_from_utf8(options.input));
  if (!file) return fail(file.error());
  const auto image = read_input(*file, options);
  if (!image) return fail(image.error());
  return write_output(*image, options);
}

}  // namespace

int run_convert(const ConvertOptions& options) {
  const auto written = convert(options);
  if (!written) return unable(written.error(), false, kExitFailed);
  Output output;
  output.line(printable(fmt::format("{}: {}", options.output, *written)));
  return output.finish(kExitGood);
}

}  // namespace ferry::cli
