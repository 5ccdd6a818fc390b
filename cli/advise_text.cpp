#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include <ferry/base/resource_states.hpp>
#include <ferry/base/text.hpp>

#include "advise_command.hpp"
#include "report.hpp"
#include "wrapped_text.hpp"

namespace ferry::cli {

using json = nlohmann::ordered_json;

namespace {

std::string flags_text(std::uint32_t flags) {
  switch (flags) {
    case 0x1:
      return "ALLOW_RENDER_TARGET";
    case 0x2:
      return "ALLOW_DEPTH_STENCIL";
    case 0x4:
      return "ALLOW_UNORDERED_ACCESS";
    default:
      return "none";
  }
}

/// What the resource is and is used for, in one sentence.
std::string use_text(const ResourceUse& use) {
  std::string out =
      fmt::format("A {} of {}: the CPU writes it {} and reads it {}, the GPU writes it {} and reads it {}",
                  to_string(use.kind), byte_text(use.bytes), to_string(use.cpu_writes),
                  to_string(use.cpu_reads), to_string(*use.gpu_writes), to_string(*use.gpu_reads));
  out += fmt::format("; bound as {}", to_string(*use.bind));
  if (use.cpu_writes != HowOften::kNever || *use.from != BytesFrom::kGenerated) {
    out += fmt::format("; its bytes: {}", to_string(*use.from));
  }
  return out;
}

const char* heap_words(MemoryPlace place) {
  switch (place) {
    case MemoryPlace::kCpuMemory:
      return "ordinary memory of the program";
    case MemoryPlace::kDefault:
      return "the GPU's own memory";
    case MemoryPlace::kUpload:
      return "the ring's memory: you create no resource";
    case MemoryPlace::kReadback:
      return "a buffer of the readback pool: you create no resource";
    case MemoryPlace::kGpuUpload:
      return "the GPU's own memory, written by the CPU";
    case MemoryPlace::kUmaCustom:
      break;
  }
  return "pool L0, the one memory of CPU and GPU";
}

const char* upload_words(UploadWay way) {
  switch (way) {
    case UploadWay::kNone:
      return "nothing to upload";
    case UploadWay::kDirectWrite:
      return "TransferManager::create_buffer_with, which writes it directly";
    case UploadWay::kBatch:
      return "UploadBatch (TransferManager::begin_upload)";
    case UploadWay::kBatchInPlace:
      return "UploadBatch (stage_buffer, upload_rows): made in staging memory";
    case UploadWay::kRecording:
      return "TransferRecording (TransferManager::begin_recording), in your frame's list";
    case UploadWay::kRotation:
      return "UploadBatch (TransferManager::begin_upload) into one of several copies in turn";
    case UploadWay::kLoader:
      return "Loader, from the file (FileSource)";
    case UploadWay::kLoaderPack:
      return "Loader, from a pack that 'ferry pack' made (PlacedSource)";
    case UploadWay::kRingMemory:
      break;
  }
  return "UploadRing: written where the GPU reads it, bound by its GPU address";
}

const char* readback_words(ReadbackWay way) {
  switch (way) {
    case ReadbackWay::kNone:
      return "nothing to read back";
    case ReadbackWay::kOwnCopy:
      return "nothing to read back: the CPU has it already";
    case ReadbackWay::kTicket:
      return "a ticket (TransferManager::read_buffer, read_texture)";
    case ReadbackWay::kTicketQueue:
      return "a ticket each frame, looked at in a later one (TransferManager::read_buffer)";
    case ReadbackWay::kFrameCapture:
      return "FrameCapture";
    case ReadbackWay::kQueries:
      break;
  }
  return "TransferManager::read_queries";
}

/// The words, wrapped, behind `lead` and below where they begin.
std::string item(std::string_view lead, std::string_view words) {
  return wrapped_lines(words, lead, std::string(lead.size(), ' '));
}

/// `  heap      words`
std::string entry(std::string_view name, std::string_view words) {
  return item(fmt::format("  {:<9} ", name), words);
}

std::string states_text(const Advice& advice) {
  std::string out;
  for (const StateStep& step : advice.states) {
    out += item(fmt::format("  {:<6}  ", step.queue ? to_string(*step.queue) : std::string_view("-")),
                fmt::format("{}: {}", resource_states_text(step.state), step.words));
  }
  return out;
}

std::string sizes_text(const Advice& advice) {
  std::string out;
  for (const SizeAdvice& size : advice.sizes) {
    out += item("  - ", fmt::format("{}: {}: {}", size.what, byte_text(size.bytes), size.why));
  }
  return out;
}

std::string decisions_text(const Advice& advice) {
  std::string out;
  std::size_t number = 0;
  for (const Decision& decision : advice.decisions) {
    out += item(fmt::format("  {:>2}. ", ++number),
                fmt::format("{} {}: {}.", decision.question, decision.answer, decision.because));
  }
  return out;
}

std::string indented(std::string_view code) {
  std::string out;
  while (!code.empty()) {
    const std::size_t end = code.find('\n');
    out += fmt::format("    {}\n", code.substr(0, end));
    code.remove_prefix(end + 1);
  }
  return out;
}

std::string code_text(const Advice& advice) {
  if (advice.code.empty()) return "";
  std::string out = "Code:\n";
  for (const std::string_view header : advice.headers) out += fmt::format("    #include {}\n", header);
  return out + "\n" + indented(advice.code);
}

std::string wish_text(const Advice& advice) {
  if (!advice.wish) return "";
  const std::string_view wished = to_string(*advice.use.wish);
  std::string words = fmt::format("{}{}", advice.wish->possible ? "" : "impossible: ", advice.wish->words);
  if (!advice.wish->instead.empty()) words += fmt::format(". Instead: {}", advice.wish->instead);
  return item("", fmt::format("Your wish for {}: {}.", wished, words));
}

std::string machine_text(const AdvisedMachine& machine) {
  const MemoryArchitecture& memory = machine.memory;
  std::string out = fmt::format("Machine: {}; UMA {}, GPU_UPLOAD heaps {}", machine.name,
                                memory.uma ? "yes" : "no", memory.gpu_upload_heaps ? "yes" : "no");
  if (memory.copy_engine != OwnEngine::kUnknown) {
    out += fmt::format(", copy engine {}", to_string(memory.copy_engine));
  }
  return out;
}

}  // namespace

std::string advice_text(const Advice& advice, const AdvisedMachine& machine) {
  std::string out = item("", use_text(advice.use) + ".");
  out += item("", printable(machine_text(machine)) + ".");
  out += wish_text(advice);
  out += "Advice:\n";
  out += entry("heap", fmt::format("{}: {}", to_string(advice.place), heap_words(advice.place)));
  out += entry("upload", upload_words(advice.upload));
  out += entry("readback", readback_words(advice.readback));
  if (advice.upload_queue) out += entry("queue", fmt::format("{} uploads", to_string(*advice.upload_queue)));
  if (advice.readback_queue) {
    out += entry("queue", fmt::format("{} reads back", to_string(*advice.readback_queue)));
  }
  if (advice.creates_resource) out += entry("flags", flags_text(advice.flags));
  if (!advice.states.empty()) out += "States:\n" + states_text(advice);
  if (!advice.sizes.empty()) out += "Sizes:\n" + sizes_text(advice);
  out += "Why:\n" + decisions_text(advice);
  if (!advice.changes.empty()) out += "What would change it:\n";
  for (const std::string& change : advice.changes) out += item("  - ", change);
  return out + code_text(advice);
}

json to_json(const Advice& advice, const AdvisedMachine& machine) {
  const ResourceUse& use = advice.use;
  json document = {{"machine",
                    {{"name", machine.name},
                     {"uma", machine.memory.uma},
                     {"gpu_upload_heaps", machine.memory.gpu_upload_heaps}}},
                   {"use",
                    {{"kind", to_string(use.kind)},
                     {"bytes", use.bytes},
                     {"cpu_writes", to_string(use.cpu_writes)},
                     {"cpu_reads", to_string(use.cpu_reads)},
                     {"gpu_writes", to_string(*use.gpu_writes)},
                     {"gpu_reads", to_string(*use.gpu_reads)},
                     {"bind", to_string(*use.bind)},
                     {"source", to_string(*use.from)},
                     {"frames_in_flight", use.frames_in_flight}}},
                   {"heap", to_string(advice.place)},
                   {"creates_resource", advice.creates_resource},
                   {"flags", advice.flags},
                   {"initial_state", resource_states_text(advice.initial_state)},
                   {"upload", to_string(advice.upload)},
                   {"readback", to_string(advice.readback)}};
  document["upload_queue"] = advice.upload_queue ? json(to_string(*advice.upload_queue)) : json(nullptr);
  document["readback_queue"] =
      advice.readback_queue ? json(to_string(*advice.readback_queue)) : json(nullptr);
  document["ring_bytes"] = advice.ring_bytes;
  json states = json::array();
  for (const StateStep& step : advice.states) {
    states.push_back({{"state", resource_states_text(step.state)},
                      {"queue", step.queue ? json(to_string(*step.queue)) : json(nullptr)},
                      {"barrier", step.barrier},
                      {"words", step.words}});
  }
  document["states"] = std::move(states);
  json sizes = json::array();
  for (const SizeAdvice& size : advice.sizes) {
    sizes.push_back({{"what", size.what}, {"bytes", size.bytes}, {"why", size.why}});
  }
  document["sizes"] = std::move(sizes);
  json decisions = json::array();
  for (const Decision& decision : advice.decisions) {
    decisions.push_back(
        {{"question", decision.question}, {"answer", decision.answer}, {"because", decision.because}});
  }
  document["decisions"] = std::move(decisions);
  document["changes"] = advice.changes;
  document["headers"] = advice.headers;
  document["code"] = advice.code;
  if (advice.wish) {
    document["wish"] = {{"heap", to_string(*use.wish)},
                        {"possible", advice.wish->possible},
                        {"words", advice.wish->words},
                        {"instead", advice.wish->instead}};
  }
  return document;
}

}  // namespace ferry::cli
