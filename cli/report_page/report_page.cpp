#include "report_page.hpp"

#include <report_page_css.hpp>
#include <report_page_js.hpp>
#include <uplot_css.hpp>
#include <uplot_js.hpp>
#include <uplot_license.hpp>

namespace ferry::cli {

namespace {

/// The page may run its own script and style, and show pictures that it carries; nothing else.
constexpr std::string_view kPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data: blob:";

constexpr std::string_view kHead =
    R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content=")";

constexpr std::string_view kData = "\n<script type=\"application/json\" id=\"data\">";

void append_json(std::string& page, std::string_view json) {
  for (const char c : json) {
    if (c == '<') {
      page += "\\u003c";
    } else {
      page += c;
    }
  }
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string report_page(std::string_view title, std::string_view body, std::string_view data_json,
                        std::string_view script) {
  const auto append = [](std::string& page, std::initializer_list<std::string_view> parts) {
    for (const std::string_view part : parts) page += part;
  };
  std::string page;
  page.reserve(body.size() + data_json.size() + script.size() + embedded::uplot_js.size() + 32768);
  append(page, {kHead, kPolicy, "\">\n<title>", html_text(title), "</title>\n<style>\n", embedded::uplot_css,
                "\n", embedded::report_page_css, "</style>\n</head>\n<body>\n", body, kData});
  append_json(page, data_json);
  append(page, {"</script>\n<script>\n/*\n", embedded::uplot_license, "*/\n", embedded::uplot_js,
                "\n</script>\n<script>\n", embedded::report_page_js, "</script>\n<script>\n", script,
                "</script>\n</body>\n</html>\n"});
  return page;
}

}  // namespace ferry::cli
