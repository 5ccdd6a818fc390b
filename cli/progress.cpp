#include "progress.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "console.hpp"
#include "report.hpp"

namespace ferry::cli {

namespace {

/// The end of a UTF-8 text that has at most `most` characters, beginning at a whole one.
std::string_view last_characters(std::string_view text, std::size_t most) {
  std::size_t begin = text.size();
  for (std::size_t count = 0; begin > 0 && count < most; ++count) {
    do {
      --begin;
    } while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xc0U) == 0x80U);
  }
  return text.substr(begin);
}

}  // namespace

std::string progress_line(double done, std::size_t total, std::string_view name, std::size_t width) {
  constexpr std::size_t kBar = 24;
  const double share = total == 0 ? 1.0 : std::clamp(done / static_cast<double>(total), 0.0, 1.0);
  const auto filled = static_cast<std::size_t>(share * kBar);
  const auto file = std::min<std::size_t>(static_cast<std::size_t>(std::max(done, 0.0)) + 1, total);
  const std::string head =
      fmt::format("[{}{}] {}/{} ", std::string(filled, '#'), std::string(kBar - filled, '-'), file, total);
  if (head.size() >= width) return head.substr(0, width);
  return head + std::string(last_characters(name, width - head.size()));
}

Progress::Progress(std::FILE* stream, std::size_t total)
    : stream_(is_terminal(stream) ? stream : nullptr), total_(total) {}

void Progress::update(double fraction, std::string_view name) {
  if (stream_ == nullptr) return;
  const auto now = std::chrono::steady_clock::now();
  if (shown_ && now - drawn_at_ < std::chrono::milliseconds(50)) return;
  drawn_at_ = now;
  shown_ = true;
  // One column is left free: a terminal may wrap after its last one.
  const std::string line = progress_line(static_cast<double>(files_done_) + fraction, total_,
                                         printable(std::string(name)), terminal_columns(stream_) - 1);
  std::fprintf(stream_, "\r\x1b[K%s", line.c_str());
  std::fflush(stream_);
}

void Progress::clear() {
  if (!shown_) return;
  std::fputs("\r\x1b[K", stream_);
  std::fflush(stream_);
  shown_ = false;
}

}  // namespace ferry::cli
