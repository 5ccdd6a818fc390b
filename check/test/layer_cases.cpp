#include "layer_cases.hpp"

namespace ferry::check::test {

Bench::Bench(const WrapOptions& options) : device(wrapped_device(options)), lane(device.get(), kDirect) {}

Ref<ID3D12Resource> Bench::buffer(D3D12_RESOURCE_STATES state) {
  auto made = make_committed(device.get(), D3D12_HEAP_TYPE_DEFAULT, buffer_desc(65536, flags), kCommon);
  if (state != kCommon) to(made.get(), kCommon, state);
  return made;
}

Ref<ID3D12Resource> Bench::texture(D3D12_RESOURCE_STATES state, D3D12_RESOURCE_FLAGS with, UINT samples) {
  auto desc = texture_desc(64, 64, with);
  if ((with & D3D12_RESOURCE_FLAG_ALLOW_DEPTH_STENCIL) != 0) desc.Format = DXGI_FORMAT_D32_FLOAT;
  desc.SampleDesc.Count = samples;
  return make_committed(device.get(), D3D12_HEAP_TYPE_DEFAULT, desc, state);
}

Ref<ID3D12Resource> Bench::upload(std::uint64_t size) {
  return make_buffer(device.get(), D3D12_HEAP_TYPE_UPLOAD, size);
}

Ref<ID3D12Resource> Bench::readback(std::uint64_t size) {
  return make_buffer(device.get(), D3D12_HEAP_TYPE_READBACK, size);
}

void Bench::attempt(D3D12_HEAP_TYPE type, const D3D12_RESOURCE_DESC& desc, D3D12_RESOURCE_STATES state,
                    const D3D12_CLEAR_VALUE* clear, D3D12_HEAP_FLAGS heap_flags) {
  const D3D12_HEAP_PROPERTIES properties = heap_of(type);
  void* made = nullptr;
  (void)device->CreateCommittedResource(&properties, heap_flags, &desc, state, clear,
                                        iid_of<ID3D12Resource>(), &made);
  if (made != nullptr) static_cast<ID3D12Resource*>(made)->Release();
}

Ref<ID3D12Heap> Bench::memory(std::uint64_t size, D3D12_HEAP_FLAGS heap_flags) {
  D3D12_HEAP_DESC desc = {};
  desc.SizeInBytes = size;
  desc.Properties = heap_of(D3D12_HEAP_TYPE_DEFAULT);
  desc.Flags = heap_flags;
  void* made = nullptr;
  (void)device->CreateHeap(&desc, iid_of<ID3D12Heap>(), &made);
  return Ref<ID3D12Heap>::adopt(static_cast<ID3D12Heap*>(made));
}

Ref<ID3D12Resource> Bench::placed(ID3D12Heap* heap, std::uint64_t offset, const D3D12_RESOURCE_DESC& desc,
                                  D3D12_RESOURCE_STATES state) {
  void* made = nullptr;
  (void)device->CreatePlacedResource(heap, offset, &desc, state, nullptr, iid_of<ID3D12Resource>(), &made);
  return Ref<ID3D12Resource>::adopt(static_cast<ID3D12Resource*>(made));
}

void Bench::to(ID3D12Resource* resource, D3D12_RESOURCE_STATES before, D3D12_RESOURCE_STATES after) {
  const auto barrier = transition(resource, before, after);
  lane.list->ResourceBarrier(1, &barrier);
}

void Bench::copy(ID3D12Resource* to, ID3D12Resource* from, std::uint64_t size) {
  lane.list->CopyBufferRegion(to, 0, from, 0, size);
}

void Bench::from_footprint(ID3D12Resource* texture, ID3D12Resource* from, std::uint64_t offset,
                           const D3D12_SUBRESOURCE_FOOTPRINT& footprint) {
  D3D12_TEXTURE_COPY_LOCATION to_place = {};
  to_place.pResource = texture;
  D3D12_TEXTURE_COPY_LOCATION from_place = {};
  from_place.pResource = from;
  from_place.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
  from_place.PlacedFootprint.Offset = offset;
  from_place.PlacedFootprint.Footprint = footprint;
  lane.list->CopyTextureRegion(&to_place, 0, 0, 0, &from_place, nullptr);
}

void Bench::between(ID3D12Resource* to, UINT to_index, UINT x, ID3D12Resource* from, UINT from_index,
                    const D3D12_BOX* box) {
  D3D12_TEXTURE_COPY_LOCATION to_place = {};
  to_place.pResource = to;
  to_place.SubresourceIndex = to_index;
  D3D12_TEXTURE_COPY_LOCATION from_place = {};
  from_place.pResource = from;
  from_place.SubresourceIndex = from_index;
  lane.list->CopyTextureRegion(&to_place, x, 0, 0, &from_place, box);
}

Ref<ID3D12DescriptorHeap> Bench::heap(D3D12_DESCRIPTOR_HEAP_TYPE type, bool visible) {
  D3D12_DESCRIPTOR_HEAP_DESC desc = {};
  desc.NumDescriptors = 4;
  desc.Type = type;
  desc.Flags = visible ? D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE : D3D12_DESCRIPTOR_HEAP_FLAG_NONE;
  return made<ID3D12DescriptorHeap>(
      [&](REFIID id, void** out) { return device->CreateDescriptorHeap(&desc, id, out); });
}

void Bench::ready_to_draw(ID3D12Resource* picture,
                          const std::function<void(D3D12_GRAPHICS_PIPELINE_STATE_DESC&)>& change) {
  root = draw_root_signature(device.get());
  D3D12_GRAPHICS_PIPELINE_STATE_DESC description = draw_description(root.get());
  if (change) change(description);
  pipeline = made<ID3D12PipelineState>(
      [&](REFIID id, void** out) { return device->CreateGraphicsPipelineState(&description, id, out); });
  views = heap(D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV, true);
  D3D12_SHADER_RESOURCE_VIEW_DESC desc = {};
  desc.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
  desc.ViewDimension = D3D12_SRV_DIMENSION_TEXTURE2D;
  desc.Shader4ComponentMapping = D3D12_DEFAULT_SHADER_4_COMPONENT_MAPPING;
  desc.Texture2D.MipLevels = 1;
  device->CreateShaderResourceView(picture, &desc, cpu_start(views.get()));
  lane.list->SetPipelineState(pipeline.get());
  bind_for_draw();
}

void Bench::bind_for_draw() {
  lane.list->SetGraphicsRootSignature(root.get());
  ID3D12DescriptorHeap* const heaps[] = {views.get()};
  lane.list->SetDescriptorHeaps(1, heaps);
  lane.list->SetGraphicsRootDescriptorTable(0, gpu_start(views.get()));
  lane.list->IASetPrimitiveTopology(D3D_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
  const D3D12_VIEWPORT viewport = {0, 0, 64, 64, 0, 1};
  const D3D12_RECT scissor = {0, 0, 64, 64};
  lane.list->RSSetViewports(1, &viewport);
  lane.list->RSSetScissorRects(1, &scissor);
}

D3D12_CPU_DESCRIPTOR_HANDLE Bench::target_view(ID3D12Resource* target) {
  target_views = heap(D3D12_DESCRIPTOR_HEAP_TYPE_RTV);
  device->CreateRenderTargetView(target, nullptr, cpu_start(target_views.get()));
  return cpu_start(target_views.get());
}

void Bench::ready_to_compute() {
  root = compute_root_signature(device.get());
  pipeline = compute_pipeline(device.get(), root.get());
  lane.list->SetPipelineState(pipeline.get());
  lane.list->SetComputeRootSignature(root.get());
}

}  // namespace ferry::check::test
