#include <algorithm>
#include <cstddef>

#include <ferry/base/text.hpp>

#include "advice.hpp"
#include "record.hpp"
#include "words.hpp"

/// What is bound to a list, and what a draw or dispatch needs of it.
namespace ferry::check::model {
namespace {

using event::BindPoint;
using event::DepthAccess;

bool slot_in(std::uint32_t mask, std::uint32_t slot) {
  return slot >= 32 || (mask >> slot & 1U) != 0;
}

/// True where the draw reads or writes that binding.
bool draw_uses(const event::Draw& e, const Binding& binding) {
  switch (binding.point) {
    case BindPoint::kVertexBuffer:
      return slot_in(e.vertex_slots, binding.index);
    case BindPoint::kIndexBuffer:
      return e.indexed;
    case BindPoint::kStreamOutput:
      return e.stream_output;
    case BindPoint::kRenderTarget:
      return slot_in(e.render_target_slots, binding.index);
    case BindPoint::kDepth:
      return e.depth != DepthAccess::kNone;
    case BindPoint::kStencil:
      return e.stencil != DepthAccess::kNone;
    case BindPoint::kGraphicsRoot:
    case BindPoint::kPredication:
      return true;
    case BindPoint::kComputeRoot:
      return false;
  }
  return false;
}

/// The state that a bound view needs: a plane that is only tested may be in DEPTH_READ even under a view that
/// could write ('D3D12_RESOURCE_STATES').
std::uint32_t needed(const event::Draw& e, BindPoint point, std::uint32_t state) {
  const bool tested = (point == BindPoint::kDepth && e.depth == DepthAccess::kRead) ||
                      (point == BindPoint::kStencil && e.stencil == DepthAccess::kRead);
  return tested && state == states::kDepthWrite ? states::kDepthRead : state;
}

/// A stencil binding of a depth buffer that has no stencil plane.
bool lacks_stencil(const World& world, const Binding& binding) {
  if (binding.point != BindPoint::kStencil) return false;
  const Resource* resource = world.find<Resource>(binding.uses.front().resource);
  return resource == nullptr || binding.uses.front().subresources.first_plane >= resource->planes;
}

/// Records the uses of a binding, unless nothing has happened since they were. `first_state` is what its
/// first use needs; a depth or stencil binding has only that one.
void emit(World& world, List& list, Binding& binding, std::uint32_t first_state, const char* call) {
  if (binding.emitted_at == list.changes && binding.emitted_state == first_state) return;
  binding.emitted_at = list.changes;
  binding.emitted_state = first_state;
  for (std::size_t i = 0; i < binding.uses.size(); ++i) {
    event::Use use = binding.uses[i];
    if (i == 0) use.state = first_state;
    add_use(world, list, use, call);
  }
}

/// Everything of a draw that says which bindings it uses, in one number.
std::uint64_t shape_of(const event::Draw& e) {
  return std::uint64_t{e.vertex_slots} << 32 | std::uint64_t{e.render_target_slots & 0xff} << 8 |
         static_cast<std::uint64_t>(e.depth) << 4 | static_cast<std::uint64_t>(e.stencil) << 2 |
         (e.indexed ? 2U : 0U) | (e.stream_output ? 1U : 0U);
}

}  // namespace

void on_bound(World& world, const event::Bound& e) {
  List* list = open_list_for(world, e.list, e.call);
  if (list == nullptr) return;
  ++list->rebinds;
  const auto at = std::find_if(list->bindings.begin(), list->bindings.end(), [&](const Binding& binding) {
    return binding.point == e.point && binding.index == e.index;
  });
  if (e.uses.empty()) {
    if (at != list->bindings.end()) list->bindings.erase(at);
    return;
  }
  if (at != list->bindings.end()) {
    at->uses.assign(e.uses.begin(), e.uses.end());
    at->emitted_at = 0;
    return;
  }
  Binding& binding = list->bindings.emplace_back();
  binding.point = e.point;
  binding.index = e.index;
  binding.uses.assign(e.uses.begin(), e.uses.end());
}

void on_bindings_cleared(World& world, const event::BindingsCleared& e) {
  List* list = open_list_for(world, e.list, e.call);
  if (list == nullptr) return;
  ++list->rebinds;
  std::erase_if(list->bindings, [&](const Binding& binding) { return binding.point == e.point; });
}

void on_state_cleared(World& world, const event::StateCleared& e) {
  List* list = open_list_for(world, e.list, e.call);
  if (list == nullptr) return;
  ++list->rebinds;
  list->bindings.clear();
}

void on_draw(World& world, const event::Draw& e) {
  List* list = open_list_for(world, e.list, e.call);
  if (list == nullptr || !check_list_type(world, *list, kDrawLists, e.call)) return;
  for (const event::Use& use : e.extra) add_use(world, *list, use, e.call);
  const std::uint64_t shape = shape_of(e);
  const std::uint64_t now = list->changes + list->rebinds;
  if (list->drawn_at == now && list->drawn_how == shape) return;
  list->drawn_at = now;
  list->drawn_how = shape;
  for (Binding& binding : list->bindings) {
    if (!draw_uses(e, binding) || lacks_stencil(world, binding)) continue;
    emit(world, *list, binding, needed(e, binding.point, binding.uses.front().state), e.call);
    note_fetch(world, *list, binding, e.call);
  }
}

void on_dispatch(World& world, const event::Dispatch& e) {
  List* list = open_list_for(world, e.list, e.call);
  if (list == nullptr || !check_list_type(world, *list, kDispatchLists, e.call)) return;
  for (const event::Use& use : e.extra) add_use(world, *list, use, e.call);
  const std::uint64_t now = list->changes + list->rebinds;
  if (list->dispatched_at == now) return;
  list->dispatched_at = now;
  for (Binding& binding : list->bindings) {
    if (binding.point != BindPoint::kComputeRoot && binding.point != BindPoint::kPredication) continue;
    emit(world, *list, binding, binding.uses.front().state, e.call);
  }
}

void on_bundle(World& world, const event::BundleExecuted& e) {
  List* list = open_list_for(world, e.list, e.call);
  if (list == nullptr || !check_list_type(world, *list, kDirectLists, e.call)) return;
  const List* bundle = world.find<List>(e.bundle);
  if (bundle == nullptr) return;
  if (bundle->type != ListType::kBundle) {
    world.report(Rule::kListTypeMismatch, e.call, {e.bundle, e.list}, [&] {
      return text(world.describe(*bundle), " is of type ", list_type_word(bundle->type), ", not BUNDLE");
    });
  }
  if (bundle->open) {
    world.report(Rule::kExecuteOpenList, e.call, {e.bundle, e.list}, [&] {
      return text("Bundle ", world.describe(*bundle), " is executed while it is still open");
    });
  }
  if (bundle->open || bundle->recording == nullptr) return;
  // A bundle draws into what the list has bound; vertex and index buffers it may bind itself, so the list's
  // are not looked at.
  event::Draw draw;
  draw.call = e.call;
  draw.list = e.list;
  draw.vertex_slots = 0;
  on_draw(world, draw);
  event::Dispatch dispatch;
  dispatch.call = e.call;
  dispatch.list = e.list;
  on_dispatch(world, dispatch);
  reference(world, *list, e.bundle);
  for (const ObjectId id : bundle->recording->references) reference(world, *list, id);
  const auto boxes = static_cast<std::uint32_t>(list->recording->boxes.size());
  list->recording->boxes.insert(list->recording->boxes.end(), bundle->recording->boxes.begin(),
                                bundle->recording->boxes.end());
  for (Op op : bundle->recording->ops) {
    if (op.box != kNoBox) op.box += boxes;
    list->recording->ops.push_back(op);
  }
  list->recording->workload.add(bundle->recording->workload);
  ++list->changes;
}

}  // namespace ferry::check::model
