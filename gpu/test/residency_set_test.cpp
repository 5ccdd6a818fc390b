// What may be evicted and what goes first, with no device; and against a naive model.
#include <ferry/gpu/residency_set.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace ferry::test {
namespace {

constexpr TimelineId kDirect{0};
constexpr TimelineId kCopy{1};
using Ids = std::vector<ResidencyId>;

/// The GPU: a point is complete once its timeline has come that far.
struct Completed {
  std::map<TimelineId, std::uint64_t> value;
  bool operator()(FencePoint point) { return point.value <= value[point.timeline]; }
};

class ResidencySetTest : public testing::Test {
 protected:
  ResidencyPlan use(const Ids& ids, std::uint64_t budget) {
    return set_.use(ids, budget, [this](FencePoint point) { return done_(point); });
  }
  Ids trim(std::uint64_t budget) {
    return set_.trim(budget, [this](FencePoint point) { return done_(point); }).evict;
  }
  void used(const Ids& ids, TimelineId timeline, std::uint64_t value) {
    set_.used_until(ids, {timeline, value});
  }

  ResidencySet set_;
  Completed done_;
};

TEST_F(ResidencySetTest, WhatWasNotUsedForTheLongestTimeGoesFirst) {
  const ResidencyId a = set_.add(10);
  const ResidencyId b = set_.add(20);
  const ResidencyId c = set_.add(30);
  EXPECT_EQ(set_.resident_bytes(), 60u);
  EXPECT_TRUE(trim(60).empty());
  use({a}, 100);
  set_.release(Ids{a});
  EXPECT_EQ(trim(41), Ids{b}) << "10 of its 20 bytes would do, but it goes whole; a was used after it";
  EXPECT_EQ(trim(0), (Ids{c, a}));
  EXPECT_EQ(set_.resident_bytes(), 0u);
  EXPECT_EQ(set_.bytes(), 60u);
}

TEST_F(ResidencySetTest, WhatIsHeldOrStillUsedStays) {
  const ResidencyId a = set_.add(10);
  const ResidencyId b = set_.add(10);
  use({a, b}, 100);
  EXPECT_TRUE(trim(0).empty()) << "both are held";
  used({a}, kDirect, 1);
  used({b}, kDirect, 2);
  EXPECT_TRUE(trim(0).empty()) << "the GPU is not done with either";
  done_.value[kDirect] = 1;
  EXPECT_EQ(trim(0), Ids{a});
  done_.value[kDirect] = 2;
  EXPECT_EQ(trim(0), Ids{b});
}

TEST_F(ResidencySetTest, EachTimelineThatUsesItMustBeDone) {
  const ResidencyId a = set_.add(10);
  use({a}, 100);
  use({a}, 100);
  used({a}, kDirect, 5);
  EXPECT_TRUE(trim(0).empty()) << "held twice, given back once";
  used({a}, kCopy, 3);
  done_.value[kDirect] = 9;
  EXPECT_TRUE(trim(0).empty());
  done_.value[kCopy] = 3;
  EXPECT_EQ(trim(0), Ids{a});
}

TEST_F(ResidencySetTest, AnEarlierPointOfATimelineDoesNotReplaceALaterOne) {
  const ResidencyId a = set_.add(10);
  use({a}, 100);
  use({a}, 100);
  used({a}, kDirect, 5);
  used({a}, kDirect, 4);
  done_.value[kDirect] = 4;
  EXPECT_TRUE(trim(0).empty());
}

TEST_F(ResidencySetTest, WhatComesInPushesOthersOutButNeverItself) {
  const ResidencyId a = set_.add(40);
  const ResidencyId b = set_.add(40);
  EXPECT_EQ(trim(40), Ids{a});
  const ResidencyPlan plan = use({a}, 40);
  EXPECT_EQ(plan.make_resident, Ids{a});
  EXPECT_EQ(plan.evict, Ids{b});
  EXPECT_EQ(plan.over_budget, 0u);
  const ResidencyPlan both = use({b}, 40);
  EXPECT_EQ(both.make_resident, Ids{b});
  EXPECT_TRUE(both.evict.empty()) << "a is held";
  EXPECT_EQ(both.over_budget, 40u);
}

TEST_F(ResidencySetTest, WhatIsResidentIsUsedWithoutEvictions) {
  const ResidencyId a = set_.add(40);
  set_.add(40);
  const ResidencyPlan plan = use({a}, 10);
  EXPECT_TRUE(plan.evict.empty());
  EXPECT_TRUE(plan.make_resident.empty());
}

TEST_F(ResidencySetTest, WhatWasRefusedIsNotResident) {
  const ResidencyId a = set_.add(40);
  trim(0);
  use({a}, 100);
  set_.refused(Ids{a});
  set_.release(Ids{a});
  EXPECT_FALSE(set_.resident(a));
  EXPECT_EQ(set_.resident_bytes(), 0u);
  EXPECT_EQ(use({a}, 100).make_resident, Ids{a});
}

TEST_F(ResidencySetTest, WhatIsGoneIsForgotten) {
  const ResidencyId a = set_.add(40);
  const ResidencyId b = set_.add(2);
  set_.remove(a);
  set_.remove(a);
  EXPECT_EQ(set_.size(), 1u);
  EXPECT_EQ(set_.resident_bytes(), 2u);
  EXPECT_TRUE(use({a}, 0).make_resident.empty());
  set_.used_until(Ids{a}, {kDirect, 1});
  EXPECT_EQ(trim(0), Ids{b});
}

/// The same rules in the plainest way: a list in order of use, walked from its front.
class NaiveResidency {
 public:
  struct Object {
    ResidencyId id{};
    std::uint64_t bytes = 0;
    int held = 0;
    bool resident = true;
    std::vector<FencePoint> points;
  };

