#include <ferry/base/json_text.hpp>

namespace ferry {

void append_json_string(std::string& out, std::string_view value) {
  static constexpr char kDigits[] = "0123456789abcdef";
  out += '"';
  for (const char c : value) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (code < 0x20) {
      out += "\\u00";
      out += kDigits[code >> 4];
      out += kDigits[code & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

}  // namespace ferry
