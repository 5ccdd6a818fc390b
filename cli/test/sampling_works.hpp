#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include "draw_picture.hpp"

namespace ferry::cli {

/// One texel of a known colour, drawn: whether it comes back.
inline bool known_texel_comes_back() {
  const std::byte sent[4] = {std::byte{11}, std::byte{98}, std::byte{203}, std::byte{254}};
  auto device = Device::create();
  if (!device) return false;
  auto manager = TransferManager::create(*device);
  if (!manager) return false;
  TextureDesc desc;
  desc.format = Format::kR8G8B8A8Unorm;
  desc.width = 1;
  desc.height = 1;
  auto picture = (*device)->create_texture(desc, "known texel");
  auto target = (*device)->create_texture(desc, "known target", D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET);
  auto direct = (*manager)->queue(QueueKind::kDirect);
  if (!picture || !target || !direct) return false;
  auto drawer = PictureDrawer::create(*device, *direct);
  auto batch = (*manager)->begin_upload();
  if (!drawer || !batch || !batch->upload_texture(picture->get(), 0, {.data = sent})) return false;
  const auto copied = batch->submit();
  if (!copied || !(*manager)->wait_on((*direct)->d3d(), *copied)) return false;
  const auto drawn = (*drawer)->draw(picture->get(), kStateCommon, target->get());
  if (!drawn) return false;
  std::byte got[4] = {};
  auto ticket = (*manager)->read_texture({.source = target->get()}, {.after = *drawn});
  return ticket && ticket->copy_to(got) && std::memcmp(sent, got, sizeof sent) == 0;
}

/// Why pictures cannot be drawn here, or nothing. Wine 8 over Mesa 22 drops descriptor tables: shaders read
/// 0 through them. Elsewhere than on Windows such a fault would be Ferry's own, and nothing is asked.
inline const std::string& why_no_drawing() {
  static const std::string why = [] {
#if defined(_WIN32)
    if (!known_texel_comes_back())
      return std::string("this driver drops descriptor tables: a known texel, drawn, does not come back");
#endif
    return std::string();
  }();
  return why;
}

}  // namespace ferry::cli

/// For a test that draws, at its beginning.
#define FERRY_SKIP_WITHOUT_DRAWING() \
  if (!::ferry::cli::why_no_drawing().empty()) GTEST_SKIP() << ::ferry::cli::why_no_drawing()
