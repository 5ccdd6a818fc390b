#include <fcntl.h>
#include <io.h>

#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

#include <shellapi.h>

#include <ferry/assets/file.hpp>

#include "console.hpp"

namespace ferry::cli {

namespace {

HANDLE handle_of(std::FILE* stream) {
  return reinterpret_cast<HANDLE>(_get_osfhandle(_fileno(stream)));
}

}  // namespace

std::vector<std::string> command_line(int argc, char** argv) {
  // What main() gets has lost what the system's own code page does not have.
  int count = 0;
  wchar_t** const words = CommandLineToArgvW(GetCommandLineW(), &count);
  if (words == nullptr) return {argv, argv + argc};
  std::vector<std::string> all;
  for (int i = 0; i < count; ++i) all.push_back(path_text(std::filesystem::path(words[i])));
  LocalFree(words);
  return all;
}

ConsoleMode::ConsoleMode() {
  // Text with the line ends that it has on every system, and bytes as they are.
  _setmode(_fileno(stdout), _O_BINARY);
  _setmode(_fileno(stderr), _O_BINARY);
  const UINT before = GetConsoleOutputCP();
  if (before != 0 && SetConsoleOutputCP(CP_UTF8) != 0) code_page_ = before;
  DWORD mode = 0;
  const HANDLE console = handle_of(stderr);
  constexpr DWORD kEscapes = 0x4;  // ENABLE_VIRTUAL_TERMINAL_PROCESSING, which not every SDK has
  if (GetConsoleMode(console, &mode) != 0 && SetConsoleMode(console, mode | kEscapes) != 0) {
    mode_ = mode;
    mode_changed_ = true;
  }
}

ConsoleMode::~ConsoleMode() {
  std::fflush(nullptr);
  if (mode_changed_) SetConsoleMode(handle_of(stderr), mode_);
  if (code_page_ != 0) SetConsoleOutputCP(code_page_);
}

bool is_terminal(std::FILE* stream) {
  // _isatty() says yes to every character device, NUL among them.
  DWORD mode = 0;
  return GetConsoleMode(handle_of(stream), &mode) != 0;
}

std::size_t terminal_columns(std::FILE* stream) {
  CONSOLE_SCREEN_BUFFER_INFO info = {};
  if (GetConsoleScreenBufferInfo(handle_of(stream), &info) == 0) return 80;
  const int columns = info.srWindow.Right - info.srWindow.Left + 1;
  return columns > 0 ? static_cast<std::size_t>(columns) : 80;
}

void quieten_the_runtime() {}

}  // namespace ferry::cli
