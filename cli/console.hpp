#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

namespace ferry::cli {

/// What the program was started with, its name first, in UTF-8.
std::vector<std::string> command_line(int argc, char** argv);

/// Makes the console show UTF-8 and obey the escapes that the progress bar uses, and standard output carry
/// bytes as they are; when it goes, the console is as it was. Does nothing where a terminal does that
/// anyway. One for the program.
class ConsoleMode {
 public:
  ConsoleMode();
  ~ConsoleMode();
  ConsoleMode(const ConsoleMode&) = delete;
  ConsoleMode& operator=(const ConsoleMode&) = delete;

 private:
  unsigned code_page_ = 0;  // as it was; 0: there is no console
  unsigned long mode_ = 0;  // of standard error, as it was
  bool mode_changed_ = false;
};

/// Whether the stream is a terminal that the progress bar can be drawn on.
bool is_terminal(std::FILE* stream);

/// How wide that terminal is; 80 where it does not say.
std::size_t terminal_columns(std::FILE* stream);

/// Keeps what lies below from talking to the user, who gets Ferry's own words. Who sets the variables that
/// do it still hears it.
void quieten_the_runtime();

}  // namespace ferry::cli
