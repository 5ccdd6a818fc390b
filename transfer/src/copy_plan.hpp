#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <ferry/base/result.hpp>
#include <ferry/gpu/com_ptr.hpp>
#include <ferry/gpu/queue.hpp>
#include <ferry/layout/footprint.hpp>
#include <ferry/transfer/barrier.hpp>
#include <ferry/transfer/enhanced_barrier.hpp>

#include "touched_resources.hpp"

struct ID3D12GraphicsCommandList;
struct ID3D12Resource;

namespace ferry {

/// A texture's subresource, or a box of it, as one side of a copy.
struct TexturePlace {
  ID3D12Resource* texture = nullptr;
  std::uint32_t subresource = 0;
  /// How many subresources the texture has, so that barriers for all of them can become one.
  std::uint32_t subresource_count = 1;
  Box box;
  bool whole = true;
};

/// The copies of one command list, collected first and recorded at once: so neighbouring buffer copies are
/// joined, and all transitions before (and after) the copies are one ResourceBarrier call.
///
/// Copies to the same place keep their order: where two may overlap, a pair of transitions stands between
/// them.
///
/// Threading: one thread at a time.
class CopyPlan {
 public:
  /// Whose list the plan is recorded into. In a list of Ferry's own buffers need no barriers: they start in
  /// COMMON, promote, and decay when the list is done.
  enum class ListOwner : std::uint8_t { kFerry, kApplication };

  CopyPlan(QueueKind kind, ListOwner owner) : kind_(kind), owner_(owner) {}

  /// Whether a transfer with these states can come next: the plan's queue takes them, and they fit to what
  /// the transfers before it leave. The calls below ask it too; whoever adds several at once asks for all of
  /// them first.
  Result<void> check_states(ID3D12Resource* resource, std::uint32_t subresource, bool is_buffer,
                            StateChange states) const {
    // Nothing to find fault with, and the usual case.
    if (is_buffer && owner_ == ListOwner::kFerry && (states.before | states.after) == kStateCommon) return {};
    return check_stated(resource, subresource, is_buffer, states);
  }

  Result<void> add_upload(ID3D12Resource* destination, std::uint64_t destination_offset,
                          ID3D12Resource* staging, std::uint64_t staging_offset, std::uint64_t bytes,
                          StateChange states);
  Result<void> add_upload(const TexturePlace& destination, ID3D12Resource* staging,
                          const Footprint& footprint, StateChange states);
  Result<void> add_readback(ID3D12Resource* source, std::uint64_t source_offset, ID3D12Resource* readback,
                            std::uint64_t readback_offset, std::uint64_t bytes, StateChange states);
  Result<void> add_readback(const TexturePlace& source, ID3D12Resource* readback, const Footprint& footprint,
                            StateChange states);

  /// Makes the last copy longer by `bytes` that follow it in the destination buffer and in staging. False,
  /// changing nothing, where they do not, or where an earlier copy may have written there. The states are
  /// checked already.
  bool extend_last(ID3D12Resource* destination, std::uint64_t destination_offset, ID3D12Resource* staging,
                   std::uint64_t staging_offset, std::uint64_t bytes, StateChange states);

  /// Whether a buffer upload starting here would be joined with the last copy if its staging followed too.
  [[nodiscard]] bool continues(ID3D12Resource* destination, std::uint64_t offset) const;

  [[nodiscard]] bool empty() const { return steps_.empty(); }
  [[nodiscard]] std::size_t copy_count() const { return steps_.size() - barriers_between_.size(); }

  /// Computed at the first call after a change.
  std::span<const Barrier> barriers_before();
  std::span<const Barrier> barriers_after();
  /// `form` is of the barriers between copies to the same place; kEnhanced needs a list that takes them.
  void record_copies(ID3D12GraphicsCommandList* list, BarrierForm form = BarrierForm::kStates) const;

  /// Empties the plan. What it named was kept alive by it; these references go to the caller.
  [[nodiscard]] std::vector<ComPtr<ID3D12Resource>> clear();

 private:
  struct Step {
    enum class Kind : std::uint8_t { kBuffer, kToTexture, kFromTexture, kBarrier };
    Kind kind = Kind::kBuffer;
    /// Of what `kind` says: which of `texture_sides_`, which of `barriers_between_`; for buffers their entry
    /// in `touched_`.
    std::uint32_t index = 0;
    ID3D12Resource* destination = nullptr;
    ID3D12Resource* source = nullptr;
    std::uint64_t destination_offset = 0;
    std::uint64_t source_offset = 0;
    std::uint64_t bytes = 0;
  };
  /// What only texture copies need: kept apart, since there may be thousands of buffer copies.
  struct TextureSide {
    std::uint32_t subresource = 0;
    bool whole = true;
    Box box;
    Footprint footprint;
  };

  /// The number of the entry that it touched.
  Result<std::uint32_t> touch(ID3D12Resource* resource, std::uint32_t subresource,
                              std::uint32_t subresource_count, std::uint32_t copy_state, StateChange states,
                              const TouchedRange& range, bool is_buffer);
  void add_texture_step(Step step, const TexturePlace& place, const Footprint& footprint);
  Result<void> check_stated(ID3D12Resource* resource, std::uint32_t subresource, bool is_buffer,
                            StateChange states) const;
  Result<void> check_state(ID3D12Resource* resource, std::uint32_t state, const char* when) const;
  void add_barrier_between(const TouchedResources::Entry& entry, std::uint32_t before, std::uint32_t after);
  void compute_barriers();
  void record_between(ID3D12GraphicsCommandList* list, const Barrier& barrier, BarrierForm form) const;

  QueueKind kind_;
  ListOwner owner_;
  std::vector<Step> steps_;
  std::vector<TextureSide> texture_sides_;
  std::vector<Barrier> barriers_between_;
  TouchedResources touched_;
  std::vector<Barrier> before_;
  std::vector<Barrier> after_;
  bool computed_ = false;
};

}  // namespace ferry
