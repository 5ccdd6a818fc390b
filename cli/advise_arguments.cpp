#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "argument_rules.hpp"

namespace ferry::cli {

namespace {

constexpr const char* kFooter =
    R"(Says for one resource: the heap, the way up and the way back in Ferry's calls, the queue, the
states and barriers, the sizes that matter, the code, why, and what would change the answer. A
SIZE is in bytes, or has a unit: 64KiB, 4MiB, 1GiB.

'once' and 'rarely' are one word: once, or so rarely that each time is an event of its own. What
is not said is taken from what is: a resource that the CPU reads and never writes is written by
the GPU, one that nobody writes is a baked asset.

The machine is that of --adapter, or the best; with --uma or --discrete it is any such one, and no
device is asked.

Exit code 1 where it cannot be: the use contradicts itself, or the heap of --heap cannot hold it;
the words say what to do instead. 2 where the arguments are wrong.

Examples:
  ferry advise --size 16MiB --kind texture --cpu-writes never --cpu-reads never
  ferry advise --size 64KiB --kind buffer --cpu-writes per-frame --cpu-reads never --bind constant
  ferry advise --size 8MiB --kind texture --cpu-writes never --cpu-reads per-frame --discrete
  ferry advise --size 1MiB --kind buffer --cpu-writes once --cpu-reads never --heap upload)";

template <typename Value>
using Words = std::vector<std::pair<const char*, Value>>;

const Words<HowOften> kHowOften = {{"never", HowOften::kNever},
                                   {"once", HowOften::kOnce},
                                   {"rarely", HowOften::kOnce},
                                   {"per-frame", HowOften::kPerFrame}};
const Words<bool> kYesNo = {{"yes", true}, {"no", false}};

/// An option that takes one of some words, in lower case as they are printed.
template <typename Value, typename Target>
CLI::Option& add_word(CLI::App& command, const char* option, Target& value, const Words<Value>& words,
                      const std::string& help) {
  std::vector<std::string> names;
  std::string shown;
  for (const auto& [name, meaning] : words) {
    names.emplace_back(name);
    shown += (shown.empty() ? "" : "|") + names.back();
  }
  const auto store = [&value, &words](const std::string& word) {
    for (const auto& [name, meaning] : words) {
      if (word == name) value = meaning;
    }
  };
  return *command.add_option_function<std::string>(option, store, help)
              ->type_name(shown)
              ->check(CLI::IsMember(names).description(""));
}

/// The words that the library has for an enumeration.
template <typename Value, std::size_t N>
Words<Value> words_of(const std::array<Value, N>& values) {
  Words<Value> words;
  for (const Value value : values) words.emplace_back(to_string(value).data(), value);
  return words;
}

const Words<ResourceKind> kKinds = words_of(std::array{ResourceKind::kBuffer, ResourceKind::kTexture});
const Words<BindAs> kBindings = words_of(
    std::array{BindAs::kConstant, BindAs::kVertex, BindAs::kIndex, BindAs::kShaderResource,
               BindAs::kUnorderedAccess, BindAs::kRenderTarget, BindAs::kDepthStencil, BindAs::kQuery});
const Words<BytesFrom> kSources =
    words_of(std::array{BytesFrom::kMemory, BytesFrom::kFile, BytesFrom::kPack, BytesFrom::kGenerated});
const Words<MemoryPlace> kHeaps = {{"default", MemoryPlace::kDefault},
                                   {"upload", MemoryPlace::kUpload},
                                   {"readback", MemoryPlace::kReadback},
                                   {"gpu-upload", MemoryPlace::kGpuUpload},
                                   {"custom", MemoryPlace::kUmaCustom}};

void add_use(CLI::App& command, ResourceUse& use) {
  add_byte_count(command, "--size", use.bytes, "How big it is; what changes every frame: of one frame")
      .required();
  add_word(command, "--kind", use.kind, kKinds, "What it is").required();
  add_word(command, "--cpu-writes", use.cpu_writes, kHowOften, "How often the CPU writes it").required();
  add_word(command, "--cpu-reads", use.cpu_reads, kHowOften, "How often the CPU reads it").required();
  add_word(command, "--gpu-writes", use.gpu_writes, kHowOften, "How often the GPU writes it");
  add_word(command, "--gpu-reads", use.gpu_reads, kHowOften,
           "How often the GPU reads each byte (default: per-frame)");
  add_word(command, "--bind", use.bind, kBindings,
           "What the GPU takes it for (default: srv, or what it writes)");
  add_word(command, "--source", use.from, kSources, "Where its bytes are before (default: memory)");
  command
      .add_option("--frames-in-flight", use.frames_in_flight,
                  "How many frames the CPU may be ahead (default: 2)")
      ->type_name("N")
      ->check(whole_number(1, 16));
  add_word(command, "--heap", use.wish, kHeaps, "A heap that you would like: says whether it can be");
}

}  // namespace

CommandArguments add_advise(CLI::App& app) {
  const auto options = std::make_shared<AdviseOptions>();
  CLI::App& command =
      *app.add_subcommand("advise", "Says which heap and which way suit a resource, and why.");
  command.footer(kFooter);
  add_use(command, options->use);
  add_adapter(command, options->adapter);
  CLI::Option* const adapter = command.get_option("--adapter");
  CLI::Option* const uma = command.add_flag_callback(
      "--uma", [options] { options->uma = true; }, "For any machine on which CPU and GPU share one memory");
  CLI::Option* const discrete = command.add_flag_callback(
      "--discrete", [options] { options->uma = false; }, "For any GPU with memory of its own");
  uma->excludes(discrete)->excludes(adapter);
  discrete->excludes(adapter);
  add_word(command, "--gpu-upload", options->gpu_upload, kYesNo,
           "As if it had GPU_UPLOAD heaps, or had none");
  add_word(command, "--copy-engine", options->copy_engine, kYesNo,
           "As if COPY were an engine of its own, or not");
  add_json(command, options->json);
  return {&command, [options]() -> Command { return *options; }};
}

}  // namespace ferry::cli
