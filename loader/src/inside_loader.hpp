#pragma once

#include <cstdint>
#include <memory>

namespace ferry {

class LoaderCore;

/// A call into a loader on this thread, for as long as this lives: one of the application's, or all that one
/// of the loader's own threads does. Callbacks run inside such a call. A Loader that is destroyed by one
/// cannot wait for the callback that it stands in: its end is put off until the outermost call of that thread
/// is over.
class InsideLoader {
 public:
  enum class Thread : std::uint8_t { kApplication, kOwn };

  InsideLoader(std::shared_ptr<LoaderCore> core, Thread thread);
  /// Shuts the loader down where its end was put off to here.
  ~InsideLoader();
  InsideLoader(const InsideLoader&) = delete;
  InsideLoader& operator=(const InsideLoader&) = delete;

  /// Whether the loader's end was put off to the end of this call.
  [[nodiscard]] bool ends() const { return ends_; }

  /// Whether the calling thread is one of the loader's own.
  static bool is_own(const LoaderCore* core);
  /// Puts the loader's end off. False where the calling thread is in no call into it.
  static bool end_later(const LoaderCore* core);

 private:
  std::shared_ptr<LoaderCore> core_;
  InsideLoader* outer_;  // The call of this thread around this one, into whatever loader.
  Thread thread_;
  bool ends_ = false;
};

}  // namespace ferry
