#include <utility>

#include <ferry/base/text.hpp>

#include "advise_parts.hpp"

namespace ferry::advice {
namespace {

/// `DEFAULT by upload batch on COPY, read back by readback ticket`: an answer in short.
std::string in_short(const Advice& advice) {
  if (advice.place == MemoryPlace::kCpuMemory) return "no heap at all, ordinary memory";
  std::string out = text(to_string(advice.place));
  if (advice.upload != UploadWay::kNone) out += text(", by ", to_string(advice.upload));
  if (advice.upload_queue) out += text(" on ", to_string(*advice.upload_queue));
  if (advice.readback == ReadbackWay::kOwnCopy) out += ", and the CPU keeps its own copy";
  if (advice.readback_queue) out += text(", and back by ", to_string(advice.readback));
  return out;
}

bool same_answer(const Advice& a, const Advice& b) {
  return a.place == b.place && a.upload == b.upload && a.upload_queue == b.upload_queue &&
         a.readback == b.readback;
}

/// Asks the tree about what is a little different, and writes down where the answer is another.
class Variations {
 public:
  Variations(Advice& advice, const ResourceUse& asked, const MemoryArchitecture& machine)
      : advice_(advice), asked_(asked), machine_(machine) {
    asked_.wish.reset();
  }

  void machines() {
    MemoryArchitecture other = machine_;
    other.uma = !machine_.uma;
    other.gpu_upload_heaps = false;
    note(machine_.uma ? "on a discrete GPU without GPU_UPLOAD heaps" : "on a machine with one memory (UMA)",
         asked_, other);
    other = machine_;
    other.gpu_upload_heaps = !machine_.gpu_upload_heaps;
    if (!machine_.uma) {
      note(machine_.gpu_upload_heaps ? "without GPU_UPLOAD heaps" : "with GPU_UPLOAD heaps", asked_, other);
    }
    other = machine_;
    other.copy_engine = machine_.copy_engine == OwnEngine::kYes ? OwnEngine::kNo : OwnEngine::kYes;
    note(machine_.copy_engine == OwnEngine::kYes ? "without a copy engine of its own"
                                                 : "with a copy engine of its own",
         asked_, other);
  }

  void uses() {
    if (advice_.use.bind == BindAs::kQuery) return;
    how_often("written by the CPU", &ResourceUse::cpu_writes, advice_.use.cpu_writes);
    how_often("read by the CPU", &ResourceUse::cpu_reads, advice_.use.cpu_reads);
    how_often("written by the GPU", &ResourceUse::gpu_writes, *advice_.use.gpu_writes);
    how_often("read by the GPU", &ResourceUse::gpu_reads, *advice_.use.gpu_reads);
    if (brings_bytes(advice_.use)) {
      for (const BytesFrom from :
           {BytesFrom::kMemory, BytesFrom::kFile, BytesFrom::kPack, BytesFrom::kGenerated}) {
        if (from == advice_.use.from) continue;
        ResourceUse other = asked_;
        other.from = from;
        note(text("with its bytes from ", to_string(from)), other, machine_);
      }
    }
    ResourceUse other = asked_;
    other.bytes = kMostAcrossTheBus;
    if (advice_.use.bytes > other.bytes) note(text("up to ", byte_text(other.bytes)), other, machine_);
    other.bytes = kMostAcrossTheBus + 1;
    if (advice_.use.bytes < other.bytes) note(text("above ", byte_text(kMostAcrossTheBus)), other, machine_);
    other.bytes = kWorthRotation;
    if (advice_.use.bytes < other.bytes) note(text("from ", byte_text(other.bytes), " on"), other, machine_);
  }

 private:
  template <typename Member>
  void how_often(std::string_view what, Member ResourceUse::*member, HowOften now) {
    for (const HowOften how : {HowOften::kNever, HowOften::kOnce, HowOften::kPerFrame}) {
      if (how == now) continue;
      ResourceUse other = asked_;
      other.*member = how;
      note(text(what, " ", to_string(how)), other, machine_);
    }
  }

  void note(const std::string& when, const ResourceUse& use, const MemoryArchitecture& machine) {
    auto settled = settle(use, machine);
    if (!settled) return;
    Advice other;
    other.use = *settled;
    decide(other, machine, false);
    if (same_answer(other, advice_)) return;
    advice_.changes.push_back(text(when, ": ", in_short(other)));
  }

  Advice& advice_;
  ResourceUse asked_;
  const MemoryArchitecture& machine_;
};

/// Why the wished heap cannot hold it; empty where it can.
std::string why_impossible(const Advice& advice, const MemoryArchitecture& machine) {
  const ResourceUse& use = advice.use;
  const MemoryPlace wish = *use.wish;
  const bool gpu_writes = use.gpu_writes != HowOften::kNever;
  if (wish == MemoryPlace::kDefault) {
    return advice.place == MemoryPlace::kCpuMemory ? "the CPU reads it, and reaches into no DEFAULT heap"
                                                   : "";
  }
  if (use.kind == ResourceKind::kTexture) {
    return text("a texture has no place in a heap for the CPU (", to_string(wish),
                "): no pointer reaches into its secret order of texels");
  }
  if (wish == MemoryPlace::kReadback) {
    return "READBACK memory stays in COPY_DEST: the GPU copies into it, and neither reads nor writes it "
           "otherwise";
  }
  if (wish == MemoryPlace::kUpload && (gpu_writes || use.bind == BindAs::kUnorderedAccess)) {
    return "UPLOAD memory stays in GENERIC_READ: the GPU reads it, and never writes to it";
  }
  if (wish == MemoryPlace::kGpuUpload && !machine.gpu_upload_heaps)
    return "this device has no GPU_UPLOAD heaps";
  if (wish == MemoryPlace::kUmaCustom && !machine.uma) {
    return "this device is no UMA: what the CPU writes and what the GPU uses at full speed are two memories";
  }
  return "";
}

/// Why the wish is not the advice, though it can be.
std::string_view why_worse(const Advice& advice) {
  if (advice.place == MemoryPlace::kCpuMemory) return "it can be, but the GPU has no use for it";
  switch (*advice.use.wish) {
    case MemoryPlace::kDefault:
      return "it can be, with a copy more than the advice";
    case MemoryPlace::kUpload:
      return "it can be, but the GPU would fetch it across the bus each time that it reads it, and the CPU "
             "is "
             "slow to read there";
    default:
      return "it can be, but the CPU may write there only what nothing on the GPU still reads, and no fence "
             "but "
             "one of yours says so";
  }
}

}  // namespace

void add_changes(Advice& advice, const ResourceUse& asked, const MemoryArchitecture& machine) {
  Variations variations(advice, asked, machine);
  variations.machines();
  variations.uses();
}

void answer_wish(Advice& advice, const MemoryArchitecture& machine) {
  const ResourceUse& use = advice.use;
  if (!use.wish) return;
  WishAnswer& answer = advice.wish.emplace();
  if (*use.wish == advice.place) {
    answer.possible = true;
    answer.words = text("it lies in ", to_string(*use.wish), " memory, as you wished");
    return;
  }
  answer.instead = in_short(advice);
  answer.words = why_impossible(advice, machine);
  answer.possible = answer.words.empty();
  if (answer.possible) answer.words = why_worse(advice);
}

}  // namespace ferry::advice
