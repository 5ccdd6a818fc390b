#pragma once

#include <string>
#include <vector>

#include "stream_result.hpp"

namespace ferry::cli {

/// A share of 0 to 1 in whole percent.
int percent(double share);

/// What is known before the first frame; lines without line breaks at the end, as below.
std::vector<std::string> header_lines(const StreamResults& results);
/// One mode's tables and verdict.
std::vector<std::string> mode_lines(const ModeResult& mode);
/// What the modes have in common in the end: pictures, findings.
std::vector<std::string> closing_lines(const StreamResults& results);

}  // namespace ferry::cli
