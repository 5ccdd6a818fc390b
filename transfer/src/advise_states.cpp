#include <ferry/base/resource_states.hpp>
#include <ferry/base/text.hpp>

#include "advise_parts.hpp"

namespace ferry::advice {
namespace {

bool is_buffer(const Advice& advice) {
  return advice.use.kind == ResourceKind::kBuffer;
}

void add_created(Advice& advice) {
  const std::string state = resource_states_text(advice.initial_state);
  if (advice.place == MemoryPlace::kUpload || advice.place == MemoryPlace::kReadback) {
    advice.states.push_back({advice.initial_state, std::nullopt, false,
                             text("Ferry's ", to_string(advice.place),
                                  " memory is created in it and stays in it; it takes no barrier, ever")});
  } else if (advice.upload == UploadWay::kDirectWrite) {
    advice.states.push_back({advice.initial_state, std::nullopt, false,
                             "created in it; the CPU writes it now, while nothing on the GPU knows it"});
  } else {
    advice.states.push_back({advice.initial_state, std::nullopt, false,
                             advice.initial_state == kStateCommon
                                 ? "created in it, the state that every queue takes"
                                 : "created in it, since the GPU writes it first"});
  }
}

void add_uploaded(Advice& advice) {
  if (advice.upload == UploadWay::kRecording) {
    advice.states.push_back(
        {kStateCopyDest, QueueKind::kDirect, !is_buffer(advice),
         is_buffer(advice)
             ? "by promotion from COMMON, to which buffers decay behind every ExecuteCommandLists"
             : "by the recording's barrier (the first time by promotion from COMMON)"});
    advice.states.push_back({first_used_state(advice.use), QueueKind::kDirect, true,
                             "by the recording's barrier behind the copy (StateChange::after)"});
  } else if (advice.upload_queue == QueueKind::kCopy) {
    advice.states.push_back({kStateCopyDest, QueueKind::kCopy, false, "by promotion, for the copy"});
    advice.states.push_back(
        {kStateCommon, QueueKind::kCopy, false,
         "by decay, when the copy's ExecuteCommandLists is complete; whoever uses it waits "
         "for that fence point on the GPU"});
  }
}

void add_written(Advice& advice) {
  const std::uint32_t state = written_state(advice.use);
  if (advice.use.gpu_writes == HowOften::kNever || advice.states.back().state == state) return;
  advice.states.push_back({state, QueueKind::kDirect, !promotes(advice.use.kind, state),
                           promotes(advice.use.kind, state)
                               ? "by promotion, where the GPU writes it"
                               : "by a barrier of yours, where the GPU writes it"});
}

void add_read(Advice& advice) {
  const std::uint32_t state = read_state(advice.use);
  if (advice.use.gpu_reads == HowOften::kNever || advice.place == MemoryPlace::kUpload) return;
  if (advice.states.back().state == state) return;
  const bool written_before = advice.use.gpu_writes != HowOften::kNever;
  const bool promoted = !written_before && promotes(advice.use.kind, state);
  advice.states.push_back({state, QueueKind::kDirect, !promoted,
                           promoted ? "by promotion, where the GPU reads it; it decays to COMMON behind it"
                                    : "by a barrier of yours, where the GPU reads it"});
}

void add_read_back(Advice& advice) {
  if (!advice.readback_queue || advice.readback == ReadbackWay::kQueries) return;
  const std::uint32_t left_in = advice.states.back().state;
  if (is_buffer(advice)) {
    advice.states.push_back(
        {kStateCopySource, QueueKind::kDirect, false,
         "by promotion, for the readback: behind ExecuteCommandLists buffers are in COMMON"});
    return;
  }
  advice.states.push_back({kStateCopySource, QueueKind::kDirect, true,
                           "by Ferry's barrier, for the readback; TextureReadback::state says from which"});
  advice.states.push_back({left_in, QueueKind::kDirect, true, "by Ferry's barrier: it is left as it was"});
}

}  // namespace

void add_states(Advice& advice) {
  if (advice.place == MemoryPlace::kCpuMemory) return;
  add_created(advice);
  add_uploaded(advice);
  add_written(advice);
  add_read_back(advice);
  add_read(advice);
}

}  // namespace ferry::advice
