#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <ferry/gpu/queue.hpp>
#include <ferry/schedule/priority.hpp>
#include <ferry/transfer/advise.hpp>

#include "debug_options.hpp"
#include "measure/bench_options.hpp"
#include "shim_options.hpp"
#include "stream/stream_options.hpp"

namespace ferry::cli {

struct RoundtripOptions {
  std::vector<std::string> inputs;  ///< Files and folders, as typed.
  std::string output;               ///< The folder to write into; empty: nothing is written.
  std::string adapter;              ///< A number or a part of a name; empty: the best.
  QueueKind queue = QueueKind::kCopy;
  bool draw = true;
  std::uint32_t repeat = 1;
  std::uint64_t ring_bytes = std::uint64_t{32} << 20;
  bool checked = false;
  DebugOptions debug;
  bool json = false;
};

struct InfoOptions {
  std::string adapter;
  bool json = false;
};

struct LoadCommandOptions {
  std::vector<std::string> inputs;  ///< Files and folders, as typed.
  std::string adapter;
  LoadPriority priority = LoadPriority::kNormal;
  std::uint32_t threads = 4;
  std::uint64_t budget_bytes = 0;  ///< Of GPU memory; 0: no limit.
  std::uint64_t piece_bytes = std::uint64_t{4} << 20;
  std::uint64_t ring_bytes = std::uint64_t{32} << 20;
  std::string trace;   ///< The file for the timeline; empty: none.
  std::string record;  ///< The file for the recording; empty: none.
  bool mips = false;
  bool strict = false;
  bool verify = false;
  bool checked = false;
  DebugOptions debug;
  bool json = false;
};

struct DiagnoseOptions {
  std::string expected;  ///< Files, as typed.
  std::string got;
  std::string before;  ///< Empty: not known.
  std::string again;   ///< Empty: sent once.
  bool json = false;
};

struct InspectOptions {
  std::vector<std::string> inputs;  ///< Files and folders, as typed.
  bool all = false;
  bool strict = false;
  bool json = false;
};

struct ConvertOptions {
  std::string input;
  std::string output;  ///< Its ending says what it becomes.
  std::string
      format;  ///< The DXGI name of the texels; empty: as they are, or as the output has to have them.
  bool mips = false;
  bool strict = false;
  std::optional<std::uint32_t> mip;    ///< For a picture; none: the largest.
  std::optional<std::uint32_t> slice;  ///< Array slice, face or depth slice, for a picture; none: the first.
};

struct PackCommandOptions {
  std::vector<std::string> inputs;  ///< A folder; with `merge` packs.
  std::string output;
  bool merge = false;
  std::uint32_t shard = 0;
  std::uint32_t shards = 1;
  std::uint64_t piece_bytes = std::uint64_t{4} << 20;
  int zstd_level = 0;  ///< 0: nothing is compressed.
  std::uint32_t threads = 4;
  bool mips = false;
  bool strict = false;
  bool keep_going = false;
  bool verify = false;
  bool json = false;
};

struct ReplayCommandOptions {
  std::string trace;
  std::uint32_t threads = 4;
  std::uint64_t piece_bytes = std::uint64_t{4} << 20;
  bool json = false;
};

struct AdviseOptions {
  ResourceUse use;
  std::string adapter;
  /// The machine is none of this system's: one with one memory, or a discrete one.
  std::optional<bool> uma;
  std::optional<bool> gpu_upload;   ///< As if it had such heaps, or had none.
  std::optional<bool> copy_engine;  ///< As if COPY were an engine of its own, or were not.
  bool json = false;
};

struct ExplainOptions {
  std::vector<std::string> words;  ///< A page's name, or what it speaks of; none: all pages are listed.
  bool json = false;
};

/// The command line ends here: there is only text to print, and a code to exit with.
struct Finished {
  int exit_code = 0;
  std::string out;  ///< For standard output.
  std::string err;  ///< For standard error.
};

struct CheckOptions {
  std::vector<std::string> program;  ///< Its name or path, and its arguments.
  check::shim::ShimOptions shim;
  std::string log;   ///< The file for the findings as text; empty: standard error.
  std::string json;  ///< The file for them as JSON, or `-`; empty: none.
  bool keep_exit_code = false;
};

using Command = std::variant<Finished, DiagnoseOptions, RoundtripOptions, InfoOptions, LoadCommandOptions,
                             ReplayCommandOptions, InspectOptions, ConvertOptions, PackCommandOptions,
                             StreamCommandOptions, BenchOptions, AdviseOptions, ExplainOptions, CheckOptions>;

/// Reads the command line. Never exits and never prints. Wrong usage gives Finished with exit code 2.
Command parse_arguments(int argc, const char* const* argv);

}  // namespace ferry::cli
