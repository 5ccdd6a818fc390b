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

std::vector<PriorityReport> priorities_of(const Device& device) {
  std::vector<PriorityReport> all;
  for (const QueueKind kind : {QueueKind::kDirect, QueueKind::kCompute, QueueKind::kCopy}) {
    for (const QueuePriority priority : {QueuePriority::kHigh, QueuePriority::kGlobalRealtime}) {
      if (const auto has = supports_priority(device, kind, priority); has && *has)
        all.push_back({kind, priority});
    }
  }
  return all;
}

std::string priorities_text(const std::vector<PriorityReport>& priorities) {
  std::string out;
  for (const PriorityReport& one : priorities) {
    out += fmt::format("{}{} on {}", out.empty() ? "" : ", ", to_string(one.priority), to_string(one.kind));
  }
  return out.empty() ? "NORMAL only" : out;
}

std::string group_text(const VideoMemoryGroup& group) {
  return fmt::format("budget {}, in use {}", byte_text(group.budget), byte_text(group.usage));
}

json group_json(const VideoMemoryGroup& group) {
  return {{"budget", group.budget},
          {"usage", group.usage},
          {"available_for_reservation", group.available_for_reservation},
          {"reservation", group.reservation}};
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
  std::vector<HeapReport> heaps = {{"DEFAULT", caps.uma ? "shared with the CPU" : "the GPU's own memory",
                                    caps.uma ? adapter.shared_bytes : adapter.dedicated_bytes},
                                   {"UPLOAD", upload, adapter.shared_bytes},
                                   {"READBACK", "CPU memory, cached", adapter.shared_bytes}};
  if (caps.gpu_upload_heaps) {
    heaps.push_back({"GPU_UPLOAD",
                     caps.uma ? "shared with the CPU, write-combined"
                              : "the GPU's own memory, written by the CPU, write-combined",
                     caps.uma ? adapter.shared_bytes : adapter.dedicated_bytes});
  }
  return heaps;
}

Result<InfoReport> gather_info(const InfoOptions& options) {
  InfoReport info;
  Result<std::vector<AdapterInfo>> adapters = list_adapters();
  if (!adapters) return fail(std::move(adapters).error());
  info.adapters = *std::move(adapters);
  DeviceOptions wanted;
  wanted.adapter = options.adapter;
  const Result<std::shared_ptr<Device>> device = Device::create(wanted);
  if (!device) return fail(device.error());
  const AdapterInfo& used = (*device)->adapter();
  info.chosen = used.index;
  // WARP works where it is not listed, too.
  if (info.chosen >= info.adapters.size()) {
    info.chosen = static_cast<std::uint32_t>(info.adapters.size());
    info.adapters.push_back(used);
  }
  info.caps = (*device)->caps();
  info.heaps = heaps_of(used, info.caps);
  if (auto memory = query_video_memory(**device)) info.memory = *memory;
  info.priorities = priorities_of(**device);
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
  out += fmt::format("  COPY engine of its own   {}\n", to_string(caps.copy_engine));
  out += fmt::format("  COMPUTE of its own       {}\n", to_string(caps.compute_engine));
  out += fmt::format("  UMA                      {}{}\n", yes_no(caps.uma),
                     caps.uma && caps.cache_coherent_uma ? ", cache-coherent" : "");
  out += fmt::format("  GPU_UPLOAD heaps         {}\n", yes_no(caps.gpu_upload_heaps));
  out += fmt::format("  direct writes            {}\n", yes_no(caps.direct_writes));
  out += fmt::format("  timestamps on COPY       {}\n", yes_no(caps.copy_queue_timestamps));
  out += fmt::format("  queue priorities         {}\n", priorities_text(info.priorities));
  out += "Heaps:\n";
  for (const HeapReport& heap : info.heaps) {
    out += fmt::format("  {:<10} {:>9}  {}\n", heap.name, bytes_or_unknown(heap.bytes), heap.memory);
  }
  if (info.memory) {
    out += fmt::format("  memory of the GPU        {}\n", group_text(info.memory->local));
    out += fmt::format("  memory of the CPU        {}\n", group_text(info.memory->non_local));
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
                        {"luid", adapter.luid},
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
  json priorities = json::array();
  for (const PriorityReport& one : info.priorities) {
    priorities.push_back(
        {{"queue", std::string(to_string(one.kind))}, {"priority", std::string(to_string(one.priority))}});
  }
  json memory = nullptr;
  if (info.memory) {
    memory = {{"local", group_json(info.memory->local)}, {"non_local", group_json(info.memory->non_local)}};
  }
  return {{"versions",
           {{"ferry", kVersion}, {"direct3d12", kRuntime}, {"driver", info.adapters[info.chosen].driver}}},
          {"adapters", adapters},
          {"chosen", info.adapters[info.chosen].index},
          {"feature_level", feature_level_text(caps.feature_level)},
          {"copy_engine", std::string(to_string(caps.copy_engine))},
          {"compute_engine", std::string(to_string(caps.compute_engine))},
          {"uma", caps.uma},
          {"cache_coherent_uma", caps.cache_coherent_uma},
          {"gpu_upload_heaps", caps.gpu_upload_heaps},
          {"direct_writes", caps.direct_writes},
          {"copy_queue_timestamps", caps.copy_queue_timestamps},
          {"queue_priorities", priorities},
          {"heaps", heaps},
          {"memory", memory},
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
