#include "load_record.hpp"

#include <ferry/base/text.hpp>

namespace ferry {

std::string_view to_string(LoadState state) noexcept {
  switch (state) {
    case LoadState::kQueued:
      return "queued";
    case LoadState::kReading:
      return "reading";
    case LoadState::kDecoding:
      return "decoding";
    case LoadState::kStaging:
      return "staging";
    case LoadState::kCopying:
      return "copying";
    case LoadState::kReady:
      return "ready";
    case LoadState::kFailed:
      return "failed";
    case LoadState::kCancelled:
      return "cancelled";
  }
  return "unknown";
}

void LoadRecord::advance(LoadState to) {
  LoadState was = state.load(std::memory_order_relaxed);
  while (was < to && !is_final(was) &&
         !state.compare_exchange_weak(was, to, std::memory_order_acq_rel, std::memory_order_relaxed)) {
  }
}

std::string name_of(const LoadRecord& record) {
  const std::string* name = path_of(record.request.source);
  if (const auto* buffer = std::get_if<NewBuffer>(&record.request.destination)) name = &buffer->name;
  if (const auto* texture = std::get_if<NewTexture>(&record.request.destination)) name = &texture->name;
  return name != nullptr ? text("load ", record.number, " '", *name, "'") : text("load ", record.number);
}

bool end_ticket(const std::shared_ptr<LoadRecord>& record, LoadState outcome, Error error, const Error* lost,
                const std::function<void(std::function<void()>)>& later) {
  if (lost != nullptr && outcome == LoadState::kReady) {
    outcome = LoadState::kFailed;
    error = *lost;
  }
  std::vector<std::pair<std::function<void(const LoadTicket&)>, CallbackThread>> callbacks;
  {
    // Who sees the final state takes this lock to see the rest.
    const std::lock_guard lock(record->mutex);
    LoadState was = record->state.load(std::memory_order_acquire);
    do {
      if (is_final(was)) return false;
    } while (!record->state.compare_exchange_weak(was, outcome, std::memory_order_acq_rel));
    record->ended_in = was;
    record->error = std::move(error);
    callbacks.swap(record->callbacks);
  }
  record->ended.notify_all();
  const LoadTicket ticket = LoadRecord::ticket(record);
  for (auto& [callback, where] : callbacks) {
    if (where == CallbackThread::kWorker) {
      callback(ticket);
    } else {
      later([ticket, callback = std::move(callback)] { callback(ticket); });
    }
  }
  return true;
}

}  // namespace ferry
