#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ferry::cli {

/// A page of docs/diagnoses.md: a rule of the checker, a symptom, or a verdict of `ferry stream`.
struct DiagnosisPage {
  std::string name;   ///< `missing-barrier`: the heading, and so the page's anchor.
  std::string group;  ///< The heading above: `States`.
  std::string symptom;
  std::string cause;
  std::string wrong;                  ///< Lines of code.
  std::string right;                  ///< Likewise.
  std::vector<std::string> see_also;  ///< Names of other pages; often none.
};

struct Diagnoses {
  std::vector<DiagnosisPage> pages;  ///< In the document's order.
  std::vector<std::string>
      problems;  ///< What is no page as it has to be. The document that is built in has none.
};

/// Reads the document: `### name`, then `**Symptom.**` and `**Cause.**` with a paragraph each, `**Wrong**` and
/// `**Right**` with a fenced piece of code each, and `**See also.**` with names in backquotes or nothing.
Diagnoses parse_diagnoses(std::string_view markdown);

/// The document as it was when the program was built.
const Diagnoses& built_in_diagnoses();

/// The page in one line: what the rule demands, or how the page's symptom begins.
std::string summary_of(const DiagnosisPage& page);

/// The page of that name, or else those whose names begin with it, or else those whose names have all of its
/// words, or else those whose symptom or cause has them. `asked` may be a name, words, or
/// `docs/diagnoses.md#name`.
std::vector<const DiagnosisPage*> find_pages(std::span<const DiagnosisPage> pages, std::string_view asked);

/// The name that takes the fewest changes to become `asked`; null for no pages.
const DiagnosisPage* nearest_page(std::span<const DiagnosisPage> pages, std::string_view asked);

}  // namespace ferry::cli
