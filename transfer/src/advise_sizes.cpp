#include <algorithm>

#include <ferry/base/text.hpp>
#include <ferry/base/units.hpp>
#include <ferry/layout/footprint.hpp>

#include "advise_parts.hpp"

namespace ferry::advice {
namespace {

constexpr std::uint64_t kUsualRing = 32_MiB;
constexpr std::uint64_t kPiece = 4_MiB;

/// What one frame stages. The texture's shape is not known, so its padding is guessed.
std::uint64_t staged_bytes(const ResourceUse& use) {
  if (use.kind == ResourceKind::kTexture) return use.bytes + use.bytes / 4;
  return align_up(use.bytes, kConstantAlignment);
}

/// The READBACK pool's buffer for so many bytes.
std::uint64_t pool_class(std::uint64_t bytes) {
  if (bytes > 64_MiB) return align_up(bytes, 16_MiB);
  std::uint64_t size = 64_KiB;
  while (size < bytes) size *= 2;
  return size;
}

void add_ring(Advice& advice) {
  const ResourceUse& use = advice.use;
  const std::uint64_t frames = use.frames_in_flight;
  const std::uint64_t in_flight = staged_bytes(use) * (frames + 1);
  switch (advice.upload) {
    case UploadWay::kNone:
    case UploadWay::kDirectWrite:
      return;
    case UploadWay::kBatch:
    case UploadWay::kBatchInPlace:
      advice.ring_bytes = kUsualRing;
      advice.sizes.push_back(
          {"ring", kUsualRing,
           text("TransferOptions::ring_bytes, its default: a batch of any size goes through, in "
                "pieces of ",
                byte_text(kPiece))});
      return;
    case UploadWay::kLoader:
    case UploadWay::kLoaderPack:
      advice.ring_bytes = kUsualRing;
      advice.sizes.push_back({"ring", kUsualRing,
                              text("LoaderOptions::ring_bytes, its default: requests are cut into pieces of ",
                                   byte_text(kPiece))});
      return;
    case UploadWay::kRecording:
    case UploadWay::kRotation:
      advice.ring_bytes = std::max(kUsualRing, align_up(in_flight, 1_MiB));
      advice.sizes.push_back(
          {"ring", advice.ring_bytes,
           text("TransferOptions::ring_bytes: ", frames, " frames in flight and the one being ", "written, ",
                byte_text(staged_bytes(use)), " each",
                use.kind == ResourceKind::kTexture ? " with a quarter for padding" : "",
                "; not below the usual ", byte_text(kUsualRing))});
      return;
    case UploadWay::kRingMemory:
      advice.ring_bytes = align_up(in_flight, 64_KiB);
      advice.sizes.push_back(
          {"ring", advice.ring_bytes,
           text("UploadRing::create: ", frames, " frames in flight and the one being written, ",
                byte_text(staged_bytes(use)), " each; all that is written so shares one ring")});
      return;
  }
}

void add_alignment(Advice& advice, const MemoryArchitecture& machine) {
  const ResourceUse& use = advice.use;
  if (use.bind == BindAs::kConstant) {
    advice.sizes.push_back({"constant buffer alignment", kConstantAlignment,
                            "a constant buffer view's address and size are multiples of it"});
    if (use.bytes > kMostConstants) {
      advice.sizes.push_back({"constant buffer view", kMostConstants,
                              "one view sees at most this much: bind one for each draw's part, or use a "
                              "structured buffer (srv)"});
    }
  }
  if (use.kind != ResourceKind::kTexture) return;
  if (advice.upload == UploadWay::kNone && !advice.readback_queue) return;
  if (machine.unrestricted_pitch) {
    advice.sizes.push_back({"row pitch in buffers", 1, "any: the device has unrestricted pitch (OPTIONS13)"});
    return;
  }
  advice.sizes.push_back(
      {"row pitch in buffers", kRowPitchAlignment,
       "rows begin at multiples of it in staging memory, the last is not padded; Ferry does it"});
  advice.sizes.push_back({"subresource in buffers", kPlacementAlignment,
                          "subresources begin at multiples of it in staging memory; Ferry does it"});
}

void add_memory(Advice& advice) {
  if (!advice.creates_resource) return;
  const std::uint64_t each = align_up(advice.use.bytes, kPlacement);
  const std::uint64_t copies =
      advice.upload == UploadWay::kRotation ? std::uint64_t{advice.use.frames_in_flight} + 1 : 1;
  std::string why = text("resources take whole pieces of ", byte_text(kPlacement));
  if (copies > 1) why += text(", and there are ", copies, " copies");
  if (advice.use.bytes < kPlacement && advice.place == MemoryPlace::kDefault) {
    why += "; put many small buffers into one, or take a HeapPool, which saves the heaps but not this";
  }
  advice.sizes.push_back({"memory", each * copies, std::move(why)});
}

void add_readback(Advice& advice) {
  if (!advice.readback_queue) return;
  const std::uint64_t each = pool_class(advice.use.bytes);
  if (advice.use.cpu_reads == HowOften::kOnce) {
    advice.sizes.push_back({"readback", each, "the pool's buffer for it; it is used again"});
    return;
  }
  const std::uint64_t frames = std::uint64_t{advice.use.frames_in_flight} + 1;
  advice.sizes.push_back(
      {"readback", each * frames,
       text(frames, " of the pool's buffers, ", byte_text(each),
            " each: one for each frame in flight, and one being read",
            each * frames > 64_MiB ? "; raise TransferOptions::readback_idle_bytes to it" : "")});
}

}  // namespace

void add_sizes(Advice& advice, const MemoryArchitecture& machine) {
  if (advice.place == MemoryPlace::kCpuMemory) return;
  add_memory(advice);
  add_alignment(advice, machine);
  add_ring(advice);
  add_readback(advice);
}

}  // namespace ferry::advice
