#pragma once

#include <nlohmann/json_fwd.hpp>

#include "stream_result.hpp"

namespace ferry::cli {

/// All of a run. Frames, requests and spans are given as columns, an array for each member; times are
/// milliseconds. The film's pictures are base64 of PNG files, or left out.
nlohmann::ordered_json to_json(const StreamResults& results, bool with_film);

}  // namespace ferry::cli
