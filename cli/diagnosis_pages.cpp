#include "diagnosis_pages.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>

#include <diagnoses_md.hpp>

#include <ferry/base/text.hpp>
#include <ferry/check/model/rule.hpp>

namespace ferry::cli {

namespace {

constexpr std::string_view kFence = "```";

/// Gives a text line by line.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  std::optional<std::string_view> next() {
    if (rest_.empty()) return std::nullopt;
    const std::size_t end = rest_.find('\n');
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    return line;
  }

 private:
  std::string_view rest_;
};

/// `name` where the line is `**name.** ...` or `**name**`; what follows goes to `rest`.
std::optional<std::string_view> part_name(std::string_view line, std::string_view& rest) {
  if (!line.starts_with("**")) return std::nullopt;
  const std::size_t end = line.find("**", 2);
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view name = line.substr(2, end - 2);
  if (name.ends_with('.')) name.remove_suffix(1);
  rest = line.substr(end + 2);
  if (rest.starts_with(' ')) rest.remove_prefix(1);
  return name;
}

/// The text without Markdown's links: their words stay.
std::string without_links(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = text.find('[');
    const std::size_t middle = open == std::string_view::npos ? open : text.find("](", open);
    const std::size_t close = middle == std::string_view::npos ? middle : text.find(')', middle);
    if (close == std::string_view::npos) return out.append(text);
    out.append(text.substr(0, open));
    out.append(text.substr(open + 1, middle - open - 1));
    text.remove_prefix(close + 1);
  }
  return out;
}

std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t open = text.find('`'); open != std::string_view::npos; open = text.find('`', open)) {
    const std::size_t close = text.find('`', open + 1);
    if (close == std::string_view::npos) break;
    names.emplace_back(text.substr(open + 1, close - open - 1));
    open = close + 1;
  }
  return names;
}

/// Lines of prose as one, ...
void add_prose(std::string& text, std::string_view line) {
  if (line.empty()) return;
  if (!text.empty()) text += ' ';
  text += line;
}

/// ... and of code as they are.
void add_code(std::string& text, std::string_view line) {
  text += line;
  text += '\n';
}

class Parser {
 public:
  Diagnoses parse(std::string_view markdown) {
    Lines lines(markdown);
    while (const auto line = lines.next()) read(*line);
    end_page();
    return std::move(result_);
  }

 private:
  void read(std::string_view line) {
    if (line.starts_with(kFence)) {
      in_code_ = !in_code_;
      return;
    }
    if (in_code_) {
      if (part_ != nullptr) add_code(*part_, line);
      return;
    }
    if (line.starts_with("### ")) {
      end_page();
      page_.emplace();
      page_->name = line.substr(4);
      page_->group = group_;
    } else if (line.starts_with("## ")) {
      end_page();
      group_ = line.substr(3);
    } else if (page_) {
      read_in_page(line);
    }
  }

  void read_in_page(std::string_view line) {
    std::string_view rest = line;
    if (const auto name = part_name(line, rest)) {
      part_ = part(*name);
      if (part_ == nullptr) {
        problem(text("has a part '", *name, "'"));
        return;
      } else if (!part_->empty()) {
        problem(text("has two parts '", *name, "'"));
      }
    }
    if (part_ != nullptr) {
      add_prose(*part_, rest);
    } else if (!rest.empty()) {
      problem("begins with something that is no part");
    }
  }

  std::string* part(std::string_view name) {
    if (name == "Symptom") return &page_->symptom;
    if (name == "Cause") return &page_->cause;
    if (name == "Wrong") return &page_->wrong;
    if (name == "Right") return &page_->right;
    if (name == "See also") return &see_also_;
    return nullptr;
  }

