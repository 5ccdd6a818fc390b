#include "wic.hpp"

#include <ferry/base/text.hpp>
#include <ferry/base/units.hpp>

namespace ferry {

namespace {

struct Factory {
  IWICImagingFactory* object = nullptr;
  HRESULT result = E_FAIL;
};

/// One for the process, as it is free-threaded; never let go, since COM may be gone when statics are.
const Factory& factory() {
  static const Factory made = [] {
    Factory factory;
    // Keeps a multithreaded apartment alive, which every thread without an apartment of its own is in.
    CO_MTA_USAGE_COOKIE cookie = nullptr;
    factory.result = CoIncrementMTAUsage(&cookie);
    if (FAILED(factory.result)) return factory;
    void* object = nullptr;
    factory.result = CoCreateInstance(CLSID_WICImagingFactory, nullptr, CLSCTX_INPROC_SERVER,
                                      IID_IWICImagingFactory, &object);
    factory.object = static_cast<IWICImagingFactory*>(object);
    return factory;
  }();
  return made;
}

Failure wic_failure(HRESULT result, std::string_view kind) {
  const Hex code{static_cast<std::uint32_t>(result)};
  switch (static_cast<std::uint32_t>(result)) {
    case static_cast<std::uint32_t>(E_OUTOFMEMORY):
      return fail(ErrorCode::kOutOfMemory, "no memory to decode the ", kind);
    case 0x88982f50:  // WINCODEC_ERR_COMPONENTNOTFOUND
      return fail(ErrorCode::kUnsupported, "this Windows has no decoder of ", kind, " (WIC says ", code, ")");
    default:
      return fail(ErrorCode::kCorrupt, "the ", kind, " is damaged: Windows cannot decode it (WIC says ", code,
                  ")");
  }
}

}  // namespace

Result<WicFrame> open_wic_frame(const GUID& container, std::span<const std::byte> file,
                                std::string_view kind) {
  if (file.size() > MAXDWORD) {
    return fail(ErrorCode::kUnsupported, "a ", kind, " of ", byte_text(file.size()), " is too big");
  }
  const Factory& wic = factory();
  if (wic.object == nullptr) {
    return fail(ErrorCode::kUnsupported, "the Windows Imaging Component, which decodes ", kind,
                ", cannot be had: ", Hex{static_cast<std::uint32_t>(wic.result)});
  }
  WicFrame opened;
  IWICStream* stream = nullptr;
  HRESULT result = wic.object->CreateStream(&stream);
  opened.stream.reset(stream);
  if (FAILED(result)) return wic_failure(result, kind);
  // WIC writes to no stream that it decodes.
  auto* const bytes = const_cast<BYTE*>(reinterpret_cast<const BYTE*>(file.data()));
  result = stream->InitializeFromMemory(bytes, static_cast<DWORD>(file.size()));
  if (FAILED(result)) return wic_failure(result, kind);
  IWICBitmapDecoder* decoder = nullptr;
  result = wic.object->CreateDecoder(container, nullptr, &decoder);
  opened.decoder.reset(decoder);
  if (FAILED(result)) return wic_failure(result, kind);
  result = decoder->Initialize(stream, WICDecodeMetadataCacheOnDemand);
  if (FAILED(result)) return wic_failure(result, kind);
  IWICBitmapFrameDecode* frame = nullptr;
  result = decoder->GetFrame(0, &frame);
  opened.frame.reset(frame);
  if (FAILED(result)) return wic_failure(result, kind);
  result = frame->GetPixelFormat(&opened.pixel_format);
  if (FAILED(result)) return wic_failure(result, kind);
  UINT width = 0;
  UINT height = 0;
  result = frame->GetSize(&width, &height);
  if (FAILED(result)) return wic_failure(result, kind);
  opened.width = width;
  opened.height = height;
  return opened;
}

Result<void> WicFrame::read_rows(std::uint32_t first, std::uint32_t rows, std::uint32_t pitch, void* out,
                                 std::string_view kind) const {
  const WICRect area = {0, static_cast<INT>(first), static_cast<INT>(width), static_cast<INT>(rows)};
  const HRESULT result = frame->CopyPixels(&area, pitch, pitch * rows, static_cast<BYTE*>(out));
  if (FAILED(result)) return wic_failure(result, kind);
  return {};
}

}  // namespace ferry
