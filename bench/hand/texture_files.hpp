#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "copy_queue.hpp"
#include "staging_stream.hpp"
#include "texture_decode.hpp"

// Texture files to GPU memory, as a program has it that reads a handful of formats, in the variants that it
// wrote itself: the header gives where texels are, and nothing is checked.

namespace hand {

enum class FileKind : std::uint8_t {
  kTexels,        ///< Part of an archive: every mip, the largest first, rows without padding.
  kPackedTexels,  ///< The same through Zstandard, all mips together.
  kDds,           ///< Texels as the GPU takes them.
  kDdsBgr,        ///< 24 bits, one mip.
  kKtx2,          ///< Not supercompressed, or by Zstandard.
  kPng,
  kJpeg,
};

/// One texture, and where it goes.
struct TextureFile {
  std::string path;
  FileKind kind = FileKind::kTexels;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  /// Bytes of all texels, rows without padding, as the GPU gets them.
  std::uint64_t texel_bytes = 0;
  std::uint32_t width = 0;
  ID3D12Resource* texture = nullptr;
};

/// Loads files, one after the other, through staging segments of its own (see StagingStream) and memory that
/// is used again. One for each thread.
class TextureFiles {
 public:
  TextureFiles(ID3D12Device* device, std::uint64_t segment_bytes, std::size_t segments);

  /// Reads, decodes, writes to staging memory and records the copies, which are submitted segment by segment.
  /// Pictures are decoded row by row into staging memory, and big uncompressed mips are read into it, where
  /// their rows lie there as in the file.
  void load(const TextureFile& file);
  /// Submits what is left and waits for everything.
  void finish() { stream_.finish(); }

  /// Reads and decodes into plain memory, and no more: what loading costs at the least.
  void decode(const TextureFile& file);

 private:
  /// One mip in a file.
  struct Level {
    std::uint64_t offset = 0;
    std::uint64_t stored = 0;
  };

  FileBytes read(int file, const TextureFile& which);
  void load_levels(int file, const TextureFile& which);
  void load_texels(const TextureFile& which, const std::uint8_t* texels);
  void load_packed_levels(const TextureFile& which, FileBytes bytes);
  void load_picture(const TextureFile& which, PictureRows& rows);
  [[nodiscard]] UINT mips_of(const TextureFile& which) const;

  CopyQueue queue_;
  StagingStream stream_;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint8_t> texels_;
};

}  // namespace hand
