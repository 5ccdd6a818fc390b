#include "core.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

#include "words.hpp"

namespace ferry::check::layer {

namespace {

/// Rules whose breach may crash a driver below: such a call never reaches it.
bool never_goes_below(Rule rule) {
  switch (rule) {
    case Rule::kZeroWidthBuffer:
    case Rule::kSizeOverflow:
    case Rule::kResourceShape:
    case Rule::kPlacedOutsideHeap:
    case Rule::kSubresourceOutOfRange:
    case Rule::kFootprintBeyondBuffer:
    case Rule::kFootprintPitchTooSmall:
    case Rule::kCopyRegionOutside:
    case Rule::kCopyBufferRange:
    case Rule::kCopyResourceShape:
    case Rule::kCopyLocationKind:
    case Rule::kResolveShape:
    case Rule::kExecuteOpenList:
    case Rule::kExecuteFailedList:
    case Rule::kExecuteStaleList:
    case Rule::kListTypeMismatch:
    case Rule::kRecordOnClosedList:
    case Rule::kListResetWhileOpen:
    case Rule::kUsedAfterRelease:
    case Rule::kMapDefault:
    case Rule::kMapSubresource:
    case Rule::kUnmapWithoutMap:
    case Rule::kForeignObject:
    case Rule::kUnsupportedCall:
    case Rule::kNullArgument:
    case Rule::kRootParameter:
      return true;
    default:
      return false;
  }
}

}  // namespace

Core::Core(Ref<ID3D12Device> below, WrapOptions options)
    : options_(std::move(options)),
      below_(std::move(below)),
      journal_(options_.journal_size),
      model_([this](const Violation& violation) { keep(violation); }, options_.rules),
      gpu_(below_.get(), options_.pace, options_.looks_per_piece, options_.ticks_per_execution) {}

Core::~Core() {
  gpu_.finish();
}

/// The model's sink; the lock is held.
void Core::keep(const Violation& violation) {
  worst_ = any_ ? std::max(worst_, violation.severity) : violation.severity;
  any_ = true;
  // The same rule is softer where it did no harm; then it may go on.
  fatal_ = fatal_ || (never_goes_below(violation.rule) && violation.severity == Severity::kError);
  counts_[static_cast<std::size_t>(violation.severity)].fetch_add(1, std::memory_order_relaxed);
  Finding finding;
  finding.violation = violation;
  finding.call_index = call_index_ != 0 ? call_index_ : journal_.last_index();
  fresh_.push_back(std::move(finding));
}

void Core::lose(HRESULT reason, const char* call, std::uint64_t call_index, bool told) {
  {
    Locked lock(*this, call_index);
    HRESULT expected = S_OK;
    if (!lost_.compare_exchange_strong(expected, reason, std::memory_order_acq_rel)) return;
    if (told) loss_told_.store(true, std::memory_order_relaxed);
    lock.send(event::DeviceLost{call, reason, told});
    gpu_.lose(lock);
  }
  if (options_.text == nullptr) return;
  const std::string first =
      text("device lost: ", hresult_name(reason), " in ", call, ", call ", call_index, "\n");
  std::fputs(first.c_str(), options_.text);
  for (const std::string& line : journal_lines(options_.journal_lines)) {
    std::fputs(text("  | ", line, "\n").c_str(), options_.text);
  }
}

void Core::tell_loss(const char* call, std::uint64_t call_index) {
  if (loss_told_.exchange(true, std::memory_order_relaxed)) return;
  Locked lock(*this, call_index);
  lock.send(event::DeviceLost{call, lost_reason(), true});
}

std::vector<Finding> Core::findings() {
  const std::lock_guard lock(mutex_);
  return kept_;
}

void Core::clear_findings() {
  const std::lock_guard lock(mutex_);
  kept_.clear();
}

std::vector<std::string> Core::journal_lines(std::size_t count) {
  const std::lock_guard lock(mutex_);
  return journal_lines_locked(count);
}

std::vector<std::string> Core::journal_lines_locked(std::size_t count) {
  std::vector<std::string> lines;
  for (const JournalEntry& entry : journal_.last(count)) {
    std::string line = text("#", entry.index, " ", name_of(entry.method));
    const bool on_device = device_ != nullptr && entry.object == device_->id();
    if (!on_device) line += text(" on ", model_.describe(entry.object));
    if (entry.has_result) line += text(": ", hresult_name(entry.result));
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<LiveWrapper> Core::live_wrappers() {
  std::vector<LiveWrapper> live;
  const std::lock_guard lock(mutex_);
  live.reserve(wrappers_.size());
  for (const auto& [below, node] : wrappers_) {
    if (node->kind() == Kind::kDevice) continue;
    live.push_back(
        {node->id(), model_.describe(node->id()), node->made_by, node->made_at, node->references()});
  }
  std::sort(live.begin(), live.end(), [](const LiveWrapper& a, const LiveWrapper& b) { return a.id < b.id; });
  return live;
}

Locked::Locked(Core& core, std::uint64_t call_index) : core_(core) {
  core_.mutex_.lock();
  core_.call_index_ = call_index;
}

Locked::~Locked() {
  if (!core_.fresh_.empty()) {
    fresh_.swap(core_.fresh_);
    const std::vector<std::string> lines = core_.journal_lines_locked(core_.options_.journal_lines);
    for (Finding& finding : fresh_) {
      finding.journal = lines;
      if (core_.kept_.size() < core_.options_.kept_findings) core_.kept_.push_back(finding);
    }
  }
  core_.mutex_.unlock();
  for (const Finding& finding : fresh_) deliver(finding, core_.options_);
}

bool Locked::allowed() const noexcept {
  if (core_.fatal_) return false;
  if (!core_.any_) return true;
  switch (core_.options_.on_violation) {
    case OnViolation::kReport:
      return true;
    case OnViolation::kFailErrors:
      return core_.worst_ != Severity::kError;
    case OnViolation::kFailPortability:
      return core_.worst_ == Severity::kAdvice;
  }
  return true;
}

bool Locked::report(Rule rule, const char* call, std::string_view detail,
                    std::initializer_list<ObjectId> objects) {
  core_.any_ = core_.fatal_ = false;
  core_.worst_ = Severity::kAdvice;
  core_.model_.report(rule, call, detail, std::span(objects.begin(), objects.size()));
  return allowed();
}

Node* Locked::find_wrapper(IUnknown* below) {
  const auto it = core_.wrappers_.find(below);
  if (it == core_.wrappers_.end() || !it->second->try_add_ref()) return nullptr;
  return it->second;
}

void Locked::enter(Node& node) {
  core_.wrappers_[node.below_unknown()] = &node;
}

void Locked::leave(Node& node) {
  const auto it = core_.wrappers_.find(node.below_unknown());
  if (it != core_.wrappers_.end() && it->second == &node) core_.wrappers_.erase(it);
}

CoreTable& CoreTable::get() {
  // Never destroyed: a program may hold its device in a variable that ends later than any of ours.
  static CoreTable* const table = new CoreTable;
  return *table;
}

}  // namespace ferry::check::layer
