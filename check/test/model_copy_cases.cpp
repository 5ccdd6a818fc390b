#include "model_scene.hpp"

/// Copies, footprints and resolves. Nothing here is executed: these rules are found while recording.
namespace ferry::check::test {
namespace {

namespace rf = resource_flags;

using Record = std::function<void(Scene&, ObjectId list)>;

std::function<void(Scene&)> recorded(Record record) {
  return [record = std::move(record)](Scene& s) { record(s, s.list()); };
}

ObjectId depth_buffer(Scene& s, std::uint32_t format = kD32) {
  return s.texture(texture_of(64, 64, format, 1, 1, rf::kAllowDepthStencil), states::kDepthWrite);
}

ResourceDescription multisampled(std::uint32_t samples, std::uint32_t size = 64,
                                 std::uint32_t format = kRgba8) {
  ResourceDescription d = texture_of(size, size, format, 1, 1, rf::kAllowRenderTarget);
  d.sample_count = samples;
  return d;
}

event::DeviceCreated loose_pitch() {
  event::DeviceCreated facts;
  facts.unrestricted_copy_pitch = true;
  return facts;
}

const AddCases kFootprints{
    {Rule::kFootprintOffset, "256 is not 512", recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture()), at(s.upload(), 256, kRgba8, 64, 64));
     }),
     recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture()), at(s.upload(), 1024, kRgba8, 64, 64));
     })},
    {Rule::kFootprintPitch, "a tight row of 65 texels", recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(texture_of(65, 16))), at(s.upload(), 0, kRgba8, 65, 16, 1, 260));
     }),
     recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(texture_of(65, 16))), at(s.upload(), 0, kRgba8, 65, 16, 1, 512));
     })},
    {Rule::kFootprintPitchTooSmall, "256 for 65 texels", recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(texture_of(65, 16))), at(s.upload(), 0, kRgba8, 65, 16, 1, 256));
     }),
     recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(texture_of(64, 16))), at(s.upload(), 0, kRgba8, 64, 16, 1, 256));
     })},
    {Rule::kFootprintPitchTooSmall, "loose pitch may be any, but holds its row",
     recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(texture_of(65, 16))), at(s.upload(), 3, kRgba8, 65, 16, 1, 259));
     }),
     recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(texture_of(65, 16))), at(s.upload(), 3, kRgba8, 65, 16, 1, 260));
     }),
     Scene::every_time(), loose_pitch()},
    {Rule::kFootprintBeyondBuffer, "one byte short", recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(texture_of(65, 16))), at(s.upload(512 * 15 + 259), 0, kRgba8, 65, 16));
     }),
     recorded([](Scene& s, ObjectId l) {  // The last row is not padded.
       s.copy_texture(l, at(s.texture(texture_of(65, 16))), at(s.upload(512 * 15 + 260), 0, kRgba8, 65, 16));
     })},
    {Rule::kFootprintBeyondBuffer, "depth slices count", recorded([](Scene& s, ObjectId l) {
       ResourceDescription d = texture_of(64, 16);
       d.dimension = Dimension::kTexture3D;
       d.depth_or_array_size = 4;
       s.copy_texture(l, at(s.texture(d)), at(s.upload(256 * 16 * 4 - 1), 0, kRgba8, 64, 16, 4));
     }),
     recorded([](Scene& s, ObjectId l) {
       ResourceDescription d = texture_of(64, 16);
       d.dimension = Dimension::kTexture3D;
       d.depth_or_array_size = 4;
       s.copy_texture(l, at(s.texture(d)), at(s.upload(256 * 16 * 4), 0, kRgba8, 64, 16, 4));
     })},
    {Rule::kFootprintShape, "half a block", recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(texture_of(8, 8, kBc1, 3)), 2), at(s.upload(), 0, kBc1, 2, 2));
     }),
     recorded([](Scene& s, ObjectId l) {  // Mip 2 of 8 x 8 is 2 x 2 texels: one whole block.
       s.copy_texture(l, at(s.texture(texture_of(8, 8, kBc1, 3)), 2), at(s.upload(), 0, kBc1, 4, 4));
     })},
    {Rule::kFootprintShape, "an unknown format", recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture()), at(s.upload(), 0, 0, 64, 64, 1, 256));
     }),
     recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture()), at(s.upload(), 0, kRgba8, 64, 64));
     })},
    {Rule::kCopyFormatMismatch, "8 bytes for 4", recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture()), at(s.upload(), 0, kRgba16Float, 32, 64));
     }),
     recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture()), at(s.upload(), 0, kRgba8Srgb, 64, 64));
     })},
    {Rule::kCopyFormatMismatch, "blocks of 8 bytes for texels of 16", recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(texture_of(64, 64, kBc1))),
                      at(s.texture(texture_of(16, 16, kRgba32Uint))));
     }),
     recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(texture_of(64, 64, kBc1))),
                      at(s.texture(texture_of(16, 16, kRg32Uint))));
       s.copy_texture(l, at(s.texture(texture_of(64, 64, kBc3))),
                      at(s.texture(texture_of(16, 16, kRgba32Uint))));
     })},
    {Rule::kCopyFormatMismatch, "the wrong plane's format", recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.readback(), 0, kR8Typeless, 64, 64), at(depth_buffer(s, kD32S8), 0));
     }),
     recorded([](Scene& s, ObjectId l) {
       const ObjectId depth = depth_buffer(s, kD32S8);
       s.copy_texture(l, at(s.readback(), 0, kR32Typeless, 64, 64), at(depth, 0));
       s.copy_texture(l, at(s.readback(), 0, kR8Typeless, 64, 64), at(depth, 1));
     })},
    {Rule::kCopyFormatMismatch, "CopyResource between families", recorded([](Scene& s, ObjectId l) {
       s.copy_whole(l, s.texture(), s.texture(texture_of(64, 64, kR32Float)));
     }),
     recorded([](Scene& s, ObjectId l) {
       s.copy_whole(l, s.texture(), s.texture(texture_of(64, 64, kRgba8Srgb)));
     })},
    {Rule::kCopyRegionOutside, "the box leaves the source", recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture()), 0, 0, 0, at(s.texture(texture_of(32, 32))), {0, 0, 0, 33, 32, 1});
     }),
     recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture()), 32, 32, 0, at(s.texture(texture_of(32, 32))), {0, 0, 0, 32, 32, 1});
     })},
    {Rule::kCopyRegionOutside, "the destination is too far right", recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture()), 33, 32, 0, at(s.texture(texture_of(32, 32))), {0, 0, 0, 32, 32, 1});
     }),
     recorded([](Scene& s, ObjectId l) {  // An empty box copies nothing, wherever it is.
       s.copy_texture(l, at(s.texture()), 99, 99, 0, at(s.texture(texture_of(32, 32))),
                      {40, 0, 0, 40, 32, 1});
     })},
    {Rule::kCopyRegionOutside, "a whole mip 0 into mip 1", recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(texture_of(64, 64, kRgba8, 2)), 1), at(s.texture()));
     }),
     recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(texture_of(64, 64, kRgba8, 2)), 1), at(s.texture(texture_of(32, 32))));
     })},
    {Rule::kCopyRegionOutside, "an array is not deep", recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(texture_of(64, 64, kRgba8, 1, 4))), 0, 0, 1, at(s.texture()),
                      {0, 0, 0, 64, 64, 1});
     }),
     recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(texture_of(64, 64, kRgba8, 1, 4)), 3), at(s.texture()));
     })},
    {Rule::kCopyRegionOutside, "chroma is half as high", recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(texture_of(64, 64, kNv12)), 1), at(s.upload(), 0, kRg8, 32, 64));
     }),
     recorded([](Scene& s, ObjectId l) {
       const ObjectId t = s.texture(texture_of(64, 64, kNv12));
       s.copy_texture(l, at(t, 0), at(s.upload(), 0, kR8, 64, 64));
       s.copy_texture(l, at(t, 1), at(s.upload(), 0, kRg8, 32, 32));
     })},
    {Rule::kCopyOffBlockGrid, "the box starts inside a block", recorded([](Scene& s, ObjectId l) {
       const ObjectId bc = s.texture(texture_of(16, 16, kBc1));
       s.copy_texture(l, at(s.texture(texture_of(16, 16, kBc1))), 0, 0, 0, at(bc), {2, 0, 0, 8, 8, 1});
     }),
     recorded([](Scene& s, ObjectId l) {
       const ObjectId bc = s.texture(texture_of(16, 16, kBc1));
       s.copy_texture(l, at(s.texture(texture_of(16, 16, kBc1))), 0, 0, 0, at(bc), {4, 0, 0, 8, 8, 1});
     })},
    {Rule::kCopyOffBlockGrid, "the box ends inside a block", recorded([](Scene& s, ObjectId l) {
       const ObjectId bc = s.texture(texture_of(16, 16, kBc1));
       s.copy_texture(l, at(s.texture(texture_of(16, 16, kBc1))), 0, 0, 0, at(bc), {0, 0, 0, 6, 8, 1});
     }),
     recorded([](Scene& s, ObjectId l) {  // Mip 1 of 12 x 12 is 6 x 6: its edge is no block's edge.
       const ObjectId bc = s.texture(texture_of(12, 12, kBc1, 2));
       s.copy_texture(l, at(s.texture(texture_of(12, 12, kBc1, 2)), 1), 0, 0, 0, at(bc, 1),
                      {0, 0, 0, 6, 6, 1});
       s.copy_texture(l, at(s.texture(texture_of(12, 12, kBc1, 2)), 1), 0, 0, 0, at(bc, 1),
                      {0, 0, 0, 8, 8, 1});
     })},
    {Rule::kCopyOffBlockGrid, "the destination is inside a block", recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(texture_of(16, 16, kBc1))), 0, 2, 0,
                      at(s.texture(texture_of(8, 8, kBc1))), {0, 0, 0, 8, 8, 1});
     }),
     recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(texture_of(16, 16, kBc1))), 0, 8, 0,
                      at(s.texture(texture_of(8, 8, kBc1))), {0, 0, 0, 8, 8, 1});
     })},
    {Rule::kSubresourceOutOfRange, "mip 3 of 3", recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(texture_of(64, 64, kRgba8, 3)), 3), at(s.upload(), 0, kRgba8, 8, 8));
     }),
     recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(texture_of(64, 64, kRgba8, 3)), 2), at(s.upload(), 0, kRgba8, 16, 16));
     })},
    {Rule::kSubresourceOutOfRange, "in a barrier",
     recorded([](Scene& s, ObjectId l) { s.barrier(l, s.texture(), states::kCommon, states::kCopyDest, 1); }),
     recorded([](Scene& s, ObjectId l) {
       s.barrier(l, s.texture(texture_of(64, 64, kD32S8)), states::kCommon, states::kCopyDest, 1);
     })},
    {Rule::kSubresourceOutOfRange, "in a view", recorded([](Scene& s, ObjectId l) {
       Subresources slices;
       slices.first_slice = 2;
       slices.slice_count = 3;
       s.use(l, s.texture(texture_of(64, 64, kRgba8, 1, 4)), states::kPixelShaderResource, slices);
     }),
     recorded([](Scene& s, ObjectId l) {
       Subresources slices;
       slices.first_slice = 2;
       s.use(l, s.texture(texture_of(64, 64, kRgba8, 1, 4)), states::kPixelShaderResource, slices);
     })},
    {Rule::kPartialDepthOrMsaaCopy, "a corner of a depth buffer", recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.readback(), 0, kR32Float, 64, 64), 0, 0, 0, at(depth_buffer(s)),
                      {0, 0, 0, 32, 32, 1});
     }),
     recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.readback(), 0, kR32Float, 64, 64), at(depth_buffer(s)));
     })},
    {Rule::kPartialDepthOrMsaaCopy, "between sample counts", recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture()), at(s.texture(multisampled(4))));
     }),
     recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(multisampled(4))), at(s.texture(multisampled(4))));
     })},
    {Rule::kCopyResourceShape, "one mip more", recorded([](Scene& s, ObjectId l) {
       s.copy_whole(l, s.texture(), s.texture(texture_of(64, 64, kRgba8, 2)));
     }),
     recorded([](Scene& s, ObjectId l) { s.copy_whole(l, s.texture(), s.texture()); })},
    {Rule::kCopyResourceShape, "a texture to a buffer",
     recorded([](Scene& s, ObjectId l) { s.copy_whole(l, s.readback(), s.texture()); }),
     recorded([](Scene& s, ObjectId l) { s.copy_whole(l, s.readback(), s.buffer()); })},
    {Rule::kCopyResourceShape, "a bigger buffer",
     recorded([](Scene& s, ObjectId l) { s.copy_whole(l, s.buffer(512), s.upload(256)); }),
     recorded([](Scene& s, ObjectId l) { s.copy_whole(l, s.buffer(256), s.upload(256)); })},
    {Rule::kCopyBufferRange, "one byte beyond the source",
     recorded([](Scene& s, ObjectId l) { s.copy_buffer(l, s.buffer(1024), s.upload(1024), 1024, 0, 1); }),
     recorded([](Scene& s, ObjectId l) { s.copy_buffer(l, s.buffer(1024), s.upload(1024), 1023, 0, 1); })},
    {Rule::kCopyBufferRange, "the destination's sum overflows", recorded([](Scene& s, ObjectId l) {
       s.copy_buffer(l, s.buffer(1024), s.upload(1024), 1024, UINT64_MAX - 10, 0);
     }),
     recorded([](Scene& s, ObjectId l) { s.copy_buffer(l, s.buffer(1024), s.upload(1024), 0, 1024, 1024); })},
    {Rule::kCopySameSubresource, "a buffer to itself", recorded([](Scene& s, ObjectId l) {
       const ObjectId b = s.buffer();
       s.copy_buffer(l, b, b, 256, 0, 1024);
     }),
     recorded([](Scene& s, ObjectId l) { s.copy_buffer(l, s.buffer(), s.buffer(), 256, 0, 1024); })},
    {Rule::kCopySameSubresource, "a mip to itself", recorded([](Scene& s, ObjectId l) {
       const ObjectId t = s.texture(texture_of(64, 64, kRgba8, 1, 2));
       s.copy_texture(l, at(t, 1), at(t, 1));
     }),
     recorded([](Scene& s, ObjectId l) {
       const ObjectId t = s.texture(texture_of(64, 64, kRgba8, 1, 2));
       s.copy_texture(l, at(t, 1), at(t, 0));
     })},
    {Rule::kCopyLocationKind, "a texture by a footprint", recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture(), 0, kRgba8, 64, 64), at(s.upload(), 0, kRgba8, 64, 64));
     }),
     recorded([](Scene& s, ObjectId l) {
       s.copy_texture(l, at(s.texture()), at(s.upload(), 0, kRgba8, 64, 64));
     })},
    {Rule::kCopyLocationKind, "CopyBufferRegion of a texture",
     recorded([](Scene& s, ObjectId l) { s.copy_buffer(l, s.texture(), s.upload()); }),
     recorded([](Scene& s, ObjectId l) { s.copy_buffer(l, s.buffer(), s.upload()); })},
    {Rule::kResolveShape, "nothing to resolve",
     recorded([](Scene& s, ObjectId l) { s.resolve(l, s.texture(), s.target()); }),
     recorded([](Scene& s, ObjectId l) { s.resolve(l, s.texture(), s.texture(multisampled(4))); })},
    {Rule::kResolveShape, "another size",
     recorded([](Scene& s, ObjectId l) { s.resolve(l, s.texture(), s.texture(multisampled(4, 32))); }),
     recorded([](Scene& s, ObjectId l) {
       event::Resolve e;
       e.call = "ID3D12GraphicsCommandList::ResolveSubresource";
       e.list = l;
       e.destination = s.texture(texture_of(64, 64, kRgba8, 2));
       e.destination_subresource = 1;
       e.source = s.texture(multisampled(4, 32, kRgba8Srgb));
       s.model.on(e);
     })},
};

}  // namespace
}  // namespace ferry::check::test
