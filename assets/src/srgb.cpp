#include "srgb.hpp"

namespace ferry {

SrgbTables::SrgbTables() noexcept {
  for (std::size_t code = 0; code < 256; ++code) {
    linear_[code] = static_cast<float>(srgb_to_linear(static_cast<double>(code) / 255));
    begin_[code] =
        code == 0 ? 0 : static_cast<float>(srgb_to_linear((static_cast<double>(code) - 0.5) / 255));
  }
  begin_[256] = 2;  // never reached
  std::size_t code = 0;
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    const float start = static_cast<float>(bin) / static_cast<float>(kBins);
    while (begin_[code + 1] <= start) ++code;
    first_[bin] = static_cast<std::uint8_t>(code);
  }
}

const SrgbTables& SrgbTables::get() noexcept {
  static const SrgbTables tables;
  return tables;
}

}  // namespace ferry
