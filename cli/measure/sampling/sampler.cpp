#include "sampler.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "statistics.hpp"

namespace ferry::measure {

namespace {

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool precise(const Samples& samples, double precision) {
  if (precision <= 0) return false;
  const double root = std::sqrt(static_cast<double>(samples.rounds));
  return std::all_of(samples.figures.begin(), samples.figures.end(), [&](const auto& figures) {
    return figures.empty() || spread_of(figures.front()).relative() / root <= precision;
  });
}

void keep(Samples& samples, std::vector<std::vector<double>>& round) {
  for (std::size_t i = 0; i < round.size(); ++i) {
    samples.figures[i].resize(round[i].size());
    for (std::size_t figure = 0; figure < round[i].size(); ++figure) {
      samples.figures[i][figure].push_back(round[i][figure]);
    }
  }
  ++samples.rounds;
}

}  // namespace

Result<Samples> sample_in_turn(std::span<const Contender> contenders, const SampleLimits& limits,
                               const SampleHooks& hooks) {
  const auto now = [&] { return hooks.now ? hooks.now() : steady_seconds(); };
  Samples samples;
  samples.figures.resize(contenders.size());
  std::vector<std::vector<double>> round(contenders.size());
  double begin = now();
  std::size_t number = 0;
  std::size_t look_at = limits.least_rounds;  // Sorting all samples after each round would take its time.
  while (true) {
    if (number == limits.warm_ups) begin = now();
    const double gone = now() - begin;
    if (number >= limits.warm_ups) {
      if (hooks.progress) hooks.progress(std::clamp(gone / limits.seconds, 0.0, 1.0));
      if (samples.rounds >= limits.most_rounds) return samples;
      if (samples.rounds >= limits.least_rounds && gone >= limits.seconds) return samples;
      if (samples.rounds >= look_at) {
        if (precise(samples, limits.precision)) return samples;
        look_at = samples.rounds + 1 + samples.rounds / 8;
      }
    }
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      if (hooks.stop && hooks.stop()) {
        samples.stopped = samples.rounds < limits.least_rounds;
        return samples;
      }
      const std::size_t which = (number + i) % contenders.size();
      Result<std::vector<double>> figures = contenders[which].run();
      if (!figures) return fail(std::move(figures).error());
      round[which] = *std::move(figures);
    }
    if (number >= limits.warm_ups) keep(samples, round);
    ++number;
  }
}

Contender timed(std::string name, std::function<Result<void>()> work) {
  return {std::move(name), [work = std::move(work)]() -> Result<std::vector<double>> {
            const double begin = steady_seconds();
            if (Result<void> done = work(); !done) return fail(std::move(done).error());
            return std::vector<double>{steady_seconds() - begin};
          }};
}

}  // namespace ferry::measure
