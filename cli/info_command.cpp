#include "info_command.hpp"

#include <cstdio>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ferry/base/text.hpp>
#include <ferry/layout/footprint.hpp>
#include <ferry/layout/texture_desc.hpp>

#include "exit_code.hpp"
#include "output.hpp"
#include "report.hpp"
#include "version.hpp"
#include "wrapped_text.hpp"

namespace ferry::cli {

using json = nlohmann::ordered_json;

namespace {

const char* word(OwnEngine engine) {
  switch (engine) {
    case OwnEngine::kNo:
      return "no";
    case OwnEngine::kYes:
      return "yes";
    case OwnEngine::kUnknown:
      break;
  }
  return "unknown";
}

const char* yes_no(bool value) {
  return value ? "yes" : "no";
}

std::string bytes_or_unknown(std::uint64_t bytes) {
  return bytes == 0 ? std::string("unknown size") : byte_text(bytes);
}

std::string adapter_kind(const AdapterInfo& adapter) {
  if (adapter.software) return "software";
  return adapter.integrated ? "integrated GPU" : "discrete GPU";
}

/// Whether such a texture can be had. Asked, and then tried: some drivers say yes and mean no.
bool can_be_made(Device& device, Format format, Dimension dimension) {
  TextureDesc desc;
  desc.format = format;
  desc.dimension = dimension;
  desc.width = 16;
  desc.height = dimension == Dimension::kTexture1D ? 1 : 16;
  return validate(desc) && device.supports(format, dimension) && device.create_texture(desc, "trial");
}

std::vector<FormatSupport> supported_formats(Device& device) {
  std::vector<FormatSupport> formats;
  for (std::uint32_t number = 1; number < detail::kFormatTableSize; ++number) {
    const auto format = static_cast<Format>(number);
    const FormatInfo* const info = format_info(format);
    if (info == nullptr || info->opaque) continue;
    const FormatSupport support = {format, can_be_made(device, format, Dimension::kTexture1D),
                                   can_be_made(device, format, Dimension::kTexture2D),
                                   can_be_made(device, format, Dimension::kTexture3D)};
    if (support.in_1d || support.in_2d || support.in_3d) formats.push_back(support);
  }
  return formats;
}

std::string dimensions_text(const FormatSupport& support) {
  std::string text;
  for (const auto& [has, name] :
       {std::pair{support.in_1d, "1D"}, {support.in_2d, "2D"}, {support.in_3d, "3D"}}) {
    if (has) text += fmt::format("{}{}", text.empty() ? "" : ", ", name);
  }
  return text;
}

std::string formats_text(const std::vector<FormatSupport>& formats) {
  // By what they can be, in the order in which that first comes.
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  for (const FormatSupport& support : formats) {
    const std::string dimensions = dimensions_text(support);
    auto group = groups.begin();
    while (group != groups.end() && group->first != dimensions) ++group;
    if (group == groups.end()) group = groups.insert(group, {dimensions, {}});
    group->second.emplace_back(format_name(support.format));
  }
  std::string out;
  for (const auto& [dimensions, names] : groups) {
    out += fmt::format("  {} ({}):\n{}", dimensions, names.size(),
                       wrapped_lines(fmt::format("{}", fmt::join(names, " ")), "    ", "    "));
  }
  return out;
}

}  // namespace

std::string feature_level_text(std::uint32_t level) {
  if (level == 0) return "unknown";
  return fmt::format("{}_{}", level >> 12, level >> 8 & 0xf);
}

std::vector<HeapReport> heaps_of(const AdapterInfo& adapter, const DeviceCaps& caps) {
  const char* const upload = caps.write_combined_upload ? "CPU memory, write-combined" : "CPU memory, cached";
  return {{"DEFAULT", caps.uma ? "shared with the CPU" : "the GPU's own memory",
           caps.uma ? adapter.shared_bytes : adapter.dedicated_bytes},
          {"UPLOAD", upload, adapter.shared_bytes},
          {"READBACK", "CPU memory, cached", adapter.shared_bytes}};
}

Result<InfoReport> gather_info(const InfoOptions& options) {
  InfoReport info;
  Result<std::vector<AdapterInfo>> adapters = list_adapters();
  if (!adapters) return fail(std::move(adapters).error());
  info.adapters = *std::move(adapters);
  const Result<std::uint32_t> chosen = choose_adapter(info.adapters, options.adapter);
  if (!chosen) return fail(chosen.error());
  info.chosen = *chosen;
  DeviceOptions wanted;
  wanted.adapter = text(info.adapters[*chosen].index);
  const Result<std::shared_ptr<Device>> device = Device::create(wanted);
  if (!device) return fail(device.error());
  info.caps = (*device)->caps();
  info.heaps = heaps_of(info.adapters[*chosen], info.caps);
  info.formats = supported_formats(**device);
  return info;
}

std::string info_text(const InfoReport& info) {
  const DeviceCaps& caps = info.caps;
  std::string out = "Adapters:\n";
  for (const AdapterInfo& adapter : info.adapters) {
    out += printable(fmt::format("{} {}: {} ({}, {}, vendor 0x{:04x} device 0x{:04x})",
                                 adapter.index == info.adapters[info.chosen].index ? "*" : " ", adapter.index,
                                 adapter.name, adapter_kind(adapter), adapter.driver, adapter.vendor_id,
                                 adapter.device_id));
    out += "\n";
  }
  out += fmt::format("Chosen (*): {}\n", printable(info.adapters[info.chosen].name));
  out += fmt::format("  feature level            {}\n", feature_level_text(caps.feature_level));
  out += fmt::format("  COPY engine of its own   {}\n", word(caps.copy_engine));
  out += fmt::format("  COMPUTE of its own       {}\n", word(caps.compute_engine));
  out += fmt::format("  UMA                      {}{}\n", yes_no(caps.uma),
                     caps.uma && caps.cache_coherent_uma ? ", cache-coherent" : "");
  out += fmt::format("  GPU_UPLOAD heaps         {}\n", yes_no(caps.gpu_upload_heaps));
  out += fmt::format("  direct writes            {}\n", yes_no(caps.direct_writes));
  out += fmt::format("  timestamps on COPY       {}\n", yes_no(caps.copy_queue_timestamps));
  out += "Heaps:\n";
  for (const HeapReport& heap : info.heaps) {
    out += fmt::format("  {:<9} {:>10}  {}\n", heap.name, bytes_or_unknown(heap.bytes), heap.memory);
  }
  out += "Limits:\n";
  out += fmt::format("  textures                 1D and 2D {}, 3D {}, arrays {}\n", kMaxTextureSize,
                     kMaxTexture3DSize, kMaxTextureArraySize);
  out += fmt::format("  row pitch in buffers     {}\n",
                     caps.unrestricted_pitch ? "any" : fmt::format("multiples of {}", kRowPitchAlignment));
  out += fmt::format("  placement in buffers     {}\n",
                     caps.unrestricted_pitch ? "any" : fmt::format("multiples of {}", kPlacementAlignment));
  out += fmt::format("  resource heap tier       {}\n", caps.resource_heap_tier);
  out += "Versions:\n";
  out += fmt::format("  ferry                    {}\n", kVersion);
  out += fmt::format("  Direct3D 12              {}\n", kRuntime);
  out += fmt::format("  driver                   {}\n", printable(info.adapters[info.chosen].driver));
  out += "Textures that can be created and copied:\n";
  out += formats_text(info.formats);
  return out;
}

json to_json(const InfoReport& info) {
  const DeviceCaps& caps = info.caps;
  json adapters = json::array();
  for (const AdapterInfo& adapter : info.adapters) {
    adapters.push_back({{"index", adapter.index},
                        {"name", adapter.name},
                        {"kind", adapter_kind(adapter)},
                        {"driver", adapter.driver},
                        {"vendor_id", adapter.vendor_id},
                        {"device_id", adapter.device_id},
                        {"dedicated_bytes", adapter.dedicated_bytes},
                        {"shared_bytes", adapter.shared_bytes}});
  }
  json heaps = json::array();
  for (const HeapReport& heap : info.heaps) {
    heaps.push_back({{"name", heap.name}, {"memory", heap.memory}});
    heaps.back()["bytes"] = heap.bytes == 0 ? json(nullptr) : json(heap.bytes);
  }
  json formats = json::array();
  for (const FormatSupport& support : info.formats) {
    json dimensions = json::array();
    if (support.in_1d) dimensions.push_back("1D");
    if (support.in_2d) dimensions.push_back("2D");
    if (support.in_3d) dimensions.push_back("3D");
    formats.push_back({{"name", std::string(format_name(support.format))}, {"textures", dimensions}});
  }
  return {{"versions",
           {{"ferry", kVersion}, {"direct3d12", kRuntime}, {"driver", info.adapters[info.chosen].driver}}},
          {"adapters", adapters},
          {"chosen", info.adapters[info.chosen].index},
          {"feature_level", feature_level_text(caps.feature_level)},
          {"copy_engine", word(caps.copy_engine)},
          {"compute_engine", word(caps.compute_engine)},
          {"uma", caps.uma},
          {"cache_coherent_uma", caps.cache_coherent_uma},
          {"gpu_upload_heaps", caps.gpu_upload_heaps},
          {"direct_writes", caps.direct_writes},
          {"copy_queue_timestamps", caps.copy_queue_timestamps},
          {"heaps", heaps},
          {"limits",
           {{"texture_1d_2d", kMaxTextureSize},
            {"texture_3d", kMaxTexture3DSize},
            {"array", kMaxTextureArraySize},
            {"row_pitch_alignment", caps.unrestricted_pitch ? 1 : kRowPitchAlignment},
            {"placement_alignment", caps.unrestricted_pitch ? 1 : kPlacementAlignment},
            {"resource_heap_tier", caps.resource_heap_tier}}},
          {"formats", formats}};
}

int run_info(const InfoOptions& options) {
  const Result<InfoReport> info = gather_info(options);
  if (!info) {
    return unable(info.error(), options.json, no_device_exit_code(info.error(), options.adapter));
  }
  Output output;
  output.text(options.json ? json_text(to_json(*info)) : info_text(*info));
  return output.finish(kExitGood);
}

}  // namespace ferry::cli
