#include <cstdlib>
#include <random>

#include <gtest/gtest.h>

#include "model_naive.hpp"
#include "model_scene.hpp"

/// The model and the naive one through the same random programs: what they find, after each event, and the
/// state of every subresource must agree.
namespace ferry::check::test {
namespace {

namespace rf = resource_flags;

constexpr std::uint64_t kUnit = 64;  // Bytes of a piece of a buffer.

class Twins {
 public:
  explicit Twins(std::uint32_t seed) : scene_(options(seed)), random_(seed) {
    scene_.violations.reserve(64);
    for (const auto& [queue, copy] :
         {std::pair{scene_.direct, false}, {scene_.compute, false}, {scene_.copy, true}}) {
      naive_.add_queue(queue, copy);
      queues_.push_back({queue, queue == scene_.direct    ? ListType::kDirect
                                : queue == scene_.compute ? ListType::kCompute
                                                          : ListType::kCopy});
    }
    for (int i = 0; i < 3; ++i) {
      fences_.push_back({scene_.fence(), 0});
      naive_.add_fence(fences_.back().id);
    }
    const int count = 1 + pick(3);
    for (int i = 0; i < count; ++i) add_resource();
  }

  /// One random event; false where the twins disagree.
  testing::AssertionResult step() {
    naive_.findings.clear();
    scene_.violations.clear();
    random_event();
    std::set<Finding> mine;
    for (const Violation& violation : scene_.violations) {
      if (violation.rule == Rule::kWaitBeforeSignal || violation.severity == Severity::kAdvice) continue;
      mine.insert({violation.rule, violation.objects.at(0)});
    }
    forget_lesser(mine);
    forget_lesser(naive_.findings);
    if (mine != naive_.findings) {
      testing::AssertionResult no = testing::AssertionFailure();
      no << scene_.names() << "\nonly the model:";
      for (const Finding& finding : mine) {
        if (naive_.findings.count(finding) == 0) no << " " << words(finding);
      }
      no << "\nonly the naive one:";
      for (const Finding& finding : naive_.findings) {
        if (mine.count(finding) == 0) no << " " << words(finding);
      }
      return no;
    }
    for (const Made& made : resources_) {
      for (std::uint32_t i = 0; i < made.naive.subresources; ++i) {
        const std::uint32_t one = scene_.model.state_of(made.id, i);
        const std::uint32_t other = naive_.state_of(made.id, i);
        if (one == other) continue;
        return testing::AssertionFailure()
               << "subresource " << i << " of #" << static_cast<std::uint64_t>(made.id) << " is in " << one
               << ", says the model; in " << other << ", says the naive one";
      }
    }
    return testing::AssertionSuccess();
  }

  std::size_t found = 0;

 private:
  struct Made {
    ObjectId id{};
    Naive::Resource naive;
    std::uint32_t mips = 1;
    std::uint32_t slices = 1;
    std::uint32_t guess = 0;  ///< The state that a program would believe in.
    bool readback = false;
  };
  struct Open {
    ObjectId id{};
    ObjectId allocator{};
    ListType type = ListType::kDirect;
    bool open = true;
  };
  struct Line {
    ObjectId id{};
    std::uint64_t value = 0;
  };

  /// Half of the programs are looked at for habits, too: that must change nothing.
  static Options options(std::uint32_t seed) {
    Options options = Scene::every_time();
    options.advise_on_use = seed % 2 == 0;
    return options;
  }

  /// The model drops a use that the one before it covers, so of writes beside each other it may see fewer; it
  /// sees the worse of the two always.
  static void forget_lesser(std::set<Finding>& findings) {
    std::erase_if(findings, [&](const Finding& finding) {
      return finding.first == Rule::kCrossQueueSharedWrite &&
             findings.count({Rule::kCrossQueueHazard, finding.second}) != 0;
    });
  }

  static std::string words(const Finding& finding) {
    return std::string(rule_info(finding.first).name) + " #" +
           std::to_string(static_cast<std::uint64_t>(finding.second));
  }

  int pick(int below) { return static_cast<int>(random_() % static_cast<std::uint32_t>(below)); }
  bool chance(int percent) { return pick(100) < percent; }

  void add_resource() {
    Made made;
    std::uint32_t state = states::kCommon;
    switch (pick(7)) {
      case 0:
        made.naive.buffer = made.naive.fixed = true;
        made.id = scene_.upload(8 * kUnit);
        state = states::kGenericRead;
        break;
      case 1:
        made.naive.buffer = made.naive.fixed = made.readback = true;
        made.id = scene_.readback(8 * kUnit);
        state = states::kCopyDest;
        break;
      case 2:
      case 3:
        made.naive.buffer = true;
        made.id =
            scene_.buffer(8 * kUnit, HeapType::kDefault, rf::kAllowUnorderedAccess | rf::kAllowRenderTarget);
        break;
      case 4:
        made.naive.simultaneous = true;
        made.id = scene_.texture(
            texture_of(8, 8, kRgba8, 1, 2,
                       rf::kAllowSimultaneousAccess | rf::kAllowUnorderedAccess | rf::kAllowRenderTarget));
        made.slices = 2;
        break;
      default:
        made.mips = static_cast<std::uint32_t>(1 + pick(3));
        made.slices = static_cast<std::uint32_t>(1 + pick(2));
        if (chance(30)) state = chance(50) ? states::kCopyDest : states::kPixelShaderResource;
        made.id = scene_.texture(texture_of(8, 8, kRgba8, made.mips, made.slices,
                                            rf::kAllowUnorderedAccess | rf::kAllowRenderTarget),
                                 state);
        break;
    }
    made.naive.subresources = made.mips * made.slices;
    made.guess = state;
    naive_.add_resource(made.id, made.naive, state);
    resources_.push_back(made);
  }

