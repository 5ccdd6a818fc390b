#include <ferry/transfer/advise.hpp>

#include <utility>

#include <ferry/base/text.hpp>

#include "advise_parts.hpp"

namespace ferry {
namespace advice {
namespace {

/// One walk down the tree.
class Walk {
 public:
  Walk(Advice& advice, const MemoryArchitecture& machine, bool with_words)
      : advice_(advice), use_(advice.use), machine_(machine), with_words_(with_words) {}

  void go() {
    if (only_the_cpu()) return;
    if (query_results()) return;
    choose_upload();
    choose_flags();
    choose_readback();
  }

 private:
  template <typename... Parts>
  void say(std::string_view question, std::string_view answer, const Parts&... because) {
    if (with_words_) advice_.decisions.push_back({text(question), text(answer), text(because...)});
  }

  bool only_the_cpu() {
    const bool gpu = use_.gpu_reads != HowOften::kNever || use_.gpu_writes != HowOften::kNever;
    if (use_.bind == BindAs::kQuery) return false;
    if (gpu) {
      say("Does the GPU use it?", "yes", "so it is a Direct3D 12 resource, or lies in one");
      return false;
    }
    say("Does the GPU use it?", "no",
        "heaps are for what the GPU sees: ordinary memory is cached, and costs no API call");
    advice_.place = MemoryPlace::kCpuMemory;
    advice_.creates_resource = false;
    advice_.readback = ReadbackWay::kOwnCopy;
    return true;
  }

  bool query_results() {
    if (use_.bind != BindAs::kQuery) return false;
    say("What is it bound as?", "query",
        "ResolveQueryData writes results into any buffer in COPY_DEST, and a READBACK buffer always is: no "
        "DEFAULT buffer in between, and the pool has the READBACK one");
    advice_.place = MemoryPlace::kReadback;
    advice_.creates_resource = false;
    advice_.initial_state = kStateCopyDest;
    advice_.readback = ReadbackWay::kQueries;
    advice_.readback_queue = QueueKind::kDirect;
    return true;
  }

  void choose_upload() {
    if (!brings_bytes(use_)) {
      say("Does the CPU write it?", "never",
          "the GPU makes it, where the GPU is quickest: in a DEFAULT heap");
      // Written at once, so it may as well begin in that state. Buffers begin in COMMON.
      if (use_.kind == ResourceKind::kTexture) advice_.initial_state = written_state(use_);
      return;
    }
    say_who_writes();
    if (use_.kind == ResourceKind::kTexture) {
      say("Buffer or texture?", "texture",
          "textures lie as the GPU likes it, so no CPU heap has them and no pointer reaches into one: rows "
          "go "
          "into a buffer, and CopyTextureRegion takes them from a placed footprint");
      upload_by_copy();
      return;
    }
    say("Buffer or texture?", "buffer", "buffers are bytes in order: every heap has them");
    if (read_where_it_is_written()) return;
    if (written_into_place()) return;
    upload_by_copy();
  }

  void say_who_writes() {
    switch (use_.cpu_writes) {
      case HowOften::kNever:
        say("Does the CPU write it?", "never",
            "it is a finished asset, so its bytes only have to travel, and nobody changes them on the way");
        break;
      case HowOften::kOnce:
        say("Does the CPU write it?", "once", "one trip up, before the GPU first uses it");
        break;
      case HowOften::kPerFrame:
        say("Does the CPU write it?", "per-frame",
            "the GPU may still read the last frame's bytes, so each frame has bytes of its own until its "
            "fence "
            "value is reached",
            use_.from == BytesFrom::kFile
                ? "; read the file ahead, on a thread of yours: no frame waits for a disk"
                : "");
        break;
    }
  }

