#include <charconv>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "argument_rules.hpp"
#include "stream/stream_options.hpp"

namespace ferry::cli {

namespace {

constexpr const char* kFooter =
    R"(A camera flies over a square plane of tiles, each with a texture of its own: of the files and
packs in DIR, or without one generated ones of 1.3 to 4 MiB. Tiles in reach are asked for, by
distance and direction of view; those that fall out are let go. Each frame draws what is in view
with what is there of its texture, or with a placeholder.

Modes, all on the same flight:
  blocking   the render thread creates, uploads and waits, as people do first
  direct     Ferry's loader, but copying on the DIRECT queue, between the frames
  copy       Ferry's loader on the COPY queue
  all        the three, one after the other (default)

A fifth of the frames stands still before the flight, a fifth after it: their times are the
measure. A hitch is a frame of over twice the usual time before. At the end of the flight the camera
stands until all is there, which adds frames, and the last frame must be the same in all modes.

What is in flight comes back about once a frame, so the rate follows --ring: 192 MiB by default on
a GPU, 64 where the CPU draws. --rate bounds what is asked for, so that modes are compared at one
rate. --frame-ms makes drawing take so long, by a full-screen pass of that cost (default: 8 on a
GPU, where tiles alone take nothing; 0, none, where the CPU draws).

Frames are saved while others are drawn; those that would hold up the drawing are left out and
counted. Ctrl-C ends the flight: what modes were finished is reported.

Exit code 1 where pictures differ, a texture failed, a file cannot be written or with --checked a
rule is broken; 2 where the arguments are wrong.

Examples:
  ferry stream --report stream.html
  ferry stream game/world.ferry --mode copy --trace timeline.json
  ferry stream --mode copy --tiles 60000 --rate 11000)";

/// `WxH`, each 16 to 16384.
bool read_size(const std::string& word, std::uint32_t& width, std::uint32_t& height) {
  const std::size_t x = word.find('x');
  if (x == std::string::npos) return false;
  const auto read = [](const char* begin, const char* end, std::uint32_t& value) {
    const auto [stopped, error] = std::from_chars(begin, end, value);
    return error == std::errc() && stopped == end && value >= 16 && value <= 16384;
  };
  return read(word.data(), word.data() + x, width) &&
         read(word.data() + x + 1, word.data() + word.size(), height);
}

struct Words {
  StreamCommandOptions options;
  std::string size;
  std::string mode = "all";
  std::uint64_t rate = 0;
};

StreamCommandOptions options_of(const Words& words) {
  StreamCommandOptions options = words.options;
  if (!words.size.empty()) read_size(words.size, options.width, options.height);
  if (words.mode == "blocking") options.modes = {StreamMode::kBlocking};
  if (words.mode == "direct") options.modes = {StreamMode::kDirect};
  if (words.mode == "copy") options.modes = {StreamMode::kCopy};
  return options;
}

}  // namespace

CommandArguments add_stream(CLI::App& app) {
  const auto words = std::make_shared<Words>();
  StreamCommandOptions& options = words->options;
  CLI::App& command = *app.add_subcommand(
      "stream", "Flies over a world whose textures stream in, and shows what frames feel.");
  command.footer(kFooter);
  command
      .add_option("DIR", options.folder, "A folder of textures, or a pack or texture (default: generated)")
      ->check(not_empty("the name"))
      ->type_name("");
  add_adapter(command, options.adapter);
  command.add_option("--frames", options.frames, "Frames of each mode, 10 to 1000000 (default: 600)")
      ->type_name("N")
      ->check(whole_number(10, 1'000'000));
  command
      .add_option("--size", words->size,
                  "Of the picture (default: 1920x1080, or 640x360 where the CPU draws)")
      ->type_name("WxH")
      ->check(CLI::Validator(
          [](const std::string& word) {
            std::uint32_t width = 0;
            std::uint32_t height = 0;
            return read_size(word, width, height)
                       ? std::string()
                       : fmt::format("'{}' is not a size such as 1280x720, each 16 to 16384", word);
          },
          ""));
  command
      .add_option("--tiles", options.tiles,
                  "Tiles of the plane, 16 to 1000000 (default: 24000, or 900 where the CPU draws)")
      ->type_name("N")
      ->check(whole_number(16, 1'000'000));
  command.add_option("--mode", words->mode, "blocking, direct, copy or all (default: all)")
      ->type_name("M")
      ->check(CLI::IsMember({"blocking", "direct", "copy", "all"}).description(""));
  add_mebibytes(command, "--rate", options.rate, 1U << 20,
                "Ask for this many MiB a second at most (default: no limit)");
  command
      .add_option("--frame-ms", options.frame_ms,
                  "Let drawing a frame take so many milliseconds, 0 to 1000 (default: 8, or 0)")
      ->type_name("MS")
      ->check(whole_number(0, 1000));
  command
      .add_option("--threads", options.threads,
                  "Threads for loading, 1 to 64 (default: half of the CPU's, 2 to 8)")
      ->type_name("N")
      ->check(whole_number(1, 64));
  add_mebibytes(command, "--ring", options.ring_bytes, 4096,
                "The staging memory in MiB (default: 192, or 64)");
  const auto add_file = [&](const char* name, std::string& value, const char* help) {
    command.add_option(name, value, help)->type_name("FILE")->check(not_empty("the file's name"));
  };
  add_file("--report", options.report, "Write a page with plots and tables (HTML) into this file");
  add_file("--trace", options.trace, "Write a timeline for chrome://tracing or Perfetto into this file");
  command.add_option("--save-frames", options.save_frames, "Write frames as PNG files into this folder")
      ->type_name("DIR")
      ->check(not_empty("the folder's name"));
  command.add_option("--save-every", options.save_every, "Only each Nth of them (default: 1)")
      ->type_name("N")
      ->check(whole_number(1, 1'000'000));
  add_checked(command, options.checked);
  add_debugging(command, options.debug);
  add_json(command, options.json);
  return {&command, [words]() -> Command { return options_of(*words); }};
}

}  // namespace ferry::cli
