#include "gltf_uri.hpp"

#include <array>
#include <cstdint>
#include <utility>

#include <ferry/assets/file.hpp>

namespace ferry {

namespace {

constexpr std::size_t kShown = 80;

/// As much of a URI as a message should have.
std::string shown(std::string_view uri) {
  return uri.size() <= kShown ? std::string(uri) : text(uri.substr(0, kShown), "...");
}

constexpr std::uint8_t kNoDigit = 0xff;

std::uint8_t hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<std::uint8_t>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<std::uint8_t>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<std::uint8_t>(c - 'A' + 10);
  return kNoDigit;
}

std::uint8_t base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<std::uint8_t>(c - 'A');
  if (c >= 'a' && c <= 'z') return static_cast<std::uint8_t>(c - 'a' + 26);
  if (c >= '0' && c <= '9') return static_cast<std::uint8_t>(c - '0' + 52);
  if (c == '+') return 62;
  if (c == '/') return 63;
  return kNoDigit;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// RFC 3986: a letter, then letters, digits, plus, dot and minus, then a colon. A drive letter looks like one.
bool has_scheme(std::string_view uri) {
  const std::size_t colon = uri.find(':');
  if (colon == std::string_view::npos || colon == 0 || !is_letter(uri[0])) return false;
  for (const char c : uri.substr(0, colon)) {
    if (!is_letter(c) && !(c >= '0' && c <= '9') && c != '+' && c != '.' && c != '-') return false;
  }
  return true;
}

Result<std::string> percent_decoded(std::string_view uri) {
  std::string out;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    char c = uri[i];
    if (c == '%') {
      const std::uint8_t high = uri.size() - i > 2 ? hex_digit(uri[i + 1]) : kNoDigit;
      const std::uint8_t low = uri.size() - i > 2 ? hex_digit(uri[i + 2]) : kNoDigit;
      if (high == kNoDigit || low == kNoDigit) {
        return fail(ErrorCode::kCorrupt, "the URI '", shown(uri),
                    "' has a percent sign without two hexadecimal digits behind it");
      }
      c = static_cast<char>(high << 4 | low);
      i += 2;
    }
    if (c == '\0') return fail(ErrorCode::kCorrupt, "the URI '", shown(uri), "' has a zero byte");
    out += c;
  }
  return out;
}

bool has_step_up(std::string_view path) {
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (path.substr(begin, end - begin) == "..") return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace

bool is_data_uri(std::string_view uri) noexcept {
  constexpr std::string_view kData = "data:";
  if (uri.size() < kData.size()) return false;
  for (std::size_t i = 0; i < kData.size(); ++i) {
    if ((uri[i] | 0x20) != kData[i] && uri[i] != kData[i]) return false;
  }
  return true;
}

Result<ByteBuffer> decode_data_uri(std::string_view uri) {
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos) {
    return fail(ErrorCode::kCorrupt, "the data URI '", shown(uri), "' has no comma before its data");
  }
  if (!uri.substr(0, comma).ends_with(";base64")) {
    return fail(ErrorCode::kUnsupported, "the data URI '", shown(uri), "' is not in base64");
  }
  std::string_view digits = uri.substr(comma + 1);
  for (int i = 0; i < 2 && digits.ends_with('='); ++i) digits.remove_suffix(1);
  if (digits.size() % 4 == 1) {
    return fail(ErrorCode::kCorrupt, "the data URI '", shown(uri), "' is cut short: ", digits.size(),
                " digits of base64 are no whole bytes");
  }
  Result<ByteBuffer> out = ByteBuffer::make(std::uint64_t{digits.size()} * 3 / 4, "a data URI");
  if (!out) return out;
  std::uint32_t bits = 0;
  int have = 0;
  std::byte* to = out->data();
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const std::uint8_t digit = base64_digit(digits[i]);
    if (digit == kNoDigit) {
      return fail(ErrorCode::kCorrupt, "the data URI '", shown(uri), "' has something that is no base64 at ",
                  comma + 1 + i);
    }
    bits = bits << 6 | digit;
    have += 6;
    if (have >= 8) {
      have -= 8;
      *to++ = static_cast<std::byte>(bits >> have & 0xffU);
    }
  }
  return out;
}

Result<std::filesystem::path> resolve_uri(const std::filesystem::path& folder, std::string_view uri) {
  const Result<std::string> decoded = percent_decoded(uri);
  if (!decoded) return fail(decoded.error());
  const auto refused = [&](std::string_view why) {
    return fail(ErrorCode::kUnsupported, "the URI '", shown(uri), "' ", why,
                "; only files in the scene's own folder and below it are read");
  };
  if (decoded->empty()) return refused("is empty");
  if (has_scheme(uri) || has_scheme(*decoded)) return refused("has a scheme or a drive");
  if (decoded->front() == '/') return refused("is absolute");
  if (decoded->find('\\') != std::string::npos) return refused("has a backslash");
  if (has_step_up(*decoded)) return refused("leaves the folder by '..'");
  const std::filesystem::path path = path_from_utf8(*decoded);
  if (path.empty() || path.is_absolute() || path.has_root_name()) return refused("names no file");
  return folder / path;
}

}  // namespace ferry
