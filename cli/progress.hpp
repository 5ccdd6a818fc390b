#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace ferry::cli {

/// One line of a progress bar, `width` columns at most: `[#####-----]  3/10 photo.png`. `done` counts files,
/// the fraction being the one under way. A name that is too long loses its beginning. ASCII but for the name.
std::string progress_line(double done, std::size_t total, std::string_view name, std::size_t width);

/// A progress bar on a terminal; nothing at all elsewhere.
class Progress {
 public:
  /// Draws on `stream` if that is a terminal.
  Progress(std::FILE* stream, std::size_t total);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Whether anything is drawn.
  [[nodiscard]] bool on_terminal() const { return stream_ != nullptr; }
  /// `fraction` of the file under way is done. Draws at most 20 times a second.
  void update(double fraction, std::string_view name);
  /// A file is over.
  void next() { ++files_done_; }
  /// Takes the bar off the terminal, so that a line can be printed.
  void clear();

 private:
  std::FILE* stream_ = nullptr;
  std::size_t total_ = 0;
  std::size_t files_done_ = 0;
  bool shown_ = false;
  std::chrono::steady_clock::time_point drawn_at_;
};

}  // namespace ferry::cli
