#include "pack_folder.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include <ferry/assets/file.hpp>
#include <ferry/assets/gltf.hpp>
#include <ferry/assets/pack_write.hpp>
#include <ferry/base/text.hpp>

#include "file_kinds.hpp"
#include "folder.hpp"
#include "interrupt.hpp"
#include "load_files.hpp"
#include "ordered_work.hpp"
#include "progress.hpp"

namespace ferry::cli {

namespace fs = std::filesystem;

namespace {

struct Source {
  FolderEntry entry;
  FileKind kind = FileKind::kOther;
};

/// Two paths of one file give the same.
fs::path identity(const fs::path& path) {
  std::error_code failed;
  fs::path whole = fs::canonical(path, failed);
  return failed ? path.lexically_normal() : whole;
}

/// The same on every system.
std::string asset_name(const FolderEntry& entry, const std::string& part_path) {
  std::string name;
  for (const fs::path& step : entry.below) {
    if (!name.empty()) name += '/';
    name += path_text(step);
  }
  return part_path.empty() ? name : name + "/" + part_path;
}

class FolderPacker {
 public:
  explicit FolderPacker(const PackCommandOptions& options) : options_(options), work_(options.threads) {}

  Result<PackedFolder> run() {
    // First, so that what the writer makes beside the pack is not found.
    find();
    auto writer = PackWriter::create(path_from_utf8(options_.output),
                                     {options_.piece_bytes, options_.zstd_level, recipe()});
    if (!writer) return fail(std::move(writer).error());
    writer_ = *std::move(writer);
    Progress progress(stderr, sources_.size());
    for (const Source& source : sources_) {
      if (interrupted()) break;
      progress.update(0, path_text(source.entry.path));
      if (auto added = add_file(source); !added) return fail(std::move(added).error());
      progress.next();
    }
    while (!pending_.empty()) {
      if (auto added = take_first(); !added) return fail(std::move(added).error());
    }
    if (interrupted() || (!folder_.failures.empty() && !options_.keep_going)) return std::move(folder_);
    if (auto finished = writer_->finish(); !finished) return fail(std::move(finished).error());
    folder_.written = true;
    return std::move(folder_);
  }

 private:
  /// One asset that is being read and decoded.
  struct Pending {
    fs::path path;
    std::string part;
    std::string name;
  };

  /// As docs/pack-format.md has it.
  [[nodiscard]] std::uint64_t recipe() const {
    return (options_.mips ? 1U : 0U) + (options_.strict ? 2U : 0U);
  }

  void find() {
    const fs::path folder = path_from_utf8(options_.inputs.front());
    const fs::path output = identity(path_from_utf8(options_.output));
    std::set<fs::path> in_scenes;
    for (FolderEntry& entry : entries_below(folder)) {
      if (identity(entry.path) == output) continue;
      if (!entry.problem) entry.problem = why_no_input(entry.path);
      const FileKind kind = entry.problem ? FileKind::kOther : kind_of_file(entry.path);
      if (kind == FileKind::kGltf || kind == FileKind::kGlb) note_files_of(entry.path, in_scenes);
      sources_.push_back({std::move(entry), kind});
    }
    folder_.in_scenes = std::erase_if(sources_, [&](const Source& source) {
      return !in_scenes.empty() && in_scenes.contains(identity(source.entry.path));
    });
    if (sources_.empty()) {
      failed(folder, "", {ErrorCode::kNotFound, 0, "there is no file in this folder"});
    }
  }

  static void note_files_of(const fs::path& scene_path, std::set<fs::path>& files) {
    const auto scene = load_gltf(scene_path);
    if (!scene) return;  // said when it is packed
    for (const fs::path& path : scene->buffer_files) files.insert(identity(path));
    for (const GltfImage& image : scene->images) {
      if (image.used && !image.path.empty()) files.insert(identity(image.path));
    }
  }

  Result<void> add_file(const Source& source) {
    const FolderEntry& entry = source.entry;
    if (source.kind == FileKind::kPack) {
      failed(
          entry.path, "",
          {ErrorCode::kUnsupported, 0, "is a pack already; --merge joins packs, and none can hold another"});
      return {};
    }
    for (LoadItem& item :
         items_for({entry.path, {}, entry.problem}, {options_.mips, options_.strict, nullptr})) {
      std::string name = asset_name(entry, item.part_path);
      if (!is_in_shard(name, options_.shard, options_.shards)) continue;
      if (item.input.problem) {
        failed(entry.path, item.part, *std::move(item.input.problem));
        continue;
      }
      // One more than the threads, so that none waits while an asset is written.
      if (pending_.size() > options_.threads) {
        if (auto added = take_first(); !added) return added;
      }
      pending_.push_back({entry.path, std::move(item.part), std::move(name)});
      work_.give(std::move(item.expected));
    }
    return {};
  }

  /// Waits for the asset that was begun first, and adds it.
  Result<void> take_first() {
    const Pending first = std::move(pending_.front());
    pending_.pop_front();
    const Result<Expected> content = work_.take();
    if (!content) {
      failed(first.path, first.part, content.error());
      return {};
    }
    // Of the writer's errors only that one is the file's fault alone.
    if (!is_pack_name(first.name)) {
      failed(
          first.path, first.part,
          {ErrorCode::kInvalidArgument, 0, "its name below the folder is too long, or no UTF-8; rename it"});
      return {};
    }
    if (const auto* texture = std::get_if<ExpectedTexture>(&*content)) {
      note_what_devices_refuse(first, texture->image.desc);
      return writer_->add_texture(first.name, texture->image);
    }
    const auto& bytes = std::get<ByteBuffer>(*content);
    return writer_->add_buffer(first.name, bytes.bytes());
  }

  void note_what_devices_refuse(const Pending& asset, const TextureDesc& desc) {
    const FormatInfo& format = *format_info(desc.format);
    if (!format.compressed || is_block_aligned(desc)) return;
    folder_.notes.push_back(text(path_text(asset.path), ": is ", desc.width, "x", desc.height,
                                 ", and most devices take ", format.name,
                                 " only in whole blocks of 4x4; pad it"));
  }

  void failed(const fs::path& path, const std::string& part, Error error) {
    folder_.failures.push_back({path, part, std::move(error)});
  }

  const PackCommandOptions& options_;
  std::optional<PackWriter> writer_;
  std::vector<Source> sources_;
  std::deque<Pending> pending_;
  PackedFolder folder_;
  OrderedWork<Result<Expected>> work_;  // What is pending, in its order.
};

}  // namespace

Result<PackedFolder> pack_folder(const PackCommandOptions& options) {
  return FolderPacker(options).run();
}

}  // namespace ferry::cli
