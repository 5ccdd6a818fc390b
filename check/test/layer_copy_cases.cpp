// Copies, footprints and resolves: broken once through the layer, and the near miss.

#include "layer_cases.hpp"

namespace ferry::check::test {

namespace {

constexpr auto kPlain = D3D12_RESOURCE_FLAG_NONE;
constexpr auto kRgba8 = DXGI_FORMAT_R8G8B8A8_UNORM;

Ref<ID3D12Resource> of_format(Bench& b, DXGI_FORMAT format, D3D12_RESOURCE_STATES state, UINT side = 64) {
  auto desc = texture_desc(side, side);
  desc.Format = format;
  return make_committed(b.device.get(), D3D12_HEAP_TYPE_DEFAULT, desc, state);
}

/// Copies a footprint of an UPLOAD buffer into a new texture.
void upload_by(Bench& b, UINT side, DXGI_FORMAT format, std::uint64_t offset,
               const D3D12_SUBRESOURCE_FOOTPRINT& footprint, std::uint64_t size = 65536) {
  const auto texture = of_format(b, format, kDest, side);
  const auto staging = b.upload(size);
  b.kept = {texture, staging};
  b.from_footprint(texture.get(), staging.get(), offset, footprint);
}

}  // namespace

std::vector<Case> copy_cases() {
  using enum Case::Manner;
  return {
      {"OffsetOfAFootprint", Rule::kFootprintOffset,
       [](Bench& b, bool wrong) {
         upload_by(b, 64, kRgba8, wrong ? 256 : 512, {kRgba8, 64, 64, 1, 256});
       }},
      {"PitchOfAFootprint", Rule::kFootprintPitch,
       [](Bench& b, bool wrong) {
         upload_by(b, 64, kRgba8, 0, {kRgba8, 64, 64, 1, wrong ? 260U : 512U});
       },
       kDangerous},
      {"PitchThatHoldsNoRow", Rule::kFootprintPitchTooSmall,
       [](Bench& b, bool wrong) {
         upload_by(b, 128, kRgba8, 0, {kRgba8, 128, 128, 1, wrong ? 256U : 512U});
       },
       kDangerous},
      {"FootprintThatEndsBeyond", Rule::kFootprintBeyondBuffer,
       [](Bench& b, bool wrong) {
         // The last row has no padding: 63 * 512 + 256 bytes are enough.
         upload_by(b, 64, kRgba8, 0, {kRgba8, 64, 64, 1, 512}, wrong ? 32511 : 32512);
       },
       kDangerous},
      {"FootprintWithoutAFormat",
       Rule::kFootprintShape,
       [](Bench& b, bool wrong) {
         upload_by(b, 64, kRgba8, 0, {wrong ? DXGI_FORMAT_UNKNOWN : kRgba8, 64, 64, 1, 256});
       },
       kDangerous,
       {Rule::kCopyFormatMismatch}},
      {"FootprintOfAnotherFormat", Rule::kCopyFormatMismatch,
       [](Bench& b, bool wrong) {
         upload_by(b, 64, kRgba8, 0,
                   {wrong ? DXGI_FORMAT_R32_FLOAT : DXGI_FORMAT_R8G8B8A8_UINT, 64, 64, 1, 256});
       },
       kDangerous},
      {"CopyBeyondATexture", Rule::kCopyRegionOutside,
       [](Bench& b, bool wrong) {
         const auto to = b.texture(kDest, kPlain);
         const auto from = b.texture(kSource, kPlain);
         b.kept = {to, from};
         const D3D12_BOX box = {0, 0, 0, 32, 32, 1};
         b.between(to.get(), 0, wrong ? 48 : 32, from.get(), 0, &box);
       },
       kDangerous},
      {"CopyOfPartOfABlock", Rule::kCopyOffBlockGrid,
       [](Bench& b, bool wrong) {
         const auto to = of_format(b, DXGI_FORMAT_BC1_UNORM, kDest);
         const auto from = of_format(b, DXGI_FORMAT_BC1_UNORM, kSource);
         b.kept = {to, from};
         const D3D12_BOX box = {0, 0, 0, wrong ? 6U : 8U, 4, 1};
         b.between(to.get(), 0, 4, from.get(), 0, &box);
       },
       kDangerous},
      {"SubresourceThatIsNotThere", Rule::kSubresourceOutOfRange,
       [](Bench& b, bool wrong) {
         const auto to = b.texture(kDest, kPlain);
         const auto from = b.texture(kSource, kPlain);
         b.kept = {to, from};
         b.between(to.get(), 0, 0, from.get(), wrong ? 1 : 0);
       },
       kDangerous},
      {"PartOfADepthBuffer", Rule::kPartialDepthOrMsaaCopy,
       [](Bench& b, bool wrong) {
         const auto to = b.texture(kDest, D3D12_RESOURCE_FLAG_ALLOW_DEPTH_STENCIL);
         const auto from = b.texture(kSource, D3D12_RESOURCE_FLAG_ALLOW_DEPTH_STENCIL);
         b.kept = {to, from};
         const D3D12_BOX box = {0, 0, 0, 32, 32, 1};
         b.between(to.get(), 0, 0, from.get(), 0, wrong ? &box : nullptr);
       },
       kDangerous},
      {"CopyBetweenSizes", Rule::kCopyResourceShape,
       [](Bench& b, bool wrong) {
         const auto from = b.buffer();
         const auto to = wrong ? make_buffer(b.device.get(), D3D12_HEAP_TYPE_DEFAULT, 512) : b.buffer();
         b.kept = {from, to};
         b.lane.list->CopyResource(to.get(), from.get());
       },
       kDangerous},
      {"CopyBeyondABuffer", Rule::kCopyBufferRange,
       [](Bench& b, bool wrong) {
         const auto from = b.buffer();
         const auto to = b.buffer();
         b.kept = {from, to};
         b.lane.list->CopyBufferRegion(to.get(), 65536 - 256, from.get(), 0, wrong ? 257 : 256);
       },
       kDangerous},
      {"CopyOntoItself", Rule::kCopySameSubresource,
       [](Bench& b, bool wrong) {
         auto desc = texture_desc(64, 64);
         desc.DepthOrArraySize = 2;
         const auto texture = make_committed(b.device.get(), D3D12_HEAP_TYPE_DEFAULT, desc, kSource);
         b.kept = {texture};
         auto barrier = transition(texture.get(), kSource, kDest);
         barrier.Transition.Subresource = 1;
         b.lane.list->ResourceBarrier(1, &barrier);
         b.between(texture.get(), 1, 0, texture.get(), wrong ? 1 : 0);
       },
       kDangerous},
      {"BufferNamedByASubresource", Rule::kCopyLocationKind,
       [](Bench& b, bool wrong) {
         const auto texture = b.texture(kDest, kPlain);
         const auto staging = b.upload();
         b.kept = {texture, staging};
         if (wrong) {
           b.between(texture.get(), 0, 0, staging.get(), 0);
         } else {
           b.from_footprint(texture.get(), staging.get(), 0, {kRgba8, 64, 64, 1, 256});
         }
       },
       kDangerous},
      {"ResolveOfOneSample",
       Rule::kResolveShape,
       [](Bench& b, bool wrong) {
         const auto from = b.texture(D3D12_RESOURCE_STATE_RESOLVE_SOURCE,
                                     D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET, wrong ? 1 : 4);
         const auto to = b.texture(D3D12_RESOURCE_STATE_RESOLVE_DEST);
         b.kept = {from, to};
         b.lane.list->ResolveSubresource(to.get(), 0, from.get(), 0, kRgba8);
       },
       kDangerous,
       {Rule::kInitialState}},
  };
}

}  // namespace ferry::check::test
