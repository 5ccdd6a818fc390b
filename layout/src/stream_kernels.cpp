#include "stream_kernels.hpp"

#include <atomic>

#include <ferry/layout/row_copy.hpp>

#if defined(__x86_64__) || defined(_M_X64)
#define FERRY_X86 1
#include <immintrin.h>
#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif
#endif

// GCC and clang compile an intrinsic only inside a function whose target has it; MSVC compiles any anywhere.
#if defined(__GNUC__) || defined(__clang__)
#define FERRY_TARGET(name) __attribute__((target(name)))
#else
#define FERRY_TARGET(name)
#endif

// MinGW's GCC keeps 32-byte vectors on a stack that Windows aligns to 16 (GCC bug 54412), so it gets 16-byte
// ones only. The store instruction's width matters little: lines are combined on their way to memory.
#if defined(FERRY_X86) && !(defined(__MINGW32__) && !defined(__clang__))
#define FERRY_WIDE_VECTORS 1
#endif

namespace ferry::detail {

#if defined(FERRY_X86)
namespace {

constexpr std::size_t kLine = 64;

void stream_sse2(void* dst, const void* src, std::size_t lines) noexcept {
  auto* to = static_cast<char*>(dst);
  const auto* from = static_cast<const char*>(src);
  for (; lines != 0; --lines, to += kLine, from += kLine) {
    const __m128i a = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    const __m128i b = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + 16));
    const __m128i c = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + 32));
    const __m128i d = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + 48));
    _mm_stream_si128(reinterpret_cast<__m128i*>(to), a);
    _mm_stream_si128(reinterpret_cast<__m128i*>(to + 16), b);
    _mm_stream_si128(reinterpret_cast<__m128i*>(to + 32), c);
    _mm_stream_si128(reinterpret_cast<__m128i*>(to + 48), d);
  }
}

#if defined(FERRY_WIDE_VECTORS)
FERRY_TARGET("avx2") void stream_avx2(void* dst, const void* src, std::size_t lines) noexcept {
  auto* to = static_cast<char*>(dst);
  const auto* from = static_cast<const char*>(src);
  for (; lines >= 2; lines -= 2, to += 2 * kLine, from += 2 * kLine) {
    const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + 32));
    const __m256i c = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + 64));
    const __m256i d = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + 96));
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to), a);
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to + 32), b);
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to + 64), c);
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to + 96), d);
  }
  if (lines != 0) {
    const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + 32));
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to), a);
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to + 32), b);
  }
}

FERRY_TARGET("avx512f") void stream_avx512(void* dst, const void* src, std::size_t lines) noexcept {
  auto* to = static_cast<char*>(dst);
  const auto* from = static_cast<const char*>(src);
  for (; lines >= 2; lines -= 2, to += 2 * kLine, from += 2 * kLine) {
    const __m512i a = _mm512_loadu_si512(from);
    const __m512i b = _mm512_loadu_si512(from + kLine);
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to), a);
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to + kLine), b);
  }
  if (lines != 0) _mm512_stream_si512(reinterpret_cast<__m512i*>(to), _mm512_loadu_si512(from));
}

struct CpuHas {
  bool avx2 = false;
  bool avx512f = false;
};

// Both the CPU and the operating system, which must save the wide registers.
CpuHas ask_cpu() noexcept {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_cpu_init();
  return {__builtin_cpu_supports("avx2") != 0, __builtin_cpu_supports("avx512f") != 0};
#else
  int regs[4] = {};
  __cpuid(regs, 0);
  if (regs[0] < 7) return {};
  __cpuid(regs, 1);
  if ((regs[2] & (1 << 27)) == 0) return {};  // OSXSAVE: xgetbv may be used
  const unsigned long long saved = _xgetbv(0);
  __cpuidex(regs, 7, 0);
  constexpr unsigned long long kYmm = 0x6;
  constexpr unsigned long long kZmm = 0xe6;
  return {(saved & kYmm) == kYmm && (regs[1] & (1 << 5)) != 0,
          (saved & kZmm) == kZmm && (regs[1] & (1 << 16)) != 0};
#endif
}

#endif  // FERRY_WIDE_VECTORS

struct Kernels {
  StreamKernel list[3];
  std::size_t count = 0;

  void add(std::string_view name, StreamLines copy_lines) noexcept { list[count++] = {name, copy_lines}; }

  Kernels() noexcept {
#if defined(FERRY_WIDE_VECTORS)
    const CpuHas has = ask_cpu();
    if (has.avx512f) add("avx512", stream_avx512);
    if (has.avx2) add("avx2", stream_avx2);
#endif
    add("sse2", stream_sse2);
  }
};

}  // namespace

std::span<const StreamKernel> stream_kernels() noexcept {
  static const Kernels kernels;
  return {kernels.list, kernels.count};
}

#else

std::span<const StreamKernel> stream_kernels() noexcept {
  return {};
}

#endif

}  // namespace ferry::detail

namespace ferry {

void store_fence() noexcept {
#if defined(FERRY_X86)
  _mm_sfence();
#else
  std::atomic_thread_fence(std::memory_order_release);
#endif
}

}  // namespace ferry
