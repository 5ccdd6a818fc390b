#include <ferry/transfer/advise.hpp>

namespace ferry {

std::string_view to_string(ResourceKind kind) noexcept {
  return kind == ResourceKind::kBuffer ? "buffer" : "texture";
}

std::string_view to_string(HowOften how_often) noexcept {
  switch (how_often) {
    case HowOften::kNever:
      return "never";
    case HowOften::kOnce:
      return "once";
    case HowOften::kPerFrame:
      break;
  }
  return "per-frame";
}

std::string_view to_string(BindAs bind) noexcept {
  switch (bind) {
    case BindAs::kConstant:
      return "constant";
    case BindAs::kVertex:
      return "vertex";
    case BindAs::kIndex:
      return "index";
    case BindAs::kShaderResource:
      return "srv";
    case BindAs::kUnorderedAccess:
      return "uav";
    case BindAs::kRenderTarget:
      return "rtv";
    case BindAs::kDepthStencil:
      return "dsv";
    case BindAs::kQuery:
      break;
  }
  return "query";
}

std::string_view to_string(BytesFrom from) noexcept {
  switch (from) {
    case BytesFrom::kMemory:
      return "memory";
    case BytesFrom::kFile:
      return "file";
    case BytesFrom::kPack:
      return "pack";
    case BytesFrom::kGenerated:
      break;
  }
  return "generated";
}

std::string_view to_string(MemoryPlace place) noexcept {
  switch (place) {
    case MemoryPlace::kCpuMemory:
      return "none";
    case MemoryPlace::kDefault:
      return "DEFAULT";
    case MemoryPlace::kUpload:
      return "UPLOAD";
    case MemoryPlace::kReadback:
      return "READBACK";
    case MemoryPlace::kGpuUpload:
      return "GPU_UPLOAD";
    case MemoryPlace::kUmaCustom:
      break;
  }
  return "CUSTOM";
}

std::string_view to_string(UploadWay way) noexcept {
  switch (way) {
    case UploadWay::kNone:
      return "none";
    case UploadWay::kDirectWrite:
      return "direct write";
    case UploadWay::kBatch:
      return "upload batch";
    case UploadWay::kBatchInPlace:
      return "upload batch, made in place";
    case UploadWay::kRecording:
      return "recording";
    case UploadWay::kRotation:
      return "upload batch, copies in turn";
    case UploadWay::kLoader:
      return "loader";
    case UploadWay::kLoaderPack:
      return "loader, from a pack";
    case UploadWay::kRingMemory:
      break;
  }
  return "ring memory";
}

std::string_view to_string(ReadbackWay way) noexcept {
  switch (way) {
    case ReadbackWay::kNone:
      return "none";
    case ReadbackWay::kOwnCopy:
      return "own copy";
    case ReadbackWay::kTicket:
      return "readback ticket";
    case ReadbackWay::kTicketQueue:
      return "readback tickets in flight";
    case ReadbackWay::kFrameCapture:
      return "frame capture";
    case ReadbackWay::kQueries:
      break;
  }
  return "query readback";
}

}  // namespace ferry
