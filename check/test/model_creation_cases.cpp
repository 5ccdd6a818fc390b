#include "model_scene.hpp"

/// Heaps and creation, and aliasing.
namespace ferry::check::test {
namespace {

namespace rf = resource_flags;
namespace hf = heap_flags;

ObjectId create(Scene& s, const ResourceDescription& d, std::uint32_t state, HeapType heap,
                std::uint32_t flags = 0, bool clear_value = false) {
  event::ResourceCreated e;
  e.call = "ID3D12Device::CreateCommittedResource";
  e.id = s.id();
  e.description = d;
  e.initial_state = state;
  e.properties.type = heap;
  e.heap_flags = flags;
  e.has_clear_value = clear_value;
  s.model.on(e);
  return e.id;
}

void create_heap(Scene& s, std::uint32_t flags, HeapType type = HeapType::kDefault) {
  s.heap(1 << 20, flags, type);
}

event::DeviceCreated tier1() {
  event::DeviceCreated facts;
  facts.resource_heap_tier = 1;
  return facts;
}

/// Two textures in the same memory.
struct Pair {
  explicit Pair(Scene& s, std::uint32_t flags = 0, std::uint64_t second_at = 0) {
    const ObjectId heap = s.heap();
    a = s.placed(heap, 0, texture_of(64, 64, kRgba8, 1, 1, flags), states::kCommon);
    b = s.placed(heap, second_at, texture_of(64, 64, kRgba8, 1, 1, flags), states::kCommon);
    from = s.upload();
  }
  ObjectId a, b, from;
};

void fill(Scene& s, ObjectId list, ObjectId texture, ObjectId from) {
  s.copy_texture(list, at(texture), at(from, 0, kRgba8, 64, 64));
}

ObjectId placed_target(Scene& s) {
  return s.placed(s.heap(), 0, texture_of(64, 64, kRgba8, 1, 1, rf::kAllowRenderTarget),
                  states::kRenderTarget);
}

const AddCases kCases{
    {Rule::kUploadInitialState, "UPLOAD in COMMON",
     [](Scene& s) { create(s, buffer_of(256), states::kCommon, HeapType::kUpload); },
     [](Scene& s) { create(s, buffer_of(256), states::kGenericRead, HeapType::kUpload); }},
    {Rule::kUploadInitialState, "placed into an UPLOAD heap",
     [](Scene& s) {
       s.placed(s.heap(1 << 20, 0, HeapType::kUpload), 0, buffer_of(256), states::kCopySource);
     },
     [](Scene& s) {
       s.placed(s.heap(1 << 20, 0, HeapType::kUpload), 0, buffer_of(256), states::kGenericRead);
     }},
    {Rule::kReadbackInitialState, "READBACK in COMMON",
     [](Scene& s) { create(s, buffer_of(256), states::kCommon, HeapType::kReadback); },
     [](Scene& s) { create(s, buffer_of(256), states::kCopyDest, HeapType::kReadback); }},
    {Rule::kTextureInCpuHeap, "texture in UPLOAD",
     [](Scene& s) { create(s, texture_of(4, 4), states::kGenericRead, HeapType::kUpload); },
     [](Scene& s) { create(s, texture_of(4, 4), states::kCopyDest, HeapType::kDefault); }},
    {Rule::kHeapFlags, "ALLOW_ONLY_BUFFERS on a committed buffer",
     [](Scene& s) {
       create(s, buffer_of(256), states::kCommon, HeapType::kDefault,
              hf::kDenyRtDsTextures | hf::kDenyNonRtDsTextures);
     },
     [](Scene& s) { create(s, buffer_of(256), states::kCommon, HeapType::kDefault, hf::kShared); }},
    {Rule::kHeapFlags, "texture placed into a heap for buffers",
     [](Scene& s) {
       s.placed(s.heap(1 << 20, hf::kDenyRtDsTextures | hf::kDenyNonRtDsTextures), 0, texture_of(64, 64));
     },
     [](Scene& s) {
       s.placed(s.heap(1 << 20, hf::kDenyRtDsTextures | hf::kDenyBuffers), 0, texture_of(64, 64));
     }},
    {Rule::kHeapFlags, "render target placed into a heap without targets",
     [](Scene& s) {
       s.placed(s.heap(1 << 20, hf::kDenyRtDsTextures), 0,
                texture_of(64, 64, kRgba8, 1, 1, rf::kAllowRenderTarget));
     },
     [](Scene& s) {
       s.placed(s.heap(1 << 20, hf::kDenyNonRtDsTextures | hf::kDenyBuffers), 0,
                texture_of(64, 64, kRgba8, 1, 1, rf::kAllowRenderTarget));
     }},
    {Rule::kHeapFlags, "a heap that denies everything",
     [](Scene& s) { create_heap(s, hf::kDenyBuffers | hf::kDenyRtDsTextures | hf::kDenyNonRtDsTextures); },
     [](Scene& s) { create_heap(s, hf::kDenyBuffers | hf::kDenyRtDsTextures); }},
    {Rule::kHeapFlags, "ALLOW_DISPLAY for CreateHeap", [](Scene& s) { create_heap(s, hf::kAllowDisplay); },
     [](Scene& s) { create_heap(s, hf::kShared); }},
    {Rule::kHeapFlags, "write watch on DEFAULT", [](Scene& s) { create_heap(s, hf::kAllowWriteWatch); },
     [](Scene& s) { create_heap(s, hf::kAllowWriteWatch, HeapType::kUpload); }},
    {Rule::kHeapFlags, "write watch on a committed DEFAULT buffer",
     [](Scene& s) { create(s, buffer_of(256), states::kCommon, HeapType::kDefault, hf::kAllowWriteWatch); },
     [](Scene& s) {
       create(s, buffer_of(256), states::kGenericRead, HeapType::kUpload, hf::kAllowWriteWatch);
     }},
    {Rule::kHeapTier1Flags, "a heap for everything on tier 1", [](Scene& s) { create_heap(s, 0); },
     [](Scene& s) { create_heap(s, hf::kDenyRtDsTextures | hf::kDenyNonRtDsTextures); }, Scene::every_time(),
     tier1()},
    {Rule::kPlacedMisaligned, "offset 4096", [](Scene& s) { s.placed(s.heap(), 4096, buffer_of(256)); },
     [](Scene& s) { s.placed(s.heap(), 65536, buffer_of(256)); }},
    {Rule::kPlacedMisaligned, "a small texture asked for 4 KiB",
     [](Scene& s) {
       ResourceDescription d = texture_of(16, 16);
       d.alignment = 4096;
       s.placed(s.heap(), 2048, d, states::kCommon, 4096);
     },
     [](Scene& s) {
       ResourceDescription d = texture_of(16, 16);
       d.alignment = 4096;
       s.placed(s.heap(), 4096, d, states::kCommon, 4096);
     }},
    {Rule::kPlacedMisaligned, "multisampling in a heap of 64 KiB",
     [](Scene& s) {
       ResourceDescription d = texture_of(64, 64, kRgba8, 1, 1, rf::kAllowRenderTarget);
       d.sample_count = 4;
       s.placed(s.heap(), 0, d);
     },
     [](Scene& s) {
       ResourceDescription d = texture_of(64, 64, kRgba8, 1, 1, rf::kAllowRenderTarget);
       d.sample_count = 4;
       event::HeapCreated heap;
       heap.call = "ID3D12Device::CreateHeap";
       heap.id = s.id();
       heap.size = 8 << 20;
       heap.alignment = 4 << 20;
       s.model.on(heap);
       s.placed(heap.id, 4 << 20, d);
     }},
    {Rule::kPlacedOutsideHeap, "one step too far",
     [](Scene& s) { s.placed(s.heap(1 << 20), 1 << 20, buffer_of(65536)); },
     [](Scene& s) { s.placed(s.heap(1 << 20), (1 << 20) - 65536, buffer_of(65536)); }},
    {Rule::kPlacedOutsideHeap, "the sum overflows",
     [](Scene& s) { s.placed(s.heap(1 << 20), UINT64_MAX - 65535, buffer_of(256)); },
     [](Scene& s) { s.placed(s.heap(1 << 20), 0, buffer_of(256), states::kCommon, 1 << 20); }},
    {Rule::kZeroWidthBuffer, "no bytes",
     [](Scene& s) { create(s, buffer_of(0), states::kCommon, HeapType::kDefault); },
     [](Scene& s) { create(s, buffer_of(1), states::kCommon, HeapType::kDefault); }},
    {Rule::kResourceShape, "a buffer with two mips",
     [](Scene& s) {
       ResourceDescription d = buffer_of(256);
       d.mip_levels = 2;
       create(s, d, states::kCommon, HeapType::kDefault);
     },
     [](Scene& s) { create(s, buffer_of(256), states::kCommon, HeapType::kDefault); }},
    {Rule::kResourceShape, "a buffer without ROW_MAJOR",
     [](Scene& s) {
       ResourceDescription d = buffer_of(256);
       d.layout = TextureLayout::kUnknown;
       create(s, d, states::kCommon, HeapType::kDefault);
     },
     [](Scene& s) {
       ResourceDescription d = buffer_of(256);
       d.alignment = 65536;
       create(s, d, states::kCommon, HeapType::kDefault);
     }},
    {Rule::kResourceShape, "one mip too many",
     [](Scene& s) { create(s, texture_of(64, 16, kRgba8, 8), states::kCommon, HeapType::kDefault); },
     [](Scene& s) { create(s, texture_of(64, 16, kRgba8, 7), states::kCommon, HeapType::kDefault); }},
    {Rule::kResourceShape, "BC of 6 texels",
     [](Scene& s) { create(s, texture_of(6, 8, kBc1), states::kCommon, HeapType::kDefault); },
     [](Scene& s) { create(s, texture_of(12, 8, kBc1, 4), states::kCommon, HeapType::kDefault); }},
    {Rule::kResourceShape, "multisampled with mips",
     [](Scene& s) {
       ResourceDescription d = texture_of(64, 64, kRgba8, 2, 1, rf::kAllowRenderTarget);
       d.sample_count = 4;
       create(s, d, states::kCommon, HeapType::kDefault);
     },
     [](Scene& s) {
       ResourceDescription d = texture_of(64, 64, kRgba8, 1, 1, rf::kAllowRenderTarget);
       d.sample_count = 4;
       create(s, d, states::kCommon, HeapType::kDefault);
     }},
    {Rule::kResourceShape, "target and depth at once",
     [](Scene& s) {
       create(s, texture_of(64, 64, kRgba8, 1, 1, rf::kAllowRenderTarget | rf::kAllowDepthStencil),
              states::kCommon, HeapType::kDefault);
     },
     [](Scene& s) {
       create(s, texture_of(64, 64, kRgba8, 1, 1, rf::kAllowRenderTarget | rf::kAllowUnorderedAccess),
              states::kCommon, HeapType::kDefault);
     }},
    {Rule::kSizeOverflow, "a size that wrapped below zero",
     [](Scene& s) { create(s, buffer_of(std::uint64_t{0} - 256), states::kCommon, HeapType::kDefault); },
     [](Scene& s) { create(s, buffer_of(std::uint64_t{8} << 30), states::kCommon, HeapType::kDefault); }},
    {Rule::kSizeOverflow, "16385 texels",
     [](Scene& s) { create(s, texture_of(16385, 1), states::kCommon, HeapType::kDefault); },
     [](Scene& s) { create(s, texture_of(16384, 16384, kRgba32Uint), states::kCommon, HeapType::kDefault); }},
    {Rule::kInitialState, "RENDER_TARGET without the flag",
     [](Scene& s) { create(s, texture_of(64, 64), states::kRenderTarget, HeapType::kDefault); },
     [](Scene& s) {
       create(s, texture_of(64, 64, kRgba8, 1, 1, rf::kAllowRenderTarget), states::kRenderTarget,
              HeapType::kDefault);
     }},
    {Rule::kInitialState, "a write state with a read state",
     [](Scene& s) {
       create(s, texture_of(64, 64), states::kCopyDest | states::kCopySource, HeapType::kDefault);
     },
     [](Scene& s) {
       create(s, texture_of(64, 64), states::kPixelShaderResource | states::kCopySource, HeapType::kDefault);
     }},
    {Rule::kInitialState, "RESOLVE_SOURCE with one sample",
     [](Scene& s) {
       create(s, texture_of(64, 64, kRgba8, 1, 1, rf::kAllowRenderTarget), states::kResolveSource,
              HeapType::kDefault);
     },
     [](Scene& s) {
       ResourceDescription d = texture_of(64, 64, kRgba8, 1, 1, rf::kAllowRenderTarget);
       d.sample_count = 4;
       create(s, d, states::kResolveSource, HeapType::kDefault);
     }},
    {Rule::kBufferInitialState, "a DEFAULT buffer in COPY_DEST",
     [](Scene& s) { create(s, buffer_of(256), states::kCopyDest, HeapType::kDefault); },
     [](Scene& s) { create(s, texture_of(64, 64), states::kCopyDest, HeapType::kDefault); }},
    {Rule::kClearValue, "for a buffer",
     [](Scene& s) { create(s, buffer_of(256), states::kCommon, HeapType::kDefault, 0, true); },
     [](Scene& s) {
       create(s, texture_of(64, 64, kRgba8, 1, 1, rf::kAllowRenderTarget), states::kCommon,
              HeapType::kDefault, 0, true);
     }},
    // ------------------------------------------------------------------------------------- aliasing
    {Rule::kAliasingBarrierMissing, "in one list",
     [](Scene& s) {
       const Pair p(s);
       s.run(s.direct, [&](ObjectId l) {
         fill(s, l, p.a, p.from);
         fill(s, l, p.b, p.from);
       });
     },
     [](Scene& s) {
       const Pair p(s);
       s.run(s.direct, [&](ObjectId l) {
         s.alias(l, ObjectId::kNone, p.a);
         fill(s, l, p.a, p.from);
         s.alias(l, p.a, p.b);
         fill(s, l, p.b, p.from);
       });
     }},
    {Rule::kAliasingBarrierMissing, "in two lists of one call",
     [](Scene& s) {
       const Pair p(s);
       const ObjectId first = s.list();
       const ObjectId second = s.list();
       fill(s, first, p.a, p.from);
       fill(s, second, p.b, p.from);
       s.close(first);
       s.close(second);
       s.execute(s.direct, {first, second});
     },
     [](Scene& s) {  // Two calls: what ExecuteCommandLists does is enough.
       const Pair p(s);
       s.run(s.direct, [&](ObjectId l) { fill(s, l, p.a, p.from); });
       s.run(s.direct, [&](ObjectId l) { fill(s, l, p.b, p.from); });
     }},
    {Rule::kAliasingBarrierMissing, "a barrier that comes before both uses",
     [](Scene& s) {
       const Pair p(s);
       s.run(s.direct, [&](ObjectId l) {
         s.alias(l, ObjectId::kNone, p.b);
         fill(s, l, p.a, p.from);
         fill(s, l, p.b, p.from);
       });
     },
     [](Scene& s) {  // A barrier that names nothing is for everything.
       const Pair p(s);
       s.run(s.direct, [&](ObjectId l) {
         fill(s, l, p.a, p.from);
         s.alias(l, ObjectId::kNone, ObjectId::kNone);
         fill(s, l, p.b, p.from);
       });
     }},
    {Rule::kAliasingBarrierMissing, "between draws that look alike",
     [](Scene& s) {
       const Pair p(s);
       const ObjectId target = s.target();
       s.run(s.direct, [&](ObjectId l) {
         s.bind(l, event::BindPoint::kRenderTarget, target, states::kRenderTarget);
         s.bind(l, event::BindPoint::kGraphicsRoot, p.a, states::kPixelShaderResource);
         s.draw(l);
         s.alias(l, p.a, p.b);
         fill(s, l, p.b, p.from);
         s.draw(l);
       });
     },
     [](Scene& s) {  // The same, in memory that is not shared.
       const Pair p(s, 0, 65536);
       const ObjectId target = s.target();
       s.run(s.direct, [&](ObjectId l) {
         s.bind(l, event::BindPoint::kRenderTarget, target, states::kRenderTarget);
         s.bind(l, event::BindPoint::kGraphicsRoot, p.a, states::kPixelShaderResource);
         s.draw(l);
         fill(s, l, p.b, p.from);
         s.draw(l);
       });
     }},
    {Rule::kUninitializedRenderTarget, "drawn to at once",
     [](Scene& s) {
       const ObjectId t = placed_target(s);
       s.run(s.direct, [&](ObjectId l) {
         s.bind(l, event::BindPoint::kRenderTarget, t, states::kRenderTarget);
         s.draw(l);
       });
     },
     [](Scene& s) {
       const ObjectId t = placed_target(s);
       s.run(s.direct, [&](ObjectId l) {
         s.clear(l, t);
         s.bind(l, event::BindPoint::kRenderTarget, t, states::kRenderTarget);
         s.draw(l);
       });
     }},
    {Rule::kUninitializedRenderTarget, "a clear of a part is not enough",
     [](Scene& s) {
       const ObjectId t = placed_target(s);
       s.run(s.direct, [&](ObjectId l) { s.clear(l, t, true); });
     },
     [](Scene& s) {
       const ObjectId t = placed_target(s);
       s.run(s.direct, [&](ObjectId l) {
         s.discard(l, t);
         s.clear(l, t, true);
       });
     }},
    {Rule::kUninitializedRenderTarget, "the neighbour used the memory meanwhile",
     [](Scene& s) {
       const Pair p(s, rf::kAllowRenderTarget);
       s.run(s.direct, [&](ObjectId l) { fill(s, l, p.a, p.from); });
       s.run(s.direct, [&](ObjectId l) { fill(s, l, p.b, p.from); });
       s.run(s.direct, [&](ObjectId l) {
         s.barrier(l, p.a, states::kCopyDest, states::kCopySource);
         s.copy_texture(l, at(s.readback(), 0, kRgba8, 64, 64), at(p.a));
       });
     },
     [](Scene& s) {
       const Pair p(s, rf::kAllowRenderTarget);
       s.run(s.direct, [&](ObjectId l) { fill(s, l, p.b, p.from); });
       s.run(s.direct, [&](ObjectId l) { fill(s, l, p.a, p.from); });
       s.run(s.direct, [&](ObjectId l) {
         s.barrier(l, p.a, states::kCopyDest, states::kCopySource);
         s.copy_texture(l, at(s.readback(), 0, kRgba8, 64, 64), at(p.a));
       });
     }},
    {Rule::kUninitializedRenderTarget, "activated again",
     [](Scene& s) {
       const Pair p(s, rf::kAllowRenderTarget);
       s.run(s.direct, [&](ObjectId l) {
         fill(s, l, p.a, p.from);
         s.alias(l, p.b, p.a);
         s.barrier(l, p.a, states::kCopyDest, states::kRenderTarget);
         s.bind(l, event::BindPoint::kRenderTarget, p.a, states::kRenderTarget);
         s.draw(l);
       });
     },
     [](Scene& s) {
       const Pair p(s, rf::kAllowRenderTarget);
       s.run(s.direct, [&](ObjectId l) {
         fill(s, l, p.a, p.from);
         s.barrier(l, p.a, states::kCopyDest, states::kRenderTarget);
         s.alias(l, p.b, p.a);
         s.discard(l, p.a);
         s.bind(l, event::BindPoint::kRenderTarget, p.a, states::kRenderTarget);
         s.draw(l);
       });
     }},
};

}  // namespace
}  // namespace ferry::check::test
