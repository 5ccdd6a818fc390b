#include "faults.hpp"

#include <cstddef>
#include <string_view>

namespace ferry::check::layer {

Result<void> Faults::add(const Fault& fault) {
  if (fault.nth == 0) return fail(ErrorCode::kInvalidArgument, "fault on call 0; calls are counted from 1");
  if (fault.result >= 0) {
    return fail(ErrorCode::kInvalidArgument, "fault with result ",
                Hex{static_cast<std::uint32_t>(fault.result)},
                ", which is no failure; use a failing HRESULT");
  }
  Armed armed{Method::kCount, fault.nth, fault.result};
  if (fault.method != "*") {
    for (std::size_t i = 0; i < kMethodCount; ++i) {
      if (fault.method == name_of(static_cast<Method>(i))) armed.method = static_cast<Method>(i);
    }
    if (armed.method == Method::kCount) {
      return fail(ErrorCode::kInvalidArgument, "fault on '", fault.method,
                  "', which is no wrapped method; check::methods() lists them");
    }
  }
  const std::lock_guard lock(mutex_);
  faults_.push_back(armed);
  armed_.store(true);
  return {};
}

void Faults::clear() {
  const std::lock_guard lock(mutex_);
  faults_.clear();
  armed_.store(false);
}

std::int32_t Faults::count(Method method) {
  calls_[static_cast<std::size_t>(method)].fetch_add(1, std::memory_order_relaxed);
  const bool hresult = method_row(method).returns_hresult;
  if (hresult) hresult_calls_.fetch_add(1, std::memory_order_relaxed);
  if (!armed_.load(std::memory_order_relaxed)) return 0;
  const std::lock_guard lock(mutex_);
  std::int32_t result = 0;
  for (Armed& fault : faults_) {
    const bool matches = fault.method == Method::kCount ? hresult : fault.method == method;
    if (!matches || fault.left == 0 || --fault.left != 0) continue;
    if (result == 0) result = fault.result;
  }
  std::erase_if(faults_, [](const Armed& fault) { return fault.left == 0; });
  if (faults_.empty()) armed_.store(false);
  return result;
}

}  // namespace ferry::check::layer
