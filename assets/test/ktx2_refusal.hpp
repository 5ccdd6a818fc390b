#pragma once

#include <string_view>

#include <ferry/assets/ktx2.hpp>

#include "../../gpu/test/expect_error.hpp"
#include "ktx2_making.hpp"

namespace ferry::test {

/// Reading fails with this code, and the message has these words.
inline void expect_refused(const Bytes& file, ErrorCode code, std::string_view words,
                           const Ktx2Options& options = {}) {
  expect_error(read_ktx2(file, options), code, {words});
}

}  // namespace ferry::test