  /// UPLOAD memory that the GPU reads itself.
  bool read_where_it_is_written() {
    const bool on_disk = use_.from == BytesFrom::kFile || use_.from == BytesFrom::kPack;
    const bool per_frame = use_.cpu_writes == HowOften::kPerFrame;
    if (use_.wish == MemoryPlace::kDefault) return false;
    if (use_.gpu_writes != HowOften::kNever || use_.bind == BindAs::kUnorderedAccess) {
      say("Can the GPU read it where the CPU writes it?", "no",
          "UPLOAD memory stays in GENERIC_READ, in which the GPU neither writes nor has unordered access");
      return false;
    }
    if (!per_frame && (use_.gpu_reads != HowOften::kOnce || on_disk)) return false;
    if (use_.bind == BindAs::kConstant) {
      say("Can the GPU read it where the CPU writes it?", "yes",
          "constants are small, read by every thread from a cache, and bound by address: what UPLOAD heaps "
          "are "
          "for (Direct3D 12 documentation, \"D3D12_HEAP_TYPE enumeration\")");
    } else if (machine_.uma) {
      say("Can the GPU read it where the CPU writes it?", "yes",
          "CPU and GPU share one memory here (UMA), so a copy would only cost");
    } else if (use_.gpu_reads == HowOften::kOnce && use_.bytes <= kMostAcrossTheBus) {
      say("Can the GPU read it where the CPU writes it?", "yes",
          "written once and read once is what UPLOAD heaps are for (Direct3D 12 documentation, "
          "\"D3D12_HEAP_TYPE enumeration\"): a copy would cross the bus just as often");
    } else if (use_.bytes <= kMostAcrossTheBus) {
      say("Can the GPU read it where the CPU writes it?", "yes", byte_text(use_.bytes), " (up to ",
          byte_text(kMostAcrossTheBus),
          ") cross the bus in a few microseconds and then lie in the GPU's cache; a copy and its barrier "
          "cost "
          "more");
    } else {
      say("Can the GPU read it where the CPU writes it?", "no", byte_text(use_.bytes), " (more than ",
          byte_text(kMostAcrossTheBus),
          ") would cross the bus while shaders wait for it; copied to the GPU's own memory, they are read "
          "there");
      return false;
    }
    advice_.place = MemoryPlace::kUpload;
    advice_.creates_resource = false;
    advice_.initial_state = kGenericRead;
    advice_.upload = UploadWay::kRingMemory;
    return true;
  }

  /// Memory of the GPU that the CPU fills, before the GPU knows the buffer.
  bool written_into_place() {
    if (use_.cpu_writes != HowOften::kOnce || use_.from != BytesFrom::kMemory) return false;
    if (use_.wish == MemoryPlace::kDefault) return false;
    if (machine_.uma) {
      say("Has the GPU memory that the CPU writes?", "yes, UMA",
          "a CUSTOM heap in pool L0 is the one memory of both: the CPU writes the buffer itself before the "
          "GPU "
          "knows it, with no staging, no copy and no fence");
      advice_.place = MemoryPlace::kUmaCustom;
    } else if (machine_.gpu_upload_heaps) {
      say("Has the GPU memory that the CPU writes?", "yes, GPU_UPLOAD",
          "the CPU writes the buffer itself across the bus before the GPU knows it, with no staging, no copy "
          "and no fence; over budget such a heap falls back to system memory");
      advice_.place = MemoryPlace::kGpuUpload;
    } else {
      say("Has the GPU memory that the CPU writes?", "no",
          "this machine is no UMA and has no GPU_UPLOAD heaps: DEFAULT heaps cannot be mapped, so it goes "
          "through UPLOAD memory");
      return false;
    }
    advice_.upload = UploadWay::kDirectWrite;
    return true;
  }

  void upload_by_copy() {
    if (use_.cpu_writes == HowOften::kPerFrame) {
      copy_every_frame();
      return;
    }
    advice_.upload_queue = QueueKind::kCopy;
    switch (*use_.from) {
      case BytesFrom::kPack:
        advice_.upload = UploadWay::kLoaderPack;
        say("Where do the bytes come from?", "a pack",
            "it lies there as staging memory takes it (`ferry pack` makes one): a piece is one read straight "
            "into "
            "the ring, with nothing to parse and no row to copy, by priority, beside the frame");
        break;
      case BytesFrom::kFile:
        advice_.upload = UploadWay::kLoader;
        say("Where do the bytes come from?", "a file",
            "reading takes milliseconds: the loader's threads read, decode and stage, by priority, beside "
            "the "
            "frame; a pack would save the decoding");
        break;
      case BytesFrom::kMemory:
        advice_.upload = UploadWay::kBatch;
        say("Where do the bytes come from?", "memory",
            "one batch stages any number of resources in the ring and ends in one fence point");
        break;
      case BytesFrom::kGenerated:
        advice_.upload = UploadWay::kBatchInPlace;
        say("Where do the bytes come from?", "they are made",
            "so they are made in staging memory itself, which saves an array and a copy of it");
        break;
    }
    say("Which queue copies?", "COPY",
        "nothing uses the resource yet, and it is in COMMON, which COPY takes: a copy engine works beside "
        "the "
        "frame, and where there is none it costs nothing");
  }

