#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <ferry/base/byte_buffer.hpp>
#include <ferry/base/result.hpp>

namespace ferry {

/// `data:...`, in any case.
bool is_data_uri(std::string_view uri) noexcept;

/// The bytes of a `data:TYPE;base64,...` URI. kCorrupt: no base64; kUnsupported: another encoding.
Result<ByteBuffer> decode_data_uri(std::string_view uri);

/// The file that a relative URI names, below `folder`. kUnsupported: it is absolute, has a scheme, a backslash
/// or a `..`. kCorrupt: a percent sign without two hexadecimal digits, or a zero byte.
Result<std::filesystem::path> resolve_uri(const std::filesystem::path& folder, std::string_view uri);

}  // namespace ferry
