#include <memory>

#include "argument_rules.hpp"

namespace ferry::cli {

namespace {

constexpr const char* kFooter =
    R"(Each PNG, JPEG, DDS and KTX2 file, told by its content, becomes a texture; a glTF scene
(.gltf, .glb) its vertex and index buffers and its images; every other file a buffer of
its bytes; all in GPU memory. A texture has the mip levels that its file has; --mips
makes the others where the file has one and its format can be averaged. With
--budget the files that were loaded first make room for later ones. 'ferry inspect' tells what becomes of a file.

Printed: what failed and why, the rate from the first request to the end of the
last, and the latencies from request to ready.

--trace writes a timeline for chrome://tracing or Perfetto, --record what
'ferry replay' reads.

Examples:
  ferry load assets/ --verify
  ferry load big.bin --piece 1 --threads 8 --trace timeline.json
  ferry load assets/ --record run.txt && ferry replay run.txt)";

struct Words {
  LoadCommandOptions options;
  std::string priority = "normal";
};

}  // namespace

CommandArguments add_load(CLI::App& app) {
  const auto words = std::make_shared<Words>();
  LoadCommandOptions& options = words->options;
  CLI::App& command = *app.add_subcommand("load", "Loads files into GPU memory by the asynchronous loader.");
  command.footer(kFooter);
  add_inputs(command, options.inputs, "PATH", "Files, and folders that are searched at every depth");
  add_adapter(command, options.adapter);
  command
      .add_option("--priority", words->priority,
                  "immediate, high, normal, low or background (default: normal)")
      ->type_name("P")
      ->check(CLI::IsMember({"immediate", "high", "normal", "low", "background"}).description(""));
  command.add_option("--threads", options.threads, "Threads that read and decode, 1 to 64 (default: 4)")
      ->type_name("N")
      ->check(whole_number(1, 64));
  add_mebibytes(command, "--budget", options.budget_bytes, 1u << 20,
                "GPU memory for what is loaded, in MiB (default: no limit)");
  add_mebibytes(
      command, "--piece", options.piece_bytes, 64,
      "Files are cut into pieces of this many MiB, 1 to 64, an eighth of --ring at most (default: 4)");
  add_mebibytes(command, "--ring", options.ring_bytes, 4096,
                "The staging memory in MiB, 1 to 4096 (default: 32)");
  command.add_option("--trace", options.trace, "Write a timeline into this file")
      ->type_name("FILE")
      ->check(not_empty("the file's name"));
  command.add_option("--record", options.record, "Write a recording for 'ferry replay' into this file")
      ->type_name("FILE")
      ->check(not_empty("the file's name"));
  command.add_flag("--mips", options.mips, "Make mip levels for textures whose file has one (default: no)");
  add_strict(command, options.strict);
  command.add_flag("--verify", options.verify, "Read everything back and compare it with the files");
  add_checked(command, options.checked);
  add_debugging(command, options.debug);
  add_json(command, options.json);
  return {&command, [words]() -> Command {
            words->options.priority = *load_priority_from(words->priority);
            return words->options;
          }};
}

}  // namespace ferry::cli
