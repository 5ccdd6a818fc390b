#include "terrain_renderer.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <utility>

#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/resource_desc.hpp>

namespace ferry::cli {

namespace {

constexpr std::array<float, 4> kSky = {0.62F, 0.72F, 0.84F, 1.0F};  // terrain_ps.hlsl's fog
constexpr float kHills = 0.12F;
constexpr float kGlowRadius = 24;

// Places in the heap of render targets.
constexpr std::uint32_t kScene = 0;
constexpr std::uint32_t kPicture = 1;
constexpr std::uint32_t kSmall = 2;

Result<ComPtr<ID3D12DescriptorHeap>> make_heap(Device& device, D3D12_DESCRIPTOR_HEAP_TYPE type, UINT count,
                                               std::string_view name) {
  D3D12_DESCRIPTOR_HEAP_DESC desc = {};
  desc.Type = type;
  desc.NumDescriptors = count;
  ComPtr<ID3D12DescriptorHeap> heap;
  const HRESULT hr =
      device.d3d()->CreateDescriptorHeap(&desc, iid_of<ID3D12DescriptorHeap>(), heap.put_void());
  if (FAILED(hr)) return fail_api(hr, "CreateDescriptorHeap failed for ", name);
  set_object_name(heap.get(), name);
  return heap;
}

/// The bits of floats, as root constants take them.
template <std::size_t count>
std::array<std::uint32_t, count> bits_of(const std::array<float, count>& values) {
  std::array<std::uint32_t, count> bits{};
  std::transform(values.begin(), values.end(), bits.begin(),
                 [](float value) { return std::bit_cast<std::uint32_t>(value); });
  return bits;
}

void transition(ID3D12GraphicsCommandList* list, ID3D12Resource* resource, std::uint32_t before,
                std::uint32_t after) {
  const Barrier barrier = {resource, kAllSubresources, before, after};
  record_barriers(list, {&barrier, 1});
}

}  // namespace

TerrainRenderer::TerrainRenderer(const std::shared_ptr<Device>& device, std::shared_ptr<Queue> queue,
                                 const TerrainOptions& options)
    : device_(device),
      queue_(std::move(queue)),
      options_(options),
      lists_(device, QueueKind::kDirect, "stream: frames") {}

TerrainRenderer::~TerrainRenderer() {
  // A device that is lost or hangs ends this wait.
  (void)queue_->drain();
}

Result<std::unique_ptr<TerrainRenderer>> TerrainRenderer::create(const std::shared_ptr<Device>& device,
                                                                 TransferManager& manager,
                                                                 const TerrainOptions& options) {
  auto queue = manager.queue(QueueKind::kDirect);
  if (!queue) return fail(std::move(queue).error());
  std::unique_ptr<TerrainRenderer> made(new TerrainRenderer(device, *std::move(queue), options));
  auto pipelines = StreamPipelines::create(*device);
  if (!pipelines) return fail(std::move(pipelines).error());
  made->pipelines_ = *std::move(pipelines);
  auto views = TileViews::create(*device, options.views + 3);
  if (!views) return fail(std::move(views).error());
  made->views_ = *std::move(views);
  auto stopwatch = GpuStopwatch::create(*device, *made->queue_, kFramesInFlight);
  if (!stopwatch) return fail(std::move(stopwatch).error());
  made->stopwatch_ = *std::move(stopwatch);
  if (auto targets = made->make_targets(); !targets) return fail(std::move(targets).error());
  if (auto grid = made->make_grid(manager); !grid) return fail(std::move(grid).error());
  if (auto placeholder = made->make_placeholder(manager); !placeholder) {
    return fail(std::move(placeholder).error());
  }
  if (auto idle = manager.wait_idle(); !idle) return fail(std::move(idle).error());
  return made;
}

Result<void> TerrainRenderer::make_targets() {
  TextureDesc desc;
  desc.format = kSceneFormat;
  desc.width = options_.width;
  desc.height = options_.height;
  TextureDesc depth = desc;
  depth.format = kDepthFormat;
  small_width_ = std::min(kFilmWidth, options_.width);
  small_height_ = std::max(1U, options_.height * small_width_ / options_.width);
  TextureDesc reduced = desc;
  reduced.width = small_width_;
  reduced.height = small_height_;
  auto heap = make_heap(*device_, D3D12_DESCRIPTOR_HEAP_TYPE_RTV, 3, "stream: targets");
  if (!heap) return fail(std::move(heap).error());
  targets_ = *std::move(heap);
  target_step_ = device_->d3d()->GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE_RTV);
  auto depths = make_heap(*device_, D3D12_DESCRIPTOR_HEAP_TYPE_DSV, 1, "stream: depth");
  if (!depths) return fail(std::move(depths).error());
  depths_ = *std::move(depths);

