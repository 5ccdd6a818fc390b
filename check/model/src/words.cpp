#include "words.hpp"

#include <ferry/base/text.hpp>

#include "format_table.hpp"

namespace ferry::check::model {

std::string_view list_type_word(ListType type) {
  switch (type) {
    case ListType::kDirect:
      return "DIRECT";
    case ListType::kBundle:
      return "BUNDLE";
    case ListType::kCompute:
      return "COMPUTE";
    case ListType::kCopy:
      return "COPY";
  }
  return "unknown";
}

std::string_view heap_type_word(HeapType type) {
  switch (type) {
    case HeapType::kDefault:
      return "DEFAULT";
    case HeapType::kUpload:
      return "UPLOAD";
    case HeapType::kReadback:
      return "READBACK";
    case HeapType::kCustom:
      return "CUSTOM";
    case HeapType::kGpuUpload:
      return "GPU_UPLOAD";
  }
  return "unknown";
}

std::string shape_words(const ResourceDescription& d) {
  if (d.dimension == Dimension::kBuffer) return text(d.width, "-byte buffer");
  std::string out = text(d.width);
  if (d.dimension != Dimension::kTexture1D) out += text(" x ", d.height);
  if (d.dimension == Dimension::kTexture3D) out += text(" x ", d.depth_or_array_size);
  out += text(" ", format_name(d.format), " texture");
  if (d.dimension != Dimension::kTexture3D && d.depth_or_array_size > 1) {
    out += text(" of ", d.depth_or_array_size, " slices");
  }
  if (d.mip_levels > 1) out += text(" with ", d.mip_levels, " mips");
  if (d.sample_count > 1) out += text(" with ", d.sample_count, " samples");
  return out;
}

}  // namespace ferry::check::model
