#pragma once

#include <span>

#include "world.hpp"

/// From recorded events to a Recording: no resource state is looked at here.
namespace ferry::check::model {

/// The open list of that id. A closed one is a finding, an unknown one is ignored; both give null.
List* open_list_for(World& world, ObjectId id, const char* call);

/// Bit masks for `check_list_type`.
constexpr std::uint32_t type_bit(ListType type) {
  return 1U << static_cast<std::uint32_t>(type);
}
inline constexpr std::uint32_t kDrawLists = type_bit(ListType::kDirect) | type_bit(ListType::kBundle);
inline constexpr std::uint32_t kDispatchLists = kDrawLists | type_bit(ListType::kCompute);
inline constexpr std::uint32_t kDirectLists = type_bit(ListType::kDirect);
inline constexpr std::uint32_t kDirectOrComputeLists = kDirectLists | type_bit(ListType::kCompute);
inline constexpr std::uint32_t kNotBundles = kDirectOrComputeLists | type_bit(ListType::kCopy);

/// Finds a command that the list's type does not offer; false then.
bool check_list_type(World& world, const List& list, std::uint32_t type_mask, const char* call);

/// The list names the object: it must live until the list is complete.
void reference(World& world, List& list, ObjectId id);

/// Adds a use to the recording; ignores resources the model does not know.
void add_use(World& world, List& list, const event::Use& use, const char* call, bool initialises = false);
/// The same for one subresource, or kAllSubresources.
void add_subresource_use(World& world, List& list, Resource& resource, std::uint32_t state,
                         std::uint32_t subresource, ByteRange bytes, const char* as, const char* call,
                         bool initialises = false);

/// False, with a finding, where the index is beyond the resource's last subresource.
bool check_subresource(World& world, const Resource& resource, std::uint32_t subresource, const char* call);

void on_barriers(World& world, const event::Barriers& e);
void on_bound(World& world, const event::Bound& e);
void on_bindings_cleared(World& world, const event::BindingsCleared& e);
void on_state_cleared(World& world, const event::StateCleared& e);
void on_draw(World& world, const event::Draw& e);
void on_dispatch(World& world, const event::Dispatch& e);
void on_used(World& world, const event::Used& e);
void on_clear_view(World& world, const event::ClearView& e);
void on_discard(World& world, const event::Discard& e);
void on_referenced(World& world, const event::Referenced& e);
void on_bundle(World& world, const event::BundleExecuted& e);
void on_plain_command(World& world, const event::PlainCommand& e);

}  // namespace ferry::check::model
