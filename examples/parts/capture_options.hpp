#pragma once

// The command line of window_capture.

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <ferry/layout/format.hpp>

#include "window.hpp"

namespace example {

struct WindowCaptureOptions {
  std::uint32_t frames = 120;
  std::uint32_t every = 4;
  std::uint32_t buffers = 3;
  ferry::Format format = ferry::Format::kR8G8B8A8Unorm;
  Size size = {480, 270};
  bool hidden = false;
  bool checked = false;
  std::string out;  ///< Empty: no files.
};

inline constexpr const char* kWindowCaptureHelp =
    "window_capture [OPTION...]: draws frames in a window and reads some of them back\n"
    "  --frames N               how many frames; 120\n"
    "  --every N                capture frames 0, N, 2N, ...; 4\n"
    "  --buffers 2|3            back buffers; 3\n"
    "  --format rgba8|rgb10a2   of the back buffers; rgba8\n"
    "  --size WxH               inside the window, at least 32x32; 480x270\n"
    "  --hidden                 the window is not shown\n"
    "  --checked                runs on Ferry's rule checker; findings go to standard error\n"
    "  --out FOLDER             writes the first capture, the first after the change of size, and the last\n";

namespace detail {
inline bool read_number(std::string_view word, std::uint32_t& number) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size();
}
}  // namespace detail

/// Nothing where the help was asked for or an argument is wrong; it is printed then.
inline std::optional<WindowCaptureOptions> read_options(int count, char** words) {
  WindowCaptureOptions options;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--hidden") {
      options.hidden = true;
      continue;
    }
    if (word == "--checked") {
      options.checked = true;
      continue;
    }
    const std::string_view value = i + 1 < count ? words[++i] : "";
    const std::size_t cross = value.find('x');
    bool good = false;
    if (word == "--frames") {
      good = detail::read_number(value, options.frames);
    } else if (word == "--every") {
      good = detail::read_number(value, options.every);
    } else if (word == "--buffers") {
      good = detail::read_number(value, options.buffers) && (options.buffers == 2 || options.buffers == 3);
    } else if (word == "--format") {
      good = value == "rgba8" || value == "rgb10a2";
      if (value == "rgb10a2") options.format = ferry::Format::kR10G10B10A2Unorm;
    } else if (word == "--size" && cross != std::string_view::npos) {
      good = detail::read_number(value.substr(0, cross), options.size.width) &&
             detail::read_number(value.substr(cross + 1), options.size.height) && options.size.width >= 32 &&
             options.size.height >= 32;
    } else if (word == "--out") {
      good = !value.empty();
      options.out = value;
    }
    if (!good) {
      std::fputs(kWindowCaptureHelp, stderr);
      return std::nullopt;
    }
  }
  return options;
}

}  // namespace example
