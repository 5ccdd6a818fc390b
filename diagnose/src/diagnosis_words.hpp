#pragma once

#include <cstdint>
#include <string>

#include <ferry/diagnose/picture_diagnosis.hpp>

#include "texel_change.hpp"

namespace ferry::diagnose {

/// What the sentences need besides the diagnosis.
struct Words {
  std::uint64_t rows = 0;
  std::uint64_t row_bytes = 0;
  std::uint64_t footprint_pitch = 0;
  std::uint64_t pitch = 0;  ///< With kOffset: the pitch at which it is counted.
  std::uint32_t block_bytes = 1;
  bool blocks = false;        ///< Rows are rows of blocks, columns blocks.
  bool before_known = false;  ///< What the destination held before is known.
  bool zeros = false;         ///< What is foreign are zeros, not what was there before.
  bool poor = false;          ///< The picture repeats itself, or is too small.
  TexelChange change = TexelChange::kNone;
};

/// Fills sentence and remedy of a diagnosis that is otherwise complete.
void put_into_words(PictureDiagnosis& diagnosis, const Words& words);

/// What a picture of this kind cannot show: of `rows` rows, with rows that are all alike, with all texels
/// alike.
std::string blind_words(std::uint64_t rows, bool rows_alike, bool texels_alike);

}  // namespace ferry::diagnose
