#include "glow_taps.hpp"

#include <algorithm>
#include <vector>

#include <ferry/transfer/transfer_manager.hpp>

#include "terrain_renderer.hpp"

namespace ferry::cli {

Result<std::uint32_t> taps_for(const StreamSetup& setup, std::chrono::nanoseconds frame_time) {
  auto manager = TransferManager::create(setup.device);
  if (!manager) return fail(std::move(manager).error());
  auto renderer = TerrainRenderer::create(setup.device, **manager, terrain_options(setup));
  if (!renderer) return fail(std::move(renderer).error());
  const std::uint64_t frequency = (*renderer)->stopwatch().frequency();
  if (frequency == 0) return 0U;
  std::uint64_t frame = 0;
  // The median of some frames with so many taps, in nanoseconds.
  const auto measure = [&](std::uint32_t taps) -> Result<double> {
    (*renderer)->set_glow_taps(taps);
    std::vector<double> times;
    for (int i = 0; i < 9; ++i, ++frame) {
      auto point = (*renderer)->draw(frame, setup.path.at(0), {}, {}, false);
      if (!point) return fail(std::move(point).error());
      if (auto done = (*manager)->wait(*point); !done) return fail(std::move(done).error());
      const auto ticks =
          (*renderer)->stopwatch().read(static_cast<std::uint32_t>(frame % TerrainRenderer::kFramesInFlight));
      if (ticks)
        times.push_back(static_cast<double>(ticks->end - ticks->begin) * 1e9 /
                        static_cast<double>(frequency));
    }
    if (times.empty()) return 0.0;
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
  };
  constexpr std::uint32_t kFew = 64;
  constexpr std::uint32_t kMany = 1024;
  (void)measure(kFew);  // The first frames find a GPU that sleeps.
  const auto few = measure(kFew);
  if (!few) return fail(few.error());
  const auto many = measure(kMany);
  if (!many) return fail(many.error());
  const double each = (*many - *few) / (kMany - kFew);
  if (each <= 0) return 0U;
  const double fixed = *few - each * kFew;
  const double taps = (static_cast<double>(frame_time.count()) - fixed) / each;
  return static_cast<std::uint32_t>(std::clamp(taps, 0.0, 50000.0));
}

}  // namespace ferry::cli
