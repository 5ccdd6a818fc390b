#include "feature_query.hpp"

#include <array>

#include <ferry/gpu/d3d12.hpp>

namespace ferry {
namespace {

// Not in every d3d12.h that Ferry is built with; numbers and members as in the Direct3D 12 documentation,
// "D3D12_FEATURE enumeration", "D3D12_FEATURE_DATA_D3D12_OPTIONS13 structure" and "..._OPTIONS16 structure".
constexpr int kFeatureOptions13 = 42;
constexpr int kFeatureOptions16 = 45;

struct Options13 {
  BOOL unrestricted_buffer_texture_copy_pitch = FALSE;
  BOOL unrestricted_vertex_element_alignment = FALSE;
  BOOL inverted_viewport_height_flips_y = FALSE;
  BOOL inverted_viewport_depth_flips_z = FALSE;
  BOOL texture_copy_between_dimensions = FALSE;
  BOOL alpha_blend_factor = FALSE;
};

struct Options16 {
  BOOL dynamic_depth_bias = FALSE;
  BOOL gpu_upload_heap = FALSE;
};

template <typename Data>
bool ask(ID3D12Device* device, int feature, Data& data) {
  return SUCCEEDED(device->CheckFeatureSupport(static_cast<D3D12_FEATURE>(feature), &data, sizeof data));
}

}  // namespace

DeviceCaps query_caps(ID3D12Device* device) {
  DeviceCaps caps;

  D3D12_FEATURE_DATA_ARCHITECTURE architecture = {};
  if (ask(device, D3D12_FEATURE_ARCHITECTURE, architecture)) {
    caps.uma = architecture.UMA != FALSE;
    caps.cache_coherent_uma = architecture.CacheCoherentUMA != FALSE;
  }
  D3D12_FEATURE_DATA_D3D12_OPTIONS options = {};
  if (ask(device, D3D12_FEATURE_D3D12_OPTIONS, options)) {
    caps.resource_heap_tier = options.ResourceHeapTier >= D3D12_RESOURCE_HEAP_TIER_2 ? 2 : 1;
  }
  static constexpr std::array kLevels = {
      static_cast<D3D_FEATURE_LEVEL>(0xb000), static_cast<D3D_FEATURE_LEVEL>(0xb100),
      static_cast<D3D_FEATURE_LEVEL>(0xc000), static_cast<D3D_FEATURE_LEVEL>(0xc100)};
  D3D12_FEATURE_DATA_FEATURE_LEVELS levels = {};
  levels.NumFeatureLevels = static_cast<UINT>(kLevels.size());
  levels.pFeatureLevelsRequested = kLevels.data();
  if (ask(device, D3D12_FEATURE_FEATURE_LEVELS, levels)) {
    caps.feature_level = static_cast<std::uint32_t>(levels.MaxSupportedFeatureLevel);
  }
  D3D12_FEATURE_DATA_D3D12_OPTIONS3 options3 = {};
  if (ask(device, D3D12_FEATURE_D3D12_OPTIONS3, options3)) {
    caps.copy_queue_timestamps = options3.CopyQueueTimestampQueriesSupported != FALSE;
  }
  // libvkd3d knows neither, and says so on standard error.
  Options13 options13;
  if (!kOnLibvkd3d && ask(device, kFeatureOptions13, options13)) {
    caps.unrestricted_pitch = options13.unrestricted_buffer_texture_copy_pitch != FALSE;
  }
  Options16 options16;
  if (!kOnLibvkd3d && ask(device, kFeatureOptions16, options16))
    caps.gpu_upload_heaps = options16.gpu_upload_heap != FALSE;

  caps.direct_writes = caps.uma || caps.gpu_upload_heaps;
  caps.write_combined_upload = !caps.cache_coherent_uma;
  caps.one_wait_per_signal = kOnLibvkd3d;
  caps.planar_copies = !kOnLibvkd3d;
  return caps;
}

}  // namespace ferry
