#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include <ferry/base/text.hpp>

#if defined(_WIN32)
#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

#include <ferry/assets/file.hpp>
#else
#include <sys/wait.h>
#endif

namespace ferry::cli {

/// Runs `"PROGRAM" ARGUMENTS` with its output in two files, and gives its exit code; -1 where it crashed.
/// UTF-8. `before` is what a POSIX shell takes in front (variables), and empty on Windows, where there is no
/// shell between.
inline int run_line(const std::string& program, const std::string& arguments, const std::string& before,
                    const std::string& out, const std::string& err) {
#if defined(_WIN32)
  if (!before.empty()) return -1;
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, nullptr, TRUE};
  const auto create = [&](const std::string& path) {
    return CreateFileW(path_from_utf8(path).c_str(), GENERIC_WRITE, FILE_SHARE_READ, &inherited,
                       CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr);
  };
  STARTUPINFOW startup = {};
  startup.cb = sizeof startup;
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
  startup.hStdOutput = create(out);
  startup.hStdError = create(err);
  PROCESS_INFORMATION process = {};
  // The call may write into the line.
  std::wstring line = path_from_utf8(text("\"", program, "\" ", arguments)).native();
  DWORD code = static_cast<DWORD>(-1);
  if (CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &startup, &process) !=
      0) {
    constexpr DWORD kMilliseconds = 240'000;
    if (WaitForSingleObject(process.hProcess, kMilliseconds) != WAIT_OBJECT_0)
      TerminateProcess(process.hProcess, 99);
    WaitForSingleObject(process.hProcess, INFINITE);
    GetExitCodeProcess(process.hProcess, &code);
    CloseHandle(process.hThread);
    CloseHandle(process.hProcess);
  }
  CloseHandle(startup.hStdOutput);
  CloseHandle(startup.hStdError);
  // A crash ends with a big number, such as 0xc0000005.
  return code > 255 ? -1 : static_cast<int>(code);
#else
  const std::string line =
      text(before, " \"", program, "\" ", arguments, " > \"", out, "\" 2> \"", err, "\"");
  const int status = std::system(line.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
#endif
}

}  // namespace ferry::cli
