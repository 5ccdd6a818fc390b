#pragma once

#include <coroutine>
#include <utility>

#include <ferry/loader/load_ticket.hpp>

namespace ferry {

/// `co_await ticket` suspends a coroutine until the ticket has ended, and gives the ticket back. It goes on
/// inside Loader::pump; `co_await on(ticket, CallbackThread::kWorker)` goes on where the ticket ends.
///
/// If nobody pumps any more and the Loader is destroyed, its destructor lets the coroutine go on.
class LoadAwaiter {
 public:
  LoadAwaiter(LoadTicket ticket, CallbackThread where) : ticket_(std::move(ticket)), where_(where) {}

  [[nodiscard]] bool await_ready() const { return !ticket_ || ticket_.is_over(); }
  void await_suspend(std::coroutine_handle<> waiting) {
    // Copies first: the coroutine, and this object in it, may be gone before `then` returns.
    const LoadTicket ticket = ticket_;
    ticket.then([waiting](const LoadTicket&) { waiting.resume(); }, where_);
  }
  [[nodiscard]] LoadTicket await_resume() const { return ticket_; }

 private:
  LoadTicket ticket_;
  CallbackThread where_;
};

[[nodiscard]] inline LoadAwaiter on(LoadTicket ticket, CallbackThread where) {
  return {std::move(ticket), where};
}

[[nodiscard]] inline LoadAwaiter operator co_await(const LoadTicket& ticket) {
  return {ticket, CallbackThread::kPump};
}

}  // namespace ferry
