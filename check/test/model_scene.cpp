#include "model_scene.hpp"

namespace ferry::check::test {

ResourceDescription buffer_of(std::uint64_t bytes, std::uint32_t flags) {
  ResourceDescription d;
  d.dimension = Dimension::kBuffer;
  d.width = bytes;
  d.layout = TextureLayout::kRowMajor;
  d.flags = flags;
  return d;
}

ResourceDescription texture_of(std::uint32_t width, std::uint32_t height, std::uint32_t format,
                               std::uint32_t mips, std::uint32_t slices, std::uint32_t flags) {
  ResourceDescription d;
  d.dimension = Dimension::kTexture2D;
  d.format = format;
  d.width = width;
  d.height = height;
  d.mip_levels = mips;
  d.depth_or_array_size = slices;
  d.flags = flags;
  return d;
}

Scene::Scene(Options options, event::DeviceCreated facts)
    : model([this](const Violation& v) { violations.push_back(v); }, options) {
  device = id();
  facts.call = "D3D12CreateDevice";
  facts.id = device;
  model.on(facts);
  direct = queue(ListType::kDirect);
  compute = queue(ListType::kCompute);
  copy = queue(ListType::kCopy);
}

ObjectId Scene::queue(ListType type) {
  const ObjectId made = id();
  model.on(event::QueueCreated{"ID3D12Device::CreateCommandQueue", made, type});
  return made;
}

ObjectId Scene::buffer(std::uint64_t bytes, HeapType heap, std::uint32_t flags) {
  std::uint32_t state = states::kCommon;
  if (heap == HeapType::kUpload) state = states::kGenericRead;
  if (heap == HeapType::kReadback) state = states::kCopyDest;
  return texture(buffer_of(bytes, flags), state, heap);
}

ObjectId Scene::texture(const ResourceDescription& description, std::uint32_t state, HeapType heap) {
  event::ResourceCreated e;
  e.call = "ID3D12Device::CreateCommittedResource";
  e.id = id();
  e.description = description;
  e.initial_state = state;
  e.properties.type = heap;
  model.on(e);
  return e.id;
}

ObjectId Scene::target(std::uint32_t state) {
  return texture(texture_of(64, 64, kRgba8, 1, 1, resource_flags::kAllowRenderTarget), state);
}

ObjectId Scene::heap(std::uint64_t bytes, std::uint32_t flags, HeapType type) {
  event::HeapCreated e;
  e.call = "ID3D12Device::CreateHeap";
  e.id = id();
  e.size = bytes;
  e.flags = flags;
  e.properties.type = type;
  model.on(e);
  return e.id;
}

ObjectId Scene::placed(ObjectId heap, std::uint64_t offset, const ResourceDescription& description,
                       std::uint32_t state, std::uint64_t size) {
  event::ResourceCreated e;
  e.call = "ID3D12Device::CreatePlacedResource";
  e.id = id();
  e.kind = event::ResourceKind::kPlaced;
  e.description = description;
  e.initial_state = state;
  e.heap = heap;
  e.heap_offset = offset;
  e.allocation_size = size;
  model.on(e);
  return e.id;
}

ObjectId Scene::fence(std::uint64_t value) {
  const ObjectId made = id();
  model.on(event::FenceCreated{"ID3D12Device::CreateFence", made, value});
  return made;
}

ObjectId Scene::allocator(ListType type) {
  const ObjectId made = id();
  model.on(event::AllocatorCreated{"ID3D12Device::CreateCommandAllocator", made, type});
  return made;
}

ObjectId Scene::plain(event::PlainKind kind) {
  const ObjectId made = id();
  model.on(event::PlainCreated{"ID3D12Device::CreateGraphicsPipelineState", made, kind});
  return made;
}

ObjectId Scene::list(ListType type) {
  return list_on(allocator(type), type);
}

ObjectId Scene::list_on(ObjectId allocator, ListType type) {
  const ObjectId made = id();
  model.on(event::ListCreated{"ID3D12Device::CreateCommandList", made, type, allocator, true});
  return made;
}

bool Scene::execute(ObjectId queue, std::initializer_list<ObjectId> lists) {
  return model.on(
      event::Executed{"ID3D12CommandQueue::ExecuteCommandLists", queue, {lists.begin(), lists.size()}});
}

ObjectId Scene::run(ObjectId queue, const std::function<void(ObjectId)>& record) {
  ListType type = ListType::kDirect;
  if (queue == compute) type = ListType::kCompute;
  if (queue == copy) type = ListType::kCopy;
  const ObjectId made = list(type);
  record(made);
  close(made);
  execute(queue, {made});
  return made;
}

void Scene::finish(ObjectId queue) {
  const ObjectId made = fence();
  signal(queue, made, 1);
  reached(made, 1);
  read(made, 1);
}

void Scene::order(ObjectId first, ObjectId second) {
  const ObjectId made = fence();
  signal(first, made, 1);
  wait(second, made, 1);
}

void Scene::copy_buffer(ObjectId list, ObjectId to, ObjectId from, std::uint64_t size,
                        std::uint64_t to_offset, std::uint64_t from_offset) {
  model.on(event::CopyBuffer{"ID3D12GraphicsCommandList::CopyBufferRegion", list, to, to_offset, from,
                             from_offset, size});
}

void Scene::copy_texture(ObjectId list, const CopyLocation& to, const CopyLocation& from) {
  event::CopyTexture e;
  e.call = "ID3D12GraphicsCommandList::CopyTextureRegion";
  e.list = list;
  e.destination = to;
  e.source = from;
  model.on(e);
}

void Scene::copy_texture(ObjectId list, const CopyLocation& to, std::uint32_t x, std::uint32_t y,
                         std::uint32_t z, const CopyLocation& from, Box box) {
  event::CopyTexture e;
  e.call = "ID3D12GraphicsCommandList::CopyTextureRegion";
  e.list = list;
  e.destination = to;
  e.x = x;
  e.y = y;
  e.z = z;
  e.source = from;
  e.has_box = true;
  e.box = box;
  model.on(e);
}

void Scene::resolve(ObjectId list, ObjectId to, ObjectId from) {
  event::Resolve e;
  e.call = "ID3D12GraphicsCommandList::ResolveSubresource";
  e.list = list;
  e.destination = to;
  e.source = from;
  e.format = kRgba8;
  model.on(e);
}

void Scene::barrier(ObjectId list, ObjectId resource, std::uint32_t before, std::uint32_t after,
                    std::uint32_t subresource, std::uint32_t flags) {
  event::Barrier b;
  b.flags = flags;
  b.resource = resource;
  b.subresource = subresource;
  b.before = before;
  b.after = after;
  model.on(event::Barriers{"ID3D12GraphicsCommandList::ResourceBarrier", list, {&b, 1}});
}

void Scene::alias(ObjectId list, ObjectId before, ObjectId after) {
  event::Barrier b;
  b.type = event::BarrierType::kAliasing;
  b.resource = before;
  b.after_resource = after;
  model.on(event::Barriers{"ID3D12GraphicsCommandList::ResourceBarrier", list, {&b, 1}});
}

void Scene::bind(ObjectId list, event::BindPoint point, ObjectId resource, std::uint32_t state,
                 std::uint32_t index, Subresources subresources) {
  event::Use use;
  use.resource = resource;
  use.state = state;
  use.subresources = subresources;
  use.as = "a binding";
  model.on(event::Bound{"ID3D12GraphicsCommandList::Set", list, point, index, {&use, 1}});
}

void Scene::use(ObjectId list, ObjectId resource, std::uint32_t state, Subresources subresources) {
  event::Use use;
  use.resource = resource;
  use.state = state;
  use.subresources = subresources;
  use.as = "a use";
  model.on(event::Used{"ID3D12GraphicsCommandList::Command", list, {&use, 1}});
}

void Scene::clear(ObjectId list, ObjectId target, bool partial) {
  event::ClearView e;
  e.call = "ID3D12GraphicsCommandList::ClearRenderTargetView";
  e.list = list;
  e.resource = target;
  e.partial = partial;
  model.on(e);
}

void Scene::clear_depth(ObjectId list, ObjectId target) {
  event::ClearView e;
  e.call = "ID3D12GraphicsCommandList::ClearDepthStencilView";
  e.list = list;
  e.kind = event::ClearKind::kDepth;
  e.resource = target;
  model.on(e);
}

void Scene::discard(ObjectId list, ObjectId target) {
  event::Discard e;
  e.call = "ID3D12GraphicsCommandList::DiscardResource";
  e.list = list;
  e.resource = target;
  model.on(e);
}

std::string Scene::names() const {
  std::string out;
  for (const Violation& violation : violations) {
    if (!out.empty()) out += '\n';
    out += to_text(violation);
  }
  return out;
}

CopyLocation at(ObjectId texture, std::uint32_t index) {
  CopyLocation location;
  location.resource = texture;
  location.subresource = index;
  return location;
}

CopyLocation at(ObjectId buffer, std::uint64_t offset, std::uint32_t format, std::uint32_t width,
                std::uint32_t height, std::uint32_t depth, std::uint32_t row_pitch) {
  CopyLocation location;
  location.resource = buffer;
  location.placed = true;
  location.footprint = {offset, format, width, height, depth, row_pitch};
  if (row_pitch == 0) {
    std::uint32_t texel = 4;
    if (format == kBc1) texel = 2;  // A row of blocks: 8 bytes for 4 texels.
    if (format == kBc3 || format == kRgba32Uint) texel = format == kBc3 ? 4 : 16;
    if (format == kR8 || format == kR8Typeless) texel = 1;
    if (format == kRg8) texel = 2;
    if (format == kRg32Uint || format == kRgba16Float) texel = 8;
    location.footprint.row_pitch = (width * texel + 255) / 256 * 256;
  }
  return location;
}

std::vector<RuleCase>& cases() {
  static std::vector<RuleCase> all;
  return all;
}

}  // namespace ferry::check::test
