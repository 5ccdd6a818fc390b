#pragma once

#include "world.hpp"

/// Allocators, lists and their order; what must stay alive.
namespace ferry::check::model {

void on_list_created(World& world, const event::ListCreated& e);
void on_allocator_reset(World& world, const event::AllocatorReset& e);
void on_list_reset(World& world, const event::ListReset& e);
void on_list_closed(World& world, const event::ListClosed& e);
void on_executed(World& world, const event::Executed& e);
void on_destroyed(World& world, const event::ObjectDestroyed& e);

}  // namespace ferry::check::model
