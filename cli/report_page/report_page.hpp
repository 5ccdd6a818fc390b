#pragma once

#include <string>
#include <string_view>

namespace ferry::cli {

/// One HTML page that needs nothing beside it: style, plotting code (uPlot) and data lie inside, and it asks
/// nobody for anything; its own content policy forbids it.
///
/// `title`: text. `body`: HTML. `data_json`: a JSON document, which lies in the page as it is, but for `<`
/// (written as an escape, so that nothing in it can end its element). `script`: JavaScript that runs at the
/// end; report_page.js says what it finds: `report.data`, `report.plot(...)`, and `report.finish()`, which it
/// calls last.
std::string report_page(std::string_view title, std::string_view body, std::string_view data_json,
                        std::string_view script);

/// The text with what HTML would take for markup escaped; fit for elements and for quoted attributes.
std::string html_text(std::string_view text);

}  // namespace ferry::cli
