// A fuzzer's target that does wrong, each time in the way that the first byte says.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "allowance.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ferry::fuzz::Allowance allowance(size);
  static volatile std::uint8_t sink = 0;
  switch (size != 0 ? data[0] : 0) {
    case 'r':  // reads past the end
      sink = data[size];
      break;
    case 'm':  // asks for too much memory
      sink = std::vector<std::uint8_t>((64 << 10) + 1).back();
      break;
    case 'a': {  // asks for much memory, and may
      allowance.raise_to(100 << 20);
      sink = std::vector<std::uint8_t>(100 << 20).back();
      break;
    }
    case 'h':  // hangs
      while (sink == 0) {
      }
      break;
    default:
      break;
  }
  return 0;
}
