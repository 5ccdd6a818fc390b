#include "texture_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace hand {
namespace {

/// Files up to this size are read at once.
constexpr std::uint64_t kSmallFile = 256 << 10;

constexpr std::uint64_t kDdsHeader = 128;
constexpr std::uint64_t kDdsDx10Header = kDdsHeader + 20;
constexpr std::uint64_t kKtx2Scheme = 44;
constexpr std::uint64_t kKtx2Levels = 80;
constexpr std::uint64_t kKtx2LevelBytes = 24;

class OpenFile {
 public:
  explicit OpenFile(const std::string& path) : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    must(file_ >= 0 ? S_OK : E_FAIL, path.c_str());
  }
  ~OpenFile() { (void)::close(file_); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  [[nodiscard]] int get() const { return file_; }

 private:
  int file_;
};

void read_at(int file, std::uint64_t offset, std::uint8_t* to, std::uint64_t bytes) {
  while (bytes != 0) {
    const ssize_t got = ::pread(file, to, static_cast<std::size_t>(bytes), static_cast<off_t>(offset));
    must(got > 0 ? S_OK : E_FAIL, "pread");
    to += got;
    offset += static_cast<std::uint64_t>(got);
    bytes -= static_cast<std::uint64_t>(got);
  }
}

template <typename Number>
Number number_at(const std::uint8_t* bytes, std::uint64_t offset) {
  Number number = 0;
  std::memcpy(&number, bytes + offset, sizeof number);
  return number;
}

std::uint64_t dds_header(const std::uint8_t* head) {
  return std::memcmp(head + 84, "DX10", 4) == 0 ? kDdsDx10Header : kDdsHeader;
}

/// Memory that only grows, so that no run pays for page faults. It begins at a cache line: see kReadAlignment
/// of the loader.
std::uint8_t* fit(std::vector<std::uint8_t>& memory, std::uint64_t bytes) {
  constexpr std::uint64_t kLine = 64;
  if (memory.size() < bytes + kLine) memory.resize(static_cast<std::size_t>(bytes + kLine));
  return memory.data() + (kLine - reinterpret_cast<std::uintptr_t>(memory.data()) % kLine) % kLine;
}

}  // namespace

TextureFiles::TextureFiles(ID3D12Device* device, std::uint64_t segment_bytes, std::size_t segments)
    : queue_(device, D3D12_COMMAND_LIST_TYPE_COPY), stream_(queue_, segment_bytes, segments) {}

void TextureFiles::load(const TextureFile& which) {
  const OpenFile file(which.path);
  switch (which.kind) {
    case FileKind::kPng:
      load_picture(which, *png_rows(read(file.get(), which), which.width));
      break;
    case FileKind::kJpeg:
      load_picture(which, *jpeg_rows(read(file.get(), which)));
      break;
    case FileKind::kPackedTexels:
      decompress(read(file.get(), which), fit(texels_, which.texel_bytes),
                 static_cast<std::size_t>(which.texel_bytes));
      load_texels(which, fit(texels_, which.texel_bytes));
      break;
    case FileKind::kDdsBgr: {
      const std::uint8_t* from = read(file.get(), which).data() + kDdsHeader;
      const TextureLayout layout = layout_of(queue_.device(), which.texture);
      stream_.upload_rows(which.texture, layout, [&](std::uint8_t* memory, UINT /*first*/, UINT rows) {
        for (UINT i = 0; i < rows; ++i, from += which.width * 3ull, memory += layout.pitch()) {
          expand_bgr(from, memory, which.width);
        }
      });
      break;
    }
    case FileKind::kKtx2: {
      std::uint8_t head[kKtx2Levels];
      read_at(file.get(), which.offset, head, sizeof head);
      if (number_at<std::uint32_t>(head, kKtx2Scheme) != 0) {
        load_packed_levels(which, read(file.get(), which));
        break;
      }
      load_levels(file.get(), which);
      break;
    }
    case FileKind::kTexels:
    case FileKind::kDds:
      load_levels(file.get(), which);
      break;
  }
}

void TextureFiles::decode(const TextureFile& which) {
  const OpenFile file(which.path);
  const FileBytes bytes = read(file.get(), which);
  std::uint8_t* const texels = fit(texels_, which.texel_bytes);
  switch (which.kind) {
    case FileKind::kPng:
      decode_png(bytes, texels, static_cast<std::size_t>(which.texel_bytes));
      break;
    case FileKind::kJpeg:
      decode_jpeg(bytes, texels);
      break;
    case FileKind::kPackedTexels:
      decompress(bytes, texels, static_cast<std::size_t>(which.texel_bytes));
      break;
    case FileKind::kDdsBgr:
      expand_bgr(bytes.data() + kDdsHeader, texels, static_cast<std::size_t>(which.texel_bytes / 4));
      break;
    case FileKind::kKtx2: {
      if (number_at<std::uint32_t>(bytes.data(), kKtx2Scheme) == 0) break;
      std::uint64_t done = 0;
      for (std::uint64_t at = kKtx2Levels; done < which.texel_bytes; at += kKtx2LevelBytes) {
        const auto offset = number_at<std::uint64_t>(bytes.data(), at);
        const auto stored = number_at<std::uint64_t>(bytes.data(), at + 8);
        const auto size = number_at<std::uint64_t>(bytes.data(), at + 16);
        decompress(bytes.subspan(offset, stored), texels + done, static_cast<std::size_t>(size));
        done += size;
      }
      break;
    }
    case FileKind::kTexels:
    case FileKind::kDds:
      break;
  }
}

