#include "wrapped_text.hpp"

#include <sstream>

namespace ferry::cli {

std::string wrapped_lines(std::string_view text, std::string_view first, std::string_view rest) {
  constexpr std::size_t kWidth = 100;
  std::string out(first);
  std::size_t column = first.size();
  bool line_is_empty = true;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word; line_is_empty = false) {
    if (!line_is_empty && column + 1 + word.size() > kWidth) {
      out += '\n';
      out += rest;
      column = rest.size();
      line_is_empty = true;
    }
    if (!line_is_empty) out += ' ';
    column += word.size() + (line_is_empty ? 0 : 1);
    out += word;
  }
  out += '\n';
  return out;
}

}  // namespace ferry::cli
