#include "ktx2_header.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "ktx2_format.hpp"
#include "little_endian.hpp"

namespace ferry {
namespace ktx2 {
namespace {

constexpr std::array<unsigned char, 12> kIdentifier = {0xab, 'K',  'T',  'X',  ' ',  '2',
                                                       '0',  0xbb, '\r', '\n', 0x1a, '\n'};
constexpr std::size_t kHeaderBytes = 80;
constexpr std::size_t kLevelBytes = 24;
/// The total size and the head of a basic descriptor block (Khronos Data Format specification, "Descriptor
/// block" and "Khronos Basic Data Format Descriptor Block").
constexpr std::size_t kDescriptorBytes = 4 + 24;

bool within(std::span<const std::byte> file, std::uint64_t offset, std::uint64_t bytes) {
  return offset <= file.size() && bytes <= file.size() - offset;
}

Failure outside(std::string_view what, std::uint64_t offset, std::uint64_t bytes, std::size_t file) {
  return fail(ErrorCode::kCorrupt, "the KTX2 file is damaged or cut short: its ", what, " is said to be ",
              bytes, " bytes at ", offset, ", and the file has ", file);
}

/// Text from metadata, for people: at most 64 printable ASCII characters.
std::string plain(std::string_view value) {
  std::string out(value.substr(0, std::min<std::size_t>(value.find('\0'), 64)));
  std::replace_if(
      out.begin(), out.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return out;
}

bool only_of(std::string_view text, std::string_view letters) {
  return text.find_first_not_of(letters) == std::string_view::npos;
}

void read_descriptor(std::span<const std::byte> bytes, Header& header) {
  if (bytes.size() < kDescriptorBytes) {
    header.breaches.push_back(bytes.empty()
                                  ? "there is no data format descriptor"
                                  : text("the data format descriptor has ", bytes.size(), " bytes"));
    return;
  }
  const std::byte* const at = bytes.data();
  if (read_u32(at) != bytes.size()) {
    header.breaches.push_back(text("the data format descriptor gives its size as ", read_u32(at),
                                   ", the header as ", bytes.size()));
  }
  if (read_u32(at + 4) != 0) {
    header.notes.push_back("the data format descriptor does not begin with Khronos' basic block");
    return;
  }
  header.has_descriptor = true;
  header.info.color_model = std::to_integer<std::uint8_t>(at[12]);
  header.info.primaries = std::to_integer<std::uint8_t>(at[13]);
  header.info.transfer = std::to_integer<std::uint8_t>(at[14]);
  header.info.premultiplied = (std::to_integer<unsigned>(at[15]) & 1U) != 0;
  header.bytes_of_plane0 = std::to_integer<std::uint8_t>(at[20]);
}

void read_orientation(std::string value, Header& header) {
  const Ktx2Info& info = header.info;
  const std::size_t axes = info.depth != 0 ? 3 : info.height != 0 ? 2 : 1;
  constexpr std::array<std::string_view, 3> kLetters = {"rl", "du", "oi"};
  bool valid = value.size() == axes;
  for (std::size_t i = 0; valid && i < axes; ++i) valid = only_of(value.substr(i, 1), kLetters[i]);
  if (!valid) {
    header.breaches.push_back(text("KTXorientation is '", value, "', which is none for this texture"));
  } else if (value != std::string_view("rdi").substr(0, axes)) {
    header.notes.push_back(
        text("KTXorientation is '", value,
             "': the texture is mirrored for Direct3D 12, whose rows go down; Ferry leaves "
             "it so"));
  }
  header.info.orientation = std::move(value);
}

void read_pair(std::string_view key, std::string_view value, Header& header) {
  if (key == "KTXorientation") {
    read_orientation(plain(value), header);
  } else if (key == "KTXswizzle") {
    std::string swizzle = plain(value);
    if (swizzle.size() != 4 || !only_of(swizzle, "rgba01")) {
      header.breaches.push_back(text("KTXswizzle is '", swizzle, "', which is none"));
    } else if (swizzle != "rgba") {
      header.notes.push_back(
          text("KTXswizzle is '", swizzle, "': views are to map components so (Shader4ComponentMapping)"));
    }
    header.info.swizzle = std::move(swizzle);
  } else if (key == "KTXwriter") {
    header.info.writer = plain(value);
  } else if (key == "KTXdxgiFormat__") {
    if (value.size() < 4) {
      header.breaches.push_back("KTXdxgiFormat__ is too short");
    } else {
      header.dxgi_format = static_cast<Format>(read_u32(reinterpret_cast<const std::byte*>(value.data())));
    }
  } else if (key == "KTXcubemapIncomplete") {
    header.notes.push_back("KTXcubemapIncomplete: the slices are faces of a cube that has not all of them");
  } else if (key == "KTXanimData") {
    header.notes.push_back("KTXanimData: the slices are frames of an animation");
  }
}

void read_metadata(std::span<const std::byte> bytes, Header& header) {
  std::size_t at = 0;
  std::string_view before;
  while (at != bytes.size()) {
    const std::size_t left = bytes.size() - at;
    const std::uint32_t size = left < 4 ? 0 : read_u32(bytes.data() + at);
    if (left < 4 || size < 2 || size > left - 4) {
      header.breaches.push_back(text("the metadata is damaged from its byte ", at, " on"));
      return;
    }
    const std::string_view pair(reinterpret_cast<const char*>(bytes.data() + at + 4), size);
    const std::size_t end = pair.find('\0');
    if (end == std::string_view::npos) {
      header.breaches.push_back(text("the key at byte ", at, " of the metadata has no end"));
      return;
    }
    const std::string_view key = pair.substr(0, end);
    if (key <= before && !before.empty()) {
      header.breaches.push_back(text("the metadata key '", plain(key), "' is out of order, or there twice"));
    }
    before = key;
    read_pair(key, pair.substr(end + 1), header);
    at += 4 + std::min<std::size_t>((size + std::size_t{3}) & ~std::size_t{3}, left - 4);
  }
}

Result<void> read_levels(std::span<const std::byte> file, Header& header) {
  const std::uint32_t count = std::max(header.info.levels, 1U);
  // 32 levels are beyond any size that fits the header's fields.
  if (count > 32) {
    return fail(ErrorCode::kCorrupt, "the KTX2 file is damaged: it is said to have ", count, " mip levels");
  }
  if (!within(file, kHeaderBytes, count * kLevelBytes)) {
    return outside("level index", kHeaderBytes, count * kLevelBytes, file.size());
  }
  std::uint64_t end = kHeaderBytes + count * kLevelBytes;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::byte* const at = file.data() + kHeaderBytes + i * kLevelBytes;
    const Level level = {read_u64(at), read_u64(at + 8), read_u64(at + 16)};
    if (!within(file, level.offset, level.bytes)) {
      return outside(text("mip level ", i), level.offset, level.bytes, file.size());
    }
    if (i != 0 && level.offset + level.bytes > header.levels.back().offset) {
      header.breaches.push_back(
          text("mip level ", i, " does not stand before level ", i - 1, " in the file"));
    }
    end = std::max(end, level.offset + level.bytes);
    header.levels.push_back(level);
  }
  if (end < file.size()) {
    header.notes.push_back(text(file.size() - end, " bytes stand behind the last mip level"));
  }
  return {};
}

}  // namespace

Result<Header> read_header(std::span<const std::byte> file) {
  if (!is_ktx2(file)) {
    constexpr std::string_view kVersion1 = " 11";
    const bool version1 = file.size() >= 12 && std::memcmp(file.data(), kIdentifier.data(), 4) == 0 &&
                          std::memcmp(file.data() + 4, kVersion1.data(), kVersion1.size()) == 0;
    if (version1) {
      return fail(ErrorCode::kUnsupported,
                  "this is a KTX file of version 1; convert it, with ktx2ktx2 for example");
    }
    return fail(ErrorCode::kUnsupported, "this is no KTX2 file: it does not begin as one");
  }
  if (file.size() < kHeaderBytes) {
    return fail(ErrorCode::kCorrupt, "the KTX2 file is cut short: it has ", file.size(),
                " bytes, not even its header's ", kHeaderBytes);
  }
  Header header;
  Ktx2Info& info = header.info;
  const auto field = [&](std::size_t at) { return read_u32(file.data() + at); };
  info.vk_format = field(12);
  info.type_size = field(16);
  info.width = field(20);
  info.height = field(24);
  info.depth = field(28);
  info.layers = field(32);
  info.faces = field(36);
  info.levels = field(40);
  info.supercompression = static_cast<Ktx2Supercompression>(field(44));
  const VkFormatEntry* const format = find_vk_format(info.vk_format);
  info.vk_format_name = format != nullptr ? format->name : info.vk_format == 0 ? "UNDEFINED" : "";
  const std::uint32_t descriptor = field(48);
  const std::uint32_t descriptor_bytes = field(52);
  const std::uint32_t metadata = field(56);
  const std::uint32_t metadata_bytes = field(60);
  const std::uint64_t global = read_u64(file.data() + 64);
  const std::uint64_t global_bytes = read_u64(file.data() + 72);
  if (!within(file, descriptor, descriptor_bytes))
    return outside("data format descriptor", descriptor, descriptor_bytes, file.size());
  if (!within(file, metadata, metadata_bytes))
    return outside("metadata", metadata, metadata_bytes, file.size());
  if (!within(file, global, global_bytes))
    return outside("supercompression data", global, global_bytes, file.size());
  if (global_bytes != 0 && info.supercompression != Ktx2Supercompression::kBasisLz) {
    header.breaches.push_back(text(global_bytes, " bytes of supercompression data that this scheme has not"));
  }
  if (auto levels = read_levels(file, header); !levels) return fail(std::move(levels).error());
  read_descriptor(file.subspan(descriptor, descriptor_bytes), header);
  read_metadata(file.subspan(metadata, metadata_bytes), header);
  return header;
}

}  // namespace ktx2

bool is_ktx2(std::span<const std::byte> file) noexcept {
  return file.size() >= ktx2::kIdentifier.size() &&
         std::memcmp(file.data(), ktx2::kIdentifier.data(), ktx2::kIdentifier.size()) == 0;
}

Result<Ktx2Info> read_ktx2_info(std::span<const std::byte> file) {
  auto header = ktx2::read_header(file);
  if (!header) return fail(std::move(header).error());
  return std::move(header->info);
}

}  // namespace ferry
