#pragma once

#include "world.hpp"

/// Copies and resolves: their shapes, and the uses that they make.
namespace ferry::check::model {

void on_copy_buffer(World& world, const event::CopyBuffer& e);
void on_copy_whole(World& world, const event::CopyWhole& e);
void on_resolve(World& world, const event::Resolve& e);
/// In footprint_rules.cpp.
void on_copy_texture(World& world, const event::CopyTexture& e);

}  // namespace ferry::check::model
