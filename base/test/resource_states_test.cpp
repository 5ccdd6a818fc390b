#include <ferry/base/resource_states.hpp>

#include <gtest/gtest.h>

namespace ferry {
namespace {

TEST(ResourceStates, AreNamedAsDirect3D12NamesThem) {
  EXPECT_EQ(resource_states_text(0), "COMMON");
  EXPECT_EQ(resource_states_text(0x400), "COPY_DEST");
  EXPECT_EQ(resource_states_text(0x800), "COPY_SOURCE");
  EXPECT_EQ(resource_states_text(0x1 | 0x2), "VERTEX_AND_CONSTANT_BUFFER|INDEX_BUFFER");
  EXPECT_EQ(resource_states_text(0x4), "RENDER_TARGET");
  EXPECT_EQ(resource_states_text(0x40 | 0x80), "NON_PIXEL_SHADER_RESOURCE|PIXEL_SHADER_RESOURCE");
  // "D3D12_RESOURCE_STATES enumeration": GENERIC_READ is made of six others.
  EXPECT_EQ(resource_states_text(0x1 | 0x2 | 0x40 | 0x80 | 0x200 | 0x800), "GENERIC_READ");
}

TEST(ResourceStates, KeepBitsThatHaveNoName) {
  EXPECT_EQ(resource_states_text(0x2000 | 0x10000), "RESOLVE_SOURCE|0x10000");
  EXPECT_EQ(resource_states_text(0x80000000), "0x80000000");
}

}  // namespace
}  // namespace ferry
