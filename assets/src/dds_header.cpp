#include "dds_header.hpp"

#include <algorithm>

#include "little_endian.hpp"

namespace ferry::dds {
namespace {

constexpr std::size_t kReservedWords = 11;  // behind the mip count

/// Reads or writes the words one after the other.
template <typename Word>
void visit_header(Header& header, const Word& word) {
  word(header.size);
  word(header.flags);
  word(header.height);
  word(header.width);
  word(header.pitch_or_linear_size);
  word(header.depth);
  word(header.mip_count);
  std::uint32_t unused = 0;
  for (std::size_t i = 0; i < kReservedWords; ++i) word(unused = 0);
  PixelFormat& format = header.pixel_format;
  word(format.size);
  word(format.flags);
  word(format.four_cc);
  word(format.bit_count);
  word(format.red_mask);
  word(format.green_mask);
  word(format.blue_mask);
  word(format.alpha_mask);
  word(header.caps);
  word(header.caps2);
  for (int i = 0; i < 3; ++i) word(unused = 0);
}

template <typename Word>
void visit_dx10(Header& header, const Word& word) {
  word(header.dxgi_format);
  word(header.dimension);
  word(header.misc_flag);
  word(header.array_size);
  word(header.misc_flags2);
}

}  // namespace

Result<Header> parse_header(std::span<const std::byte> file) {
  if (file.empty()) return fail(ErrorCode::kCorrupt, "the file is empty");
  if (file.size() < 4 || read_u32(file.data()) != kMagic) {
    return fail(ErrorCode::kUnsupported, "the file is no DDS: it does not begin with the letters `DDS `");
  }
  if (file.size() < kHeaderBytes) {
    return fail(ErrorCode::kCorrupt, "the DDS is cut short: it has ", file.size(), " of the header's ",
                kHeaderBytes, " bytes");
  }
  Header header;
  const std::byte* at = file.data() + 4;
  const auto word = [&at](std::uint32_t& value) {
    value = read_u32(at);
    at += 4;
  };
  visit_header(header, word);
  header.has_dx10 = (header.pixel_format.flags & kFourCc) != 0 && header.pixel_format.four_cc == kDx10;
  if (header.has_dx10) {
    if (file.size() < kDx10HeaderBytes) {
      return fail(ErrorCode::kCorrupt, "the DDS is cut short: it has ", file.size(), " of the ",
                  kDx10HeaderBytes, " bytes of its header and DX10 header");
    }
    visit_dx10(header, word);
  }
  return header;
}

void write_header(const Header& header, std::byte* out) {
  write_u32(out, kMagic);
  out += 4;
  const auto word = [&out](const std::uint32_t& value) {
    write_u32(out, value);
    out += 4;
  };
  Header copy = header;
  visit_header(copy, word);
  if (header.has_dx10) visit_dx10(copy, word);
}

std::string four_cc_text(std::uint32_t code) {
  std::string letters;
  for (unsigned i = 0; i < 4; ++i) letters += static_cast<char>(code >> (8 * i) & 0xff);
  const bool shown = std::all_of(letters.begin(), letters.end(), [](char c) { return c >= ' ' && c <= '~'; });
  return shown ? text("`", letters, "`") : code < 0x10000 ? text(code) : text(Hex{code});
}

}  // namespace ferry::dds
