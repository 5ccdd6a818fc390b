#include "load_files.hpp"

#include <algorithm>
#include <memory>
#include <system_error>
#include <utility>

#include <ferry/assets/file.hpp>
#include <ferry/assets/png.hpp>
#include <ferry/base/text.hpp>

namespace ferry::cli {

namespace fs = std::filesystem;

namespace {

void add_folder(const fs::path& folder, std::vector<Input>& found) {
  std::error_code failed;
  std::vector<fs::directory_entry> entries;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    entries.push_back(*it);
  }
  if (failed) {
    found.push_back(
        {folder, {}, Error{ErrorCode::kIo, 0, text("the folder cannot be read: ", failed.message())}});
    return;
  }
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.path() < b.path(); });
  for (const fs::directory_entry& entry : entries) {
    std::error_code unknown;
    if (entry.is_directory(unknown)) {
      if (!entry.is_symlink(unknown)) add_folder(entry.path(), found);
    } else if (entry.is_regular_file(unknown)) {
      found.push_back({entry.path(), {}, {}});
    }
  }
}

Result<DecodedAsset> decode_picture(std::span<const std::byte> file) {
  auto picture = decode_png(file);
  if (!picture) return fail(std::move(picture).error());
  const auto kept = std::make_shared<Picture>(*std::move(picture));
  DecodedAsset asset;
  asset.memory = kept;
  asset.bytes = kept->pixels.size();
  asset.subresources.push_back({kept->pixels.data(), kept->row_pitch, 0});
  TextureDesc desc;
  desc.format = kept->format;
  desc.width = kept->width;
  desc.height = kept->height;
  asset.desc = desc;
  return asset;
}

}  // namespace

std::vector<Input> find_files(const std::vector<std::string>& typed) {
  std::vector<Input> found;
  for (const std::string& word : typed) {
    const fs::path path = path_from_utf8(word);
    std::error_code failed;
    if (fs::is_directory(path, failed)) {
      const std::size_t before = found.size();
      add_folder(path, found);
      if (found.size() == before) {
        found.push_back({path, {}, Error{ErrorCode::kNotFound, 0, "there is no file in this folder"}});
      }
    } else {
      found.push_back({path, {}, {}});
    }
  }
  return found;
}

bool is_picture(const fs::path& path) {
  std::string extension = path_text(path.extension());
  for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return extension == ".png";
}

LoadRequest request_for(const fs::path& path) {
  LoadRequest request;
  request.source = FileSource{path_text(path)};
  if (is_picture(path)) {
    request.destination = NewTexture{std::nullopt, path_text(path.filename())};
    request.decode = decode_picture;
  } else {
    request.destination = NewBuffer{path_text(path.filename())};
  }
  return request;
}

}  // namespace ferry::cli
