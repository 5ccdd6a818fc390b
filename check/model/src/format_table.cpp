#include "format_table.hpp"

#include <algorithm>
#include <iterator>

#include <ferry/base/text.hpp>

namespace ferry::check::model {
namespace {

// Groups, by the value of the family's typeless format (or a lone format's own).
enum Group : std::uint16_t {
  kRgba32 = 1,
  kRgb32 = 5,
  kRgba16 = 9,
  kRg32 = 15,
  kR32G8X24 = 19,
  kRgb10A2 = 23,
  kR11G11B10 = 26,
  kRgba8 = 27,
  kRg16 = 33,
  kR32 = 39,
  kR24G8 = 44,
  kRg8 = 48,
  kR16 = 53,
  kR8 = 60,
  kR9G9B9E5 = 67,
  kBc1 = 70,
  kBc2 = 73,
  kBc3 = 76,
  kBc4 = 79,
  kBc5 = 82,
  kBgra8 = 90,
  kBgrx8 = 92,
  kBc6H = 94,
  kBc7 = 97,
  kNv12 = 103,
  kP010 = 104,
  kP016 = 105,
  kNv11 = 110
};

// Sorted by value.
constexpr FormatFacts kTable[] = {
    {1, "R32G32B32A32_TYPELESS", 16, 1, 1, kRgba32},
    {2, "R32G32B32A32_FLOAT", 16, 1, 1, kRgba32},
    {3, "R32G32B32A32_UINT", 16, 1, 1, kRgba32},
    {4, "R32G32B32A32_SINT", 16, 1, 1, kRgba32},
    {5, "R32G32B32_TYPELESS", 12, 1, 1, kRgb32},
    {6, "R32G32B32_FLOAT", 12, 1, 1, kRgb32},
    {7, "R32G32B32_UINT", 12, 1, 1, kRgb32},
    {8, "R32G32B32_SINT", 12, 1, 1, kRgb32},
    {9, "R16G16B16A16_TYPELESS", 8, 1, 1, kRgba16},
    {10, "R16G16B16A16_FLOAT", 8, 1, 1, kRgba16},
    {11, "R16G16B16A16_UNORM", 8, 1, 1, kRgba16},
    {12, "R16G16B16A16_UINT", 8, 1, 1, kRgba16},
    {13, "R16G16B16A16_SNORM", 8, 1, 1, kRgba16},
    {14, "R16G16B16A16_SINT", 8, 1, 1, kRgba16},
    {15, "R32G32_TYPELESS", 8, 1, 1, kRg32},
    {16, "R32G32_FLOAT", 8, 1, 1, kRg32},
    {17, "R32G32_UINT", 8, 1, 1, kRg32},
    {18, "R32G32_SINT", 8, 1, 1, kRg32},
    {19, "R32G8X24_TYPELESS", 8, 1, 1, kR32G8X24, 2},
    {20, "D32_FLOAT_S8X24_UINT", 8, 1, 1, kR32G8X24, 2},
    {21, "R32_FLOAT_X8X24_TYPELESS", 8, 1, 1, kR32G8X24, 2},
    {22, "X32_TYPELESS_G8X24_UINT", 8, 1, 1, kR32G8X24, 2},
    {23, "R10G10B10A2_TYPELESS", 4, 1, 1, kRgb10A2},
    {24, "R10G10B10A2_UNORM", 4, 1, 1, kRgb10A2},
    {25, "R10G10B10A2_UINT", 4, 1, 1, kRgb10A2},
    {26, "R11G11B10_FLOAT", 4, 1, 1, kR11G11B10},
    {27, "R8G8B8A8_TYPELESS", 4, 1, 1, kRgba8},
    {28, "R8G8B8A8_UNORM", 4, 1, 1, kRgba8},
    {29, "R8G8B8A8_UNORM_SRGB", 4, 1, 1, kRgba8},
    {30, "R8G8B8A8_UINT", 4, 1, 1, kRgba8},
    {31, "R8G8B8A8_SNORM", 4, 1, 1, kRgba8},
    {32, "R8G8B8A8_SINT", 4, 1, 1, kRgba8},
    {33, "R16G16_TYPELESS", 4, 1, 1, kRg16},
    {34, "R16G16_FLOAT", 4, 1, 1, kRg16},
    {35, "R16G16_UNORM", 4, 1, 1, kRg16},
    {36, "R16G16_UINT", 4, 1, 1, kRg16},
    {37, "R16G16_SNORM", 4, 1, 1, kRg16},
    {38, "R16G16_SINT", 4, 1, 1, kRg16},
    {39, "R32_TYPELESS", 4, 1, 1, kR32},
    {40, "D32_FLOAT", 4, 1, 1, kR32},
    {41, "R32_FLOAT", 4, 1, 1, kR32},
    {42, "R32_UINT", 4, 1, 1, kR32},
    {43, "R32_SINT", 4, 1, 1, kR32},
    {44, "R24G8_TYPELESS", 4, 1, 1, kR24G8, 2},
    {45, "D24_UNORM_S8_UINT", 4, 1, 1, kR24G8, 2},
    {46, "R24_UNORM_X8_TYPELESS", 4, 1, 1, kR24G8, 2},
    {47, "X24_TYPELESS_G8_UINT", 4, 1, 1, kR24G8, 2},
    {48, "R8G8_TYPELESS", 2, 1, 1, kRg8},
    {49, "R8G8_UNORM", 2, 1, 1, kRg8},
    {50, "R8G8_UINT", 2, 1, 1, kRg8},
    {51, "R8G8_SNORM", 2, 1, 1, kRg8},
    {52, "R8G8_SINT", 2, 1, 1, kRg8},
    {53, "R16_TYPELESS", 2, 1, 1, kR16},
    {54, "R16_FLOAT", 2, 1, 1, kR16},
    {55, "D16_UNORM", 2, 1, 1, kR16},
    {56, "R16_UNORM", 2, 1, 1, kR16},
    {57, "R16_UINT", 2, 1, 1, kR16},
    {58, "R16_SNORM", 2, 1, 1, kR16},
    {59, "R16_SINT", 2, 1, 1, kR16},
    {60, "R8_TYPELESS", 1, 1, 1, kR8},
    {61, "R8_UNORM", 1, 1, 1, kR8},
    {62, "R8_UINT", 1, 1, 1, kR8},
    {63, "R8_SNORM", 1, 1, 1, kR8},
    {64, "R8_SINT", 1, 1, 1, kR8},
    {65, "A8_UNORM", 1, 1, 1, kR8},
    {67, "R9G9B9E5_SHAREDEXP", 4, 1, 1, kR9G9B9E5},
    {68, "R8G8_B8G8_UNORM", 4, 2, 1, 68},
    {69, "G8R8_G8B8_UNORM", 4, 2, 1, 69},
    {70, "BC1_TYPELESS", 8, 4, 4, kBc1},
    {71, "BC1_UNORM", 8, 4, 4, kBc1},
    {72, "BC1_UNORM_SRGB", 8, 4, 4, kBc1},
    {73, "BC2_TYPELESS", 16, 4, 4, kBc2},
    {74, "BC2_UNORM", 16, 4, 4, kBc2},
    {75, "BC2_UNORM_SRGB", 16, 4, 4, kBc2},
    {76, "BC3_TYPELESS", 16, 4, 4, kBc3},
    {77, "BC3_UNORM", 16, 4, 4, kBc3},
    {78, "BC3_UNORM_SRGB", 16, 4, 4, kBc3},
    {79, "BC4_TYPELESS", 8, 4, 4, kBc4},
    {80, "BC4_UNORM", 8, 4, 4, kBc4},
    {81, "BC4_SNORM", 8, 4, 4, kBc4},
    {82, "BC5_TYPELESS", 16, 4, 4, kBc5},
    {83, "BC5_UNORM", 16, 4, 4, kBc5},
    {84, "BC5_SNORM", 16, 4, 4, kBc5},
    {85, "B5G6R5_UNORM", 2, 1, 1, 85},
    {86, "B5G5R5A1_UNORM", 2, 1, 1, 86},
    {87, "B8G8R8A8_UNORM", 4, 1, 1, kBgra8},
    {88, "B8G8R8X8_UNORM", 4, 1, 1, kBgrx8},
    {89, "R10G10B10_XR_BIAS_A2_UNORM", 4, 1, 1, kRgb10A2},
    {90, "B8G8R8A8_TYPELESS", 4, 1, 1, kBgra8},
    {91, "B8G8R8A8_UNORM_SRGB", 4, 1, 1, kBgra8},
    {92, "B8G8R8X8_TYPELESS", 4, 1, 1, kBgrx8},
    {93, "B8G8R8X8_UNORM_SRGB", 4, 1, 1, kBgrx8},
    {94, "BC6H_TYPELESS", 16, 4, 4, kBc6H},
    {95, "BC6H_UF16", 16, 4, 4, kBc6H},
    {96, "BC6H_SF16", 16, 4, 4, kBc6H},
    {97, "BC7_TYPELESS", 16, 4, 4, kBc7},
    {98, "BC7_UNORM", 16, 4, 4, kBc7},
    {99, "BC7_UNORM_SRGB", 16, 4, 4, kBc7},
    {100, "AYUV", 4, 1, 1, 100},
    {101, "Y410", 4, 1, 1, 101},
    {102, "Y416", 8, 1, 1, 102},
    {103, "NV12", 1, 1, 1, kNv12, 2},
    {104, "P010", 2, 1, 1, kP010, 2},
    {105, "P016", 2, 1, 1, kP016, 2},
    {107, "YUY2", 4, 2, 1, 107},
    {108, "Y210", 8, 2, 1, 108},
    {109, "Y216", 8, 2, 1, 109},
    {110, "NV11", 1, 1, 1, kNv11, 2},
    {115, "B4G4R4A4_UNORM", 2, 1, 1, 115},
    {191, "A4B4G4R4_UNORM", 2, 1, 1, 191},
};

constexpr bool table_is_sorted() {
  return std::is_sorted(std::begin(kTable), std::end(kTable),
                        [](const FormatFacts& a, const FormatFacts& b) { return a.format < b.format; });
}
static_assert(table_is_sorted());

// A copy may reinterpret these integer formats as block-compressed ones of the same block size.
bool integer_matches_blocks(std::uint32_t integer, std::uint16_t blocks) {
  const bool bits64 = integer == 12 || integer == 14 || integer == 17 || integer == 18;
  const bool bits128 = integer == 3 || integer == 4;
  const bool bits32 = integer == 42 || integer == 43;
  switch (blocks) {
    case kBc1:
    case kBc4:
      return bits64;
    case kBc2:
    case kBc3:
    case kBc5:
    case kBc6H:
    case kBc7:
      return bits128;
    case kR9G9B9E5:
      return bits32;
    default:
      return false;
  }
}

}  // namespace

const FormatFacts* format_facts(std::uint32_t format) {
  const auto* at =
      std::lower_bound(std::begin(kTable), std::end(kTable), format,
                       [](const FormatFacts& facts, std::uint32_t value) { return facts.format < value; });
  return at != std::end(kTable) && at->format == format ? at : nullptr;
}

std::string format_name(std::uint32_t format) {
  if (format == 0) return "DXGI_FORMAT_UNKNOWN";
  const FormatFacts* facts = format_facts(format);
  return facts != nullptr ? text("DXGI_FORMAT_", facts->name) : text("DXGI_FORMAT ", format);
}

PlaneFacts plane_facts(const FormatFacts& facts, std::uint32_t plane) {
  switch (facts.group) {
    case kR32G8X24:
    case kR24G8:
      return plane == 0 ? PlaneFacts{4, 1, 1, kR32} : PlaneFacts{1, 1, 1, kR8};
    case kNv12:
      return plane == 0 ? PlaneFacts{1, 1, 1, kR8} : PlaneFacts{2, 1, 1, kRg8, 1, 1};
    case kP010:
    case kP016:
      return plane == 0 ? PlaneFacts{2, 1, 1, kR16} : PlaneFacts{4, 1, 1, kRg16, 1, 1};
    case kNv11:
      return plane == 0 ? PlaneFacts{1, 1, 1, kR8} : PlaneFacts{2, 1, 1, kRg8, 2, 0};
    default:
      return PlaneFacts{facts.block_bytes, facts.block_width, facts.block_height, facts.group};
  }
}

bool groups_can_copy(std::uint32_t format_a, std::uint16_t group_a, std::uint32_t format_b,
                     std::uint16_t group_b) {
  if (group_a == group_b) return true;
  // A footprint of a 24-bit depth plane may be named by either family.
  const auto depth24 = [](std::uint16_t x, std::uint16_t y) { return x == kR24G8 && y == kR32; };
  if (depth24(group_a, group_b) || depth24(group_b, group_a)) return true;
  return integer_matches_blocks(format_a, group_b) || integer_matches_blocks(format_b, group_a);
}

}  // namespace ferry::check::model
