#pragma once

namespace ferry {

/// A function of a library that Windows has or has not; null where it is not there, and on other systems. The
/// library is never unloaded. `library` is looked for beside the program and in Windows' own folder only, not
/// in the folder that the program happens to run in.
void* runtime_function(const char* library, const char* function);

template <typename Function>
Function runtime_function_as(const char* library, const char* function) {
  return reinterpret_cast<Function>(runtime_function(library, function));
}

}  // namespace ferry