  struct Target {
    const TextureDesc* desc;
    const char* name;
    ComPtr<ID3D12Resource>* made;
    std::uint32_t place;
  };
  for (const Target& target :
       std::initializer_list<Target>{{&desc, "stream: scene", &scene_, kScene},
                                     {&desc, "stream: picture", &picture_, kPicture},
                                     {&reduced, "stream: small picture", &small_, kSmall}}) {
    auto made = device_->create_texture(*target.desc, target.name, D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET);
    if (!made) return fail(std::move(made).error());
    *target.made = *std::move(made);
    D3D12_CPU_DESCRIPTOR_HANDLE handle = targets_->GetCPUDescriptorHandleForHeapStart();
    handle.ptr += static_cast<SIZE_T>(target.place) * target_step_;
    device_->d3d()->CreateRenderTargetView(target.made->get(), nullptr, handle);
  }
  auto made = device_->create_texture(depth, "stream: depth", D3D12_RESOURCE_FLAG_ALLOW_DEPTH_STENCIL,
                                      D3D12_RESOURCE_STATE_DEPTH_WRITE);
  if (!made) return fail(std::move(made).error());
  depth_ = *std::move(made);
  device_->d3d()->CreateDepthStencilView(depth_.get(), nullptr,
                                         depths_->GetCPUDescriptorHandleForHeapStart());
  auto scene_view = views_.add(scene_.get(), desc, 0);
  auto picture_view = views_.add(picture_.get(), desc, 0);
  if (!scene_view) return fail(std::move(scene_view).error());
  if (!picture_view) return fail(std::move(picture_view).error());
  scene_view_ = *scene_view;
  picture_view_ = *picture_view;
  return {};
}

Result<void> TerrainRenderer::make_grid(TransferManager& manager) {
  const std::uint32_t corners = options_.grid + 1;
  std::vector<std::array<float, 2>> vertices;
  for (std::uint32_t z = 0; z < corners; ++z) {
    for (std::uint32_t x = 0; x < corners; ++x) {
      vertices.push_back({static_cast<float>(x) / static_cast<float>(options_.grid),
                          static_cast<float>(z) / static_cast<float>(options_.grid)});
    }
  }
  std::vector<std::uint16_t> indices;
  for (std::uint32_t z = 0; z < options_.grid; ++z) {
    for (std::uint32_t x = 0; x < options_.grid; ++x) {
      const std::uint32_t at = z * corners + x;
      for (const std::uint32_t corner : {at, at + corners, at + 1, at + 1, at + corners, at + corners + 1}) {
        indices.push_back(static_cast<std::uint16_t>(corner));
      }
    }
  }
  vertex_count_ = static_cast<std::uint32_t>(vertices.size());
  index_count_ = static_cast<std::uint32_t>(indices.size());
  auto made = manager.create_buffer_with(std::as_bytes(std::span(vertices)), "stream: grid");
  if (!made) return fail(std::move(made).error());
  vertices_ = std::move(made->buffer);
  auto made_indices = manager.create_buffer_with(std::as_bytes(std::span(indices)), "stream: grid's corners");
  if (!made_indices) return fail(std::move(made_indices).error());
  indices_ = std::move(made_indices->buffer);
  return {};
}

