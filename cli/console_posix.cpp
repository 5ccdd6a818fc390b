#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include "console.hpp"

namespace ferry::cli {

std::vector<std::string> command_line(int argc, char** argv) {
  return {argv, argv + argc};
}

ConsoleMode::ConsoleMode() = default;
ConsoleMode::~ConsoleMode() = default;

bool is_terminal(std::FILE* stream) {
  return isatty(fileno(stream)) != 0;
}

std::size_t terminal_columns(std::FILE* stream) {
  winsize size = {};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

void quieten_the_runtime() {
  setenv("VKD3D_DEBUG", "none", 0);
  setenv("VKD3D_SHADER_DEBUG", "none", 0);
  // Mesa's layer that puts the display's GPU first looks for a display and complains where there is none.
  const bool headless = std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr;
  if (headless && std::getenv("MESA_VK_DEVICE_SELECT") == nullptr) setenv("NODEVICE_SELECT", "1", 0);
}

}  // namespace ferry::cli