  void copy_every_frame() {
    const bool worth =
        use_.bytes >= kWorthRotation && machine_.copy_engine == OwnEngine::kYes && !machine_.uma;
    if (worth && use_.gpu_writes == HowOften::kNever && promotes(use_.kind, read_state(use_))) {
      advice_.upload = UploadWay::kRotation;
      advice_.upload_queue = QueueKind::kCopy;
      say("Which queue copies?", "COPY", byte_text(use_.bytes), " a frame (", byte_text(kWorthRotation),
          " or more) are worth the copy engine that this machine has, beside the drawing; the last frame's "
          "bytes "
          "are still read meanwhile, so there are ",
          use_.frames_in_flight + 1, " copies of the resource, used in turn");
      return;
    }
    advice_.upload = UploadWay::kRecording;
    advice_.upload_queue = QueueKind::kDirect;
    say("Which queue copies?", "DIRECT",
        "the copy goes into the frame's own list, between the last use and the next: barriers order it, one "
        "resource is enough, and no queue waits for another");
  }

  void choose_flags() {
    const bool gpu_writes = use_.gpu_writes != HowOften::kNever;
    if (use_.bind == BindAs::kDepthStencil) {
      advice_.flags = 0x2;
    } else if (use_.bind == BindAs::kUnorderedAccess || (gpu_writes && use_.kind == ResourceKind::kBuffer)) {
      advice_.flags = 0x4;
    } else if (gpu_writes) {
      advice_.flags = 0x1;
    }
    if (!gpu_writes) return;
    say("Does the GPU write it?", to_string(*use_.gpu_writes),
        "it needs a heap whose states change, and the flag for its view: neither UPLOAD (GENERIC_READ) nor "
        "READBACK (COPY_DEST) can hold it");
  }

  void choose_readback() {
    if (use_.cpu_reads == HowOften::kNever) {
      say("Does the CPU read it?", "never", "so no READBACK memory is spent");
      return;
    }
    if (use_.gpu_writes == HowOften::kNever) {
      advice_.readback = ReadbackWay::kOwnCopy;
      say("Does the CPU read it?", to_string(use_.cpu_reads),
          "but the GPU does not change it, so the CPU has it already: keep it, or read the file again. "
          "UPLOAD "
          "memory is write-combined and slow to read, and a readback would bring what was sent");
      return;
    }
    advice_.readback_queue = QueueKind::kDirect;
    if (use_.cpu_reads == HowOften::kOnce) {
      advice_.readback = ReadbackWay::kTicket;
      say("Does the CPU read it?", "rarely",
          "the GPU copies it into a READBACK buffer of the pool, which is cached for the CPU; the ticket "
          "says "
          "when it is there");
    } else {
      const bool texture = use_.kind == ResourceKind::kTexture;
      advice_.readback = texture ? ReadbackWay::kFrameCapture : ReadbackWay::kTicketQueue;
      say("Does the CPU read it?", "per-frame",
          "asked for in one frame and looked at in a later one, so that nobody waits for the GPU",
          texture ? "; what comes while too many are on their way is skipped and counted" : "");
    }
    say("Which queue reads back?", "DIRECT",
        "it wrote the resource, takes it in the state that it is in, and needs no wait of another queue");
  }

  Advice& advice_;
  const ResourceUse& use_;
  const MemoryArchitecture& machine_;
  bool with_words_;
};

}  // namespace

bool brings_bytes(const ResourceUse& use) noexcept {
  return use.cpu_writes != HowOften::kNever || use.from == BytesFrom::kFile || use.from == BytesFrom::kPack;
}

void decide(Advice& advice, const MemoryArchitecture& machine, bool with_words) {
  Walk(advice, machine, with_words).go();
}

}  // namespace advice

MemoryArchitecture memory_architecture(const Device& device) {
  const DeviceCaps& caps = device.caps();
  const AdapterInfo& adapter = device.adapter();
  MemoryArchitecture machine;
  machine.uma = caps.uma;
  machine.cache_coherent_uma = caps.cache_coherent_uma;
  machine.gpu_upload_heaps = caps.gpu_upload_heaps;
  machine.unrestricted_pitch = caps.unrestricted_pitch;
  machine.copy_engine = caps.copy_engine;
  machine.gpu_bytes = caps.uma ? adapter.shared_bytes : adapter.dedicated_bytes;
  machine.cpu_bytes = adapter.shared_bytes;
  return machine;
}

Result<Advice> advise(const ResourceUse& use, const MemoryArchitecture& machine) {
  auto settled = advice::settle(use, machine);
  if (!settled) return fail(std::move(settled).error());
  Advice advice;
  advice.use = *settled;
  advice::decide(advice, machine, true);
  advice::add_states(advice);
  advice::add_sizes(advice, machine);
  advice::add_code(advice);
  advice::add_changes(advice, use, machine);
  advice::answer_wish(advice, machine);
  return advice;
}

Result<Advice> advise(const ResourceUse& use, const Device& device) {
  return advise(use, memory_architecture(device));
}

}  // namespace ferry
