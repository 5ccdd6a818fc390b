// Takes Ferry in from outside its tree. Prints one line and returns 0 when all is well.
#include <cstdio>

#include <ferry/base/result.hpp>
#include <ferry/base/units.hpp>

namespace {

ferry::Result<std::uint64_t> padded(std::uint64_t pitch) {
  std::uint64_t out = 0;
  if (!ferry::align_up_checked(pitch, 256, out)) {
    return ferry::fail(ferry::ErrorCode::kInvalidArgument, "row pitch ", pitch, " is too big");
  }
  return out;
}

}  // namespace

int main() {
  using namespace ferry::literals;
  const ferry::Result<std::uint64_t> pitch = padded(1_KiB + 1);
  if (!pitch) {
    std::fprintf(stderr, "consumer: %s\n", ferry::to_string(pitch.error()).c_str());
    return 1;
  }
  if (*pitch != 1280 || padded(UINT64_MAX)) {
    std::fputs("consumer: the library gave a wrong answer\n", stderr);
    return 1;
  }
  std::printf("consumer: a row of 1025 bytes has a pitch of %s\n", ferry::byte_text(*pitch).c_str());
  return 0;
}
