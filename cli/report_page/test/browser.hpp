#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace ferry::cli::test {

/// A page as a browser sees it.
struct Seen {
  std::string dom;      ///< After its scripts ran.
  std::string console;  ///< What went to the console, errors among it.
};

/// The browser to test with: FERRY_CHROMIUM in the environment, or one of the usual names; empty: none.
inline std::string find_browser() {
  if (const char* const named = std::getenv("FERRY_CHROMIUM"); named != nullptr) return named;
  const char* const path = std::getenv("PATH");
  for (std::string_view rest = path == nullptr ? "" : path; !rest.empty();) {
    const std::size_t colon = rest.find(':');
    const std::filesystem::path folder(rest.substr(0, colon));
    rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
    for (const char* const name : {"chromium", "chromium-browser", "google-chrome"}) {
      std::error_code none;
      if (std::filesystem::exists(folder / name, none)) return (folder / name).string();
    }
  }
  return "";
}

inline std::string whole_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Opens the page in a headless browser whose profile lies in `folder`. None where it did not end well.
inline std::optional<Seen> open_in_browser(const std::string& browser, const std::filesystem::path& page,
                                           const std::filesystem::path& folder,
                                           const std::string& options = "") {
  const std::filesystem::path dom = folder / "dom";
  const std::filesystem::path log = folder / "console";
  const std::string line = "\"" + browser +
                           "\" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage "
                           "--no-first-run --enable-logging=stderr --virtual-time-budget=4000 " +
                           options + " --user-data-dir=\"" + (folder / "profile").string() +
                           "\" --dump-dom \"file://" + std::filesystem::absolute(page).string() + "\" > \"" +
                           dom.string() + "\" 2> \"" + log.string() + "\"";
  if (std::system(line.c_str()) != 0) return std::nullopt;
  Seen seen{whole_file(dom), ""};
  std::ifstream lines(log);
  for (std::string one; std::getline(lines, one);) {
    if (one.find(":CONSOLE") != std::string::npos) seen.console += one + "\n";
  }
  return seen;
}

/// What lies in the `<script type="application/json" id="...">` of a page; empty where there is none.
inline std::string embedded_json(const std::string& page, const std::string& id) {
  const std::string open = "id=\"" + id + "\">";
  const std::size_t begin = page.find(open);
  if (begin == std::string::npos) return "";
  const std::size_t end = page.find("</script>", begin);
  return page.substr(begin + open.size(), end - begin - open.size());
}

}  // namespace ferry::cli::test
