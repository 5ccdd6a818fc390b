#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ferry/check/model/rule.hpp>

#include "report.hpp"

namespace ferry::cli {

/// What a program under `ferry check` did, from the report of the preloaded checker.
struct CheckSummary {
  /// One rule of one severity, with where it was first broken.
  struct Row {
    check::Severity severity = check::Severity::kError;
    std::string rule;
    std::uint64_t count = 0;
    std::string first_call;
    std::uint64_t first_index = 0;  ///< The number of that call.
  };

  std::uint64_t processes = 0;  ///< That had the checker in them.
  std::uint64_t devices = 0;
  std::uint64_t presented = 0;  ///< Images, as far as the processes came to their end.
  std::uint64_t living = 0;     ///< Objects that were never released, likewise.
  FindingCounts findings;
  std::vector<Row> rows;  ///< The worst severity first; of one severity in the order of their first finding.
};

/// Reads the report; lines that are none (a disk was full) are passed over.
CheckSummary read_check_report(std::string_view report);

/// The summary for people: lines with a line break at the end, or empty where no device was made.
std::string summary_text(const CheckSummary& summary);

/// The same as JSON: `{"summary": {...}}`.
nlohmann::ordered_json to_json(const CheckSummary& summary);

}  // namespace ferry::cli
