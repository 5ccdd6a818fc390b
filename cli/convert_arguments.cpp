#include <fmt/format.h>

#include <memory>

#include <ferry/assets/file.hpp>
#include <ferry/layout/format.hpp>

#include "argument_rules.hpp"
#include "folder.hpp"

namespace ferry::cli {

namespace {

constexpr const char* kFooter =
    R"(IN is a PNG, JPEG, DDS or KTX2 file. What OUT becomes is told by its ending:
  .dds  everything: each mip, slice and face; block-compressed texels stay as they are
  .png  one picture, of 8 or 16 bits: the largest mip of the first slice, or the one
        that --mip and --slice name; BC1 to BC7 are decoded, RGBA floats encoded as sRGB;
        formats of one or two floats, SNORM, R11G11B10 and R9G9B9E5 have no picture

--format converts between formats where no choice is to be made: decoding BC1 to BC7,
16-bit texels, B8G8R8A8 and others to R8G8B8A8, anything to its sRGB form and back.

A file that has OUT's name is replaced, once the new one is whole.

Examples:
  ferry convert photo.jpg photo.dds --mips
  ferry convert sky.ktx2 face.png --slice 3 --mip 1
  ferry convert wall.dds plain.dds --format R8G8B8A8_UNORM)";

std::string ending_problem(const std::string& word) {
  const std::string ending = lower_extension(path_from_utf8(word));
  if (ending == ".png" || ending == ".dds") return "";
  return fmt::format("'{}' ends neither in .png nor in .dds: what shall it become?", word);
}

std::string format_problem(const std::string& word) {
  const Result<Format> format = parse_format(word);
  if (format && *format != Format::kUnknown) return "";
  return fmt::format("'{}' is no DXGI format; R8G8B8A8_UNORM is one", word);
}

}  // namespace

CommandArguments add_convert(CLI::App& app) {
  const auto options = std::make_shared<ConvertOptions>();
  CLI::App& command = *app.add_subcommand("convert", "Converts a picture or texture file into another.");
  command.footer(kFooter);
  command.add_option("IN", options->input, "The file to read")
      ->required()
      ->check(not_empty("the name"))
      ->type_name("");
  command.add_option("OUT", options->output, "The file to write: .png or .dds")
      ->required()
      ->check(CLI::Validator(ending_problem, ""))
      ->type_name("");
  command.add_option("--format", options->format, "The texels' DXGI format (default: as they are)")
      ->check(CLI::Validator(format_problem, ""))
      ->type_name("NAME");
  command.add_flag("--mips", options->mips, "Make mip levels where IN has one");
  command.add_option("--mip", options->mip, "Of IN, for a .png (default: 0, the largest)")
      ->type_name("N")
      ->check(whole_number(0, 31));
  command.add_option("--slice", options->slice, "Array slice, face or depth slice, for a .png (default: 0)")
      ->type_name("N")
      ->check(whole_number(0, 16383));
  add_strict(command, options->strict);
  return {&command, [options]() -> Command { return *options; }};
}

}  // namespace ferry::cli