  Object& at(ResidencyId id) {
    return *std::find_if(objects.begin(), objects.end(), [&](const Object& one) { return one.id == id; });
  }
  void touch(ResidencyId id) {
    const Object one = at(id);
    objects.erase(
        std::find_if(objects.begin(), objects.end(), [&](const Object& other) { return other.id == id; }));
    objects.push_back(one);
  }
  std::uint64_t resident_bytes() const {
    std::uint64_t sum = 0;
    for (const Object& one : objects) sum += one.resident ? one.bytes : 0;
    return sum;
  }
  Ids evict(std::uint64_t budget, Completed& done) {
    Ids evicted;
    for (Object& one : objects) {
      const bool busy = one.held > 0 || !std::all_of(one.points.begin(), one.points.end(),
                                                     [&](FencePoint point) { return done(point); });
      if (resident_bytes() <= budget || !one.resident || busy) continue;
      one.resident = false;
      evicted.push_back(one.id);
    }
    return evicted;
  }

  std::vector<Object> objects;
};

TEST(ResidencySetRandom, DoesWhatTheNaiveModelDoes) {
  for (std::uint64_t seed = 0; seed < 300 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const auto below = [&](std::uint64_t n) { return random() % n; };
    ResidencySet set;
    NaiveResidency naive;
    Completed done;
    std::uint64_t submitted[2] = {0, 0};
    std::vector<Ids> held;
    const auto is_complete = [&](FencePoint point) { return done(point); };
    for (int step = 0; step < 400 && !testing::Test::HasFailure(); ++step) {
      const std::uint64_t budget = below(300);
      Ids ids;
      for (const auto& one : naive.objects) {
        if (below(4) == 0) ids.push_back(one.id);
      }
      switch (below(6)) {
        case 0: {
          if (naive.objects.size() > 12) break;
          const std::uint64_t bytes = 1 + below(60);
          const ResidencyId id = set.add(bytes);
          naive.objects.push_back({id, bytes, 0, true, {}});
          break;
        }
        case 1: {
          const ResidencyPlan plan = set.use(ids, budget, is_complete);
          Ids coming;
          for (const ResidencyId id : ids) {
            auto& one = naive.at(id);
            ++one.held;
            if (!one.resident) coming.push_back(id);
            one.resident = true;
            naive.touch(id);
          }
          EXPECT_EQ(plan.make_resident, coming);
          EXPECT_EQ(plan.evict, coming.empty() ? Ids{} : naive.evict(budget, done));
          for (const ResidencyId id : ids) EXPECT_TRUE(set.resident(id));
          held.push_back(ids);
          break;
        }
        case 2: {
          if (held.empty()) break;
          const FencePoint point = {static_cast<TimelineId>(below(2)), 0};
          const auto lane = static_cast<std::size_t>(point.timeline);
          const FencePoint signal = {point.timeline, ++submitted[lane]};
          set.used_until(held.back(), signal);
          for (const ResidencyId id : held.back()) {
            --naive.at(id).held;
            naive.at(id).points.push_back(signal);
            naive.touch(id);
          }
          held.pop_back();
          break;
        }
        case 3: {
          const auto lane = static_cast<std::size_t>(below(2));
          auto& value = done.value[static_cast<TimelineId>(lane)];
          value += below(submitted[lane] - value + 1);
          break;
        }
        case 4:
          EXPECT_EQ(set.trim(budget, is_complete).evict, naive.evict(budget, done));
          break;
        default: {
          const auto gone = std::find_if(naive.objects.begin(), naive.objects.end(),
                                         [](const auto& one) { return one.held == 0; });
          if (gone == naive.objects.end() || below(3) != 0) break;
          set.remove(gone->id);
          naive.objects.erase(gone);
          break;
        }
      }
      EXPECT_EQ(set.resident_bytes(), naive.resident_bytes());
      EXPECT_EQ(set.size(), naive.objects.size());
    }
  }
}

}  // namespace
}  // namespace ferry::test
