#include <algorithm>

#include <ferry/base/text.hpp>
#include <ferry/base/units.hpp>

#include "advise_parts.hpp"

namespace ferry::advice {
namespace {

/// No GPU addresses more in one resource (D3D12_FEATURE_DATA_GPU_VIRTUAL_ADDRESS_SUPPORT has at most so many
/// bits).
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 44;
constexpr std::uint32_t kMostFrames = 16;

bool writes_by_nature(BindAs bind) {
  return bind == BindAs::kUnorderedAccess || bind == BindAs::kRenderTarget || bind == BindAs::kDepthStencil ||
         bind == BindAs::kQuery;
}

bool is_target(BindAs bind) {
  return bind == BindAs::kRenderTarget || bind == BindAs::kDepthStencil;
}

bool is_on_disk(BytesFrom from) {
  return from == BytesFrom::kFile || from == BytesFrom::kPack;
}

/// What nobody said.
ResourceUse filled_in(const ResourceUse& given) {
  ResourceUse use = given;
  if (!use.gpu_writes) {
    const bool only_read_by_cpu =
        use.cpu_writes == HowOften::kNever && use.cpu_reads != HowOften::kNever && !use.from;
    const bool bound_for_it = use.bind && writes_by_nature(*use.bind);
    use.gpu_writes = only_read_by_cpu || bound_for_it ? HowOften::kPerFrame : HowOften::kNever;
  }
  if (!use.bind) {
    if (*use.gpu_writes == HowOften::kNever) {
      use.bind = BindAs::kShaderResource;
    } else {
      use.bind = use.kind == ResourceKind::kBuffer ? BindAs::kUnorderedAccess : BindAs::kRenderTarget;
    }
  }
  if (!use.from) {
    if (use.cpu_writes != HowOften::kNever) {
      use.from = BytesFrom::kMemory;
    } else {
      use.from = *use.gpu_writes == HowOften::kNever ? BytesFrom::kPack : BytesFrom::kGenerated;
    }
  }
  if (!use.gpu_reads) use.gpu_reads = use.bind == BindAs::kQuery ? HowOften::kNever : HowOften::kPerFrame;
  return use;
}

Result<void> check_size(const ResourceUse& use, const MemoryArchitecture& machine) {
  if (use.bytes == 0) {
    return fail(ErrorCode::kInvalidArgument,
                "a resource of 0 bytes cannot be created; leave it out: Ferry's calls take no bytes as done");
  }
  if (use.bytes > kMostBytes) {
    return fail(ErrorCode::kInvalidArgument, byte_text(use.bytes),
                " are more than any GPU addresses in one resource; cut it into several");
  }
  if (use.frames_in_flight == 0 || use.frames_in_flight > kMostFrames) {
    return fail(ErrorCode::kInvalidArgument, use.frames_in_flight, " frames in flight are not from 1 to ",
                kMostFrames, "; 2 or 3 are usual");
  }
  if (machine.gpu_bytes != 0 && use.bytes > machine.gpu_bytes) {
    return fail(ErrorCode::kInvalidArgument, byte_text(use.bytes), " are more than the ",
                byte_text(machine.gpu_bytes),
                " of memory that the GPU has; cut it into resources of which only some are there at a time, "
                "and load those by a Loader with a limit (LoaderOptions::gpu_memory_bytes)");
  }
  const std::uint64_t in_flight = use.bytes * (std::uint64_t{use.frames_in_flight} + 1);
  if (use.cpu_writes == HowOften::kPerFrame && machine.cpu_bytes != 0 && in_flight > machine.cpu_bytes) {
    return fail(ErrorCode::kInvalidArgument, byte_text(use.bytes), " every frame, ", use.frames_in_flight,
                " frames in flight and one being written, are ", byte_text(in_flight),
                " of UPLOAD memory, and there are ", byte_text(machine.cpu_bytes),
                "; write only what changed, or allow fewer frames in flight");
  }
  return {};
}

Result<void> check_binding(const ResourceUse& use) {
  const BindAs bind = *use.bind;
  if (use.kind == ResourceKind::kTexture && (bind == BindAs::kConstant || bind == BindAs::kVertex ||
                                             bind == BindAs::kIndex || bind == BindAs::kQuery)) {
    return fail(ErrorCode::kInvalidArgument, "a texture cannot be bound as ", to_string(bind),
                ": that takes a buffer; ask for a buffer, or bind the texture as srv");
  }
  if (use.kind == ResourceKind::kBuffer && is_target(bind)) {
    return fail(ErrorCode::kInvalidArgument, "a buffer is no target to draw into (", to_string(bind),
                "): ask for a texture; or bind the buffer as uav, and let shaders write it");
  }
  if (is_target(bind) && use.gpu_writes == HowOften::kNever) {
    return fail(ErrorCode::kInvalidArgument, "what is bound as ", to_string(bind),
                " is written by the GPU; say that it writes, or bind it as srv");
  }
  return {};
}

Result<void> check_queries(const ResourceUse& use, const ResourceUse& given) {
  if (use.bind != BindAs::kQuery) return {};
  if (use.cpu_writes != HowOften::kNever || use.gpu_writes == HowOften::kNever || given.from) {
    return fail(ErrorCode::kInvalidArgument,
                "the GPU makes query results, nobody else writes them: say that the CPU never writes, and "
                "name no source");
  }
  if (use.cpu_reads == HowOften::kNever || use.gpu_reads != HowOften::kNever) {
    return fail(ErrorCode::kInvalidArgument,
                "query results go to the CPU; where the GPU reads them (predication), resolve them into a "
                "DEFAULT buffer of yours by ResolveQueryData, and ask for a buffer that the GPU writes");
  }
  return {};
}

Result<void> check_writers_and_readers(const ResourceUse& use) {
  const bool cpu_writes = use.cpu_writes != HowOften::kNever;
  const bool gpu_writes = use.gpu_writes != HowOften::kNever;
  const bool on_disk = is_on_disk(*use.from);
  if (!cpu_writes && !gpu_writes && !on_disk) {
    return fail(ErrorCode::kInvalidArgument, "nobody writes it: its bytes come from ", to_string(*use.from),
                ", so the CPU writes it once; or they come from a file or a pack, or the GPU writes it");
  }
  if (use.cpu_reads == HowOften::kNever && use.gpu_reads == HowOften::kNever) {
    return fail(ErrorCode::kInvalidArgument,
                "nobody reads it, so it needs no memory; say what reads it: the GPU, or the CPU");
  }
  if (use.cpu_writes == HowOften::kPerFrame && use.from == BytesFrom::kPack) {
    return fail(ErrorCode::kInvalidArgument,
                "a pack holds what is finished, and the CPU writes this every frame; load the pack once, and "
                "put what changes into a resource of its own");
  }
  return {};
}

}  // namespace

Result<ResourceUse> settle(const ResourceUse& given, const MemoryArchitecture& machine) {
  const ResourceUse use = filled_in(given);
  if (auto right = check_size(use, machine); !right) return fail(std::move(right).error());
  if (auto right = check_binding(use); !right) return fail(std::move(right).error());
  if (auto right = check_queries(use, given); !right) return fail(std::move(right).error());
  if (auto right = check_writers_and_readers(use); !right) return fail(std::move(right).error());
  if (use.wish == MemoryPlace::kCpuMemory) {
    return fail(ErrorCode::kInvalidArgument, "the program's own memory is no heap to wish for");
  }
  return use;
}

std::uint32_t state_of(BindAs bind) noexcept {
  switch (bind) {
    case BindAs::kConstant:
    case BindAs::kVertex:
      return 0x1;
    case BindAs::kIndex:
      return 0x2;
    case BindAs::kShaderResource:
      break;
    case BindAs::kUnorderedAccess:
      return 0x8;
    case BindAs::kRenderTarget:
      return 0x4;
    case BindAs::kDepthStencil:
      return 0x10;
    case BindAs::kQuery:
      return kStateCopyDest;
  }
  return kShaderResource;
}

bool promotes(ResourceKind kind, std::uint32_t state) noexcept {
  if (kind == ResourceKind::kBuffer) return true;
  return (state & ~(kShaderResource | kStateCopyDest | kStateCopySource)) == 0;
}

std::uint32_t written_state(const ResourceUse& use) noexcept {
  if (writes_by_nature(*use.bind)) return state_of(*use.bind);
  return use.kind == ResourceKind::kBuffer ? state_of(BindAs::kUnorderedAccess)
                                           : state_of(BindAs::kRenderTarget);
}

std::uint32_t read_state(const ResourceUse& use) noexcept {
  return is_target(*use.bind) ? kShaderResource : state_of(*use.bind);
}

std::uint32_t first_used_state(const ResourceUse& use) noexcept {
  return use.gpu_writes == HowOften::kNever ? read_state(use) : written_state(use);
}

}  // namespace ferry::advice
