#include "inputs.hpp"

#include <set>
#include <system_error>
#include <utility>

#include <ferry/assets/file.hpp>
#include <ferry/base/text.hpp>

#include "folder.hpp"

namespace ferry::cli {

namespace fs = std::filesystem;

namespace {

/// The same for all names of one file, as far as links and `..` go; works for what does not exist yet.
std::string identity(const fs::path& path) {
  std::error_code failed;
  fs::path canonical = fs::weakly_canonical(path, failed);
  return path_text(failed ? path.lexically_normal() : canonical);
}

Input with_problem(const fs::path& path, ErrorCode code, std::string message) {
  Input input;
  input.path = path;
  input.problem = Error{code, 0, std::move(message)};
  return input;
}

class Search {
 public:
  explicit Search(const fs::path& output_folder) {
    if (!output_folder.empty()) passed_over_ = identity(output_folder);
  }

  void add_folder(const fs::path& folder) {
    const auto enter = [this](const fs::path& below) {
      return passed_over_.empty() || identity(below) != passed_over_;
    };
    for (const FolderEntry& entry : entries_below(folder, enter)) {
      if (entry.problem) {
        add_problem({entry.path, {}, entry.problem});
      } else if (lower_extension(entry.path) == ".png") {
        add_file(entry.path, entry.below);
      }
    }
  }

  void add_file(const fs::path& path, const fs::path& output_name) {
    Input input = {path, {}, why_no_input(path)};
    const bool refused = input.problem.has_value();
    found_.emplace_back(std::move(input), refused ? fs::path() : output_name);
  }

  void add_problem(Input input) { found_.emplace_back(std::move(input), fs::path()); }
  [[nodiscard]] std::size_t count() const { return found_.size(); }
  [[nodiscard]] const std::vector<std::pair<Input, fs::path>>& found() const { return found_; }

 private:
  std::string passed_over_;
  std::vector<std::pair<Input, fs::path>> found_;  // with the output's path below the output folder
};

/// `wanted`, or name-2.png, name-3.png, ... where that is taken already.
fs::path free_name(const fs::path& wanted, std::set<std::string>& taken) {
  fs::path name = wanted;
  name.replace_extension(".png");
  const fs::path stem = path_from_utf8(path_text(name.stem()));
  for (int number = 2; !taken.insert(lower(path_text(name))).second; ++number) {
    fs::path numbered = stem;
    numbered += text("-", number, ".png");
    name = name.parent_path() / numbered;
  }
  return name;
}

}  // namespace

std::vector<Input> find_inputs(const std::vector<std::string>& typed, const fs::path& output_folder) {
  Search search(output_folder);
  for (const std::string& word : typed) {
    const fs::path path = path_from_utf8(word);
    std::error_code unknown;
    if (!fs::is_directory(path, unknown)) {
      search.add_file(path, path.filename());
      continue;
    }
    const std::size_t before = search.count();
    search.add_folder(path);
    if (search.count() == before) {
      search.add_problem(
          with_problem(path, ErrorCode::kNotFound, text(word, ": no file in this folder ends in .png")));
    }
  }

  std::vector<Input> inputs;
  std::set<std::string> sources;
  for (const auto& [input, name] : search.found()) sources.insert(identity(input.path));
  std::set<std::string> taken;
  for (auto [input, name] : search.found()) {
    if (!output_folder.empty() && !input.problem) {
      input.output = output_folder / free_name(name, taken);
      std::error_code unknown;
      if (sources.contains(identity(input.output)) || fs::equivalent(input.path, input.output, unknown)) {
        input.problem = Error{ErrorCode::kInvalidArgument, 0,
                              text(path_text(input.path), ": its result would overwrite the input ",
                                   path_text(input.output), "; choose another folder with -o")};
      }
    }
    inputs.push_back(std::move(input));
  }
  return inputs;
}

}  // namespace ferry::cli
