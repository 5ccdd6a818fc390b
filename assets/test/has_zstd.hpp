#pragma once

#if __has_include(<zstd.h>)
#define FERRY_TEST_HAS_ZSTD 1
#else
#define FERRY_TEST_HAS_ZSTD 0
#endif

namespace ferry::test {

/// False where Ferry is built without Zstandard, as it may be for Windows.
inline constexpr bool kHasZstd = FERRY_TEST_HAS_ZSTD != 0;

/// A level of compression, or 0 (none) without Zstandard.
constexpr int zstd_level(int level) {
  return kHasZstd ? level : 0;
}

}  // namespace ferry::test
