#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <ferry/check/model/description.hpp>

namespace ferry::check::model {

/// `DIRECT`, `BUNDLE`, `COMPUTE`, `COPY`.
std::string_view list_type_word(ListType type);

/// `DEFAULT`, `UPLOAD`, `READBACK`, `CUSTOM`, `GPU_UPLOAD`.
std::string_view heap_type_word(HeapType type);

/// `1920 x 1080 DXGI_FORMAT_R8G8B8A8_UNORM texture` or `65536-byte buffer`.
std::string shape_words(const ResourceDescription& description);

}  // namespace ferry::check::model
