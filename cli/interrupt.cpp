#include "interrupt.hpp"

#include <csignal>
#include <cstdio>
#include <initializer_list>

namespace ferry::cli {

namespace {

// What a handler may write, and the only global state of the command.
volatile std::sig_atomic_t caught_signal = 0;

}  // namespace

extern "C" {
static void remember_signal(int number) {
  caught_signal = number;
  std::signal(number, SIG_DFL);
}
}

void catch_interrupts() {
  for (const int number : {SIGINT, SIGTERM}) {
    // Whoever started the program in the background wants it left alone.
    if (std::signal(number, remember_signal) == SIG_IGN) std::signal(number, SIG_IGN);
  }
}

bool interrupted() {
  return caught_signal != 0;
}

void end_if_interrupted() {
  if (!interrupted()) return;
  std::fflush(nullptr);
  std::signal(caught_signal, SIG_DFL);
  std::raise(caught_signal);
}

}  // namespace ferry::cli
