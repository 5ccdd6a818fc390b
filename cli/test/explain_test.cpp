// `ferry explain`, and the document that it prints: docs/diagnoses.md.

#include "explain_command.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include <ferry/check/model/rule.hpp>

#include "captured.hpp"
#include "exit_code.hpp"
#include "stream/stream_result.hpp"

namespace ferry::cli {
namespace {

const std::vector<DiagnosisPage>& pages() {
  return built_in_diagnoses().pages;
}

const DiagnosisPage* page_named(std::string_view name) {
  const auto at = std::find_if(pages().begin(), pages().end(),
                               [&](const DiagnosisPage& page) { return page.name == name; });
  return at == pages().end() ? nullptr : &*at;
}

std::vector<std::string> names_found(std::string_view asked) {
  std::vector<std::string> names;
  for (const DiagnosisPage* page : find_pages(pages(), asked)) names.push_back(page->name);
  return names;
}

// -------------------------------------------------------------------------------------------- the document

TEST(DiagnosesDocument, EachPageHasItsFourParts) {
  EXPECT_EQ(built_in_diagnoses().problems, std::vector<std::string>());
  EXPECT_FALSE(pages().empty());
}

TEST(DiagnosesDocument, EachRuleHasAPage) {
  for (const check::RuleInfo& rule : check::all_rules()) {
    EXPECT_NE(page_named(rule.name), nullptr) << "docs/diagnoses.md has no page '" << rule.name << "'";
  }
}

TEST(DiagnosesDocument, NoPageIsForARuleThatDoesNotExist) {
  std::set<std::string> names;
  for (const DiagnosisPage& page : pages()) {
    EXPECT_TRUE(names.insert(page.name).second) << "there are two pages '" << page.name << "'";
    const bool is_rule = page.group != "Symptoms" && page.group != "Streaming";
    EXPECT_EQ(check::find_rule(page.name).has_value(), is_rule) << page.name << " in " << page.group;
  }
}

TEST(DiagnosesDocument, EachVerdictOfStreamHasAPageAndNoOtherHas) {
  static_assert(static_cast<std::size_t>(Bottleneck::kSharedMemory) + 1 == kBottlenecks);
  std::set<std::string> verdicts;
  for (std::size_t i = 0; i < kBottlenecks; ++i) verdicts.insert(page_of(static_cast<Bottleneck>(i)));
  EXPECT_EQ(verdicts.size(), kBottlenecks);
  std::set<std::string> written;
  for (const DiagnosisPage& page : pages()) {
    if (page.group == "Streaming") written.insert(page.name);
  }
  EXPECT_EQ(written, verdicts);
}

TEST(DiagnosesDocument, NoPageNamesOneThatDoesNotExist) {
  for (const DiagnosisPage& page : pages()) {
    for (const std::string& name : page.see_also) {
      EXPECT_NE(page_named(name), nullptr) << page.name << " names " << name;
    }
    EXPECT_TRUE(page.group != "Symptoms" || !page.see_also.empty()) << page.name << " leads nowhere";
  }
}

TEST(DiagnosesDocument, WhatIsNoPageIsTold) {
  const Diagnoses broken = parse_diagnoses(
      "# Title\nNo page.\n## Group\n### short\n**Symptom.** One\ntwo.\n\n**Wrong**\n```cpp\n### no "
      "heading\n```\n"
      "### odd\nText.\n**Symptom.** S.\n**Symptom.** S.\n**Reason.** R.\n**Cause.** "
      "C.\n**Wrong**\n```\nw\n```\n"
      "**Right**\n```\n\nr\n```\n**See also.** `short`, `other`\n");
  ASSERT_EQ(broken.pages.size(), 2U);
  EXPECT_EQ(broken.pages[0].symptom, "One two.");
  EXPECT_EQ(broken.pages[0].group, "Group");
  EXPECT_EQ(broken.pages[0].wrong, "### no heading\n");
  EXPECT_EQ(broken.pages[1].right, "\nr\n");
  EXPECT_EQ(broken.pages[1].see_also, (std::vector<std::string>{"short", "other"}));
  EXPECT_EQ(broken.problems,
            (std::vector<std::string>{"'short' has no part 'Cause'", "'short' has no part 'Right'",
                                      "'odd' begins with something that is no part",
                                      "'odd' has two parts 'Symptom'", "'odd' has a part 'Reason'"}));
}

// ------------------------------------------------------------------------------------------------- finding

TEST(FindPages, ByNameBeginningAndWords) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(names_found("footprint-pitch"), Names{"footprint-pitch"});
  EXPECT_EQ(names_found("Footprint Pitch"), Names{"footprint-pitch"});
  EXPECT_EQ(names_found("docs/diagnoses.md#footprint-pitch"), Names{"footprint-pitch"});
  EXPECT_EQ(names_found("garbled"), Names{"garbled-picture"});
  EXPECT_EQ(names_found("split"), (Names{"split-barrier-mismatch", "split-barrier-pending"}));
  EXPECT_EQ(names_found("pitch too small"), Names{"footprint-pitch-too-small"});
  EXPECT_EQ(names_found("flicker"), Names{"random-flicker"});
  const Names slanted = names_found("slanted");
  EXPECT_NE(std::find(slanted.begin(), slanted.end(), "footprint-pitch"), slanted.end());
  EXPECT_NE(std::find(slanted.begin(), slanted.end(), "garbled-picture"), slanted.end());
  EXPECT_EQ(names_found("lanted"), Names());
  EXPECT_EQ(names_found("misssing-barrier"), Names());
  EXPECT_EQ(names_found(""), Names());
}

TEST(FindPages, TheNearestNameIsTheOneThatWasMeant) {
  for (const DiagnosisPage& page : pages()) {
    std::string typed = page.name;
    typed.erase(typed.size() / 2, 1);
    EXPECT_EQ(nearest_page(pages(), typed)->name, page.name) << typed;
  }
}

// ------------------------------------------------------------------------------------------------ printing

TEST(Explain, APageAsText) {
  const std::string text = page_text(*page_named("upload-initial-state"));
  EXPECT_EQ(
      text.find("upload-initial-state (error)\n  A resource in an UPLOAD heap is created in GENERIC_READ.\n"
                "\nSymptom:\n  "),
      0U)
      << text;
  EXPECT_NE(text.find("\nCause:\n  "), std::string::npos) << text;
  EXPECT_NE(text.find("\nWrong:\n    device->CreateCommittedResource("), std::string::npos) << text;
  EXPECT_NE(text.find("\nRight:\n    device->CreateCommittedResource("), std::string::npos) << text;
  EXPECT_NE(text.find("\nSource: Direct3D 12 documentation, 'D3D12_HEAP_TYPE'\n"), std::string::npos) << text;
  const std::string symptom = page_text(*page_named("random-flicker"));
  EXPECT_EQ(symptom.find("random-flicker\n\nSymptom:\n"), 0U) << symptom;
  EXPECT_NE(symptom.find("\nSee also:\n  staging-changed-in-flight, "), std::string::npos) << symptom;
}

TEST(Explain, NoMarkdownLinkIsLeft) {
  for (const DiagnosisPage& page : pages()) {
    EXPECT_EQ((page.symptom + page.cause).find("]("), std::string::npos) << page.name;
  }
}

TEST(Explain, APageAsJson) {
  const nlohmann::ordered_json page = page_json(*page_named("missing-barrier"));
  EXPECT_EQ(page["kind"], "rule");
  EXPECT_EQ(page["severity"], "error");
  EXPECT_EQ(page["group"], "States");
  EXPECT_EQ(page["page"], "docs/diagnoses.md#missing-barrier");
  EXPECT_EQ(page["summary"], "A resource is in the state that its use needs when the list executes.");
  for (const char* const part : {"symptom", "cause", "wrong", "right", "source"}) {
    EXPECT_FALSE(page[part].get<std::string>().empty()) << part;
  }
  const nlohmann::ordered_json symptom = page_json(*page_named("stale-readback"));
  EXPECT_EQ(symptom["kind"], "symptom");
  EXPECT_EQ(symptom["summary"], "What is read back is zero, or what was there a frame ago.");
  EXPECT_EQ(symptom["see_also"][0], "readback-before-fence");
  EXPECT_FALSE(symptom.contains("severity"));
  EXPECT_EQ(page_json(*page_named("stream-cpu"))["kind"], "verdict");
}

Captured explain(const std::vector<std::string>& words, bool json = false) {
  return captured([&] { return run_explain({words, json}); });
}

TEST(Explain, WithoutANameAllAreListed) {
  const Captured text = explain({});
  EXPECT_EQ(text.exit_code, kExitGood);
  EXPECT_EQ(text.out.find("Symptoms\n  garbled-picture "), 0U) << text.out;
  const nlohmann::ordered_json all = nlohmann::ordered_json::parse(explain({}, true).out);
  EXPECT_EQ(all["pages"].size(), pages().size());
  for (const DiagnosisPage& page : pages()) {
    const std::string summary = summary_of(page);
    EXPECT_NE(text.out.find("  " + summary + "\n"), std::string::npos) << page.name;
    EXPECT_TRUE(summary.ends_with('.') && !summary.ends_with("..")) << summary;
  }
}

TEST(Explain, SeveralThatFitAreListedAndOneIsPrinted) {
  const Captured several = explain({"split"});
  EXPECT_EQ(several.exit_code, kExitGood);
  EXPECT_EQ(several.out.find("States\n  split-barrier-mismatch  "), 0U) << several.out;
  EXPECT_EQ(std::count(several.out.begin(), several.out.end(), '\n'), 3);
  const Captured one = explain({"random", "flicker"});
  EXPECT_EQ(one.out, page_text(*page_named("random-flicker")));
  const auto json = nlohmann::ordered_json::parse(explain({"random-flicker"}, true).out);
  EXPECT_EQ(json["page"], page_json(*page_named("random-flicker")));
}

TEST(Explain, AnUnknownNameIsWrongUsageAndTheNearestIsNamed) {
  const Captured text = explain({"mising-barier"});
  EXPECT_EQ(text.exit_code, kExitUsage);
  EXPECT_EQ(text.out, "");
  EXPECT_NE(text.err.find("'mising-barier'"), std::string::npos) << text.err;
  EXPECT_NE(text.err.find("'missing-barrier'"), std::string::npos) << text.err;
  const Captured json = explain({"mising-barier"}, true);
  EXPECT_EQ(json.exit_code, kExitUsage);
  EXPECT_EQ(nlohmann::ordered_json::parse(json.out)["error"]["code"], "not_found");
}

TEST(ExplainArguments, EveryOptionArrives) {
  const char* const words[] = {"ferry", "explain", "random", "flicker", "--json"};
  const Command command = parse_arguments(static_cast<int>(std::size(words)), words);
  const auto* options = std::get_if<ExplainOptions>(&command);
  ASSERT_NE(options, nullptr);
  EXPECT_EQ(options->words, (std::vector<std::string>{"random", "flicker"}));
  EXPECT_TRUE(options->json);
}

}  // namespace
}  // namespace ferry::cli
