#include <ferry/transfer/advise.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>

#include <ferry/ring/ring_allocator.hpp>

#include "../../gpu/test/expect_error.hpp"
#include "advise_sweep.hpp"

namespace ferry::test {
namespace {

using enum HowOften;

struct Golden {
  const char* name;
  ResourceUse use;
  MemoryArchitecture machine;
  MemoryPlace place;
  UploadWay upload;
  ReadbackWay readback;
  std::optional<QueueKind> queue;  ///< That uploads.
  const char* code;                ///< Stands in it.
};

ResourceUse buffer(std::uint64_t bytes, HowOften cpu_writes, HowOften cpu_reads = kNever,
                   std::optional<BindAs> bind = std::nullopt, std::optional<BytesFrom> from = std::nullopt) {
  ResourceUse use;
  use.bytes = bytes;
  use.cpu_writes = cpu_writes;
  use.cpu_reads = cpu_reads;
  use.bind = bind;
  use.from = from;
  return use;
}

ResourceUse texture(std::uint64_t bytes, HowOften cpu_writes, HowOften cpu_reads = kNever,
                    std::optional<BindAs> bind = std::nullopt, std::optional<BytesFrom> from = std::nullopt) {
  ResourceUse use = buffer(bytes, cpu_writes, cpu_reads, bind, from);
  use.kind = ResourceKind::kTexture;
  return use;
}

TEST(Advise, GoldenCases) {
  const ResourceUse read_once = [] {
    ResourceUse use = buffer(2000, kOnce);
    use.gpu_reads = kOnce;
    return use;
  }();
  const ResourceUse cpu_only = [] {
    ResourceUse use = buffer(2000, kOnce, kPerFrame);
    use.gpu_reads = kNever;
    return use;
  }();
  const Golden cases[] = {
      {"a baked texture", texture(16_MiB, kNever), discrete(), MemoryPlace::kDefault, UploadWay::kLoaderPack,
       ReadbackWay::kNone, QueueKind::kCopy, "ferry::Pack::open(path)"},
      {"a baked texture on UMA", texture(16_MiB, kNever), one_memory(), MemoryPlace::kDefault,
       UploadWay::kLoaderPack, ReadbackWay::kNone, QueueKind::kCopy, "ferry::PlacedSource{path"},
      {"a picture file", texture(16_MiB, kOnce, kNever, {}, BytesFrom::kFile), discrete(),
       MemoryPlace::kDefault, UploadWay::kLoader, ReadbackWay::kNone, QueueKind::kCopy,
       "request.decode = decode"},
      {"a mesh", buffer(1_MiB, kOnce, kNever, BindAs::kVertex), discrete(), MemoryPlace::kDefault,
       UploadWay::kBatch, ReadbackWay::kNone, QueueKind::kCopy,
       "batch->upload_buffer(buffer->get(), 0, bytes)"},
      {"a mesh on UMA",
       buffer(1_MiB, kOnce, kNever, BindAs::kVertex),
       one_memory(),
       MemoryPlace::kUmaCustom,
       UploadWay::kDirectWrite,
       ReadbackWay::kNone,
       {},
       "manager.create_buffer_with(bytes, "},
      {"a mesh with GPU_UPLOAD",
       buffer(1_MiB, kOnce, kNever, BindAs::kIndex),
       discrete(false, true),
       MemoryPlace::kGpuUpload,
       UploadWay::kDirectWrite,
       ReadbackWay::kNone,
       {},
       "create_buffer_with"},
      {"a computed table", buffer(1_MiB, kOnce, kNever, {}, BytesFrom::kGenerated), one_memory(),
       MemoryPlace::kDefault, UploadWay::kBatchInPlace, ReadbackWay::kNone, QueueKind::kCopy,
       "batch->stage_buffer(buffer->get(), at, piece)"},
      {"a computed picture", texture(1_MiB, kOnce, kNever, {}, BytesFrom::kGenerated), discrete(),
       MemoryPlace::kDefault, UploadWay::kBatchInPlace, ReadbackWay::kNone, QueueKind::kCopy, "upload_rows"},
      {"constants",
       buffer(64_KiB, kPerFrame, kNever, BindAs::kConstant),
       discrete(),
       MemoryPlace::kUpload,
       UploadWay::kRingMemory,
       ReadbackWay::kNone,
       {},
       "SetGraphicsRootConstantBufferView(0, block->gpu_address)"},
      {"many constants",
       buffer(1_MiB, kPerFrame, kNever, BindAs::kConstant),
       discrete(true),
       MemoryPlace::kUpload,
       UploadWay::kRingMemory,
       ReadbackWay::kNone,
       {},
       "SetGraphicsRootConstantBufferView"},
      {"small vertices every frame",
       buffer(64_KiB, kPerFrame, kNever, BindAs::kVertex),
       discrete(),
       MemoryPlace::kUpload,
       UploadWay::kRingMemory,
       ReadbackWay::kNone,
       {},
       "IASetVertexBuffers"},
      {"more vertices every frame", buffer(64_KiB + 1, kPerFrame, kNever, BindAs::kVertex), discrete(),
       MemoryPlace::kDefault, UploadWay::kRecording, ReadbackWay::kNone, QueueKind::kDirect,
       "{.after = D3D12_RESOURCE_STATE_VERTEX_AND_CONSTANT_BUFFER}"},
      {"more vertices every frame on UMA",
       buffer(1_MiB, kPerFrame, kNever, BindAs::kIndex),
       one_memory(),
       MemoryPlace::kUpload,
       UploadWay::kRingMemory,
       ReadbackWay::kNone,
       {},
       "IASetIndexBuffer"},
      {"big particles every frame", buffer(4_MiB, kPerFrame, kNever), discrete(true), MemoryPlace::kDefault,
       UploadWay::kRotation, ReadbackWay::kNone, QueueKind::kCopy, "std::array<Copy, 3> copies"},
      {"big particles, no copy engine", buffer(4_MiB, kPerFrame, kNever), discrete(), MemoryPlace::kDefault,
       UploadWay::kRecording, ReadbackWay::kNone, QueueKind::kDirect, "retire_with"},
      {"big particles that shaders move", buffer(4_MiB, kPerFrame, kNever, BindAs::kUnorderedAccess),
       discrete(true), MemoryPlace::kDefault, UploadWay::kRecording, ReadbackWay::kNone, QueueKind::kDirect,
       "D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS"},
      {"video", texture(8_MiB, kPerFrame), discrete(true), MemoryPlace::kDefault, UploadWay::kRotation,
       ReadbackWay::kNone, QueueKind::kCopy, "copies[frame % copies.size()]"},
      {"a text overlay", texture(100_KiB, kPerFrame), one_memory(), MemoryPlace::kDefault,
       UploadWay::kRecording, ReadbackWay::kNone, QueueKind::kDirect,
       "recording.upload_texture(texture->get(), i, texels[i], states)"},
      {"one dispatch's input",
       read_once,
       discrete(),
       MemoryPlace::kUpload,
       UploadWay::kRingMemory,
       ReadbackWay::kNone,
       {},
       "SetGraphicsRootShaderResourceView(1, "},
      {"a screenshot",
       texture(8_MiB, kNever, kOnce),
       discrete(),
       MemoryPlace::kDefault,
       UploadWay::kNone,
       ReadbackWay::kTicket,
       {},
       ".state = D3D12_RESOURCE_STATE_RENDER_TARGET"},
      {"video out",
       texture(8_MiB, kNever, kPerFrame),
       discrete(),
       MemoryPlace::kDefault,
       UploadWay::kNone,
       ReadbackWay::kFrameCapture,
       {},
       "capture.next()"},
      {"depth for the CPU",
       texture(8_MiB, kNever, kOnce, BindAs::kDepthStencil),
       discrete(),
       MemoryPlace::kDefault,
       UploadWay::kNone,
       ReadbackWay::kTicket,
       {},
       ".state = D3D12_RESOURCE_STATE_DEPTH_WRITE"},
      {"compute results",
       buffer(4096, kNever, kPerFrame),
       discrete(),
       MemoryPlace::kDefault,
       UploadWay::kNone,
       ReadbackWay::kTicketQueue,
       {},
       "manager.read_buffer({buffer->get(), 0, size}, {.after = *drawn})"},
      {"compute results on UMA",
       buffer(4096, kNever, kOnce),
       one_memory(),
       MemoryPlace::kDefault,
       UploadWay::kNone,
       ReadbackWay::kTicket,
       {},
       "asked->take()"},
      {"timestamps",
       buffer(64, kNever, kPerFrame, BindAs::kQuery),
       discrete(),
       MemoryPlace::kReadback,
       UploadWay::kNone,
       ReadbackWay::kQueries,
       {},
       "manager.read_queries({queries, D3D12_QUERY_TYPE_TIMESTAMP"},
      {"read back what was sent", buffer(1_MiB, kOnce, kPerFrame), discrete(), MemoryPlace::kDefault,
       UploadWay::kBatch, ReadbackWay::kOwnCopy, QueueKind::kCopy, "begin_upload"},
      {"nothing of the GPU's",
       cpu_only,
       discrete(),
       MemoryPlace::kCpuMemory,
       UploadWay::kNone,
       ReadbackWay::kOwnCopy,
       {},
       ""}};
  for (const Golden& c : cases) {
    SCOPED_TRACE(c.name);
    const Result<Advice> advice = advise(c.use, c.machine);
    ASSERT_TRUE(advice) << advice.error().message;
    EXPECT_EQ(to_string(advice->place), to_string(c.place));
    EXPECT_EQ(to_string(advice->upload), to_string(c.upload));
    EXPECT_EQ(to_string(advice->readback), to_string(c.readback));
    EXPECT_EQ(advice->upload_queue, c.queue);
    EXPECT_NE(advice->code.find(c.code), std::string::npos) << advice->code;
  }
}

TEST(Advise, WhatContradictsItselfIsRefusedWithTheRemedy) {
  struct Case {
    ResourceUse use;
    std::vector<std::string_view> words;
    MemoryArchitecture machine = discrete();
  };
  const auto with = [](ResourceUse use, std::optional<HowOften> gpu_writes,
                       std::optional<HowOften> gpu_reads) {
    use.gpu_writes = gpu_writes;
    use.gpu_reads = gpu_reads;
    return use;
  };
  MemoryArchitecture small = discrete();
  small.gpu_bytes = 8_GiB;
  small.cpu_bytes = 4_GiB;
  ResourceUse frames = buffer(100, kOnce);
  frames.frames_in_flight = 17;
  ResourceUse wish = buffer(100, kOnce);
  wish.wish = MemoryPlace::kCpuMemory;
  for (const Case& c : std::vector<Case>{
           {buffer(0, kOnce), {"0 bytes", "leave it out"}},
           {buffer(std::uint64_t{1} << 45, kOnce), {"32 TiB", "cut it"}},
           {buffer(UINT64_MAX, kPerFrame), {"cut it"}},
           {buffer(9_GiB, kOnce), {"9 GiB", "8 GiB", "Loader"}, small},
           {buffer(2_GiB, kPerFrame), {"2 GiB every frame", "6 GiB", "4 GiB", "fewer frames"}, small},
           {frames, {"17 frames", "1 to 16"}},
           {wish, {"no heap"}},
           {texture(100, kOnce, kNever, BindAs::kVertex), {"texture", "vertex", "ask for a buffer"}},
           {texture(100, kOnce, kNever, BindAs::kConstant), {"constant"}},
           {texture(100, kOnce, kNever, BindAs::kIndex), {"index"}},
           {texture(100, kNever, kOnce, BindAs::kQuery), {"query"}},
           {buffer(100, kNever, kOnce, BindAs::kRenderTarget), {"rtv", "uav"}},
           {buffer(100, kNever, kOnce, BindAs::kDepthStencil), {"dsv"}},
           {with(texture(100, kOnce, kNever, BindAs::kRenderTarget), kNever, {}), {"rtv", "srv"}},
           {buffer(100, kOnce, kOnce, BindAs::kQuery), {"query results"}},
           {buffer(100, kNever, kOnce, BindAs::kQuery, BytesFrom::kFile), {"name no source"}},
           {buffer(100, kNever, kNever, BindAs::kQuery), {"ResolveQueryData"}},
           {buffer(100, kNever, kNever, {}, BytesFrom::kMemory), {"nobody writes it", "memory"}},
           {with(buffer(100, kOnce), kNever, kNever), {"nobody reads it"}},
           {with(texture(100, kNever), kPerFrame, kNever), {"nobody reads it"}},
           {buffer(100, kPerFrame, kNever, {}, BytesFrom::kPack), {"pack", "of its own"}}}) {
    expect_error(advise(c.use, c.machine), ErrorCode::kInvalidArgument, c.words);
  }
}

TEST(Advise, AtTheLimitsOfMemoryThereIsAnAnswer) {
  MemoryArchitecture small = discrete();
  small.gpu_bytes = 8_GiB;
  small.cpu_bytes = 6_GiB;
  EXPECT_TRUE(advise(buffer(8_GiB, kOnce), small));
  EXPECT_FALSE(advise(buffer(8_GiB + 1, kOnce), small));
  EXPECT_TRUE(advise(buffer(2_GiB, kPerFrame), small));
  EXPECT_FALSE(advise(buffer(2_GiB + 1, kPerFrame), small));
}

TEST(Advise, WishesAreAnsweredInWords) {
  struct Case {
    ResourceUse use;
    MemoryPlace wish;
    bool possible;
    const char* words;
    const char* instead;
  };
  for (const Case& c :
       {Case{texture(1_MiB, kOnce), MemoryPlace::kUpload, false, "texture",
             "DEFAULT, by upload batch on COPY"},
        Case{texture(1_MiB, kPerFrame), MemoryPlace::kUpload, false, "no pointer", "recording on DIRECT"},
        Case{buffer(1_MiB, kNever, kOnce), MemoryPlace::kReadback, false, "COPY_DEST", "readback ticket"},
        Case{buffer(1_MiB, kNever, kOnce), MemoryPlace::kUpload, false, "GENERIC_READ", "DEFAULT"},
        Case{buffer(1_MiB, kOnce), MemoryPlace::kGpuUpload, false, "no GPU_UPLOAD", "DEFAULT"},
        Case{buffer(1_MiB, kOnce), MemoryPlace::kUmaCustom, false, "no UMA", "DEFAULT"},
        Case{buffer(1_MiB, kOnce), MemoryPlace::kUpload, true, "across the bus", "DEFAULT"},
        Case{buffer(1_MiB, kOnce), MemoryPlace::kDefault, true, "as you wished", ""},
        Case{buffer(100, kPerFrame), MemoryPlace::kUpload, true, "as you wished", ""},
        Case{buffer(100, kPerFrame), MemoryPlace::kDefault, true, "as you wished", ""},
        Case{buffer(100, kNever, kOnce, BindAs::kQuery), MemoryPlace::kDefault, true, "a copy more",
             "READBACK"}}) {
    ResourceUse use = c.use;
    use.wish = c.wish;
    const Result<Advice> advice = advise(use, discrete());
    ASSERT_TRUE(advice) << advice.error().message;
    ASSERT_TRUE(advice->wish);
    EXPECT_EQ(advice->wish->possible, c.possible) << advice->wish->words;
    EXPECT_NE(advice->wish->words.find(c.words), std::string::npos) << advice->wish->words;
    EXPECT_NE(advice->wish->instead.find(c.instead), std::string::npos) << advice->wish->instead;
  }
  // The wish that changes the answer.
  ResourceUse use = buffer(100, kPerFrame);
  use.wish = MemoryPlace::kDefault;
  EXPECT_EQ(advise(use, discrete())->upload, UploadWay::kRecording);
}

std::uint64_t size_of(const Advice& advice, std::string_view what) {
  for (const SizeAdvice& size : advice.sizes) {
    if (size.what == what) return size.bytes;
  }
  return 0;
}

TEST(Advise, SizesAreThoseOfDirect3D12) {
  const auto constants = advise(buffer(100000, kPerFrame, kNever, BindAs::kConstant), discrete());
  EXPECT_EQ(size_of(*constants, "constant buffer alignment"), 256U);
  EXPECT_EQ(size_of(*constants, "constant buffer view"), 65536U);
  EXPECT_EQ(size_of(*constants, "ring"), constants->ring_bytes);
  EXPECT_EQ(constants->ring_bytes, 320_KiB);  // 3 x 100096, in whole 64 KiB
  const auto picture = advise(texture(1000, kOnce), discrete());
  EXPECT_EQ(size_of(*picture, "row pitch in buffers"), 256U);
  EXPECT_EQ(size_of(*picture, "subresource in buffers"), 512U);
  EXPECT_EQ(size_of(*picture, "memory"), 64_KiB);
  MemoryArchitecture any_pitch = discrete();
  any_pitch.unrestricted_pitch = true;
  EXPECT_EQ(size_of(*advise(texture(1000, kOnce), any_pitch), "row pitch in buffers"), 1U);
  EXPECT_EQ(size_of(*advise(buffer(5_MiB, kPerFrame), discrete(true)), "memory"), 15_MiB);
  EXPECT_EQ(size_of(*advise(buffer(100_MiB, kPerFrame), discrete()), "ring"), 300_MiB);
  EXPECT_EQ(size_of(*advise(texture(8_MiB, kNever, kPerFrame), discrete()), "readback"), 24_MiB);
  EXPECT_EQ(size_of(*advise(texture(65_MiB, kNever, kOnce), discrete()), "readback"), 80_MiB);
}

TEST(Advise, TheRingHoldsEveryFrameInFlight) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 200; ++round) {
    ResourceUse use = buffer(1 + random() % 300000, kPerFrame, kNever, BindAs::kConstant);
    use.frames_in_flight = static_cast<std::uint32_t>(1 + random() % 16);
    const Result<Advice> advice = advise(use, discrete());
    ASSERT_TRUE(advice);
    auto ring = RingAllocator::create(advice->ring_bytes);
    ASSERT_TRUE(ring);
    for (std::uint64_t frame = 1; frame < 100; ++frame) {
      // The GPU is as far behind as it may be.
      if (frame > use.frames_in_flight) ring->retire(TimelineId{0}, frame - use.frames_in_flight - 1);
      const RingReservation block = ring->reserve(use.bytes, 256);
      ASSERT_EQ(block.status, RingStatus::kOk)
          << use.bytes << " bytes, " << use.frames_in_flight << " frames, ring " << advice->ring_bytes;
      ASSERT_EQ(ring->commit(block.segment.id, FencePoint{TimelineId{0}, frame}), RingStatus::kOk);
    }
  }
}