  std::uint32_t random_state(ListType type) {
    static constexpr std::uint32_t kDirect[] = {
        states::kCopyDest,
        states::kCopySource,
        states::kPixelShaderResource,
        states::kNonPixelShaderResource,
        states::kPixelShaderResource | states::kNonPixelShaderResource,
        states::kUnorderedAccess,
        states::kRenderTarget,
        states::kVertexAndConstantBuffer,
        states::kIndirectArgument};
    static constexpr std::uint32_t kCompute[] = {states::kCopyDest, states::kCopySource,
                                                 states::kNonPixelShaderResource, states::kUnorderedAccess};
    if (type == ListType::kCopy) return chance(50) ? states::kCopyDest : states::kCopySource;
    if (type == ListType::kCompute) return kCompute[pick(4)];
    return kDirect[pick(9)];
  }

  Open* some_list(bool open) {
    std::vector<Open*> fitting;
    for (Open& list : lists_) {
      if (list.open == open) fitting.push_back(&list);
    }
    return fitting.empty() ? nullptr
                           : fitting[static_cast<std::size_t>(pick(static_cast<int>(fitting.size())))];
  }

  void open_list() {
    Open list;
    list.type = queues_[static_cast<std::size_t>(pick(3))].second;
    list.allocator = scene_.allocator(list.type);
    list.id = scene_.list_on(list.allocator, list.type);
    naive_.add_allocator(list.allocator);
    naive_.open(list.id, list.allocator);
    lists_.push_back(list);
  }

  void record_use(const Open& list, Made& made) {
    Naive::Step step;
    step.resource = made.id;
    step.state =
        chance(50) && made.guess != 0 && fits(made.guess, list.type) ? made.guess : random_state(list.type);
    if (made.naive.fixed && chance(70)) step.state = made.readback ? states::kCopyDest : states::kCopySource;
    event::Use use;
    use.resource = made.id;
    use.state = step.state;
    if (made.naive.buffer) {
      const auto first = static_cast<std::uint64_t>(pick(8));
      const auto count = 1 + static_cast<std::uint64_t>(pick(static_cast<int>(8 - first)));
      use.offset = first * kUnit;
      use.size = count * kUnit;
      step.first_byte = use.offset;
      step.last_byte = use.offset + use.size - 1;
      step.subresources = {0};
    } else {
      use.subresources.first_mip = static_cast<std::uint32_t>(pick(static_cast<int>(made.mips)));
      use.subresources.mip_count = chance(50) ? made.mips - use.subresources.first_mip : 1;
      use.subresources.first_slice = static_cast<std::uint32_t>(pick(static_cast<int>(made.slices)));
      use.subresources.slice_count = chance(50) ? made.slices - use.subresources.first_slice : 1;
      const Subresources& s = use.subresources;
      for (std::uint32_t slice = s.first_slice; slice < s.first_slice + s.slice_count; ++slice) {
        for (std::uint32_t mip = s.first_mip; mip < s.first_mip + s.mip_count; ++mip) {
          step.subresources.insert(mip + slice * made.mips);
        }
      }
    }
    if (made.guess == 0) made.guess = step.state;
    scene_.model.on(event::Used{"Use", list.id, {&use, 1}});
    naive_.record(list.id, step);
  }

  static bool fits(std::uint32_t state, ListType type) {
    constexpr std::uint32_t kCopyBits = states::kCopyDest | states::kCopySource;
    if (type == ListType::kCopy) return (state & ~kCopyBits) == 0;
    if (type == ListType::kCompute) {
      return (state & ~(kCopyBits | states::kNonPixelShaderResource | states::kUnorderedAccess)) == 0;
    }
    return true;
  }

