#include "copy_rate.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include <ferry/base/units.hpp>
#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/command_recycler.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/gpu/queue.hpp>

namespace ferry::cli {

Result<double> measure_copy_rate(const std::shared_ptr<Device>& device) {
  constexpr std::uint64_t kBytes = 32_MiB;
  constexpr std::uint64_t kPiece = 1_MiB;  // About what the loader copies at once.
  constexpr int kTries = 4;
  auto queue = Queue::create(device, QueueKind::kCopy, "stream: copy rate");
  if (!queue) return fail(std::move(queue).error());
  const auto from = device->create_buffer(HeapKind::kUpload, kBytes, "stream: copy rate, from");
  if (!from) return fail(from.error());
  const auto to = device->create_buffer(HeapKind::kDefault, kBytes, "stream: copy rate, to");
  if (!to) return fail(to.error());
  CommandRecycler lists(device, QueueKind::kCopy, "stream: copy rate");
  double best = 0;
  for (int i = 0; i < kTries; ++i) {
    auto context = lists.acquire();
    if (!context) return fail(std::move(context).error());
    for (std::uint64_t at = 0; at < kBytes; at += kPiece) {
      context->list->CopyBufferRegion(to->get(), at, from->get(), at, kPiece);
    }
    if (const HRESULT hr = context->list->Close(); FAILED(hr)) {
      return fail_api(hr, "the command list that measures copies could not be closed");
    }
    const std::array<ID3D12CommandList*, 1> closed = {context->list.get()};
    const auto begin = std::chrono::steady_clock::now();
    const auto point = (*queue)->execute(closed, "copy rate");
    if (!point) {
      lists.keep(*std::move(context));
      (void)(*queue)->drain();
      return fail(point.error());
    }
    lists.give_back(*std::move(context), *point);
    if (auto done = (*queue)->wait_idle(); !done) {
      (void)(*queue)->drain();
      return fail(std::move(done).error());
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    best = std::max(best, static_cast<double>(kBytes) / took.count());
  }
  return best;
}

}  // namespace ferry::cli
