#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <ferry/base/result.hpp>
#include <ferry/gpu/adapter.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/gpu/queue.hpp>
#include <ferry/gpu/video_memory.hpp>
#include <ferry/layout/format.hpp>

#include "arguments.hpp"

namespace ferry::cli {

/// A format of which textures can be created and copied, and in which dimensions.
struct FormatSupport {
  Format format = Format::kUnknown;
  bool in_1d = false;
  bool in_2d = false;
  bool in_3d = false;
};

/// One of the heaps, as it is on this adapter.
struct HeapReport {
  std::string name;         ///< `DEFAULT`, ...
  std::string memory;       ///< What memory that is, in words.
  std::uint64_t bytes = 0;  ///< How much of it there is; 0 where the system does not tell.
};

/// A priority above NORMAL that queues of a kind can have.
struct PriorityReport {
  QueueKind kind = QueueKind::kDirect;
  QueuePriority priority = QueuePriority::kNormal;
};

struct InfoReport {
  std::vector<AdapterInfo> adapters;
  std::uint32_t chosen = 0;
  DeviceCaps caps;
  std::vector<HeapReport> heaps;
  std::vector<PriorityReport> priorities;
  std::optional<VideoMemoryGroups> memory;  ///< Where the system tells it.
  std::vector<FormatSupport> formats;
};

/// Asks the system. Errors as of list_adapters(), choose_adapter() and Device::create().
Result<InfoReport> gather_info(const InfoOptions& options);

/// The heaps of an adapter of these capabilities.
std::vector<HeapReport> heaps_of(const AdapterInfo& adapter, const DeviceCaps& caps);

/// `11_0` for 0xb000; `unknown` for 0.
std::string feature_level_text(std::uint32_t level);

/// The report for people, many lines with a line break at the end, and for machines.
std::string info_text(const InfoReport& info);
nlohmann::ordered_json to_json(const InfoReport& info);

/// `ferry info`. Gives the exit code.
int run_info(const InfoOptions& options);

}  // namespace ferry::cli
