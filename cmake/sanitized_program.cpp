// Part of every program of a sanitizer build that uses Direct3D 12 (cmake/ferry_d3d12.cmake).

// A Vulkan driver that is unloaded can no longer be named in a report, nor left out of one. So nothing is
// unloaded.
extern "C" int dlclose(void* /*library*/) {
  return 0;
}

// Mesa's lavapipe keeps a few hundred bytes for each device, whatever one does. Nothing is said of libvkd3d:
// what it still holds at the end is an object that Ferry did not release.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libvulkan_lvp.so\n"
         "leak:libLLVM\n";
}

// The driver and its compiler are not instrumented, so what their threads agree on among themselves is not
// seen.
extern "C" const char* __tsan_default_suppressions() {
  return "called_from_lib:libvulkan_lvp.so\n"
         "called_from_lib:libLLVM\n"
         "race:libvulkan_lvp.so\n";
}
