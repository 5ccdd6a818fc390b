#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "arguments.hpp"
#include "diagnosis_pages.hpp"

namespace ferry::cli {

/// `ferry explain`: prints a page of the diagnoses, or which there are; needs no device. Gives the exit code.
int run_explain(const ExplainOptions& options);

/// The page for a terminal.
std::string page_text(const DiagnosisPage& page);
/// Its parts as fields.
nlohmann::ordered_json page_json(const DiagnosisPage& page);

}  // namespace ferry::cli
