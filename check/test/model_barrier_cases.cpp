#include "model_scene.hpp"

/// Barriers, and several queues at once.
namespace ferry::check::test {
namespace {

namespace rf = resource_flags;
using event::BindPoint;

void to_texture(Scene& s, ObjectId l, ObjectId texture) {
  s.copy_texture(l, at(texture), at(s.upload(), 0, kRgba8, 64, 64));
}
void from_texture(Scene& s, ObjectId l, ObjectId texture) {
  s.copy_texture(l, at(s.readback(), 0, kRgba8, 64, 64), at(texture));
}
void sample(Scene& s, ObjectId l, ObjectId texture) {
  s.bind(l, BindPoint::kGraphicsRoot, texture, states::kPixelShaderResource);
  s.draw(l);
}
void draw_to(Scene& s, ObjectId l, ObjectId target) {
  s.bind(l, BindPoint::kRenderTarget, target, states::kRenderTarget);
  s.draw(l);
}
ResourceDescription simultaneous() {
  return texture_of(64, 64, kRgba8, 1, 1, rf::kAllowSimultaneousAccess | rf::kAllowUnorderedAccess);
}

const AddCases kBarriers{
    {Rule::kStateBeforeMismatch, "from COMMON, but it was copied to",
     [](Scene& s) {
       const ObjectId t = s.texture();
       s.run(s.direct, [&](ObjectId l) {
         to_texture(s, l, t);
         s.barrier(l, t, states::kCommon, states::kPixelShaderResource);
       });
     },
     [](Scene& s) {  // In COMMON, any state it could have been promoted to will do.
       const ObjectId t = s.texture();
       s.run(s.direct, [&](ObjectId l) { s.barrier(l, t, states::kCopySource, states::kCopyDest); });
     }},
    {Rule::kStateBeforeMismatch, "from a state that COMMON does not promote to",
     [](Scene& s) {
       const ObjectId t = s.target(states::kCommon);
       s.run(s.direct, [&](ObjectId l) { s.barrier(l, t, states::kRenderTarget, states::kCopySource); });
     },
     [](Scene& s) {
       const ObjectId b = s.buffer(256, HeapType::kDefault, rf::kAllowUnorderedAccess);
       s.run(s.direct, [&](ObjectId l) { s.barrier(l, b, states::kUnorderedAccess, states::kCopySource); });
       // Decayed; the program goes on as if it were still in COPY_SOURCE.
       s.run(s.direct, [&](ObjectId l) { s.barrier(l, b, states::kCopySource, states::kUnorderedAccess); });
     }},
    {Rule::kStateBeforeMismatch, "one finding for one mistake",
     [](Scene& s) {
       const ObjectId t = s.texture(states::kCopyDest);
       s.run(s.direct, [&](ObjectId l) {
         s.barrier(l, t, states::kPixelShaderResource, states::kCopySource);
         from_texture(s, l, t);
         s.barrier(l, t, states::kCopySource, states::kPixelShaderResource);
         sample(s, l, t);
       });
     },
     [](Scene& s) {
       const ObjectId t = s.texture(states::kPixelShaderResource);
       s.run(s.direct, [&](ObjectId l) {
         s.barrier(l, t, states::kPixelShaderResource, states::kCopySource);
         from_texture(s, l, t);
         s.barrier(l, t, states::kCopySource, states::kPixelShaderResource);
         sample(s, l, t);
       });
     }},
    {Rule::kStateBeforeMismatch, "submitted the other way round",
     [](Scene& s) {
       const ObjectId t = s.texture(states::kCopyDest);
       const ObjectId a = s.list();
       const ObjectId b = s.list();
       s.barrier(a, t, states::kCopyDest, states::kPixelShaderResource);
       s.barrier(b, t, states::kPixelShaderResource, states::kCopyDest);
       s.close(a);
       s.close(b);
       s.execute(s.direct, {b, a});
     },
     [](Scene& s) {
       const ObjectId t = s.texture(states::kCopyDest);
       const ObjectId b = s.list();
       s.barrier(b, t, states::kPixelShaderResource, states::kCopyDest);
       const ObjectId a = s.list();
       s.barrier(a, t, states::kCopyDest, states::kPixelShaderResource);
       s.close(b);
       s.close(a);
       s.execute(s.direct, {a, b});
     }},
    {Rule::kBarrierInvalid, "to the same state",
     [](Scene& s) { s.barrier(s.list(), s.texture(), states::kCopyDest, states::kCopyDest); },
     [](Scene& s) { s.barrier(s.list(), s.texture(), states::kCopyDest, states::kCommon); }},
    {Rule::kBarrierInvalid, "two write states",
     [](Scene& s) {
       s.barrier(s.list(), s.target(), states::kCommon, states::kRenderTarget | states::kCopyDest);
     },
     [](Scene& s) { s.barrier(s.list(), s.target(), states::kCommon, states::kGenericRead); }},
    {Rule::kBarrierInvalid, "UNORDERED_ACCESS without the flag",
     [](Scene& s) { s.barrier(s.list(), s.buffer(), states::kCommon, states::kUnorderedAccess); },
     [](Scene& s) {
       s.barrier(s.list(), s.buffer(256, HeapType::kDefault, rf::kAllowUnorderedAccess), states::kCommon,
                 states::kUnorderedAccess);
     }},
    {Rule::kBarrierInvalid, "begin and end at once",
     [](Scene& s) {
       s.barrier(s.list(), s.texture(), states::kCommon, states::kCopyDest, kAllSubresources,
                 barrier_flags::kBeginOnly | barrier_flags::kEndOnly);
     },
     [](Scene& s) {
       s.barrier(s.list(), s.texture(), states::kCommon, states::kCopyDest, kAllSubresources,
                 barrier_flags::kBeginOnly);
     }},
    {Rule::kBarrierInvalid, "a UAV barrier on what has no UAV",
     [](Scene& s) {
       event::Barrier uav;
       uav.type = event::BarrierType::kUav;
       uav.resource = s.buffer();
       s.model.on(event::Barriers{"ID3D12GraphicsCommandList::ResourceBarrier", s.list(), {&uav, 1}});
     },
     [](Scene& s) {
       event::Barrier uav;
       uav.type = event::BarrierType::kUav;
       s.model.on(event::Barriers{"ID3D12GraphicsCommandList::ResourceBarrier", s.list(), {&uav, 1}});
     }},
    {Rule::kFixedStateBarrier, "on an UPLOAD buffer",
     [](Scene& s) { s.barrier(s.list(), s.upload(), states::kGenericRead, states::kCopySource); },
     [](Scene& s) { s.barrier(s.list(), s.buffer(), states::kGenericRead, states::kCopyDest); }},
    {Rule::kFixedStateBarrier, "on a READBACK buffer",
     [](Scene& s) {
       s.run(s.direct, [&](ObjectId l) {
         const ObjectId b = s.readback();
         s.copy_buffer(l, b, s.buffer());
         s.barrier(l, b, states::kCopyDest, states::kCommon);
       });
     },
     [](Scene& s) {
       s.run(s.direct, [&](ObjectId l) {
         const ObjectId b = s.readback();
         s.copy_buffer(l, b, s.buffer());
         s.copy_buffer(l, b, s.buffer());
       });
     }},
    {Rule::kCopyQueueState, "PIXEL_SHADER_RESOURCE on COPY",
     [](Scene& s) {
       s.barrier(s.list(ListType::kCopy), s.texture(), states::kCopyDest, states::kPixelShaderResource);
     },
     [](Scene& s) {
       s.barrier(s.list(ListType::kCopy), s.texture(), states::kCopyDest, states::kCopySource);
     }},
    {Rule::kCopyQueueState, "a shader's read on COPY",
     [](Scene& s) { s.use(s.list(ListType::kCopy), s.buffer(), states::kNonPixelShaderResource); },
     [](Scene& s) { s.use(s.list(ListType::kCopy), s.buffer(), states::kCopyDest); }},
    {Rule::kComputeQueueState, "PIXEL_SHADER_RESOURCE on COMPUTE",
     [](Scene& s) {
       s.barrier(s.list(ListType::kCompute), s.texture(), states::kCommon, states::kPixelShaderResource);
     },
     [](Scene& s) {
       s.barrier(s.list(ListType::kCompute), s.texture(), states::kCommon, states::kNonPixelShaderResource);
     }},
    {Rule::kCopyQueueWantsCommon, "created in COPY_DEST, filled on COPY",
     [](Scene& s) {
       const ObjectId t = s.texture(states::kCopyDest);
       s.run(s.copy, [&](ObjectId l) { to_texture(s, l, t); });
     },
     [](Scene& s) {
       const ObjectId t = s.texture(states::kCommon);
       s.run(s.copy, [&](ObjectId l) { to_texture(s, l, t); });
     }},
    {Rule::kCopyQueueWantsCommon, "left in COPY_SOURCE by DIRECT, barred on COPY",
     [](Scene& s) {
       const ObjectId t = s.target();
       s.run(s.direct, [&](ObjectId l) { s.barrier(l, t, states::kRenderTarget, states::kCopySource); });
       s.order(s.direct, s.copy);
       s.run(s.copy, [&](ObjectId l) { s.barrier(l, t, states::kCopySource, states::kCommon); });
     },
     [](Scene& s) {
       const ObjectId t = s.target();
       s.run(s.direct, [&](ObjectId l) { s.barrier(l, t, states::kRenderTarget, states::kCommon); });
       s.order(s.direct, s.copy);
       s.run(s.copy, [&](ObjectId l) {
         from_texture(s, l, t);
         s.barrier(l, t, states::kCopySource, states::kCopyDest);
         to_texture(s, l, t);
       });
     }},
    {Rule::kSplitBarrierMismatch, "ends with another state",
     [](Scene& s) {
       const ObjectId t = s.target();
       s.run(s.direct, [&](ObjectId l) {
         s.barrier(l, t, states::kRenderTarget, states::kPixelShaderResource, kAllSubresources,
                   barrier_flags::kBeginOnly);
         s.barrier(l, t, states::kRenderTarget, states::kCopySource, kAllSubresources,
                   barrier_flags::kEndOnly);
       });
     },
     [](Scene& s) {  // The halves may be in two lists and two submissions.
       const ObjectId t = s.target();
       s.run(s.direct, [&](ObjectId l) {
         s.barrier(l, t, states::kRenderTarget, states::kPixelShaderResource, kAllSubresources,
                   barrier_flags::kBeginOnly);
       });
       s.run(s.direct, [&](ObjectId l) {
         s.barrier(l, t, states::kRenderTarget, states::kPixelShaderResource, kAllSubresources,
                   barrier_flags::kEndOnly);
         sample(s, l, t);
       });
     }},
    {Rule::kSplitBarrierMismatch, "ends without a beginning",
     [](Scene& s) {
       const ObjectId t = s.target();
       s.run(s.direct, [&](ObjectId l) {
         s.barrier(l, t, states::kRenderTarget, states::kPixelShaderResource, kAllSubresources,
                   barrier_flags::kEndOnly);
       });
     },
     [](Scene& s) {
       const ObjectId t = s.target();
       s.run(s.direct, [&](ObjectId l) {
         s.barrier(l, t, states::kRenderTarget, states::kPixelShaderResource, 0, barrier_flags::kBeginOnly);
         s.barrier(l, t, states::kRenderTarget, states::kPixelShaderResource, 0, barrier_flags::kEndOnly);
       });
     }},
    {Rule::kSplitBarrierMismatch, "a whole barrier in between",
     [](Scene& s) {
       const ObjectId t = s.target();
       s.run(s.direct, [&](ObjectId l) {
         s.barrier(l, t, states::kRenderTarget, states::kPixelShaderResource, kAllSubresources,
                   barrier_flags::kBeginOnly);
         s.barrier(l, t, states::kRenderTarget, states::kPixelShaderResource);
       });
     },
     [](Scene& s) {
       const ObjectId t = s.target();
       const ObjectId other = s.target();
       s.run(s.direct, [&](ObjectId l) {
         s.barrier(l, t, states::kRenderTarget, states::kPixelShaderResource, kAllSubresources,
                   barrier_flags::kBeginOnly);
         s.barrier(l, other, states::kRenderTarget, states::kPixelShaderResource);
       });
     }},
    {Rule::kSplitBarrierPending, "drawn to while pending",
     [](Scene& s) {
       const ObjectId t = s.target();
       s.run(s.direct, [&](ObjectId l) {
         s.barrier(l, t, states::kRenderTarget, states::kPixelShaderResource, kAllSubresources,
                   barrier_flags::kBeginOnly);
         draw_to(s, l, t);
       });
     },
     [](Scene& s) {
       const ObjectId t = s.target();
       s.run(s.direct, [&](ObjectId l) {
         draw_to(s, l, t);
         s.barrier(l, t, states::kRenderTarget, states::kPixelShaderResource, kAllSubresources,
                   barrier_flags::kBeginOnly);
         draw_to(s, l, s.target());
         s.barrier(l, t, states::kRenderTarget, states::kPixelShaderResource, kAllSubresources,
                   barrier_flags::kEndOnly);
       });
     }},
    {Rule::kPresentNotCommon, "still a render target",
     [](Scene& s) {
       s.model.on(event::Presented{"IDXGISwapChain::Present", s.target()});
     },
     [](Scene& s) {
       const ObjectId t = s.target();
       s.run(s.direct, [&](ObjectId l) { s.barrier(l, t, states::kRenderTarget, states::kCommon); });
       s.model.on(event::Presented{"IDXGISwapChain::Present", t});
     }},
};

const AddCases kQueues{
    {Rule::kCrossQueueHazard, "drawn from before the copy is over",
     [](Scene& s) {
       const ObjectId t = s.texture();
       s.run(s.copy, [&](ObjectId l) { to_texture(s, l, t); });
       s.run(s.direct, [&](ObjectId l) { sample(s, l, t); });
     },
     [](Scene& s) {
       const ObjectId t = s.texture();
       s.run(s.copy, [&](ObjectId l) { to_texture(s, l, t); });
       s.order(s.copy, s.direct);
       s.run(s.direct, [&](ObjectId l) { sample(s, l, t); });
     }},
    {Rule::kCrossQueueHazard, "the signal came before the copy",
     [](Scene& s) {
       const ObjectId b = s.buffer();
       const ObjectId f = s.fence();
       s.signal(s.copy, f, 1);
       s.run(s.copy, [&](ObjectId l) { s.copy_buffer(l, b, s.upload()); });
       s.wait(s.direct, f, 1);
       s.run(s.direct, [&](ObjectId l) { s.use(l, b, states::kVertexAndConstantBuffer); });
     },
     [](Scene& s) {  // Through a third queue.
       const ObjectId b = s.buffer();
       s.run(s.copy, [&](ObjectId l) { s.copy_buffer(l, b, s.upload()); });
       s.order(s.copy, s.compute);
       s.order(s.compute, s.direct);
       s.run(s.direct, [&](ObjectId l) { s.use(l, b, states::kVertexAndConstantBuffer); });
     }},
    {Rule::kCrossQueueHazard, "overwritten while another queue reads",
     [](Scene& s) {
       const ObjectId b = s.buffer();
       s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, s.readback(), b, 256, 0, 256); });
       s.run(s.copy, [&](ObjectId l) { s.copy_buffer(l, b, s.upload(), 256, 511); });
     },
     [](Scene& s) {  // Other bytes of the same buffer.
       const ObjectId b = s.buffer();
       s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, s.readback(), b, 256, 0, 256); });
       s.run(s.copy, [&](ObjectId l) { s.copy_buffer(l, b, s.upload(), 256, 512); });
     }},
    {Rule::kCrossQueueHazard, "the CPU did not look before it submitted",
     [](Scene& s) {
       const ObjectId b = s.buffer();
       s.run(s.copy, [&](ObjectId l) { s.copy_buffer(l, b, s.upload()); });
       s.signal(s.copy, s.fence(), 1);
       s.run(s.direct, [&](ObjectId l) { s.use(l, b, states::kVertexAndConstantBuffer); });
     },
     [](Scene& s) {  // It looked: no Wait is needed.
       const ObjectId b = s.buffer();
       s.run(s.copy, [&](ObjectId l) { s.copy_buffer(l, b, s.upload()); });
       s.finish(s.copy);
       s.run(s.direct, [&](ObjectId l) { s.use(l, b, states::kVertexAndConstantBuffer); });
     }},
    {Rule::kCrossQueueHazard, "aliased memory on two queues",
     [](Scene& s) {
       const ObjectId heap = s.heap();
       const ObjectId a = s.placed(heap, 0, buffer_of(256));
       const ObjectId b = s.placed(heap, 0, buffer_of(256));
       s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, s.readback(), a); });
       s.run(s.copy, [&](ObjectId l) { s.copy_buffer(l, b, s.upload()); });
     },
     [](Scene& s) {
       const ObjectId heap = s.heap();
       const ObjectId a = s.placed(heap, 0, buffer_of(256));
       const ObjectId b = s.placed(heap, 0, buffer_of(256));
       s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, s.readback(), a); });
       s.order(s.direct, s.copy);
       s.run(s.copy, [&](ObjectId l) { s.copy_buffer(l, b, s.upload()); });
     }},
    {Rule::kCrossQueueHazard, "mips of slices: the very one",
     [](Scene& s) {
       const ObjectId t = s.texture(texture_of(64, 64, kRgba8, 2, 2));
       s.run(s.copy, [&](ObjectId l) { s.copy_texture(l, at(t, 2), at(s.upload(), 0, kRgba8, 64, 64)); });
       Subresources first;
       first.mip_count = 1;
       s.run(s.direct, [&](ObjectId l) { s.use(l, t, states::kPixelShaderResource, first); });
     },
     [](Scene& s) {
       const ObjectId t = s.texture(texture_of(64, 64, kRgba8, 2, 2));
       s.run(s.copy, [&](ObjectId l) { s.copy_texture(l, at(t, 2), at(s.upload(), 0, kRgba8, 64, 64)); });
       Subresources second;
       second.first_mip = 1;
       s.run(s.direct, [&](ObjectId l) { s.use(l, t, states::kPixelShaderResource, second); });
     }},
    {Rule::kCrossQueueSharedWrite, "two queues fill one buffer",
     [](Scene& s) {
       const ObjectId b = s.buffer();
       s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, b, s.upload(), 256, 0); });
       s.run(s.copy, [&](ObjectId l) { s.copy_buffer(l, b, s.upload(), 256, 256); });
     },
     [](Scene& s) {  // Readers may be as many as like.
       const ObjectId b = s.buffer();
       const ObjectId t = s.texture(simultaneous());
       s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, s.readback(), b); });
       s.run(s.copy, [&](ObjectId l) { s.copy_buffer(l, s.readback(), b); });
       s.run(s.compute, [&](ObjectId l) {
         s.use(l, b, states::kNonPixelShaderResource);
         s.use(l, t, states::kUnorderedAccess);
       });
       s.run(s.direct, [&](ObjectId l) { sample(s, l, t); });
     }},
};

}  // namespace
}  // namespace ferry::check::test
