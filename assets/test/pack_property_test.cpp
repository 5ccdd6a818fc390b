// Any texture comes out of a pack as it went in, whatever its shape and however its pieces are cut.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <ferry/assets/pack.hpp>
#include <ferry/assets/pack_write.hpp>
#include <ferry/base/units.hpp>

#include "image_rows.hpp"
#include "pack_making.hpp"
#include "pack_reading.hpp"
#include "scratch_folder.hpp"

namespace ferry {
namespace {

TextureDesc any_desc() {
  TextureDesc desc;
  desc.dimension = *rc::gen::element(Dimension::kTexture1D, Dimension::kTexture2D, Dimension::kTexture3D);
  desc.format =
      *rc::gen::element(Format::kR8Unorm, Format::kR8G8B8A8Unorm, Format::kR32G32B32A32Float,
                        Format::kR32G32B32Float, Format::kBc1Unorm, Format::kBc7Unorm, Format::kD32Float);
  const bool blocks = format_info(desc.format)->compressed;
  if (blocks && desc.dimension == Dimension::kTexture1D) desc.dimension = Dimension::kTexture2D;
  if (desc.format == Format::kD32Float) desc.dimension = Dimension::kTexture2D;
  desc.width = static_cast<std::uint64_t>(*rc::gen::inRange(1, 700));
  if (desc.dimension != Dimension::kTexture1D)
    desc.height = static_cast<std::uint32_t>(*rc::gen::inRange(1, 90));
  if (blocks) {
    desc.width = (desc.width + 3) / 4 * 4;
    desc.height = (desc.height + 3) / 4 * 4;
  }
  desc.depth_or_array_size = static_cast<std::uint32_t>(*rc::gen::inRange(1, 6));
  desc.mip_levels =
      static_cast<std::uint32_t>(*rc::gen::inRange(1, static_cast<int>(full_mip_count(desc)) + 1));
  return desc;
}

RC_GTEST_PROP(PackProperty, AnyTextureComesOutAsItWentIn, ()) {
  const TextureDesc desc = any_desc();
  RC_PRE(validate(desc).has_value());
  const PackOptions options = {.piece_bytes = static_cast<std::uint64_t>(*rc::gen::inRange(65536, 400000)),
                               .zstd_level = *rc::gen::inRange(0, 3)};
  const test::ScratchFolder folder;
  const TextureImage image = test::make_image(desc, static_cast<unsigned>(*rc::gen::inRange(0, 1000)));
  auto writer = PackWriter::create(folder / "a.ferry", options);
  RC_ASSERT(writer.has_value());
  RC_ASSERT(writer->add_texture("it", image).has_value());
  RC_ASSERT(writer->finish().has_value());
  const auto pack = Pack::open(folder / "a.ferry");
  RC_ASSERT(pack.has_value());
  const PackEntry* const entry = pack->find("it");
  RC_ASSERT(entry != nullptr);
  RC_ASSERT(entry->desc == desc);
  RC_ASSERT(test::texels_in_pack(*pack, *entry, test::file_bytes(folder / "a.ferry")) ==
            test::texels_of(image));
}

}  // namespace
}  // namespace ferry
