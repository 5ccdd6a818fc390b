#include "copy_plan.hpp"

#include <ferry/base/resource_states.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/resource_desc.hpp>

namespace ferry {
namespace {

D3D12_TEXTURE_COPY_LOCATION placed(ID3D12Resource* buffer, const Footprint& footprint) {
  D3D12_TEXTURE_COPY_LOCATION location = {};
  location.pResource = buffer;
  location.Type = D3D12_TEXTURE_COPY_TYPE_PLACED_FOOTPRINT;
  location.PlacedFootprint.Offset = footprint.offset;
  location.PlacedFootprint.Footprint.Format = static_cast<DXGI_FORMAT>(footprint.format);
  location.PlacedFootprint.Footprint.Width = footprint.width;
  location.PlacedFootprint.Footprint.Height = footprint.height;
  location.PlacedFootprint.Footprint.Depth = footprint.depth;
  location.PlacedFootprint.Footprint.RowPitch = static_cast<UINT>(footprint.row_pitch);
  return location;
}

D3D12_TEXTURE_COPY_LOCATION indexed(ID3D12Resource* texture, std::uint32_t subresource) {
  D3D12_TEXTURE_COPY_LOCATION location = {};
  location.pResource = texture;
  location.Type = D3D12_TEXTURE_COPY_TYPE_SUBRESOURCE_INDEX;
  location.SubresourceIndex = subresource;
  return location;
}

TouchedRange range_of(std::uint64_t offset, std::uint64_t bytes) {
  return TouchedRange::of_bytes(offset, bytes);
}

TouchedRange range_of(const Box& box) {
  return {{box.left, box.top, box.front}, {box.right, box.bottom, box.back}};
}

std::string subresource_text(std::uint32_t subresource, bool is_buffer) {
  return is_buffer ? std::string() : text(" subresource ", subresource);
}

}  // namespace

bool CopyPlan::continues(ID3D12Resource* destination, std::uint64_t offset) const {
  if (steps_.empty()) return false;
  const Step& last = steps_.back();
  return last.kind == Step::Kind::kBuffer && last.destination == destination &&
         last.destination_offset + last.bytes == offset;
}

Result<void> CopyPlan::add_upload(ID3D12Resource* destination, std::uint64_t destination_offset,
                                  ID3D12Resource* staging, std::uint64_t staging_offset, std::uint64_t bytes,
                                  StateChange states) {
  if (auto checked = check_states(destination, 0, true, states); !checked) return checked;
  if (extend_last(destination, destination_offset, staging, staging_offset, bytes, states)) return {};
  auto touched = touch(destination, 0, 1, kStateCopyDest, states, range_of(destination_offset, bytes), true);
  if (!touched) return fail(std::move(touched).error());
  steps_.push_back(
      {Step::Kind::kBuffer, *touched, destination, staging, destination_offset, staging_offset, bytes});
  return {};
}

bool CopyPlan::extend_last(ID3D12Resource* destination, std::uint64_t destination_offset,
                           ID3D12Resource* staging, std::uint64_t staging_offset, std::uint64_t bytes,
                           StateChange states) {
  if (!continues(destination, destination_offset)) return false;
  Step& last = steps_.back();
  if (last.source != staging || last.source_offset + last.bytes != staging_offset) return false;
  TouchedResources::Entry& entry = touched_.entry(last.index);
  // Joined with the copy before it, it is as late as that one: only what came before both must not overlap.
  if (!entry.ranges.add(range_of(destination_offset, bytes))) return false;
  entry.after = states.after;
  last.bytes += bytes;
  computed_ = false;
  return true;
}

Result<void> CopyPlan::add_upload(const TexturePlace& destination, ID3D12Resource* staging,
                                  const Footprint& footprint, StateChange states) {
  if (auto touched = touch(destination.texture, destination.subresource, destination.subresource_count,
                           kStateCopyDest, states, range_of(destination.box), false);
      !touched) {
    return fail(std::move(touched).error());
  }
  Step step;
  step.kind = Step::Kind::kToTexture;
  step.destination = destination.texture;
  step.source = staging;
  add_texture_step(step, destination, footprint);
  return {};
}

Result<void> CopyPlan::add_readback(ID3D12Resource* source, std::uint64_t source_offset,
                                    ID3D12Resource* readback, std::uint64_t readback_offset,
                                    std::uint64_t bytes, StateChange states) {
  auto touched = touch(source, 0, 1, kStateCopySource, states, range_of(source_offset, bytes), true);
  if (!touched) return fail(std::move(touched).error());
  steps_.push_back({Step::Kind::kBuffer, *touched, readback, source, readback_offset, source_offset, bytes});
  return {};
}

Result<void> CopyPlan::add_readback(const TexturePlace& source, ID3D12Resource* readback,
                                    const Footprint& footprint, StateChange states) {
  if (auto touched = touch(source.texture, source.subresource, source.subresource_count, kStateCopySource,
                           states, range_of(source.box), false);
      !touched) {
    return fail(std::move(touched).error());
  }
  Step step;
  step.kind = Step::Kind::kFromTexture;
  step.destination = readback;
  step.source = source.texture;
  add_texture_step(step, source, footprint);
  return {};
}

void CopyPlan::add_texture_step(Step step, const TexturePlace& place, const Footprint& footprint) {
  step.index = static_cast<std::uint32_t>(texture_sides_.size());
  texture_sides_.push_back({place.subresource, place.whole, place.box, footprint});
  steps_.push_back(step);
}

Result<void> CopyPlan::check_state(ID3D12Resource* resource, std::uint32_t state, const char* when) const {
  if (kind_ != QueueKind::kCopy) return {};
  // Direct3D 12 documentation, "Using Resource Barriers to Synchronize Resource States in Direct3D 12": a COPY
  // list knows only these. And "Multi-engine synchronization": a texture comes to a COPY queue in COMMON, for
  // COPY_DEST and COPY_SOURCE from elsewhere are states of the other queues, and is in COMMON again when its
  // lists are done.
  const bool own_list = owner_ == ListOwner::kFerry;
  const std::uint32_t taken = own_list ? kStateCommon : kStateCopyDest | kStateCopySource;
  if ((state & ~taken) == 0) return {};
  return fail(ErrorCode::kInvalidArgument, object_name(resource), " is to be in state ",
              resource_states_text(state), " ", when, " the copy, but ",
              own_list ? "what a COPY queue copies comes to it in COMMON and is left in COMMON"
                       : "a list for a COPY queue takes only COMMON, COPY_SOURCE and COPY_DEST",
              "; bring it to COMMON on the queue that uses it, or transfer on QueueKind::kDirect");
}

Result<void> CopyPlan::check_stated(ID3D12Resource* resource, std::uint32_t subresource, bool is_buffer,
                                    StateChange states) const {
  if (auto checked = check_state(resource, states.before, "before"); !checked) return checked;
  if (auto checked = check_state(resource, states.after, "after"); !checked) return checked;
  if (is_buffer && owner_ == ListOwner::kFerry) return {};
  const TouchedResources::Entry* entry = touched_.find(resource, subresource);
  if (entry == nullptr || entry->after == states.before) return {};
  return fail(ErrorCode::kInvalidArgument, object_name(resource), subresource_text(subresource, is_buffer),
              " is left in state ", resource_states_text(entry->after),
              " by the transfer before this one, which says it is in ", resource_states_text(states.before),
              "; say the state that the earlier one leaves");
}

Result<std::uint32_t> CopyPlan::touch(ID3D12Resource* resource, std::uint32_t subresource,
                                      std::uint32_t subresource_count, std::uint32_t copy_state,
                                      StateChange states, const TouchedRange& range, bool is_buffer) {
  if (auto checked = check_states(resource, subresource, is_buffer, states); !checked) {
    return fail(std::move(checked).error());
  }
  computed_ = false;
  bool is_new = false;
  TouchedResources::Entry& entry = touched_.find_or_add(resource, subresource, is_new);
  // Read states combine: a resource in COPY_SOURCE and other read states can be copied from as it is.
  const bool readable = copy_state == kStateCopySource && (states.before & kStateCopySource) != 0;
  if (is_new) {
    entry.subresource_count = subresource_count;
    entry.is_buffer = is_buffer;
    entry.first_before = states.before;
    entry.copy_state = readable ? states.before : copy_state;
    entry.after = states.after;
    entry.ranges.reset(range);
    return touched_.number_of(entry);
  }
  const bool same_state = entry.copy_state == copy_state || (readable && entry.copy_state == states.before);
  if (!same_state) {
    add_barrier_between(entry, entry.copy_state, copy_state);
    entry.copy_state = copy_state;
    entry.ranges.reset(range);
  } else if (copy_state == kStateCopyDest && !entry.ranges.add(range)) {
    add_barrier_between(entry, kStateCopyDest, kStateCopySource);
    add_barrier_between(entry, kStateCopySource, kStateCopyDest);
    entry.ranges.reset(range);
  }
  entry.after = states.after;
  return touched_.number_of(entry);
}

void CopyPlan::add_barrier_between(const TouchedResources::Entry& entry, std::uint32_t before,
                                   std::uint32_t after) {
  Step step;
  step.kind = Step::Kind::kBarrier;
  step.index = static_cast<std::uint32_t>(barriers_between_.size());
  barriers_between_.push_back({entry.resource.get(), entry.subresource, before, after});
  steps_.push_back(step);
}

void CopyPlan::compute_barriers() {
  if (computed_) return;
  computed_ = true;
  before_.clear();
  after_.clear();
  const auto& entries = touched_.entries();
  for (std::size_t i = 0; i < entries.size();) {
    const TouchedResources::Entry& entry = entries[i];
    // A texture whose subresources all make the same change, in their order, takes one barrier.
    std::size_t run = 1;
    const bool mergeable = entry.subresource == 0 && barriers_between_.empty();
    while (mergeable && run < entry.subresource_count && i + run < entries.size()) {
      const TouchedResources::Entry& next = entries[i + run];
      if (next.resource.get() != entry.resource.get() || next.subresource != run ||
          next.first_before != entry.first_before || next.after != entry.after ||
          next.copy_state != entry.copy_state) {
        break;
      }
      ++run;
    }
    const bool all = run == entry.subresource_count;
    if (!all) run = 1;
    i += run;
    if (entry.is_buffer && owner_ == ListOwner::kFerry) continue;
    const std::uint32_t subresource = all ? kAllSubresources : entry.subresource;
    // The first copy state of an entry that changed roles is the 'before' of its first barrier between.
    std::uint32_t first_copy_state = entry.copy_state;
    for (const Barrier& between : barriers_between_) {
      if (between.resource == entry.resource.get() && between.subresource == entry.subresource) {
        first_copy_state = between.before;
        break;
      }
    }
    if (entry.first_before != first_copy_state) {
      before_.push_back({entry.resource.get(), subresource, entry.first_before, first_copy_state});
    }
    if (entry.copy_state != entry.after) {
      after_.push_back({entry.resource.get(), subresource, entry.copy_state, entry.after});
    }
  }
}

std::span<const Barrier> CopyPlan::barriers_before() {
  compute_barriers();
  return before_;
}

std::span<const Barrier> CopyPlan::barriers_after() {
  compute_barriers();
  return after_;
}

void CopyPlan::record_between(ID3D12GraphicsCommandList* list, const Barrier& barrier,
                              BarrierForm form) const {
  if (form == BarrierForm::kStates) {
    record_barriers(list, {&barrier, 1});
    return;
  }
  // Every queue takes the copy states, and the list was looked at before.
  if (auto enhanced = to_enhanced({&barrier, 1}, kind_)) (void)record_barriers(list, *enhanced);
}

void CopyPlan::record_copies(ID3D12GraphicsCommandList* list, BarrierForm form) const {
  for (const Step& step : steps_) {
    switch (step.kind) {
      case Step::Kind::kBuffer:
        list->CopyBufferRegion(step.destination, step.destination_offset, step.source, step.source_offset,
                               step.bytes);
        break;
      case Step::Kind::kToTexture: {
        const TextureSide& side = texture_sides_[step.index];
        const D3D12_TEXTURE_COPY_LOCATION to = indexed(step.destination, side.subresource);
        const D3D12_TEXTURE_COPY_LOCATION from = placed(step.source, side.footprint);
        list->CopyTextureRegion(&to, side.box.left, side.box.top, side.box.front, &from, nullptr);
        break;
      }
      case Step::Kind::kFromTexture: {
        const TextureSide& side = texture_sides_[step.index];
        const D3D12_TEXTURE_COPY_LOCATION to = placed(step.destination, side.footprint);
        const D3D12_TEXTURE_COPY_LOCATION from = indexed(step.source, side.subresource);
        const D3D12_BOX box = {side.box.left,  side.box.top,    side.box.front,
                               side.box.right, side.box.bottom, side.box.back};
        list->CopyTextureRegion(&to, 0, 0, 0, &from, side.whole ? nullptr : &box);
        break;
      }
      case Step::Kind::kBarrier:
        record_between(list, barriers_between_[step.index], form);
        break;
    }
  }
}

std::vector<ComPtr<ID3D12Resource>> CopyPlan::clear() {
  steps_.clear();
  texture_sides_.clear();
  barriers_between_.clear();
  before_.clear();
  after_.clear();
  computed_ = false;
  return touched_.clear();
}

}  // namespace ferry
