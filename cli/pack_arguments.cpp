#include <algorithm>
#include <charconv>
#include <memory>
#include <string_view>
#include <thread>

#include <fmt/format.h>

#include <ferry/assets/file.hpp>

#include "argument_rules.hpp"
#include "folder.hpp"

namespace ferry::cli {

namespace {

constexpr const char* kFooter =
    R"(ferry pack DIR OUT.ferry, or ferry pack --merge PART.ferry... OUT.ferry

Packs the files below DIR into one file that is laid out for streaming: 'ferry load'
and the loader read it straight into staging memory, with no parsing and no copy of
rows. PNG, JPEG, DDS and KTX2 files, told by their content, become textures; of glTF
scenes each buffer and image becomes an asset (town.gltf/images/2), and the files that
they are made of are not packed once more; all other files are buffers of their bytes.
Assets have the names of their files below DIR, with '/' between folders.

Where a file cannot be read or decoded it is named, nothing is written, and the exit
code is 1; with --keep-going the pack is written without it (of a scene, without the
part that failed). While a pack is written, it takes twice its room on the disk.

The same files and options give the same bytes. --shard 0/4, 1/4, 2/4 and 3/4 make the
parts of a pack, on four machines at once if you like; --merge joins them into what one
run would have written. docs/pack-format.md has the layout.

Examples:
  ferry pack game/assets/ game.ferry --mips --zstd 9
  ferry pack game/assets/ part1.ferry --shard 1/4
  ferry pack --merge part0.ferry part1.ferry part2.ferry part3.ferry game.ferry
  ferry inspect game.ferry && ferry load game.ferry --verify)";

bool read_number(std::string_view word, std::uint32_t& value) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size();
}

/// `i/n`
bool read_shard(std::string_view word, std::uint32_t& shard, std::uint32_t& shards) {
  const std::size_t slash = word.find('/');
  return slash != std::string_view::npos && read_number(word.substr(0, slash), shard) &&
         read_number(word.substr(slash + 1), shards) && shard < shards;
}

std::string shard_problem(const std::string& word) {
  std::uint32_t shard = 0;
  std::uint32_t shards = 0;
  if (read_shard(word, shard, shards)) return "";
  return fmt::format("'{}' is no shard: 0/4 is the first of four, 3/4 the last", word);
}

struct Words {
  PackCommandOptions options;
  std::vector<std::string> paths;
  std::string shard;
};

/// Splits the paths into inputs and output. Where they do not fit the options, that is thrown as the parser
/// does it.
void split_paths(Words& words) {
  PackCommandOptions& options = words.options;
  if (words.paths.size() < 2)
    throw CLI::ValidationError("OUT is required: the pack to write, ending in .ferry");
  options.output = words.paths.back();
  words.paths.pop_back();
  options.inputs = words.paths;
  if (lower_extension(path_from_utf8(options.output)) != ".ferry") {
    throw CLI::ValidationError(
        fmt::format("'{}' does not end in .ferry; the pack to write comes last", options.output));
  }
  if (!options.merge && options.inputs.size() > 1) {
    throw CLI::ValidationError("one folder is packed at a time; --merge joins packs");
  }
}

}  // namespace

CommandArguments add_pack(CLI::App& app) {
  const auto words = std::make_shared<Words>();
  PackCommandOptions& options = words->options;
  options.threads = std::clamp(std::thread::hardware_concurrency(), 1u, 64u);
  CLI::App& command = *app.add_subcommand("pack", "Packs a folder's files into one file for streaming.");
  command.footer(kFooter);
  add_inputs(command, words->paths, "PATH",
             "The folder and the pack to write; with --merge packs, and the one to write");
  CLI::Option* const merge =
      command.add_flag("--merge", options.merge, "Join packs that were written with the same options");
  std::vector<CLI::Option*> of_folders;
  of_folders.push_back(command.add_option("--shard", words->shard, "Pack only part I (from 0) of N")
                           ->type_name("I/N")
                           ->check(CLI::Validator(shard_problem, "")));
  of_folders.push_back(command
                           .add_option("--zstd", options.zstd_level,
                                       "Compress pieces by Zstandard, level 1 to 22 (default: no)")
                           ->type_name("LEVEL")
                           ->check(whole_number(1, 22)));
  add_mebibytes(command, "--piece", options.piece_bytes, 1024,
                "Assets are cut into pieces of this many MiB, 1 to 1024 (default: 4)");
  of_folders.push_back(command.get_option("--piece"));
  of_folders.push_back(command
                           .add_option("--threads", options.threads,
                                       "Threads that read and decode, 1 to 64 (default: one per processor)")
                           ->type_name("N")
                           ->check(whole_number(1, 64)));
  of_folders.push_back(command.add_flag("--mips", options.mips,
                                        "Make mip levels for textures whose file has one (default: no)"));
  add_strict(command, options.strict);
  of_folders.push_back(command.get_option("--strict"));
  of_folders.push_back(
      command.add_flag("--keep-going", options.keep_going, "Write the pack without what failed"));
  for (CLI::Option* const option : of_folders) merge->excludes(option);
  command.add_flag("--verify", options.verify, "Read the pack again and look at every checksum");
  add_json(command, options.json);
  command.final_callback([words] { split_paths(*words); });
  return {&command, [words]() -> Command {
            if (!words->shard.empty()) read_shard(words->shard, words->options.shard, words->options.shards);
            return words->options;
          }};
}

}  // namespace ferry::cli
