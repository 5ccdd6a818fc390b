#include <memory>

#include "argument_rules.hpp"

namespace ferry::cli {

namespace {

constexpr const char* kFooter =
    R"(Each PNG is uploaded through the ring into a DEFAULT texture, drawn into a
render target of the same size, and read back. 8 bits a sample and below become
R8G8B8A8_UNORM, 16 bits become R16G16B16A16_UNORM.

Printed for each file: size, format, bytes; the times
  decode    read the file and unpack it
  staging   write its rows into the upload ring; copying starts meanwhile
  copy      from the last row staged to the copy's fence point, as the CPU sees it
  draw      by the GPU's own clock; DIRECT waits for the copy on the GPU
  readback  from the draw's fence point to the last byte in CPU memory
and 'identical', or the first pixel that differs with both values; with -o also
where it was written.
With --repeat each time is the median.

What comes back is written under its input's name, in folders as the inputs lie;
a name that is taken by another input gets a number (photo-2.png). A file that lies
there from before is replaced, once the new one is whole; an input never is.

Examples:
  ferry roundtrip photo.png -o returned/
  ferry roundtrip pictures/ --repeat 10 --json > report.json
  ferry roundtrip photo.png --queue direct --no-draw --adapter llvmpipe)";

struct Words {
  RoundtripOptions options;
  std::string queue = "copy";
  bool no_draw = false;
};

}  // namespace

CommandArguments add_roundtrip(CLI::App& app) {
  const auto words = std::make_shared<Words>();
  RoundtripOptions& options = words->options;
  CLI::App& command =
      *app.add_subcommand("roundtrip", "Sends pictures to GPU memory and back and compares every pixel.");
  command.footer(kFooter);
  add_inputs(command, options.inputs, "IMAGE",
             "PNG files, and folders that are searched for *.png at every depth");
  command
      .add_option("-o,--output", options.output,
                  "Write what came back into this folder; made where it is missing")
      ->check(not_empty("the folder's name"))
      ->type_name("FOLDER");
  add_adapter(command, options.adapter);
  command.add_option("--queue", words->queue, "The queue that uploads (default: copy)")
      ->type_name("copy|direct")
      ->check(CLI::IsMember({"copy", "direct"}, CLI::ignore_case).description(""));
  command.add_flag("--no-draw", words->no_draw, "Read the uploaded texture back itself, without drawing it");
  command
      .add_option("--repeat", options.repeat,
                  "Send each picture N times, each time into fresh textures (default: 1)")
      ->type_name("N")
      ->check(whole_number(1, 1'000'000));
  add_mebibytes(command, "--ring", options.ring_bytes, 4096,
                "The upload ring's size in MiB, 1 to 4096 (default: 32)");
  add_checked(command, options.checked);
  add_debugging(command, options.debug);
  add_json(command, options.json);
  return {&command, [words]() -> Command {
            const bool copy = words->queue.front() == 'c' || words->queue.front() == 'C';
            words->options.queue = copy ? QueueKind::kCopy : QueueKind::kDirect;
            words->options.draw = !words->no_draw;
            return words->options;
          }};
}

}  // namespace ferry::cli
