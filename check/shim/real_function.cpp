#include "real_function.hpp"

#include <dlfcn.h>

#include <cstdlib>

#include <ferry/base/text.hpp>

#include "session.hpp"

namespace ferry::check::shim {

namespace {

using Dlsym = void*(void*, const char*);
std::atomic<Dlsym*> the_dlsym{nullptr};

}  // namespace

void* real_dlsym(void* handle, const char* name) noexcept {
  Dlsym* real = the_dlsym.load(std::memory_order_relaxed);
  if (real == nullptr) {
    // Which version has it depends on the C library's age and on the processor.
    for (const char* const version :
         {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17", "GLIBC_2.27", "GLIBC_2.36"}) {
      real = reinterpret_cast<Dlsym*>(dlvsym(RTLD_NEXT, "dlsym", version));
      if (real != nullptr) break;
    }
    if (real == nullptr) {
      complain("this C library's dlsym cannot be found");
      std::abort();
    }
    the_dlsym.store(real, std::memory_order_relaxed);
  }
  // A jump and no call (this file is always optimized): the meaning of RTLD_NEXT depends on who calls.
  return real(handle, name);
}

void* RealFunction::find() noexcept {
  void* address = address_.load(std::memory_order_acquire);
  if (address != nullptr) return address;
  address = real_dlsym(RTLD_NEXT, name_);
  if (address == nullptr) {
    if (void* const library = dlopen(library_, RTLD_LAZY | RTLD_NOLOAD)) {
      address = real_dlsym(library, name_);
      dlclose(library);
    }
  }
  if (address != nullptr) found(address);
  return address;
}

void* RealFunction::find_or_end() noexcept {
  void* const address = find();
  if (address == nullptr) {
    complain(text("the real ", name_, " of ", library_, " cannot be found").c_str());
    std::abort();
  }
  return address;
}

}  // namespace ferry::check::shim
