#include <ferry/layout/texture_plan.hpp>

#include <algorithm>
#include <numeric>

#include <ferry/base/units.hpp>
#include <ferry/layout/region_cut.hpp>

namespace ferry {
namespace {

/// Subresources are put together into one piece up to this size.
constexpr std::uint64_t kTogether = 64_KiB;

class Planner {
 public:
  Planner(const TextureDesc& desc, std::uint64_t piece_bytes) : desc_(desc), piece_bytes_(piece_bytes) {}

  Result<void> add(std::uint32_t subresource, std::uint32_t source_index) {
    auto whole = whole_box(desc_, subresource);
    if (!whole) return fail(std::move(whole).error());
    auto cut = RegionCut::make(desc_, subresource, *whole, piece_bytes_);
    if (!cut) return fail(std::move(cut).error());
    while (!cut->done()) {
      auto region = cut->next();
      if (!region) return fail(std::move(region).error());
      PlanPart part;
      part.subresource = subresource;
      part.mip = subresource_at(desc_, subresource).mip;
      part.source_index = source_index;
      part.first_row = region->first_row;
      part.first_slice = region->first_slice;
      part.box = region->box;
      part.whole = region->first && region->last;
      part.footprint = region->footprint;
      place(part);
    }
    return {};
  }

  TexturePlan take() { return std::move(plan_); }
  TexturePlan& plan() { return plan_; }

 private:
  void place(PlanPart part) {
    std::uint64_t start = 0;
    if (!plan_.pieces.empty()) start = align_up(plan_.sizes.back(), kPlacementAlignment);
    if (plan_.pieces.empty() || start + part.footprint.total_bytes > std::min(kTogether, piece_bytes_)) {
      plan_.pieces.push_back({static_cast<std::uint32_t>(plan_.parts.size()), 0});
      plan_.sizes.push_back(0);
      start = 0;
    }
    part.footprint.offset = start;
    plan_.sizes.back() = start + part.footprint.total_bytes;
    ++plan_.pieces.back().part_count;
    if (plan_.parts_of_mip.size() <= part.mip) plan_.parts_of_mip.resize(part.mip + std::size_t{1});
    ++plan_.parts_of_mip[part.mip];
    plan_.parts.push_back(part);
  }

  const TextureDesc& desc_;
  std::uint64_t piece_bytes_;
  TexturePlan plan_;
};

}  // namespace

Result<TexturePlan> plan_texture(const TextureDesc& desc, std::uint32_t first, std::uint32_t count,
                                 std::uint64_t piece_bytes) {
  if (auto valid = validate(desc); !valid) return fail(std::move(valid).error());
  const std::uint32_t all = subresource_count(desc);
  if (first > all || count > all - first) {
    return fail(ErrorCode::kInvalidArgument, count, " subresources from number ", first,
                " were asked for, of a texture that has ", all);
  }
  Planner planner(desc, piece_bytes);
  std::uint64_t offset = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    auto shape = footprint(desc, first + i);
    if (!shape) return fail(std::move(shape).error());
    planner.plan().sources.push_back({offset, shape->row_bytes, shape->row_bytes * shape->rows});
    offset += tight_bytes(*shape);
  }
  planner.plan().source_bytes = offset;
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return subresource_at(desc, first + a).mip > subresource_at(desc, first + b).mip;
  });
  for (const std::uint32_t i : order) {
    if (auto added = planner.add(first + i, i); !added) return fail(std::move(added).error());
  }
  TexturePlan plan = planner.take();
  for (const std::uint64_t size : plan.sizes) plan.staged_bytes += size;
  return plan;
}

}  // namespace ferry