TEST(Advise, WhatWouldChangeItIsWhatTheTreeSaysThen) {
  const Result<Advice> mesh = advise(buffer(1_MiB, kOnce, kNever, BindAs::kVertex), discrete());
  const auto has = [&](std::string_view words) {
    return std::any_of(mesh->changes.begin(), mesh->changes.end(),
                       [&](const std::string& change) { return change.find(words) != std::string::npos; });
  };
  EXPECT_TRUE(has("on a machine with one memory (UMA): CUSTOM, by direct write"));
  EXPECT_TRUE(has("with GPU_UPLOAD heaps: GPU_UPLOAD, by direct write"));
  EXPECT_TRUE(has("written by the CPU per-frame: DEFAULT, by recording on DIRECT"));
  EXPECT_TRUE(has("with its bytes from pack: DEFAULT, by loader, from a pack on COPY"));
  EXPECT_FALSE(has("copy engine"));
}

TEST(Advise, WhatNobodySaidIsFilledIn) {
  const auto used = [](const ResourceUse& use) { return advise(use, discrete())->use; };
  EXPECT_EQ(used(texture(100, kNever)).from, BytesFrom::kPack);
  EXPECT_EQ(used(texture(100, kNever)).gpu_writes, kNever);
  EXPECT_EQ(used(texture(100, kNever, kOnce)).bind, BindAs::kRenderTarget);
  EXPECT_EQ(used(texture(100, kNever, kOnce)).gpu_writes, kPerFrame);
  EXPECT_EQ(used(buffer(100, kNever, kOnce)).bind, BindAs::kUnorderedAccess);
  EXPECT_EQ(used(buffer(100, kOnce)).bind, BindAs::kShaderResource);
  EXPECT_EQ(used(buffer(100, kOnce)).from, BytesFrom::kMemory);
  EXPECT_EQ(used(buffer(100, kOnce)).gpu_reads, kPerFrame);
  EXPECT_EQ(used(buffer(100, kOnce, kNever, BindAs::kUnorderedAccess)).gpu_writes, kPerFrame);
  EXPECT_EQ(used(buffer(100, kNever, kOnce, BindAs::kQuery)).gpu_reads, kNever);
}

}  // namespace
}  // namespace ferry::test
