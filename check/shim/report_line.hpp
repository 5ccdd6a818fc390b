#pragma once

#include <string_view>

namespace ferry::check::shim {

// The report that the preloaded checker appends to the file of kReportVariable: what happened, one line
// each, words with tabs between them. It is there however the program ends, and `ferry check` sums it up.
//
//   loaded                            a process has the checker in it
//   device                            a device was wrapped
//   finding SEVERITY RULE CALL INDEX  something was found; INDEX is Finding::call_index
//   presented COUNT                   at the end of a process: so many images were presented
//   living COUNT                      at the end of a process: so many objects were never released
inline constexpr std::string_view kLoadedLine = "loaded";
inline constexpr std::string_view kDeviceLine = "device";
inline constexpr std::string_view kFindingLine = "finding";
inline constexpr std::string_view kPresentedLine = "presented";
inline constexpr std::string_view kLivingLine = "living";

}  // namespace ferry::check::shim
