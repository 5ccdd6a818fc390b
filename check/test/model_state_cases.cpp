#include "model_scene.hpp"

/// Uses: what state they need, promotion and decay.
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
const AddCases kUses{
    {Rule::kMissingBarrier, "a copy into a sampled texture",
     [](Scene& s) {
       const ObjectId t = s.texture(states::kPixelShaderResource);
       s.run(s.direct, [&](ObjectId l) { to_texture(s, l, t); });
     },
     [](Scene& s) {
       const ObjectId t = s.texture(states::kPixelShaderResource);
       s.run(s.direct, [&](ObjectId l) {
         s.barrier(l, t, states::kPixelShaderResource, states::kCopyDest);
         to_texture(s, l, t);
       });
     }},
    {Rule::kMissingBarrier, "sampling right after the copy, in the same list",
     [](Scene& s) {
       const ObjectId t = s.texture();
       s.run(s.direct, [&](ObjectId l) {
         to_texture(s, l, t);
         sample(s, l, t);
       });
     },
     [](Scene& s) {
       const ObjectId t = s.texture();
       s.run(s.direct, [&](ObjectId l) {
         to_texture(s, l, t);
         s.barrier(l, t, states::kCopyDest, states::kPixelShaderResource);
         sample(s, l, t);
       });
     }},
    {Rule::kMissingBarrier, "a copy on DIRECT does not decay, for it writes",
     [](Scene& s) {
       const ObjectId t = s.texture();
       s.run(s.direct, [&](ObjectId l) { to_texture(s, l, t); });
       s.run(s.direct, [&](ObjectId l) { sample(s, l, t); });
     },
     [](Scene& s) {  // On COPY everything decays.
       const ObjectId t = s.texture();
       s.run(s.copy, [&](ObjectId l) { to_texture(s, l, t); });
       s.order(s.copy, s.direct);
       s.run(s.direct, [&](ObjectId l) { sample(s, l, t); });
     }},
    {Rule::kMissingBarrier, "no decay between the lists of one call",
     [](Scene& s) {
       const ObjectId b = s.buffer();
       const ObjectId first = s.list();
       const ObjectId second = s.list();
       s.copy_buffer(first, b, s.upload());
       s.use(second, b, states::kVertexAndConstantBuffer);
       s.close(first);
       s.close(second);
       s.execute(s.direct, {first, second});
     },
     [](Scene& s) {
       const ObjectId b = s.buffer();
       const ObjectId first = s.list();
       const ObjectId second = s.list();
       s.copy_buffer(first, b, s.upload());
       s.use(second, b, states::kVertexAndConstantBuffer);
       s.close(first);
       s.close(second);
       s.execute(s.direct, {first});
       s.execute(s.direct, {second});
     }},
    {Rule::kMissingBarrier, "a texture promotes to no render target",
     [](Scene& s) {
       const ObjectId t = s.target(states::kCommon);
       s.run(s.direct, [&](ObjectId l) { draw_to(s, l, t); });
     },
     [](Scene& s) {  // With simultaneous access it does.
       const ObjectId t =
           s.texture(texture_of(64, 64, kRgba8, 1, 1, rf::kAllowRenderTarget | rf::kAllowSimultaneousAccess));
       s.run(s.direct, [&](ObjectId l) { draw_to(s, l, t); });
     }},
    {Rule::kMissingBarrier, "a depth buffer is in DEPTH_READ and written",
     [](Scene& s) {
       const ObjectId t =
           s.texture(texture_of(64, 64, kD32, 1, 1, rf::kAllowDepthStencil), states::kDepthRead);
       s.run(s.direct, [&](ObjectId l) {
         s.bind(l, BindPoint::kDepth, t, states::kDepthWrite);
         s.draw(l);
       });
     },
     [](Scene& s) {  // Only tested, by a pipeline state that does not write; and sampled in the same draw.
       const ObjectId t = s.texture(texture_of(64, 64, kD32, 1, 1, rf::kAllowDepthStencil),
                                    states::kDepthRead | states::kPixelShaderResource);
       s.run(s.direct, [&](ObjectId l) {
         s.bind(l, BindPoint::kDepth, t, states::kDepthWrite);
         s.bind(l, BindPoint::kGraphicsRoot, t, states::kPixelShaderResource);
         event::Draw draw;
         draw.list = l;
         draw.depth = event::DepthAccess::kRead;
         s.draw(draw);
       });
     }},
    {Rule::kMissingBarrier, "clearing a depth buffer in DEPTH_READ",
     [](Scene& s) {
       const ObjectId t =
           s.texture(texture_of(64, 64, kD32, 1, 1, rf::kAllowDepthStencil), states::kDepthRead);
       s.run(s.direct, [&](ObjectId l) { s.clear_depth(l, t); });
     },
     [](Scene& s) {  // Written, then tested through a read-only view: DEPTH_WRITE serves both.
       const ObjectId t =
           s.texture(texture_of(64, 64, kD32, 1, 1, rf::kAllowDepthStencil), states::kDepthWrite);
       s.run(s.direct, [&](ObjectId l) {
         s.clear_depth(l, t);
         s.bind(l, BindPoint::kDepth, t, states::kDepthRead);
         s.draw(l);
       });
     }},
    {Rule::kMissingBarrier, "one mip of many",
     [](Scene& s) {
       const ObjectId t = s.texture(texture_of(64, 64, kRgba8, 3), states::kPixelShaderResource);
       s.run(s.direct, [&](ObjectId l) {
         s.barrier(l, t, states::kPixelShaderResource, states::kCopyDest, 1);
         s.copy_texture(l, at(t, 1), at(s.upload(), 0, kRgba8, 32, 32));
         sample(s, l, t);
       });
     },
     [](Scene& s) {  // The view leaves the mip out.
       const ObjectId t = s.texture(texture_of(64, 64, kRgba8, 3), states::kPixelShaderResource);
       s.run(s.direct, [&](ObjectId l) {
         s.barrier(l, t, states::kPixelShaderResource, states::kCopyDest, 1);
         s.copy_texture(l, at(t, 1), at(s.upload(), 0, kRgba8, 32, 32));
         Subresources last;
         last.first_mip = 2;
         s.use(l, t, states::kPixelShaderResource, last);
       });
     }},
    {Rule::kMissingBarrier, "READBACK memory as a source",
     [](Scene& s) { s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, s.buffer(), s.readback()); }); },
     [](Scene& s) { s.run(s.direct, [&](ObjectId l) { s.copy_buffer(l, s.readback(), s.buffer()); }); }},
    {Rule::kMissingBarrier, "UPLOAD memory as an unordered view",
     [](Scene& s) {
       const ObjectId b = s.upload();
       s.run(s.direct, [&](ObjectId l) { s.use(l, b, states::kUnorderedAccess); });
     },
     [](Scene& s) {  // Every read of GENERIC_READ is fine, in any order and queue, for ever.
       const ObjectId b = s.upload();
       s.run(s.direct, [&](ObjectId l) {
         s.use(l, b, states::kVertexAndConstantBuffer);
         s.use(l, b, states::kIndexBuffer);
         s.use(l, b, states::kIndirectArgument);
         s.copy_buffer(l, s.buffer(), b);
         s.use(l, b, states::kNonPixelShaderResource | states::kPixelShaderResource);
       });
       s.run(s.copy, [&](ObjectId l) { s.copy_buffer(l, s.buffer(), b); });
     }},
    {Rule::kMissingBarrier, "two lists recorded in reverse order of submission",
     [](Scene& s) {
       const ObjectId t = s.target();
       const ObjectId reads = s.list();
       sample(s, reads, t);
       const ObjectId writes = s.list();
       s.clear(writes, t);
       s.barrier(writes, t, states::kRenderTarget, states::kPixelShaderResource);
       s.close(reads);
       s.close(writes);
       s.execute(s.direct, {reads});
     },
     [](Scene& s) {
       const ObjectId t = s.target();
       const ObjectId reads = s.list();
       sample(s, reads, t);
       const ObjectId writes = s.list();
       s.clear(writes, t);
       s.barrier(writes, t, states::kRenderTarget, states::kPixelShaderResource);
       s.close(reads);
       s.close(writes);
       s.execute(s.direct, {writes, reads});
     }},
    {Rule::kMissingBarrier, "a draw like the last, after a barrier away",
     [](Scene& s) {
       const ObjectId t = s.texture();
       s.run(s.direct, [&](ObjectId l) {
         sample(s, l, t);
         s.barrier(l, t, states::kPixelShaderResource, states::kCopyDest);
         s.draw(l);
       });
     },
     [](Scene& s) {  // Vertex slots, render targets and bindings that the pipeline state does not use.
       const ObjectId t = s.texture(states::kCopyDest);
       s.run(s.direct, [&](ObjectId l) {
         s.bind(l, BindPoint::kVertexBuffer, t, states::kVertexAndConstantBuffer, 3);
         s.bind(l, BindPoint::kRenderTarget, t, states::kRenderTarget, 1);
         s.bind(l, BindPoint::kIndexBuffer, t, states::kIndexBuffer);
         s.bind(l, BindPoint::kComputeRoot, t, states::kNonPixelShaderResource);
         event::Draw draw;
         draw.list = l;
         draw.vertex_slots = 0x7;
         draw.render_target_slots = 0x1;
         s.draw(draw);
       });
     }},
    {Rule::kMissingBarrier, "vertices just copied",
     [](Scene& s) {
       const ObjectId b = s.buffer();
       s.run(s.direct, [&](ObjectId l) {
         s.copy_buffer(l, b, s.upload());
         s.bind(l, BindPoint::kVertexBuffer, b, states::kVertexAndConstantBuffer);
         s.draw(l);
       });
     },
     [](Scene& s) {  // Promoted reads add up, and UAV barriers change nothing.
       const ObjectId b = s.buffer(65536, HeapType::kDefault, rf::kAllowUnorderedAccess);
       s.run(s.direct, [&](ObjectId l) {
         s.bind(l, BindPoint::kVertexBuffer, b, states::kVertexAndConstantBuffer);
         s.draw(l);
         s.bind(l, BindPoint::kIndexBuffer, b, states::kIndexBuffer);
         event::Draw draw;
         draw.list = l;
         draw.indexed = true;
         s.draw(draw);
         event::Barrier uav;
         uav.type = event::BarrierType::kUav;
         uav.resource = b;
         s.model.on(event::Barriers{"ID3D12GraphicsCommandList::ResourceBarrier", l, {&uav, 1}});
         s.copy_buffer(l, s.readback(), b);
         // A state manager that knows nothing of promotion names the states it believes in.
         s.barrier(l, b, states::kGenericRead, states::kUnorderedAccess);
         s.use(l, b, states::kUnorderedAccess);
       });
     }},
    {Rule::kMissingBarrier, "a resolve out of a render target",
     [](Scene& s) {
       ResourceDescription d = texture_of(64, 64, kRgba8, 1, 1, rf::kAllowRenderTarget);
       d.sample_count = 4;
       const ObjectId from = s.texture(d, states::kRenderTarget);
       const ObjectId to = s.texture(states::kResolveDest);
       s.run(s.direct, [&](ObjectId l) {
         s.model.on(
             event::Resolve{"ID3D12GraphicsCommandList::ResolveSubresource", l, to, 0, from, 0, kRgba8});
       });
     },
     [](Scene& s) {
       ResourceDescription d = texture_of(64, 64, kRgba8, 1, 1, rf::kAllowRenderTarget);
       d.sample_count = 4;
       const ObjectId from = s.texture(d, states::kRenderTarget);
       const ObjectId to = s.texture(states::kResolveDest);
       s.run(s.direct, [&](ObjectId l) {
         s.barrier(l, from, states::kRenderTarget, states::kResolveSource);
         s.model.on(
             event::Resolve{"ID3D12GraphicsCommandList::ResolveSubresource", l, to, 0, from, 0, kRgba8});
       });
     }},
    {Rule::kLeftInCopySource, "sampled after a readback",
     [](Scene& s) {
       const ObjectId t = s.texture(states::kPixelShaderResource);
       s.run(s.direct, [&](ObjectId l) {
         s.barrier(l, t, states::kPixelShaderResource, states::kCopySource);
         from_texture(s, l, t);
       });
       s.run(s.direct, [&](ObjectId l) { sample(s, l, t); });
     },
     [](Scene& s) {  // Promoted to COPY_SOURCE, it decays by itself.
       const ObjectId t = s.texture();
       s.run(s.direct, [&](ObjectId l) { from_texture(s, l, t); });
       s.run(s.direct, [&](ObjectId l) { sample(s, l, t); });
     }},
};

}  // namespace
}  // namespace ferry::check::test
