#pragma once

#include "world.hpp"

/// Fences, waits, what the program knows of the GPU's progress, and the lost device.
namespace ferry::check::model {

void on_queue_signal(World& world, const event::QueueSignal& e);
void on_queue_wait(World& world, const event::QueueWait& e);
void on_cpu_signal(World& world, const event::CpuSignal& e);
void on_fence_read(World& world, const event::FenceRead& e);
void on_cpu_wait(World& world, const event::CpuWait& e);
void on_fence_reached(World& world, const event::FenceReached& e);
void on_queue_reached(World& world, const event::QueueReached& e);
void on_device_lost(World& world, const event::DeviceLost& e);
void on_frame_end(World& world, const event::FrameEnd& e);

}  // namespace ferry::check::model
