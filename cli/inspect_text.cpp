#include <fmt/format.h>

#include <algorithm>

#include <ferry/assets/file.hpp>
#include <ferry/base/text.hpp>

#include "inspect.hpp"
#include "report.hpp"

namespace ferry::cli {

using json = nlohmann::ordered_json;

namespace {

/// What an array of this texture holds, in numbers that a shader sees: cubes, slices.
std::uint32_t array_length(const TextureImage& image) {
  return array_size(image.desc) / (image.cube ? 6 : 1);
}

/// `2D texture 256x256`, `cube 64x64, array of 3`, `3D texture 16x16x8`.
std::string shape_text(const TextureImage& image) {
  const TextureDesc& desc = image.desc;
  std::string shape = image.cube ? std::string("cube") : std::string(to_string(desc.dimension));
  shape += fmt::format(" {}", desc.width);
  if (desc.dimension != Dimension::kTexture1D) shape += fmt::format("x{}", desc.height);
  if (desc.dimension == Dimension::kTexture3D) shape += fmt::format("x{}", desc.depth_or_array_size);
  if (array_length(image) > 1) shape += fmt::format(", array of {}", array_length(image));
  return shape;
}

/// As far as the format says: an UNORM format does not.
const char* color_space(Format format) {
  const FormatInfo* const info = format_info(format);
  if (info != nullptr && info->srgb) return "sRGB";
  const std::string_view name = format_name(format);
  const bool is_float = name.find("FLOAT") != std::string_view::npos ||
                        name.find("SHAREDEXP") != std::string_view::npos || name.starts_with("BC6H");
  return is_float ? "linear" : "not said";
}

/// `bits per sample 8, interlaced no`
std::string pairs_text(const json& pairs) {
  std::string out;
  for (const auto& [key, value] : pairs.items()) {
    std::string name = key;
    for (char& c : name) c = c == '_' ? ' ' : c;
    const std::string shown = value.is_string()    ? value.get<std::string>()
                              : value.is_boolean() ? (value.get<bool>() ? "yes" : "no")
                                                   : value.dump();
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", name, shown);
  }
  return out;
}

/// Every list, its things a line each.
std::string contents_lines(const json& contents, bool all) {
  std::string out;
  for (const auto& [kind, things] : contents.items()) {
    out += fmt::format("  {} {}\n", things.size(), kind);
    std::uint32_t shown = 0;
    for (const json& thing : things) {
      if (!all && ++shown > kMostLines) {
        out += "    ... --all shows the others\n";
        break;
      }
      out += printable("    " + pairs_text(thing)) + "\n";
    }
  }
  return out;
}

std::string size_text(const Footprint& footprint) {
  std::string size = fmt::format("{}x{}", footprint.width, footprint.height);
  if (footprint.depth > 1) size += fmt::format("x{}", footprint.depth);
  return size;
}

std::string footprint_line(const TextureDesc& desc, std::uint32_t index, const Footprint& footprint) {
  const Subresource place = subresource_at(desc, index);
  return fmt::format("  {:>6} {:>4} {:>6} {:>6} {:>15} {:>12} {:>9} {:>6} {:>12}\n", index, place.mip,
                     place.array_slice, place.plane, size_text(footprint), footprint.offset,
                     footprint.row_pitch, footprint.rows, footprint.total_bytes);
}

std::string footprint_lines(const Inspection& inspection, bool all) {
  const TextureDesc& desc = inspection.texture->desc;
  const auto count = static_cast<std::uint32_t>(inspection.layout.footprints.size());
  std::string out = fmt::format("  {:>6} {:>4} {:>6} {:>6} {:>15} {:>12} {:>9} {:>6} {:>12}\n", "number",
                                "mip", "slice", "plane", "size", "offset", "row pitch", "rows", "bytes");
  // The mips of the first slice show what the others look like.
  const std::uint32_t shown = all || count <= kMostLines ? count : std::min(mip_count(desc), kMostLines);
  for (std::uint32_t i = 0; i < shown; ++i) out += footprint_line(desc, i, inspection.layout.footprints[i]);
  if (shown < count) {
    out += fmt::format("  ... and {} more subresources in {} slices; --all shows them\n", count - shown,
                       array_size(desc));
  }
  return out;
}

json to_json(const TextureDesc& desc, const Layout& layout) {
  json subresources = json::array();
  for (std::uint32_t i = 0; i < layout.footprints.size(); ++i) {
    const Subresource place = subresource_at(desc, i);
    const Footprint& footprint = layout.footprints[i];
    subresources.push_back({{"mip", place.mip},
                            {"array_slice", place.array_slice},
                            {"plane", place.plane},
                            {"width", footprint.width},
                            {"height", footprint.height},
                            {"depth", footprint.depth},
                            {"offset", footprint.offset},
                            {"row_pitch", footprint.row_pitch},
                            {"row_bytes", footprint.row_bytes},
                            {"rows", footprint.rows},
                            {"bytes", footprint.total_bytes}});
  }
  return subresources;
}

}  // namespace

std::string inspection_text(const Inspection& inspection, bool all) {
  const std::string name = path_text(inspection.path);
  std::string out;
  const auto line = [&](std::string_view indent, const std::string& words) {
    out += indent;
    out += printable(words);
    out += '\n';
  };
  if (inspection.error) {
    line("", fmt::format("{}: failed: {}", name, error_text(inspection.path, *inspection.error)));
  } else if (inspection.texture) {
    const TextureImage& image = *inspection.texture;
    line("", fmt::format("{}: {}, {}, {} mips, {}", name, to_string(inspection.kind), shape_text(image),
                         image.desc.mip_levels, format_name(image.desc.format)));
    line("  ",
         fmt::format("colour space {}, alpha {}", color_space(image.desc.format), to_string(image.alpha)));
    line("  ", fmt::format("file {}, texture {}, staging {}", byte_text(inspection.file_bytes),
                           byte_text(inspection.texel_bytes), byte_text(inspection.layout.total_bytes)));
  } else if (inspection.kind == FileKind::kOther) {
    line("", fmt::format("{}: {}, loaded as a buffer of its bytes", name, byte_text(inspection.file_bytes)));
  } else {
    line("", fmt::format("{}: {}, {}", name, to_string(inspection.kind), byte_text(inspection.file_bytes)));
  }
  if (!inspection.stored.empty()) line("  ", fmt::format("stored: {}", pairs_text(inspection.stored)));
  for (const std::string& oddity : inspection.oddities) line("  ", fmt::format("odd: {}", oddity));
  if (inspection.texture) out += footprint_lines(inspection, all);
  out += contents_lines(inspection.contents, all);
  return out;
}

json to_json(const Inspection& inspection) {
  json one = {{"path", path_text(inspection.path)},
              {"kind", to_string(inspection.kind)},
              {"file_bytes", inspection.file_bytes}};
  if (!inspection.stored.empty()) one["stored"] = inspection.stored;
  if (inspection.texture) {
    const TextureImage& image = *inspection.texture;
    const TextureDesc& desc = image.desc;
    one["texture"] = {{"dimension", to_string(desc.dimension)},
                      {"width", desc.width},
                      {"height", desc.height},
                      {"depth", desc.dimension == Dimension::kTexture3D ? desc.depth_or_array_size : 1},
                      {"cube", image.cube},
                      {"array_length", array_length(image)},
                      {"mips", desc.mip_levels},
                      {"format", format_name(desc.format)},
                      {"dxgi_format", static_cast<std::uint32_t>(desc.format)},
                      {"color_space", color_space(desc.format)},
                      {"alpha", to_string(image.alpha)},
                      {"texture_bytes", inspection.texel_bytes},
                      {"staging_bytes", inspection.layout.total_bytes},
                      {"subresources", to_json(desc, inspection.layout)}};
  }
  if (!inspection.contents.empty()) one["contents"] = inspection.contents;
  one["oddities"] = inspection.oddities;
  if (inspection.error) one["error"] = error_object(*inspection.error);
  return one;
}

}  // namespace ferry::cli
