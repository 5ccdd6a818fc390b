#pragma once

#include <cstdint>
#include <string>

#include <ferry/transfer/advise.hpp>
#include <ferry/transfer/barrier.hpp>

// The parts of advise(). Each takes the advice with what stands in it so far: first the use, then place, flags
// and ways, then the rest.

namespace ferry::advice {

/// D3D12_RESOURCE_STATES and D3D12_RESOURCE_FLAGS that the advice speaks of.
inline constexpr std::uint32_t kGenericRead = 0xac3;
inline constexpr std::uint32_t kShaderResource = 0x40 | 0x80;

/// Every byte of a constant buffer view's address and size is a multiple of this
/// (D3D12_CONSTANT_BUFFER_DATA_PLACEMENT_ALIGNMENT), and it sees at most so much.
inline constexpr std::uint64_t kConstantAlignment = 256;
inline constexpr std::uint64_t kMostConstants = 65536;
/// D3D12_DEFAULT_RESOURCE_PLACEMENT_ALIGNMENT.
inline constexpr std::uint64_t kPlacement = 65536;
/// The biggest piece that is bound straight from UPLOAD memory where that lies across a bus.
inline constexpr std::uint64_t kMostAcrossTheBus = 65536;
/// From this size on a copy on an engine of its own is worth several copies of the resource.
inline constexpr std::uint64_t kWorthRotation = std::uint64_t{4} << 20;

/// The use with its defaults, or why it cannot be.
Result<ResourceUse> settle(const ResourceUse& use, const MemoryArchitecture& machine);

/// The state in which the GPU uses what is bound so.
std::uint32_t state_of(BindAs bind) noexcept;
/// The states in which the GPU writes it, and reads it. `use` is settled, here and below.
std::uint32_t written_state(const ResourceUse& use) noexcept;
std::uint32_t read_state(const ResourceUse& use) noexcept;
/// The first of the two that a frame needs.
std::uint32_t first_used_state(const ResourceUse& use) noexcept;
/// Whether the resource gets into that state from COMMON with no barrier (Direct3D 12 documentation, "Using
/// Resource Barriers to Synchronize Resource States in Direct3D 12").
bool promotes(ResourceKind kind, std::uint32_t state) noexcept;

/// Whether the CPU, or the loader for it, brings bytes.
bool brings_bytes(const ResourceUse& use) noexcept;
/// Goes down the tree: place, flags, ways and queues of `advice.use`; with the decisions where they are
/// wanted.
void decide(Advice& advice, const MemoryArchitecture& machine, bool with_words);

void add_states(Advice& advice);
void add_sizes(Advice& advice, const MemoryArchitecture& machine);
void add_code(Advice& advice);
void add_changes(Advice& advice, const ResourceUse& asked, const MemoryArchitecture& machine);
void answer_wish(Advice& advice, const MemoryArchitecture& machine);

}  // namespace ferry::advice
