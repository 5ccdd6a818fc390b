#include "mixture.hpp"

namespace ferry::diagnose {

Mixture mixture_of(const BlockRows& expected, const BlockRows& got, const BlockRows* other) {
  Mixture mixture;
  mixture.cut_off = true;
  bool foreign_seen = false;
  for (std::uint64_t row = 0; row < got.rows; ++row) {
    const std::byte* const sent = expected.row(row);
    const std::byte* const came = got.row(row);
    const std::byte* const was = other != nullptr ? other->row(row) : nullptr;
    bool right = false;
    for (std::uint64_t i = 0; i < got.row_bytes; ++i) {
      const std::byte there = was != nullptr ? was[i] : std::byte{0};
      if (came[i] == sent[i]) {
        if (sent[i] == there) continue;
        right = true;
        if (foreign_seen) mixture.cut_off = false;
      } else if (came[i] == there) {
        foreign_seen = true;
        ++mixture.foreign_bytes;
      } else {
        return {};
      }
    }
    if (right) ++mixture.right_rows;
    if (!foreign_seen) ++mixture.rows_before_foreign;
  }
  mixture.holds = true;
  return mixture;
}

}  // namespace ferry::diagnose
