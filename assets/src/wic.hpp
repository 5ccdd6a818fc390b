#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include <ferry/base/result.hpp>

#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

#include <wincodec.h>

// The Windows Imaging Component, by which Windows decodes pictures. Callers need not have initialized COM
// on their threads, and what they have made of their threads stays as it is.

namespace ferry {

struct ReleaseObject {
  void operator()(IUnknown* object) const noexcept { object->Release(); }
};
template <typename Interface>
using WicPtr = std::unique_ptr<Interface, ReleaseObject>;

/// The first picture of a file in memory, opened. Used by one thread at a time.
struct WicFrame {
  // In the order in which they are let go: the last one first.
  WicPtr<IWICStream> stream;
  WicPtr<IWICBitmapDecoder> decoder;
  WicPtr<IWICBitmapFrameDecode> frame;
  WICPixelFormatGUID pixel_format = {};
  std::uint32_t width = 0;
  std::uint32_t height = 0;

  /// Rows as `pixel_format` has them, `pitch` bytes apart. `kind` (PNG) is for the error, kCorrupt.
  Result<void> read_rows(std::uint32_t first, std::uint32_t rows, std::uint32_t pitch, void* out,
                         std::string_view kind) const;
};

/// `container` is GUID_ContainerFormatPng or its like, `kind` its name for errors. `file` outlives the
/// frame. Errors: kCorrupt (WIC cannot read it), kOutOfMemory, kUnsupported (there is no WIC, or the file is
/// above 4 GiB).
Result<WicFrame> open_wic_frame(const GUID& container, std::span<const std::byte> file,
                                std::string_view kind);

}  // namespace ferry
