#pragma once

#include "world.hpp"

/// What the CPU does to memory: Map, Unmap, reads and writes.
namespace ferry::check::model {

void on_mapped(World& world, const event::Mapped& e);
void on_unmapped(World& world, const event::Unmapped& e);
void on_cpu_read(World& world, const event::CpuRead& e);
void on_cpu_write(World& world, const event::CpuWrite& e);

}  // namespace ferry::check::model
