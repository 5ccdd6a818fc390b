#include "load_run.hpp"

#include <algorithm>
#include <string>
#include <thread>
#include <utility>

#include <ferry/assets/file.hpp>

#include "interrupt.hpp"
#include "progress.hpp"
#include "verify.hpp"

namespace ferry::cli {

namespace {

/// Of the timeline; some hundred bytes each.
constexpr std::size_t kTraceEvents = 1'000'000;

std::vector<LoadItem> not_begun(const Input& input) {
  std::vector<LoadItem> items(1);
  items[0].input = {input.path, {}, Error{ErrorCode::kCancelled, 0, "interrupted before it was begun"}};
  return items;
}

}  // namespace

Result<void> LoadRun::start() {
  auto manager = TransferManager::create(device_);
  if (!manager) return fail(std::move(manager).error());
  manager_ = *std::move(manager);
  LoaderOptions how;
  how.threads = options_.threads;
  how.ring_bytes = options_.ring_bytes;
  how.piece_bytes = options_.piece_bytes;
  if (options_.budget_bytes != 0) {
    how.gpu_memory_bytes = options_.budget_bytes;
    how.evict = [this](const EvictCandidate& candidate) { return may_evict(candidate); };
  }
  how.trace_events = options_.trace.empty() ? 0 : kTraceEvents;
  how.record = !options_.record.empty();
  auto loader = Loader::create(device_, how);
  if (!loader) return fail(std::move(loader).error());
  loader_ = *std::move(loader);
  return {};
}

Result<void> LoadRun::load_all(const std::vector<Input>& inputs) {
  Progress progress(stderr, inputs.size());
  begin_ = Clock::now();
  const LoadWays ways = {options_.mips, options_.strict, device_.get()};
  std::uint64_t file_number = 0;
  for (const Input& input : inputs) {
    ++file_number;
    std::vector<LoadItem> items = interrupted() ? not_begun(input) : items_for(input, ways);
    if (items.empty()) progress.next();
    for (LoadItem& item : items) {
      item.request.tag = file_number;
      const bool last = &item == &items.back();
      if (auto begun = begin(std::move(item), last); !begun) return begun;
    }
  }
  bool told = false;
  while (open_ > 0) {
    if (interrupted() && !std::exchange(told, true)) {
      for (const LoadedFile& file : files_) file.ticket.cancel();
    }
    loader_->pump();
    if (ended_.empty()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      continue;
    }
    while (!ended_.empty()) {
      LoadedFile& file = files_[ended_.front()];
      ended_.pop_front();
      if (file.last_of_its_file) progress.next();
      progress.update(0, path_text(file.item.input.path));
      if (!verifies_afterwards()) verify(file);
      --open_;
      {
        const std::lock_guard lock(mutex_);
        if (file.ticket) done_with_.push_back(file.ticket.number());
      }
      done_with_changed_.notify_all();
    }
  }
  if (auto idle = loader_->wait_idle(); !idle) return idle;
  progress.clear();
  const Clock::time_point loaded = Clock::now();
  if (verifies_afterwards()) verify_all();
  verifying_time_ = Clock::now() - loaded;
  return {};
}

Result<void> LoadRun::begin(LoadItem item, bool last_of_its_file) {
  // Under the lock, so that nobody looks for the ticket before it is in its place.
  const std::lock_guard lock(mutex_);
  const std::size_t index = files_.size();
  LoadedFile& file = files_.emplace_back();
  file.item = std::move(item);
  file.last_of_its_file = last_of_its_file;
  ++open_;
  if (file.item.input.problem) {
    file.error = file.item.input.problem;
    file.state = file.error->code == ErrorCode::kCancelled ? LoadState::kCancelled : LoadState::kFailed;
    ended_.push_back(index);
    return {};
  }
  LoadRequest request = std::move(file.item.request);
  request.priority = options_.priority;
  request.on_end = [this, index](const LoadTicket& ticket) { ended(index, ticket); };
  auto ticket = loader_->load(std::move(request));
  if (!ticket) return fail(std::move(ticket).error());
  by_number_.emplace(ticket->number(), index);
  file.ticket = *std::move(ticket);
  return {};
}

void LoadRun::ended(std::size_t index, const LoadTicket& ticket) {
  last_end_ = Clock::now();
  LoadedFile& file = files_[index];
  file.state = ticket.state();
  file.bytes = ticket.size();
  if (file.state != LoadState::kReady) file.error = ticket.error();
  ended_.push_back(index);
}

bool LoadRun::may_evict(const EvictCandidate& candidate) {
  std::unique_lock lock(mutex_);
  done_with_changed_.wait(lock, [&] {
    return std::find(done_with_.begin(), done_with_.end(), candidate.number) != done_with_.end();
  });
  std::erase(done_with_, candidate.number);
  const auto found = by_number_.find(candidate.number);
  if (found != by_number_.end()) files_[found->second].ticket = {};
  return true;
}

void LoadRun::verify_all() {
  Progress progress(stderr, files_.size());
  for (LoadedFile& file : files_) {
    if (options_.verify) progress.update(0, "comparing " + path_text(file.item.input.path));
    verify(file);
    progress.next();
  }
}

void LoadRun::verify(LoadedFile& file) {
  if (file.state == LoadState::kReady && options_.verify && !interrupted()) {
    const auto same = compare(file);
    if (same) {
      file.verified = *same ? Verified::kSame : Verified::kDifferent;
    } else {
      file.error = same.error();
      file.state = LoadState::kFailed;
    }
  }
  // It may keep a whole scene in memory.
  file.item.expected = nullptr;
}

Result<bool> LoadRun::compare(const LoadedFile& file) {
  const auto expected = file.item.expected();
  if (!expected) return fail(expected.error());
  const auto resource = file.ticket.resource();
  return holds(*manager_, resource.get(), file.bytes, *expected);
}

}  // namespace ferry::cli