FileBytes TextureFiles::read(int file, const TextureFile& which) {
  std::uint8_t* const bytes = fit(bytes_, which.bytes);
  read_at(file, which.offset, bytes, which.bytes);
  return {bytes, static_cast<std::size_t>(which.bytes)};
}

UINT TextureFiles::mips_of(const TextureFile& which) const {
  return which.texture->GetDesc().MipLevels;
}

void TextureFiles::load_levels(int file, const TextureFile& which) {
  const UINT mips = mips_of(which);
  const bool at_once = which.bytes <= kSmallFile;
  const std::uint64_t head_bytes = kKtx2Levels + mips * kKtx2LevelBytes;
  std::uint8_t head[kKtx2Levels + 16 * kKtx2LevelBytes];
  const std::uint8_t* begin = head;
  if (at_once) {
    begin = read(file, which).data();
  } else if (which.kind != FileKind::kTexels) {
    read_at(file, which.offset, head, std::max(head_bytes, kDdsDx10Header));
  }
  std::uint64_t at = which.kind == FileKind::kDds ? dds_header(begin) : 0;
  for (UINT mip = 0; mip < mips; ++mip) {
    const TextureLayout layout = layout_of(queue_.device(), which.texture, mip);
    if (which.kind == FileKind::kKtx2) {
      at = number_at<std::uint64_t>(begin, kKtx2Levels + mip * kKtx2LevelBytes);
    }
    stream_.upload_rows(which.texture, layout, [&](std::uint8_t* memory, UINT first, UINT rows) {
      const std::uint64_t offset = at + first * layout.row_bytes;
      const std::uint64_t size = rows * layout.row_bytes;
      if (!at_once && layout.pitch() == layout.row_bytes) {
        read_at(file, which.offset + offset, memory, size);
        return;
      }
      const std::uint8_t* from = begin + offset;
      if (!at_once) {
        std::uint8_t* const scratch = fit(bytes_, size);
        read_at(file, which.offset + offset, scratch, size);
        from = scratch;
      }
      copy_rows(memory, layout.pitch(), from, layout.row_bytes, layout.row_bytes, rows);
    });
    at += layout.rows * layout.row_bytes;
  }
}

void TextureFiles::load_texels(const TextureFile& which, const std::uint8_t* texels) {
  const UINT mips = mips_of(which);
  for (UINT mip = 0; mip < mips; ++mip) {
    const TextureLayout layout = layout_of(queue_.device(), which.texture, mip);
    stream_.upload_rows(which.texture, layout, [&](std::uint8_t* memory, UINT /*first*/, UINT rows) {
      copy_rows(memory, layout.pitch(), texels, layout.row_bytes, layout.row_bytes, rows);
      texels += rows * layout.row_bytes;
    });
  }
}

void TextureFiles::load_packed_levels(const TextureFile& which, FileBytes bytes) {
  const UINT mips = mips_of(which);
  for (UINT mip = 0; mip < mips; ++mip) {
    const std::uint64_t at = kKtx2Levels + mip * kKtx2LevelBytes;
    const auto offset = number_at<std::uint64_t>(bytes.data(), at);
    const auto stored = number_at<std::uint64_t>(bytes.data(), at + 8);
    const auto size = number_at<std::uint64_t>(bytes.data(), at + 16);
    std::uint8_t* texels = fit(texels_, size);
    decompress(bytes.subspan(offset, stored), texels, static_cast<std::size_t>(size));
    const TextureLayout layout = layout_of(queue_.device(), which.texture, mip);
    stream_.upload_rows(which.texture, layout, [&](std::uint8_t* memory, UINT /*first*/, UINT rows) {
      copy_rows(memory, layout.pitch(), texels, layout.row_bytes, layout.row_bytes, rows);
      texels += rows * layout.row_bytes;
    });
  }
}

void TextureFiles::load_picture(const TextureFile& which, PictureRows& rows) {
  const TextureLayout layout = layout_of(queue_.device(), which.texture);
  stream_.upload_rows(which.texture, layout, [&](std::uint8_t* memory, UINT /*first*/, UINT count) {
    for (UINT i = 0; i < count; ++i, memory += layout.pitch()) rows.next(memory);
  });
}

}  // namespace hand
