#pragma once

namespace ferry {

/// What store_fence() does for the calling thread, for all threads of this process: stores that any of them
/// made before, non-temporal ones too, are visible when it returns. Slow (some microseconds): for the rare
/// case that one thread ends what another one began. False where the system has no such call; then nothing
/// was done.
bool process_fence() noexcept;

/// Whether process_fence() works here. Asked once.
bool has_process_fence() noexcept;

}  // namespace ferry
