#pragma once

#include <string>
#include <string_view>

namespace ferry {

/// Appends the text as a JSON string, with its quotes. Bytes above 0x7f are taken for UTF-8 and kept.
void append_json_string(std::string& out, std::string_view value);

}  // namespace ferry
