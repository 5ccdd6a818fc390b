#pragma once

#include <cstdint>
#include <vector>

#include "layer_support.hpp"

namespace ferry::check::test {

/// How a texture in COMMON gets to COPY_DEST on the COPY queue: by itself, as Direct3D 12 allows, or by
/// barriers.
/// libvkd3d 1.2 moves no image to its new layout by itself, of which Vulkan's validation layer complains.
enum class Promotion : std::uint8_t { kImplicit, kExplicit };

/// A program that uses most of Direct3D 12, written from its documentation alone: uploads a texture on a COPY
/// queue, draws it on DIRECT into two render targets that share their memory, directly and indirectly,
/// computes on COMPUTE, resolves queries, and reads everything back. It knows nothing of the checker.
///
/// Gives every byte that was read back, and nothing where something failed.
std::vector<std::uint8_t> run_scene(ID3D12Device* device, Promotion promotion = Promotion::kImplicit);

/// The bytes that run_scene must give, worked out on the CPU.
std::vector<std::uint8_t> expected_scene();

/// A compute shader (cs_5_0, DXBC) of 64 threads: u0[i] = 3 * i + 7.
std::vector<std::uint8_t> compute_shader();

/// Root signatures: one table with an SRV for pixel shaders; one root UAV.
Ref<ID3D12RootSignature> draw_root_signature(ID3D12Device* device);
Ref<ID3D12RootSignature> compute_root_signature(ID3D12Device* device);
/// What draw_pipeline makes; shaders included.
D3D12_GRAPHICS_PIPELINE_STATE_DESC draw_description(ID3D12RootSignature* root);
Ref<ID3D12PipelineState> draw_pipeline(ID3D12Device* device, ID3D12RootSignature* root);
Ref<ID3D12PipelineState> compute_pipeline(ID3D12Device* device, ID3D12RootSignature* root);

}  // namespace ferry::check::test
