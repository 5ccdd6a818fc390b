#include "transfer_fixture.hpp"

#include <cstdio>
#include <cstdlib>

#include <ferry/base/units.hpp>

namespace bench {
namespace {

using namespace ferry::literals;

}  // namespace

void end_with(const ferry::Error& error) {
  std::fprintf(stderr, "ferry: %s\n", to_string(error).c_str());
  std::exit(1);
}

Fixture::Fixture(const std::string& adapter, const ferry::TransferOptions& options)
    : device(need(ferry::Device::create({adapter, "bench"}))),
      manager(need(ferry::TransferManager::create(device, options))),
      copy(device->d3d(), D3D12_COMMAND_LIST_TYPE_COPY),
      direct(device->d3d(), D3D12_COMMAND_LIST_TYPE_DIRECT),
      source(static_cast<std::size_t>(256_MiB)) {
  manager->prefault();
  fill_source(0);
}

void Fixture::fill_source(std::uint64_t seed) {
  fill_noise(source, seed);
}

void Fixture::add_variants(const std::string& list) {
  const char* at = list.c_str();
  while (*at != '\0') {
    char* end = nullptr;
    ferry::TransferOptions options;
    options.ring_bytes = std::strtoull(at, &end, 10) * 1_MiB;
    if (*end == ':') options.piece_bytes = std::strtoull(end + 1, &end, 10) * 1_KiB;
    if (*end == ':') options.helper_threads = helpers_of(std::strtoul(end + 1, &end, 10));
    variants.push_back({"ferry " + std::string(at, static_cast<std::size_t>(end - at)),
                        need(ferry::TransferManager::create(device, options))});
    variants.back().manager->prefault();
    if (*end != ',') break;
    at = end + 1;
  }
}

hand::ComPtr<ID3D12Resource> make_default_buffer(Fixture& fixture, std::uint64_t bytes) {
  return hand::make_buffer(fixture.d3d(), D3D12_HEAP_TYPE_DEFAULT, bytes);
}

hand::ComPtr<ID3D12Resource> make_default_texture(Fixture& fixture, std::uint32_t width, std::uint32_t height,
                                                  std::uint32_t mips) {
  D3D12_HEAP_PROPERTIES properties = {};
  properties.Type = D3D12_HEAP_TYPE_DEFAULT;
  D3D12_RESOURCE_DESC desc = {};
  desc.Dimension = D3D12_RESOURCE_DIMENSION_TEXTURE2D;
  desc.Width = width;
  desc.Height = height;
  desc.DepthOrArraySize = 1;
  desc.MipLevels = static_cast<UINT16>(mips);
  desc.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
  desc.SampleDesc.Count = 1;
  hand::ComPtr<ID3D12Resource> texture;
  hand::must(fixture.d3d()->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE, &desc,
                                                    D3D12_RESOURCE_STATE_COMMON, nullptr,
                                                    ferry::iid_of<ID3D12Resource>(), texture.put_void()),
             "CreateCommittedResource");
  return texture;
}

}  // namespace bench
