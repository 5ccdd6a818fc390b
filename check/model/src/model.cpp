#include <ferry/check/model/model.hpp>

#include "advice.hpp"
#include "copy_rules.hpp"
#include "fence_rules.hpp"
#include "heap_rules.hpp"
#include "lifetime_rules.hpp"
#include "map_rules.hpp"
#include "record.hpp"
#include "state_machine.hpp"
#include "state_rules.hpp"
#include "world.hpp"

namespace ferry::check {

class Model::Impl {
 public:
  Impl(Sink sink, Options options) : world(std::move(sink), options) {}
  model::World world;
};

Model::Model(Sink sink, Options options) : impl_(std::make_unique<Impl>(std::move(sink), options)) {}
Model::~Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;

namespace {

template <typename Event>
bool hand_on(model::World& world, void (*rule)(model::World&, const Event&), const Event& e) {
  world.begin();
  rule(world, e);
  if (world.advises()) model::advise(world, e);
  return world.allowed();
}

void on_device_created(model::World& world, const event::DeviceCreated& e) {
  world.make<model::Device>(e.id, e.call);
  world.resource_heap_tier = e.resource_heap_tier;
  world.unrestricted_copy_pitch = e.unrestricted_copy_pitch;
  world.uma = e.uma;
}

void on_queue_created(model::World& world, const event::QueueCreated& e) {
  auto* queue = world.make<model::Queue>(e.id, e.call);
  if (queue == nullptr) return;
  queue->type = e.type;
  queue->index = static_cast<std::uint32_t>(world.queues.size());
  world.queues.push_back(queue);
}

void on_fence_created(model::World& world, const event::FenceCreated& e) {
  auto* fence = world.make<model::Fence>(e.id, e.call);
  if (fence == nullptr) return;
  fence->last_value = e.initial_value;
  fence->greatest = e.initial_value;
  fence->replayed = e.initial_value;
  fence->forgotten = e.initial_value;  // To have reached that says nothing.
  fence->reached = e.initial_value;
}

void on_allocator_created(model::World& world, const event::AllocatorCreated& e) {
  auto* allocator = world.make<model::Allocator>(e.id, e.call);
  if (allocator != nullptr) allocator->type = e.type;
}

void on_plain_created(model::World& world, const event::PlainCreated& e) {
  auto* plain = world.make<model::Plain>(e.id, e.call);
  if (plain != nullptr) plain->what = e.kind;
}

void on_destroyed(model::World& world, const event::ObjectDestroyed& e) {
  if (world.advises()) model::advise_at_end(world, e);
  model::on_destroyed(world, e);
}

void on_named(model::World& world, const event::Named& e) {
  if (model::Object* object = world.any(e.id); object != nullptr) object->name = std::string(e.name);
}

void on_presented(model::World& world, const event::Presented& e) {
  auto* resource = world.find<model::Resource>(e.resource);
  if (resource != nullptr) model::check_presented(world, *resource, e.call);
}

}  // namespace

bool Model::on(const event::DeviceCreated& e) {
  return hand_on(impl_->world, on_device_created, e);
}
bool Model::on(const event::QueueCreated& e) {
  return hand_on(impl_->world, on_queue_created, e);
}
bool Model::on(const event::FenceCreated& e) {
  return hand_on(impl_->world, on_fence_created, e);
}
bool Model::on(const event::AllocatorCreated& e) {
  return hand_on(impl_->world, on_allocator_created, e);
}
bool Model::on(const event::ListCreated& e) {
  return hand_on(impl_->world, model::on_list_created, e);
}
bool Model::on(const event::HeapCreated& e) {
  return hand_on(impl_->world, model::on_heap_created, e);
}
bool Model::on(const event::ResourceCreated& e) {
  return hand_on(impl_->world, model::on_resource_created, e);
}
bool Model::on(const event::PlainCreated& e) {
  return hand_on(impl_->world, on_plain_created, e);
}
bool Model::on(const event::Named& e) {
  return hand_on(impl_->world, on_named, e);
}
bool Model::on(const event::ObjectDestroyed& e) {
  return hand_on(impl_->world, on_destroyed, e);
}

bool Model::on(const event::Mapped& e) {
  return hand_on(impl_->world, model::on_mapped, e);
}
bool Model::on(const event::Unmapped& e) {
  return hand_on(impl_->world, model::on_unmapped, e);
}
bool Model::on(const event::CpuRead& e) {
  return hand_on(impl_->world, model::on_cpu_read, e);
}
bool Model::on(const event::CpuWrite& e) {
  return hand_on(impl_->world, model::on_cpu_write, e);
}

bool Model::on(const event::AllocatorReset& e) {
  return hand_on(impl_->world, model::on_allocator_reset, e);
}
bool Model::on(const event::ListReset& e) {
  return hand_on(impl_->world, model::on_list_reset, e);
}
bool Model::on(const event::ListClosed& e) {
  return hand_on(impl_->world, model::on_list_closed, e);
}
bool Model::on(const event::Executed& e) {
  return hand_on(impl_->world, model::on_executed, e);
}

bool Model::on(const event::QueueSignal& e) {
  return hand_on(impl_->world, model::on_queue_signal, e);
}
bool Model::on(const event::QueueWait& e) {
  return hand_on(impl_->world, model::on_queue_wait, e);
}
bool Model::on(const event::CpuSignal& e) {
  return hand_on(impl_->world, model::on_cpu_signal, e);
}
bool Model::on(const event::FenceRead& e) {
  return hand_on(impl_->world, model::on_fence_read, e);
}
bool Model::on(const event::CpuWait& e) {
  return hand_on(impl_->world, model::on_cpu_wait, e);
}
bool Model::on(const event::FenceReached& e) {
  return hand_on(impl_->world, model::on_fence_reached, e);
}
bool Model::on(const event::QueueReached& e) {
  return hand_on(impl_->world, model::on_queue_reached, e);
}
bool Model::on(const event::DeviceLost& e) {
  return hand_on(impl_->world, model::on_device_lost, e);
}
bool Model::on(const event::FrameEnd& e) {
  return hand_on(impl_->world, model::on_frame_end, e);
}
bool Model::on(const event::Presented& e) {
  return hand_on(impl_->world, on_presented, e);
}

bool Model::on(const event::CopyBuffer& e) {
  return hand_on(impl_->world, model::on_copy_buffer, e);
}
bool Model::on(const event::CopyTexture& e) {
  return hand_on(impl_->world, model::on_copy_texture, e);
}
bool Model::on(const event::CopyWhole& e) {
  return hand_on(impl_->world, model::on_copy_whole, e);
}
bool Model::on(const event::Resolve& e) {
  return hand_on(impl_->world, model::on_resolve, e);
}
bool Model::on(const event::Barriers& e) {
  return hand_on(impl_->world, model::on_barriers, e);
}
bool Model::on(const event::Bound& e) {
  return hand_on(impl_->world, model::on_bound, e);
}
bool Model::on(const event::BindingsCleared& e) {
  return hand_on(impl_->world, model::on_bindings_cleared, e);
}
bool Model::on(const event::StateCleared& e) {
  return hand_on(impl_->world, model::on_state_cleared, e);
}
bool Model::on(const event::Draw& e) {
  return hand_on(impl_->world, model::on_draw, e);
}
bool Model::on(const event::Dispatch& e) {
  return hand_on(impl_->world, model::on_dispatch, e);
}
bool Model::on(const event::Used& e) {
  return hand_on(impl_->world, model::on_used, e);
}
bool Model::on(const event::ClearView& e) {
  return hand_on(impl_->world, model::on_clear_view, e);
}
bool Model::on(const event::Discard& e) {
  return hand_on(impl_->world, model::on_discard, e);
}
bool Model::on(const event::Referenced& e) {
  return hand_on(impl_->world, model::on_referenced, e);
}
bool Model::on(const event::BundleExecuted& e) {
  return hand_on(impl_->world, model::on_bundle, e);
}
bool Model::on(const event::PlainCommand& e) {
  return hand_on(impl_->world, model::on_plain_command, e);
}

bool Model::report(Rule rule, const char* call, std::string_view detail, std::span<const ObjectId> objects) {
  model::World& world = impl_->world;
  world.begin();
  const ObjectId first = objects.empty() ? ObjectId::kNone : objects[0];
  const ObjectId second = objects.size() < 2 ? ObjectId::kNone : objects[1];
  const ObjectId third = objects.size() < 3 ? ObjectId::kNone : objects[2];
  world.report(rule, call, {first, second, third}, [&] { return std::string(detail); });
  return world.allowed();
}

std::string Model::describe(ObjectId id) const {
  return impl_->world.describe(id);
}

std::vector<LiveObject> Model::live_objects() const {
  std::vector<LiveObject> out;
  for (const auto& object : impl_->world.objects()) {
    if (object == nullptr || !object->alive) continue;
    out.push_back({object->id, model::World::kind_word(*object), object->name, object->made_by});
  }
  return out;
}

std::vector<MemoryRead> Model::cpu_memory_reads(std::span<const ObjectId> lists) const {
  std::vector<MemoryRead> out;
  for (const ObjectId id : lists) {
    const auto* list = impl_->world.find<model::List>(id);
    if (list == nullptr || list->open || list->recording == nullptr) continue;
    for (const model::Op& op : list->recording->ops) {
      if (op.kind != model::OpKind::kUse || op.state != states::kCopySource) continue;
      const auto* resource = impl_->world.find<model::Resource>(op.resource);
      if (resource == nullptr || !resource->buffer || !resource->cpu_writable()) continue;
      const std::uint64_t width = resource->description.width;
      const ByteRange range{std::min(op.begin, width), std::min(op.end, width)};
      if (range.begin < range.end) out.push_back({op.resource, range});
    }
  }
  return out;
}

std::span<const ObjectId> Model::awaited_fences() const {
  return impl_->world.awaited;
}

std::uint32_t Model::state_of(ObjectId resource, std::uint32_t subresource) const {
  auto* found = impl_->world.find<model::Resource>(resource);
  if (found == nullptr || subresource >= found->subresources) return states::kCommon;
  return found->state(subresource).state;
}

std::uint64_t Model::count(Severity severity) const {
  return impl_->world.count(severity);
}

}  // namespace ferry::check
