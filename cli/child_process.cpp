#include "child_process.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>

namespace ferry::cli {

namespace {

// What a handler may read.
volatile std::sig_atomic_t running_program = 0;

extern "C" void hand_signal_on(int number) {
  if (running_program != 0) kill(static_cast<pid_t>(running_program), number);
}

/// While it lives, signals that end programs are the other program's. Those that were ignored stay so.
class SignalsHandedOn {
 public:
  SignalsHandedOn() {
    sigemptyset(&to_reset_);
    for (One& one : all_) {
      sigaction(one.number, nullptr, &one.before);
      if (one.before.sa_handler == SIG_IGN) continue;
      struct sigaction now = {};
      now.sa_handler = one.by_terminal ? SIG_IGN : hand_signal_on;
      sigaction(one.number, &now, nullptr);
      sigaddset(&to_reset_, one.number);
    }
  }
  ~SignalsHandedOn() {
    for (const One& one : all_) sigaction(one.number, &one.before, nullptr);
  }
  SignalsHandedOn(const SignalsHandedOn&) = delete;
  SignalsHandedOn& operator=(const SignalsHandedOn&) = delete;

  /// Those that the other program begins with as if nobody had touched them.
  [[nodiscard]] const sigset_t& to_reset() const { return to_reset_; }

 private:
  struct One {
    int number = 0;
    bool by_terminal = false;  ///< It goes to the whole group.
    struct sigaction before = {};
  };
  One all_[4] = {{SIGINT, true, {}}, {SIGQUIT, true, {}}, {SIGTERM, false, {}}, {SIGHUP, false, {}}};
  sigset_t to_reset_ = {};
};

std::vector<std::string> environment_with(const std::vector<Variable>& variables) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view line = *entry;
    const std::string_view name = line.substr(0, line.find('='));
    const bool replaced = std::any_of(variables.begin(), variables.end(),
                                      [name](const Variable& one) { return one.name == name; });
    if (!replaced) all.emplace_back(line);
  }
  for (const Variable& one : variables) all.push_back(one.name + "=" + one.value);
  return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (std::string& one : strings) pointers.push_back(one.data());
  pointers.push_back(nullptr);
  return pointers;
}

int wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

Result<ProgramEnd> run_program(const std::vector<std::string>& program,
                               const std::vector<Variable>& variables) {
  std::vector<std::string> words = program;
  std::vector<std::string> environment = environment_with(variables);
  const SignalsHandedOn signals;
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigdefault(&attributes, &signals.to_reset());
  pid_t process = 0;
  const int error = posix_spawnp(&process, words.front().c_str(), nullptr, &attributes,
                                 pointers_to(words).data(), pointers_to(environment).data());
  posix_spawnattr_destroy(&attributes);
  if (error != 0) {
    return fail(ErrorCode::kNotFound, "'", program.front(), "' cannot be run: ", std::strerror(error),
                error == ENOEXEC
                    ? "; a script needs a first line that names its interpreter, such as #!/bin/sh"
                    : "");
  }
  running_program = process;
  const int status = wait_for(process);
  running_program = 0;
  if (WIFSIGNALED(status)) return ProgramEnd{0, WTERMSIG(status)};
  return ProgramEnd{WEXITSTATUS(status), 0};
}

}  // namespace ferry::cli
