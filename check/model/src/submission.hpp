#pragma once

#include "world.hpp"

/// What queues do, in the order in which it can happen: work behind a Wait whose value nobody has signalled
/// yet is kept, and replayed once the Signal is.
namespace ferry::check::model {

/// Takes submitted work: replays it now, or keeps it behind the queue's Wait.
void submit(World& world, Queue& queue, Submitted work);

/// A signal that does not come from a queue: from the CPU, or from outside. Releases queues that wait for it.
void signal_from_outside(World& world, Fence& fence, std::uint64_t value, const Clock& done);

/// The fence really shows `value`, or the queue has really finished `submission`: work that the model still
/// holds back must have got past its Wait (somebody signalled whom the model does not see).
void fence_shows(World& world, const Fence& fence, std::uint64_t value);
void queue_shows(World& world, Queue& queue, std::uint64_t submission);

/// What is complete once the fence has reached `value`: null where nothing is known of it.
const SignalRecord* signal_that_reaches(const Fence& fence, std::uint64_t value);

}  // namespace ferry::check::model