Result<void> TerrainRenderer::make_placeholder(TransferManager& manager) {
  TextureDesc desc;
  desc.width = 16;
  desc.height = 16;
  auto made = device_->create_texture(desc, "stream: placeholder");
  if (!made) return fail(std::move(made).error());
  placeholder_ = *std::move(made);
  std::array<std::uint32_t, 256> texels{};
  for (std::uint32_t i = 0; i < texels.size(); ++i) {
    texels[i] = ((i / 4 + i / 64) % 2) != 0 ? 0xff7a6f7aU : 0xff665c66U;
  }
  auto batch = manager.begin_upload(QueueKind::kDirect);
  if (!batch) return fail(std::move(batch).error());
  const TextureData data = {texels.data(), 0, 0};
  if (auto staged = batch->upload_texture(placeholder_.get(), 0, data,
                                          {kStateCommon, D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE});
      !staged) {
    return staged;
  }
  if (auto sent = batch->submit("placeholder"); !sent) return fail(std::move(sent).error());
  auto view = views_.add(placeholder_.get(), desc, 0);
  if (!view) return fail(std::move(view).error());
  placeholder_view_ = *view;
  return {};
}

Result<FencePoint> TerrainRenderer::draw(std::uint64_t frame, const Camera& camera,
                                         std::span<const TileDraw> tiles, std::span<const Barrier> barriers,
                                         bool reduced) {
  Result<CommandContext> context = lists_.acquire();
  if (!context) return fail(std::move(context).error());
  ID3D12GraphicsCommandList* const list = context->list.get();
  const auto place = static_cast<std::uint32_t>(frame % kFramesInFlight);
  stopwatch_.begin(list, place);
  record_barriers(list, barriers);
  list->SetGraphicsRootSignature(pipelines_.root.get());
  views_.use(list);
  draw_tiles(list, camera, tiles);
  draw_glow(list);
  if (reduced) draw_small(list);
  stopwatch_.end(list, place);
  if (const HRESULT hr = list->Close(); FAILED(hr)) {
    lists_.keep(*std::move(context));
    return fail_api(hr, "the command list of frame ", frame, " could not be closed");
  }
  const std::array<ID3D12CommandList*, 1> submitted = {list};
  auto point = queue_->execute(submitted, "frame");
  if (!point) {
    lists_.keep(*std::move(context));
    return point;
  }
  lists_.give_back(*std::move(context), *point);
  return point;
}

