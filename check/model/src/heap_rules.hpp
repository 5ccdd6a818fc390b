#pragma once

#include "world.hpp"

/// Heaps, and the creation of resources.
namespace ferry::check::model {

void on_heap_created(World& world, const event::HeapCreated& e);
void on_resource_created(World& world, const event::ResourceCreated& e);

}  // namespace ferry::check::model