  void end_page() {
    part_ = nullptr;
    if (!page_) return;
    for (const auto& [name, content] : {std::pair<const char*, std::string*>{"Symptom", &page_->symptom},
                                        {"Cause", &page_->cause},
                                        {"Wrong", &page_->wrong},
                                        {"Right", &page_->right}}) {
      if (content->empty()) problem(text("has no part '", name, "'"));
    }
    page_->symptom = without_links(page_->symptom);
    page_->cause = without_links(page_->cause);
    page_->see_also = names_in(see_also_);
    see_also_.clear();
    result_.pages.push_back(std::move(*page_));
    page_.reset();
  }

  void problem(const std::string& what) { result_.problems.push_back(text("'", page_->name, "' ", what)); }

  Diagnoses result_;
  std::string group_;
  std::optional<DiagnosisPage> page_;
  std::string* part_ = nullptr;
  std::string see_also_;
  bool in_code_ = false;
};

/// Small letters, and every run of other characters than letters and digits one '-'.
std::string plain(std::string_view words) {
  std::string out;
  for (const char c : words) {
    const bool large = c >= 'A' && c <= 'Z';
    if (large || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      out += large ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  if (out.ends_with('-')) out.pop_back();
  return out;
}

/// `needle` at a word's beginning in `hay`, both plain(): `cop` is in `the-copy-queue`, `opy` is not.
bool has_word(std::string_view hay, std::string_view needle) {
  for (std::size_t at = hay.find(needle); at != std::string_view::npos; at = hay.find(needle, at + 1)) {
    if (at == 0 || hay[at - 1] == '-') return true;
  }
  return false;
}

bool has_all_words(std::string_view hay, std::string_view needles) {
  while (!needles.empty()) {
    const std::size_t end = std::min(needles.find('-'), needles.size());
    if (!has_word(hay, needles.substr(0, end))) return false;
    needles.remove_prefix(std::min(end + 1, needles.size()));
  }
  return true;
}

/// How many letters have to be added, removed or changed.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

Diagnoses parse_diagnoses(std::string_view markdown) {
  return Parser().parse(markdown);
}

const Diagnoses& built_in_diagnoses() {
  static const Diagnoses diagnoses = parse_diagnoses(embedded::diagnoses_md);
  return diagnoses;
}

std::string summary_of(const DiagnosisPage& page) {
  if (const auto rule = check::find_rule(page.name)) {
    return text(check::rule_info(*rule).summary, ".");
  }
  return page.symptom.substr(0, page.symptom.find(". ")) +
         (page.symptom.find(". ") < page.symptom.size() ? "." : "");
}

std::vector<const DiagnosisPage*> find_pages(std::span<const DiagnosisPage> pages, std::string_view asked) {
  if (const std::size_t anchor = asked.rfind('#'); anchor != std::string_view::npos) {
    asked.remove_prefix(anchor + 1);
  }
  const std::string wanted = plain(asked);
  if (wanted.empty()) return {};
  const auto matching = [&](const std::function<bool(const DiagnosisPage&)>& matches) {
    std::vector<const DiagnosisPage*> found;
    for (const DiagnosisPage& page : pages) {
      if (matches(page)) found.push_back(&page);
    }
    return found;
  };
  auto found = matching([&](const DiagnosisPage& page) { return page.name == wanted; });
  if (found.empty())
    found = matching([&](const DiagnosisPage& page) { return page.name.starts_with(wanted); });
  if (found.empty())
    found = matching([&](const DiagnosisPage& page) { return has_all_words(page.name, wanted); });
  if (found.empty()) {
    found = matching([&](const DiagnosisPage& page) {
      return has_all_words(plain(text(page.name, " ", page.symptom, " ", page.cause)), wanted);
    });
  }
  return found;
}

const DiagnosisPage* nearest_page(std::span<const DiagnosisPage> pages, std::string_view asked) {
  const std::string wanted = plain(asked);
  const auto nearest = std::min_element(pages.begin(), pages.end(), [&](const auto& a, const auto& b) {
    return distance(a.name, wanted) < distance(b.name, wanted);
  });
  return nearest == pages.end() ? nullptr : &*nearest;
}

}  // namespace ferry::cli
