#pragma once

#include "world.hpp"

/// Advice on use: habits that are legal and cost time. Looked for where Options::advise_on_use asks for it,
/// with the thresholds of <ferry/check/model/advice.hpp>. It sees calls in the CPU's order, and no other rule
/// depends on it.
namespace ferry::check::model {

/// Looks at an event after the rules have. Events that are not named here say nothing about habits.
template <typename Event>
void advise(World& /*world*/, const Event& /*e*/) {}
void advise(World& world, const event::ResourceCreated& e);
void advise(World& world, const event::Unmapped& e);
void advise(World& world, const event::CpuWrite& e);
void advise(World& world, const event::ListCreated& e);
void advise(World& world, const event::ListReset& e);
void advise(World& world, const event::Executed& e);
void advise(World& world, const event::QueueSignal& e);
void advise(World& world, const event::QueueWait& e);
void advise(World& world, const event::FenceRead& e);
void advise(World& world, const event::CpuWait& e);
void advise(World& world, const event::FrameEnd& e);
void advise(World& world, const event::Presented& e);
void advise(World& world, const event::Resolve& e);
void advise(World& world, const event::Draw& e);
void advise(World& world, const event::Dispatch& e);
void advise(World& world, const event::Used& e);
void advise(World& world, const event::ClearView& e);
void advise(World& world, const event::Discard& e);

/// Looks at an object that is about to be destroyed.
void advise_at_end(World& world, const event::ObjectDestroyed& e);

// ------------------------------------------------------- frame_advice.cpp: what is done in every frame

/// A frame has ended, by that sign; weaker signs than those seen before are ignored.
void end_frame(World& world, FrameSign sign);
/// The queue signals what it has executed: a frame's end, where nothing surer is known.
void end_frame_by_signal(World& world, const Queue& queue);
/// This is what the program shows.
void note_back_buffer(World& world, const Resource& resource);
/// What a draw fetches from a vertex or index buffer, while it is recorded.
void note_fetch(const World& world, List& list, const Binding& binding, const char* call);
void advise_on_fetches(World& world, const Queue& queue, const Workload& work);
void advise_on_texture_reads(World& world, const Queue& queue, const Workload& work);

// ------------------------------------- submission_advice.cpp: how work is handed in and waited for

/// A copy of so many bytes (kWholeSize: not known), while it is recorded. Either side may be null.
void note_copy(const World& world, List& list, const Resource* destination, const Resource* source,
               std::uint64_t bytes, const char* call);
void advise_on_tiny_submission(World& world, Queue& queue, const Workload& work, const char* call);
/// The queue signals what it has executed since its last Signal.
void note_fresh_signal(const World& world, Queue& queue, const event::QueueSignal& e);
/// The CPU waits.
void note_wait(World& world, ObjectId fence, std::uint64_t value, std::uint64_t thread, const char* call);
/// The CPU looks at a fence, which many times in a row is a wait.
void note_look(World& world, const Fence& fence, const event::FenceRead& e);
/// The program prepares or submits work: what it did about the last Signals is seen now.
void go_on(World& world);

// ------------------------------------------------- staging_advice.cpp: how UPLOAD buffers are used

void note_buffer_uses(World& world, const Recording& recording);
void advise_on_buffer_end(World& world, const Resource& resource);
void advise_on_staging(World& world, const Queue& queue, const event::Executed& e);
/// The CPU waits for something.
void note_wait_for_staging(World& world);

}  // namespace ferry::check::model
