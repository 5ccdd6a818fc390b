#include "pack_command.hpp"

#include <chrono>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ferry/assets/file.hpp>
#include <ferry/assets/pack.hpp>
#include <ferry/assets/pack_write.hpp>
#include <ferry/base/text.hpp>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "pack_folder.hpp"
#include "report.hpp"
#include "version.hpp"

namespace ferry::cli {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

std::vector<fs::path> paths_of(const std::vector<std::string>& words) {
  std::vector<fs::path> paths;
  paths.reserve(words.size());
  for (const std::string& word : words) paths.push_back(path_from_utf8(word));
  return paths;
}

/// What only the arguments are to blame for.
Result<void> check_arguments(const PackCommandOptions& options) {
  std::error_code none;
  const fs::path output = path_from_utf8(options.output);
  if (!options.merge) {
    const fs::path folder = path_from_utf8(options.inputs.front());
    if (fs::is_directory(folder, none)) return {};
    return fail(ErrorCode::kInvalidArgument, options.inputs.front(),
                fs::exists(folder, none) ? ": is a file; a folder is packed" : ": no such folder");
  }
  for (const fs::path& part : paths_of(options.inputs)) {
    if (part == output || fs::equivalent(part, output, none)) {
      return fail(ErrorCode::kInvalidArgument, path_text(part), ": is to be joined and to be written");
    }
  }
  return {};
}

struct Done {
  PackedFolder folder;
  std::uint64_t textures = 0;
  std::uint64_t buffers = 0;
  std::uint64_t bytes = 0;  ///< Of all assets, uncompressed, as they are staged.
  std::uint64_t file_bytes = 0;
  std::chrono::nanoseconds time{};
};

Result<Done> pack(const PackCommandOptions& options) {
  const Clock::time_point begin = Clock::now();
  Done done;
  if (options.merge) {
    if (auto merged = merge_packs(paths_of(options.inputs), path_from_utf8(options.output)); !merged) {
      return fail(std::move(merged).error());
    }
    done.folder.written = true;
  } else {
    auto folder = pack_folder(options);
    if (!folder) return fail(std::move(folder).error());
    done.folder = *std::move(folder);
  }
  if (!done.folder.written) return done;
  const fs::path output = path_from_utf8(options.output);
  // What was written is what a reader takes.
  const auto written = Pack::open(output);
  if (!written) return fail(written.error());
  for (const PackEntry& entry : written->entries()) {
    ++(entry.is_texture ? done.textures : done.buffers);
    done.bytes += entry.bytes;
  }
  done.file_bytes = written->file_bytes();
  if (options.verify) {
    if (auto verified = verify_pack(output); !verified) return fail(std::move(verified).error());
  }
  done.time = Clock::now() - begin;
  return done;
}

std::string count_text(std::uint64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

void print(Output& output, const PackCommandOptions& options, const Done& done) {
  const PackedFolder& folder = done.folder;
  for (const PackFailure& failure : folder.failures) {
    std::string name = path_text(failure.path);
    if (!failure.part.empty()) name += ": " + failure.part;
    output.line(printable(fmt::format("{}: failed: {}", name, error_text(failure.path, failure.error))));
  }
  for (const std::string& note : folder.notes) output.line(printable(note));
  if (!folder.written) {
    output.line(interrupted() ? "nothing written: interrupted"
                              : fmt::format("nothing written: {} failed; --keep-going leaves out what fails",
                                            folder.failures.size()));
    return;
  }
  std::string line = fmt::format("{}: {}, {}; {} in a file of {}, {}", options.output,
                                 count_text(done.textures, "texture"), count_text(done.buffers, "buffer"),
                                 byte_text(done.bytes), byte_text(done.file_bytes), duration_text(done.time));
  if (options.verify) line += "; verified";
  if (folder.in_scenes > 0)
    line += fmt::format("; {} packed with their scenes", count_text(folder.in_scenes, "file"));
  if (!folder.failures.empty()) line += fmt::format("; {} failed and left out", folder.failures.size());
  output.line(printable(std::move(line)));
}

nlohmann::ordered_json to_json(const PackCommandOptions& options, const Done& done) {
  const PackedFolder& folder = done.folder;
  nlohmann::ordered_json failures = nlohmann::ordered_json::array();
  for (const PackFailure& failure : folder.failures) {
    nlohmann::ordered_json one = {{"path", path_text(failure.path)}};
    if (!failure.part.empty()) one["part"] = failure.part;
    one["error"] = error_object(failure.error);
    failures.push_back(std::move(one));
  }
  return {{"ferry", kVersion},
          {"pack", options.output},
          {"written", folder.written},
          {"textures", done.textures},
          {"buffers", done.buffers},
          {"bytes", done.bytes},
          {"file_bytes", done.file_bytes},
          {"in_scenes", folder.in_scenes},
          {"verified", options.verify && folder.written},
          {"seconds", std::chrono::duration<double>(done.time).count()},
          {"notes", folder.notes},
          {"failures", std::move(failures)}};
}

}  // namespace

int run_pack(const PackCommandOptions& options) {
  if (auto good = check_arguments(options); !good) return unable(good.error(), options.json, kExitUsage);
  const auto done = pack(options);
  if (!done) return unable(done.error(), options.json, kExitFailed);
  Output output;
  if (options.json) {
    output.text(json_text(to_json(options, *done)));
  } else {
    print(output, options, *done);
  }
  return output.finish(done->folder.written && done->folder.failures.empty() ? kExitGood : kExitFailed);
}

}  // namespace ferry::cli
