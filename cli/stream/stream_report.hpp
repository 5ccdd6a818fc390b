#pragma once

#include <string>

#include "stream_result.hpp"

namespace ferry::cli {

/// The results as one HTML page that needs nothing beside it.
std::string stream_report_html(const StreamResults& results);

}  // namespace ferry::cli
