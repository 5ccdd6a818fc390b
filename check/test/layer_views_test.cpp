// Which subresources a descriptor reaches, and which buffer an address.

#include <gtest/gtest.h>

#include "addresses.hpp"
#include "descriptors.hpp"
#include "platform.hpp"

namespace ferry::check::test {
namespace {

constexpr auto kResource = static_cast<ObjectId>(7);

void expect_reaches(const Subresources& s, std::uint32_t mip, std::uint32_t mips, std::uint32_t slice,
                    std::uint32_t slices, std::uint32_t plane, std::uint32_t planes) {
  EXPECT_EQ(s.first_mip, mip);
  EXPECT_EQ(s.mip_count, mips);
  EXPECT_EQ(s.first_slice, slice);
  EXPECT_EQ(s.slice_count, slices);
  EXPECT_EQ(s.first_plane, plane);
  EXPECT_EQ(s.plane_count, planes);
}

constexpr std::uint32_t kAll = kAllSubresources;

TEST(LayerViews, ShaderResources) {
  D3D12_SHADER_RESOURCE_VIEW_DESC desc = {};
  expect_reaches(layer::shader_resource_view(kResource, nullptr).subresources, 0, kAll, 0, kAll, 0, kAll);
  desc.ViewDimension = D3D12_SRV_DIMENSION_TEXTURE2D;
  desc.Texture2D = {1, 2, 1, 0};
  expect_reaches(layer::shader_resource_view(kResource, &desc).subresources, 1, 2, 0, kAll, 1, 1);
  desc.ViewDimension = D3D12_SRV_DIMENSION_TEXTURE2DARRAY;
  desc.Texture2DArray = {1, 2, 3, 4, 0, 0};
  expect_reaches(layer::shader_resource_view(kResource, &desc).subresources, 1, 2, 3, 4, 0, 1);
  desc.ViewDimension = D3D12_SRV_DIMENSION_TEXTURECUBEARRAY;
  desc.TextureCubeArray = {1, 2, 6, 2, 0};
  expect_reaches(layer::shader_resource_view(kResource, &desc).subresources, 1, 2, 6, 12, 0, kAll);
  desc.ViewDimension = D3D12_SRV_DIMENSION_TEXTURE3D;
  desc.Texture3D = {2, 1, 0};
  expect_reaches(layer::shader_resource_view(kResource, &desc).subresources, 2, 1, 0, kAll, 0, kAll);
  EXPECT_EQ(layer::shader_resource_view(kResource, &desc).resource, kResource);
}

TEST(LayerViews, RenderTargets) {
  D3D12_RENDER_TARGET_VIEW_DESC desc = {};
  expect_reaches(layer::render_target_view(kResource, nullptr).subresources, 0, 1, 0, kAll, 0, kAll);
  desc.ViewDimension = D3D12_RTV_DIMENSION_TEXTURE2DARRAY;
  desc.Texture2DArray = {1, 2, 3, 1};
  expect_reaches(layer::render_target_view(kResource, &desc).subresources, 1, 1, 2, 3, 1, 1);
  desc.ViewDimension = D3D12_RTV_DIMENSION_TEXTURE2DMSARRAY;
  desc.Texture2DMSArray = {4, 5};
  expect_reaches(layer::render_target_view(kResource, &desc).subresources, 0, 1, 4, 5, 0, kAll);
  desc.ViewDimension = D3D12_RTV_DIMENSION_TEXTURE3D;
  desc.Texture3D = {3, 0, 1};
  expect_reaches(layer::render_target_view(kResource, &desc).subresources, 3, 1, 0, kAll, 0, kAll);
}

TEST(LayerViews, DepthBuffersAndUnorderedAccess) {
  D3D12_DEPTH_STENCIL_VIEW_DESC depth = {};
  depth.ViewDimension = D3D12_DSV_DIMENSION_TEXTURE2DARRAY;
  depth.Texture2DArray = {1, 2, 3};
  depth.Flags = D3D12_DSV_FLAG_READ_ONLY_STENCIL;
  const layer::View view = layer::depth_view(kResource, &depth);
  expect_reaches(view.subresources, 1, 1, 2, 3, 0, kAll);
  EXPECT_FALSE(view.read_only_depth);
  EXPECT_TRUE(view.read_only_stencil);
  D3D12_UNORDERED_ACCESS_VIEW_DESC access = {};
  access.ViewDimension = D3D12_UAV_DIMENSION_TEXTURE2DARRAY;
  access.Texture2DArray = {2, 3, 4, 0};
  const layer::View uav = layer::unordered_access_view(kResource, static_cast<ObjectId>(8), &access);
  expect_reaches(uav.subresources, 2, 1, 3, 4, 0, 1);
  EXPECT_EQ(uav.counter, static_cast<ObjectId>(8));
}

TEST(LayerAddresses, AreFoundWithTheirOffset) {
  layer::Addresses addresses;
  const auto id = [](int n) { return static_cast<ObjectId>(n); };
  addresses.add(0x10000, 0x1000, id(1));
  addresses.add(0x20000, 0x10000, id(2));
  EXPECT_EQ(addresses.find(0xffff).resource, ObjectId::kNone);
  EXPECT_EQ(addresses.find(0x11000).resource, ObjectId::kNone);  // One past its end.
  const auto place = addresses.find(0x10fff);
  EXPECT_EQ(place.resource, id(1));
  EXPECT_EQ(place.offset, 0xfffU);
  EXPECT_EQ(place.size, 0x1000U);
  // Placed buffers may lie in each other: the one that was made last.
  addresses.add(0x20800, 0x100, id(3));
  EXPECT_EQ(addresses.find(0x20810).resource, id(3));
  EXPECT_EQ(addresses.find(0x20810).offset, 0x10U);
  EXPECT_EQ(addresses.find(0x20900).resource, id(2));
  EXPECT_EQ(addresses.find(0x20900).offset, 0x900U);
  addresses.remove(0x20000, id(2));
  EXPECT_EQ(addresses.find(0x20900).resource, ObjectId::kNone);
}

}  // namespace
}  // namespace ferry::check::test
