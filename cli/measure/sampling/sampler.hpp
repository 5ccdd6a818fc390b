#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <ferry/base/result.hpp>

namespace ferry::measure {

/// One way to do some work.
struct Contender {
  std::string name;
  /// Does the work once, to its end, and gives what was measured: as many figures each time.
  std::function<Result<std::vector<double>>()> run;
};

struct SampleLimits {
  /// No round begins after that many seconds, once there are `least_rounds`.
  double seconds = 1;
  std::size_t least_rounds = 3;
  std::size_t most_rounds = 100000;
  /// Enough are enough: stops early once the quartiles of each contender's first figure, by the square root of
  /// the rounds, are that close to its median. Default: never.
  double precision = 0;
  /// Rounds before the first that counts: whatever is made at first use is made then.
  std::size_t warm_ups = 1;
};

struct Samples {
  /// [contender][figure][round].
  std::vector<std::vector<std::vector<double>>> figures;
  std::size_t rounds = 0;
  /// Somebody asked to stop before there were `least_rounds`: not to be shown.
  bool stopped = false;
};

/// What the sampler asks its surroundings; each may be left empty.
struct SampleHooks {
  /// Asked between any two runs.
  std::function<bool()> stop;
  /// How much of the time is gone, 0 to 1.
  std::function<void(double)> progress;
  /// Seconds from any beginning. Default: the steady clock.
  std::function<double()> now;
};

/// Runs the contenders in turn, round after round, each round beginning with another of them, so that whatever
/// else the machine does falls on all alike. Only whole rounds count. The first error ends it.
Result<Samples> sample_in_turn(std::span<const Contender> contenders, const SampleLimits& limits,
                               const SampleHooks& hooks = {});

/// A contender whose one figure is the time that `work` takes, in seconds.
Contender timed(std::string name, std::function<Result<void>()> work);

}  // namespace ferry::measure