void TerrainRenderer::begin_pass(ID3D12GraphicsCommandList* list, std::uint32_t target, std::uint32_t width,
                                 std::uint32_t height, bool depth) {
  D3D12_VIEWPORT viewport = {};
  viewport.Width = static_cast<float>(width);
  viewport.Height = static_cast<float>(height);
  viewport.MaxDepth = 1.0F;
  list->RSSetViewports(1, &viewport);
  const D3D12_RECT scissor = {0, 0, static_cast<LONG>(width), static_cast<LONG>(height)};
  list->RSSetScissorRects(1, &scissor);
  D3D12_CPU_DESCRIPTOR_HANDLE color = targets_->GetCPUDescriptorHandleForHeapStart();
  color.ptr += static_cast<SIZE_T>(target) * target_step_;
  const D3D12_CPU_DESCRIPTOR_HANDLE depths = depths_->GetCPUDescriptorHandleForHeapStart();
  list->OMSetRenderTargets(1, &color, FALSE, depth ? &depths : nullptr);
  list->IASetPrimitiveTopology(D3D_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
  if (!depth) return;
  list->ClearRenderTargetView(color, kSky.data(), 0, nullptr);
  list->ClearDepthStencilView(depths, D3D12_CLEAR_FLAG_DEPTH, 1.0F, 0, 0, nullptr);
}

void TerrainRenderer::draw_tiles(ID3D12GraphicsCommandList* list, const Camera& camera,
                                 std::span<const TileDraw> tiles) {
  transition(list, scene_.get(), D3D12_RESOURCE_STATE_COMMON, D3D12_RESOURCE_STATE_RENDER_TARGET);
  begin_pass(list, kScene, options_.width, options_.height, true);
  list->SetPipelineState(pipelines_.terrain.get());
  std::array<float, 20> frame{};
  const auto rows = Frustum(camera, aspect(), options_.reach).rows();
  std::memcpy(frame.data(), rows.data(), sizeof rows);
  frame[16] = static_cast<float>(camera.x);
  frame[17] = static_cast<float>(camera.y);
  frame[18] = static_cast<float>(camera.z);
  frame[19] = static_cast<float>(1 / options_.reach);
  list->SetGraphicsRoot32BitConstants(static_cast<UINT>(StreamRoot::kFrame), 20, frame.data(), 0);
  D3D12_VERTEX_BUFFER_VIEW vertices = {};
  vertices.BufferLocation = vertices_->GetGPUVirtualAddress();
  vertices.StrideInBytes = sizeof(float) * 2;
  vertices.SizeInBytes = vertex_count_ * vertices.StrideInBytes;
  list->IASetVertexBuffers(0, 1, &vertices);
  D3D12_INDEX_BUFFER_VIEW indices = {};
  indices.BufferLocation = indices_->GetGPUVirtualAddress();
  indices.Format = DXGI_FORMAT_R16_UINT;
  indices.SizeInBytes = index_count_ * static_cast<UINT>(sizeof(std::uint16_t));
  list->IASetIndexBuffer(&indices);
  for (const TileDraw& tile : tiles) {
    // Neighbours that show the same picture can be told apart.
    const float brightness = 0.9F + 0.05F * static_cast<float>((tile.x * 7 + tile.z * 13) % 5);
    const std::array<float, 4> constants = {static_cast<float>(tile.x), static_cast<float>(tile.z),
                                            brightness, kHills};
    list->SetGraphicsRoot32BitConstants(static_cast<UINT>(StreamRoot::kTile), 4, constants.data(), 0);
    views_.set(list, static_cast<UINT>(StreamRoot::kTexture), tile.view.value_or(placeholder_view_));
    list->DrawIndexedInstanced(index_count_, 1, 0, 0, 0);
  }
  transition(list, scene_.get(), D3D12_RESOURCE_STATE_RENDER_TARGET,
             D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE);
}

void TerrainRenderer::full_screen(ID3D12GraphicsCommandList* list, ID3D12PipelineState* pipeline,
                                  std::uint32_t view, std::span<const std::uint32_t> constants) {
  list->SetPipelineState(pipeline);
  list->SetGraphicsRoot32BitConstants(static_cast<UINT>(StreamRoot::kFrame),
                                      static_cast<UINT>(constants.size()), constants.data(), 0);
  views_.set(list, static_cast<UINT>(StreamRoot::kTexture), view);
  list->DrawInstanced(3, 1, 0, 0);
}

void TerrainRenderer::draw_glow(ID3D12GraphicsCommandList* list) {
  transition(list, picture_.get(), D3D12_RESOURCE_STATE_COMMON, D3D12_RESOURCE_STATE_RENDER_TARGET);
  begin_pass(list, kPicture, options_.width, options_.height, false);
  const std::array<float, 3> floats = {1.0F / static_cast<float>(options_.width),
                                       1.0F / static_cast<float>(options_.height), kGlowRadius};
  const auto bits = bits_of(floats);
  const std::array<std::uint32_t, 4> constants = {bits[0], bits[1], bits[2], options_.glow_taps};
  full_screen(list, pipelines_.glow.get(), scene_view_, constants);
  transition(list, scene_.get(), D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE, D3D12_RESOURCE_STATE_COMMON);
  transition(list, picture_.get(), D3D12_RESOURCE_STATE_RENDER_TARGET, D3D12_RESOURCE_STATE_COMMON);
}

void TerrainRenderer::draw_small(ID3D12GraphicsCommandList* list) {
  transition(list, picture_.get(), D3D12_RESOURCE_STATE_COMMON, D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE);
  transition(list, small_.get(), D3D12_RESOURCE_STATE_COMMON, D3D12_RESOURCE_STATE_RENDER_TARGET);
  begin_pass(list, kSmall, small_width_, small_height_, false);
  const std::array<float, 2> constants = {1.0F / static_cast<float>(small_width_),
                                          1.0F / static_cast<float>(small_height_)};
  full_screen(list, pipelines_.shrink.get(), picture_view_, bits_of(constants));
  transition(list, picture_.get(), D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE, D3D12_RESOURCE_STATE_COMMON);
  transition(list, small_.get(), D3D12_RESOURCE_STATE_RENDER_TARGET, D3D12_RESOURCE_STATE_COMMON);
}

}  // namespace ferry::cli
