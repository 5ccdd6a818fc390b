#include "inside_loader.hpp"

#include <utility>

#include "loader_core.hpp"

namespace ferry {
namespace {

thread_local InsideLoader* t_innermost = nullptr;

}  // namespace

InsideLoader::InsideLoader(std::shared_ptr<LoaderCore> core, Thread thread)
    : core_(std::move(core)), outer_(std::exchange(t_innermost, this)), thread_(thread) {}

InsideLoader::~InsideLoader() {
  // Still inside: a callback that waits meanwhile works meanwhile.
  if (ends_) core_->shut_down();
  t_innermost = outer_;
}

bool InsideLoader::is_own(const LoaderCore* core) {
  for (const InsideLoader* call = t_innermost; call != nullptr; call = call->outer_) {
    if (call->core_.get() == core && call->thread_ == Thread::kOwn) return true;
  }
  return false;
}

bool InsideLoader::end_later(const LoaderCore* core) {
  InsideLoader* outermost = nullptr;
  for (InsideLoader* call = t_innermost; call != nullptr; call = call->outer_) {
    if (call->core_.get() == core) outermost = call;
  }
  if (outermost == nullptr) return false;
  outermost->ends_ = true;
  return true;
}

}  // namespace ferry