  void record_transition(const Open& list, Made& made) {
    if (made.naive.fixed) return;
    Naive::Step step;
    step.what = Naive::Step::What::kTransition;
    step.resource = made.id;
    step.before = chance(80) ? made.guess : (chance(50) ? 0 : random_state(list.type));
    step.state = chance(20) ? 0 : random_state(list.type);
    if (!fits(step.before, list.type) || step.before == step.state) return;
    const int split = pick(10);
    step.begin_only = split == 0;
    step.end_only = split == 1 || (split == 2 && last_begin_.resource == made.id);
    std::uint32_t subresource =
        chance(60) ? kAllSubresources
                   : static_cast<std::uint32_t>(pick(static_cast<int>(made.naive.subresources)));
    if (split == 2 && last_begin_.resource == made.id &&
        fits(last_begin_.before | last_begin_.state, list.type)) {
      step.before = last_begin_.before;
      step.state = last_begin_.state;
      subresource = last_begin_subresource_;
    }
    if (subresource == kAllSubresources) {
      for (std::uint32_t i = 0; i < made.naive.subresources; ++i) step.subresources.insert(i);
    } else {
      step.subresources = {subresource};
    }
    if (step.begin_only) {
      last_begin_ = step;
      last_begin_subresource_ = subresource;
    } else {
      made.guess = step.state;
    }
    const std::uint32_t flags =
        (step.begin_only ? barrier_flags::kBeginOnly : 0) | (step.end_only ? barrier_flags::kEndOnly : 0);
    scene_.barrier(list.id, made.id, step.before, step.state, subresource, flags);
    naive_.record(list.id, step);
  }

  void execute() {
    Open* first = some_list(false);
    if (first == nullptr) return;
    std::vector<ObjectId> ids;
    for (const Open& list : lists_) {
      if (!list.open && list.type == first->type && (list.id == first->id || chance(30))) {
        ids.push_back(list.id);
      }
    }
    ObjectId queue{};
    for (const auto& [id, type] : queues_) {
      if (type == first->type) queue = id;
    }
    scene_.model.on(event::Executed{"Execute", queue, ids});
    naive_.execute(queue, ids);
    // Many programs believe in COMMON once a queue has been left.
    if (chance(50)) {
      for (Made& made : resources_) {
        if (!made.naive.fixed) made.guess = naive_.state_of(made.id, 0);
      }
    }
  }

  void random_event() {
    const int what = pick(100);
    Open* open = some_list(true);
    Made& made = resources_[static_cast<std::size_t>(pick(static_cast<int>(resources_.size())))];
    Line& fence = fences_[static_cast<std::size_t>(pick(3))];
    const ObjectId queue = queues_[static_cast<std::size_t>(pick(3))].first;
    if (open == nullptr || what < 4) {
      open_list();
    } else if (what < 36) {
      record_use(*open, made);
    } else if (what < 56) {
      record_transition(*open, made);
    } else if (what < 66) {
      scene_.close(open->id);
      open->open = false;
    } else if (what < 80) {
      execute();
    } else if (what < 86) {
      // One fence for each queue, as the naive model's reading of values wants it.
      Line& own = fences_[static_cast<std::size_t>(queue == scene_.direct    ? 0
                                                   : queue == scene_.compute ? 1
                                                                             : 2)];
      scene_.signal(queue, own.id, ++own.value);
      naive_.signal(queue, own.id, own.value);
    } else if (what < 93) {
      const std::uint64_t value = fence.value + (chance(15) ? 1 : 0);
      scene_.wait(queue, fence.id, value);
      naive_.wait(queue, fence.id, value);
    } else if (what < 96) {
      const std::uint64_t value = naive_.fence_value(fence.id);
      scene_.read(fence.id, value);
      naive_.read_fence(fence.id, value);
    } else if (what < 98) {
      if (made.readback) {
        scene_.model.on(event::CpuRead{"Read", made.id, {2 * kUnit, 5 * kUnit}});
        naive_.cpu_read(made.id, 2 * kUnit, 5 * kUnit - 1);
      }
    } else if (Open* closed = some_list(false); closed != nullptr) {
      scene_.reset_allocator(closed->allocator);
      naive_.reset_allocator(closed->allocator);
      const ObjectId id = closed->id;
      std::erase_if(lists_, [&](const Open& list) { return list.id == id; });
    }
    found += scene_.violations.size();
  }

  Scene scene_;
  Naive naive_;
  std::minstd_rand random_;
  std::vector<std::pair<ObjectId, ListType>> queues_;
  std::vector<Line> fences_;
  std::vector<Made> resources_;
  std::vector<Open> lists_;
  Naive::Step last_begin_;
  std::uint32_t last_begin_subresource_ = kAllSubresources;
};

TEST(ModelAgainstNaive, AgreesOnRandomPrograms) {
  // FERRY_CHECK_SEQUENCES asks for more or fewer.
  const char* asked = std::getenv("FERRY_CHECK_SEQUENCES");
  const std::uint32_t sequences = asked != nullptr ? static_cast<std::uint32_t>(std::atol(asked)) : 50000;
  std::uint64_t events = 0;
  std::uint64_t found = 0;
  for (std::uint32_t seed = 1; seed <= sequences; ++seed) {
    Twins twins(seed * 2654435761U);
    const int length = seed % 50 == 0 ? 200 : 24;
    for (int i = 0; i < length; ++i) {
      ASSERT_TRUE(twins.step()) << "sequence " << seed << ", event " << i;
      ++events;
    }
    found += twins.found;
  }
  RecordProperty("events", std::to_string(events));
  RecordProperty("findings", std::to_string(found));
  // Programs that break nothing would show nothing.
  EXPECT_GT(found, sequences / 10);
  EXPECT_LT(found, events / 2);
}

}  // namespace
}  // namespace ferry::check::test
