#include "stream_pipelines.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/resource_desc.hpp>

#include <full_screen_vs.hpp>
#include <glow_ps.hpp>
#include <shrink_ps.hpp>
#include <terrain_ps.hpp>
#include <terrain_vs.hpp>

namespace ferry::cli {

namespace {

D3D12_ROOT_PARAMETER constants(UINT shader_register, UINT count) {
  D3D12_ROOT_PARAMETER parameter = {};
  parameter.ParameterType = D3D12_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS;
  parameter.Constants.ShaderRegister = shader_register;
  parameter.Constants.Num32BitValues = count;
  parameter.ShaderVisibility = D3D12_SHADER_VISIBILITY_ALL;
  return parameter;
}

Result<ComPtr<ID3D12RootSignature>> make_root(Device& device) {
  D3D12_DESCRIPTOR_RANGE texture = {};
  texture.RangeType = D3D12_DESCRIPTOR_RANGE_TYPE_SRV;
  texture.NumDescriptors = 1;
  std::array<D3D12_ROOT_PARAMETER, 3> parameters = {constants(0, 20), constants(1, 4), {}};
  parameters[2].ParameterType = D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE;
  parameters[2].DescriptorTable.NumDescriptorRanges = 1;
  parameters[2].DescriptorTable.pDescriptorRanges = &texture;
  parameters[2].ShaderVisibility = D3D12_SHADER_VISIBILITY_PIXEL;
  D3D12_STATIC_SAMPLER_DESC sampler = {};
  sampler.Filter = D3D12_FILTER_MIN_MAG_MIP_LINEAR;
  sampler.AddressU = D3D12_TEXTURE_ADDRESS_MODE_CLAMP;
  sampler.AddressV = D3D12_TEXTURE_ADDRESS_MODE_CLAMP;
  sampler.AddressW = D3D12_TEXTURE_ADDRESS_MODE_CLAMP;
  sampler.ComparisonFunc = D3D12_COMPARISON_FUNC_NEVER;
  sampler.MaxLOD = D3D12_FLOAT32_MAX;
  sampler.ShaderVisibility = D3D12_SHADER_VISIBILITY_PIXEL;
  D3D12_ROOT_SIGNATURE_DESC desc = {};
  desc.NumParameters = static_cast<UINT>(parameters.size());
  desc.pParameters = parameters.data();
  desc.NumStaticSamplers = 1;
  desc.pStaticSamplers = &sampler;
  desc.Flags = D3D12_ROOT_SIGNATURE_FLAG_ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT;

  ComPtr<ID3DBlob> blob;
  ComPtr<ID3DBlob> messages;
  HRESULT hr = D3D12SerializeRootSignature(&desc, D3D_ROOT_SIGNATURE_VERSION_1, blob.put(), messages.put());
  if (FAILED(hr)) return fail_api(hr, "D3D12SerializeRootSignature failed");
  ComPtr<ID3D12RootSignature> root;
  hr = device.d3d()->CreateRootSignature(0, blob->GetBufferPointer(), blob->GetBufferSize(),
                                         iid_of<ID3D12RootSignature>(), root.put_void());
  if (FAILED(hr)) return fail_api(hr, "CreateRootSignature failed");
  set_object_name(root.get(), "stream");
  return root;
}

D3D12_SHADER_BYTECODE code(std::span<const std::uint8_t> shader) {
  return {shader.data(), shader.size()};
}

Result<ComPtr<ID3D12PipelineState>> make_pipeline(Device& device, ID3D12RootSignature* root,
                                                  D3D12_SHADER_BYTECODE vertex, D3D12_SHADER_BYTECODE pixel,
                                                  bool terrain, std::string_view name) {
  constexpr D3D12_INPUT_ELEMENT_DESC kGrid = {
      "POSITION", 0, DXGI_FORMAT_R32G32_FLOAT, 0, 0, D3D12_INPUT_CLASSIFICATION_PER_VERTEX_DATA, 0};
  D3D12_GRAPHICS_PIPELINE_STATE_DESC desc = {};
  desc.pRootSignature = root;
  desc.VS = vertex;
  desc.PS = pixel;
  D3D12_RENDER_TARGET_BLEND_DESC& blend = desc.BlendState.RenderTarget[0];
  blend.SrcBlend = D3D12_BLEND_ONE;
  blend.DestBlend = D3D12_BLEND_ZERO;
  blend.BlendOp = D3D12_BLEND_OP_ADD;
  blend.SrcBlendAlpha = D3D12_BLEND_ONE;
  blend.DestBlendAlpha = D3D12_BLEND_ZERO;
  blend.BlendOpAlpha = D3D12_BLEND_OP_ADD;
  blend.LogicOp = D3D12_LOGIC_OP_NOOP;
  blend.RenderTargetWriteMask = D3D12_COLOR_WRITE_ENABLE_ALL;
  desc.SampleMask = UINT32_MAX;
  desc.RasterizerState.FillMode = D3D12_FILL_MODE_SOLID;
  desc.RasterizerState.CullMode = D3D12_CULL_MODE_NONE;
  desc.RasterizerState.DepthClipEnable = TRUE;
  D3D12_DEPTH_STENCILOP_DESC keep = {D3D12_STENCIL_OP_KEEP, D3D12_STENCIL_OP_KEEP, D3D12_STENCIL_OP_KEEP,
                                     D3D12_COMPARISON_FUNC_ALWAYS};
  desc.DepthStencilState.FrontFace = keep;
  desc.DepthStencilState.BackFace = keep;
  desc.DepthStencilState.DepthFunc = D3D12_COMPARISON_FUNC_LESS;
  if (terrain) {
    desc.DepthStencilState.DepthEnable = TRUE;
    desc.DepthStencilState.DepthWriteMask = D3D12_DEPTH_WRITE_MASK_ALL;
    desc.DSVFormat = static_cast<DXGI_FORMAT>(kDepthFormat);
    desc.InputLayout = {&kGrid, 1};
  }
  desc.PrimitiveTopologyType = D3D12_PRIMITIVE_TOPOLOGY_TYPE_TRIANGLE;
  desc.NumRenderTargets = 1;
  desc.RTVFormats[0] = static_cast<DXGI_FORMAT>(kSceneFormat);
  desc.SampleDesc.Count = 1;
  ComPtr<ID3D12PipelineState> pipeline;
  const HRESULT hr =
      device.d3d()->CreateGraphicsPipelineState(&desc, iid_of<ID3D12PipelineState>(), pipeline.put_void());
  if (FAILED(hr)) return fail_api(hr, "CreateGraphicsPipelineState failed for ", name);
  set_object_name(pipeline.get(), name);
  return pipeline;
}

}  // namespace

Result<StreamPipelines> StreamPipelines::create(Device& device) {
  StreamPipelines made;
  auto root = make_root(device);
  if (!root) return fail(std::move(root).error());
  made.root = *std::move(root);
  auto terrain = make_pipeline(device, made.root.get(), code(shaders::kTerrainVs), code(shaders::kTerrainPs),
                               true, "stream: terrain");
  if (!terrain) return fail(std::move(terrain).error());
  made.terrain = *std::move(terrain);
  auto glow = make_pipeline(device, made.root.get(), code(shaders::kFullScreenVs), code(shaders::kGlowPs),
                            false, "stream: glow");
  if (!glow) return fail(std::move(glow).error());
  made.glow = *std::move(glow);
  auto shrink = make_pipeline(device, made.root.get(), code(shaders::kFullScreenVs), code(shaders::kShrinkPs),
                              false, "stream: shrink");
  if (!shrink) return fail(std::move(shrink).error());
  made.shrink = *std::move(shrink);
  return made;
}

}  // namespace ferry::cli
