// Reads the back buffer of a window's swap chain every few frames while the window goes on presenting: no
// frame waits for a picture, and each picture arrives a frame or two later. Every texel of each is compared
// with what was drawn, and in the middle the window changes its size.
//
//     window_capture.exe --frames 120 --every 4 --out .       writes a few of the captures here, as pictures
//     window_capture.exe --format rgb10a2                     with ten bits a channel
//     window_capture.exe --checked                            with Ferry's rule checker around the device
//
// `--help` lists the rest. docs/capture.md goes through it step by step; parts/ has what is no business of
// Ferry's.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <ferry/check/check.hpp>
#include <ferry/transfer/frame_capture.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include "parts/capture_file.hpp"
#include "parts/capture_options.hpp"
#include "parts/dxgi_device.hpp"
#include "parts/frame_lists.hpp"
#include "parts/frame_picture.hpp"
#include "parts/swap_chain.hpp"
#include "parts/window.hpp"

using example::Size;
using ferry::ComPtr;
using ferry::Result;
using Clock = std::chrono::steady_clock;

namespace {

/// What ctest takes for "skipped".
constexpr int kCannotPresent = 77;

/// How long something took, in many frames.
class Times {
 public:
  void add(Clock::duration taken) {
    microseconds_.push_back(std::chrono::duration<double, std::micro>(taken).count());
  }
  [[nodiscard]] std::string words() const {
    if (microseconds_.empty()) return "none";
    std::vector<double> sorted = microseconds_;
    std::sort(sorted.begin(), sorted.end());
    std::array<char, 80> line = {};
    std::snprintf(line.data(), line.size(), "median %.0f us, longest %.0f us", sorted[sorted.size() / 2],
                  sorted.back());
    return line.data();
  }

 private:
  std::vector<double> microseconds_;
};

class Program {
 public:
  explicit Program(const example::WindowCaptureOptions& options) : options_(options) {}

  /// The window, a device, a queue, a swap chain: all without Ferry, but for the checker if it was asked
  /// for.
  Result<void> open();
  Result<void> run();
  void report() const;
  [[nodiscard]] bool can_present() const { return can_present_; }
  [[nodiscard]] bool all_right() const { return all_right_; }

 private:
  /// A frame that was asked for: what it must look like, and when that was.
  struct Asked {
    std::uint64_t frame;
    Size size;
    std::uint64_t at;
  };

  Result<void> draw_frame(std::uint64_t frame);
  Result<void> change_size(Size inside);
  Result<void> fetch(std::uint64_t frame);
  Result<void> look_at(const ferry::CapturedFrame& captured, const Asked& asked);

  example::WindowCaptureOptions options_;
  // In the order in which they need each other; they end in the reverse order.
  std::unique_ptr<example::Window> window_;
  example::DxgiDevice dxgi_;
  ComPtr<ID3D12Device> device_;
  ComPtr<ID3D12CommandQueue> queue_;
  std::unique_ptr<example::SwapChain> chain_;
  example::FrameLists lists_;
  std::unique_ptr<ferry::TransferManager> manager_;
  std::unique_ptr<ferry::FrameCapture> capture_;
  std::shared_ptr<ferry::FenceTimeline> copies_;

  std::deque<Asked> asked_;
  bool can_present_ = false;
  bool all_right_ = true;
  bool save_next_ = true;
  std::vector<Size> sizes_;
  std::uint64_t presented_ = 0;
  std::uint64_t asked_count_ = 0;
  std::uint64_t still_on_their_way_ = 0;
  std::uint64_t arrived_ = 0;
  std::uint64_t kept_over_resize_ = 0;
  std::uint64_t least_late_ = UINT64_MAX;
  std::uint64_t most_late_ = 0;
  Times capture_calls_;
  Times presents_with_;
  Times presents_without_;
};

Result<void> Program::open() {
  auto window = example::Window::open(L"Ferry: captured while it is shown", options_.size, !options_.hidden);
  if (!window) return ferry::fail(window.error());
  window_ = *std::move(window);
  auto dxgi = example::open_dxgi_device();
  if (!dxgi) return ferry::fail(dxgi.error());
  dxgi_ = *std::move(dxgi);
  device_ = dxgi_.device;
  if (options_.checked) {
    auto wrapped = ferry::check::wrap(device_.get());
    if (!wrapped) return ferry::fail(wrapped.error());
    device_ = ComPtr<ID3D12Device>::attach(*wrapped);
  }
  auto queue = example::make_queue(device_.get(), D3D12_COMMAND_LIST_TYPE_DIRECT, L"frames");
  if (!queue) return ferry::fail(queue.error());
  queue_ = *std::move(queue);

  example::SwapChainOptions chain;
  chain.format = static_cast<DXGI_FORMAT>(options_.format);
  chain.buffers = options_.buffers;
  chain.checked = options_.checked;
  chain_ = std::make_unique<example::SwapChain>(device_.get(), chain);
  if (auto opened = chain_->open(dxgi_.factory.get(), queue_.get(), *window_); !opened) return opened;
  can_present_ = true;
  sizes_.push_back(chain_->size());
  if (auto opened = lists_.open(device_.get(), queue_.get(), options_.buffers); !opened) return opened;

  // Ferry copies on the queue that draws and presents: behind the frame and before its Present, with nobody
  // waiting.
  ferry::TransferOptions transfer;
  transfer.direct_queue = queue_.get();
  auto manager = ferry::TransferManager::create(device_.get(), transfer);
  if (!manager) return ferry::fail(manager.error());
  manager_ = *std::move(manager);
  auto copies = manager_->queue(ferry::QueueKind::kDirect);
  if (!copies) return ferry::fail(copies.error());
  copies_ = (*copies)->timeline();
  ferry::CaptureOptions capture;
  capture.every_nth = options_.every;
  capture.max_in_flight = options_.buffers + 1;
  capture_ = std::make_unique<ferry::FrameCapture>(*manager_, capture);
  return {};
}

Result<void> Program::run() {
  for (std::uint64_t frame = 0; frame < options_.frames && window_->handle_messages(); ++frame) {
    if (frame == options_.frames / 2) {
      window_->set_inside({options_.size.width * 3 / 4, options_.size.height * 3 / 4});
    }
    const Size inside = window_->inside();
    if (!(inside == chain_->size()) && inside.width > 0 && inside.height > 0) {
      if (auto changed = change_size(inside); !changed) return changed;
    }
    if (auto drawn = draw_frame(frame); !drawn) return drawn;
    // Shortly before the window changes nothing is fetched, to show that pictures live over it.
    const bool leave = frame < options_.frames / 2 && frame + options_.every >= options_.frames / 2;
    if (leave) continue;
    if (auto fetched = fetch(frame); !fetched) return fetched;
  }
  // What is still on its way: now there is time to wait.
  if (auto idle = manager_->wait_idle(); !idle) return idle;
  if (auto fetched = fetch(presented_); !fetched) return fetched;
  if (auto waited = lists_.wait_for_all(); !waited) return waited;
  all_right_ = all_right_ && arrived_ == asked_count_ && asked_.empty();
  return {};
}

Result<void> Program::draw_frame(std::uint64_t frame) {
  auto list = lists_.begin();
  if (!list) return ferry::fail(list.error());
  ID3D12Resource* const target = chain_->back_buffer();
  const auto change_state = [&](D3D12_RESOURCE_STATES before, D3D12_RESOURCE_STATES after) {
    D3D12_RESOURCE_BARRIER barrier = {};
    barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_TRANSITION;
    barrier.Transition.pResource = target;
    barrier.Transition.Subresource = D3D12_RESOURCE_BARRIER_ALL_SUBRESOURCES;
    barrier.Transition.StateBefore = before;
    barrier.Transition.StateAfter = after;
    (*list)->ResourceBarrier(1, &barrier);
  };
  change_state(D3D12_RESOURCE_STATE_PRESENT, D3D12_RESOURCE_STATE_RENDER_TARGET);
  const Size size = chain_->size();
  example::FramePicture(frame, size.width, size.height, options_.format).draw(*list, chain_->view());
  change_state(D3D12_RESOURCE_STATE_RENDER_TARGET, D3D12_RESOURCE_STATE_PRESENT);
  if (auto executed = lists_.execute(); !executed) return executed;

  // Between the frame's list and Present. The buffer is in PRESENT, which is COMMON, and is left in it.
  ferry::TextureReadback request;
  request.source = target;
  ferry::ReadbackOptions readback;
  readback.in_place = true;  // It is looked at where it arrives.
  const auto before_capture = Clock::now();
  auto outcome = capture_->frame(request, readback);
  const auto before_present = Clock::now();
  if (!outcome) return ferry::fail(outcome.error());
  const bool asked = *outcome == ferry::FrameCapture::Outcome::kAsked;
  if (asked) {
    asked_.push_back({frame, size, frame});
    ++asked_count_;
    capture_calls_.add(before_present - before_capture);
  }
  if (auto presented = chain_->present(); !presented) return presented;
  (asked ? presents_with_ : presents_without_).add(Clock::now() - before_present);
  ++presented_;
  if (asked && !manager_->is_complete({copies_->id(), copies_->last_submitted()})) ++still_on_their_way_;
  if (auto ended = lists_.end(); !ended) return ended;
  if (options_.checked) ferry::check::frame_end(device_.get());
  return {};
}

Result<void> Program::change_size(Size inside) {
  // 1. Nothing on the queue uses the back buffers any more: neither frames and their Presents ...
  if (auto waited = lists_.wait_for_all(); !waited) return waited;
  // 2. ... nor copies of Ferry's. Pictures that nobody fetched yet are complete then, in memory of their own.
  if (auto idle = manager_->wait_idle(); !idle) return idle;
  kept_over_resize_ += capture_->in_flight();
  // 3. Ferry gives its references on the back buffers away.
  manager_->poll();
  // 4. So does the program, and the swap chain makes new ones.
  if (auto resized = chain_->resize(inside); !resized) return resized;
  sizes_.push_back(chain_->size());
  save_next_ = true;
  return {};
}

Result<void> Program::fetch(std::uint64_t frame) {
  manager_->end_frame();
  while (auto captured = capture_->next()) {
    const Asked asked = asked_.front();
    asked_.pop_front();
    const std::uint64_t late = frame - asked.at;
    least_late_ = std::min(least_late_, late);
    most_late_ = std::max(most_late_, late);
    // A program with more to do than this hands the ticket to another thread here.
    if (auto looked = look_at(*captured, asked); !looked) return looked;
  }
  return {};
}

Result<void> Program::look_at(const ferry::CapturedFrame& captured, const Asked& asked) {
  ++arrived_;
  auto view = captured.ticket.view();
  if (!view) return ferry::fail(view.error());
  const auto texels = view->texels(0);
  const std::uint64_t pitch = texels.footprint.row_pitch;
  const example::FramePicture drawn(asked.frame, asked.size.width, asked.size.height, options_.format);
  if (captured.frame != asked.frame || texels.footprint.width != asked.size.width ||
      texels.footprint.height != asked.size.height) {
    return ferry::fail(ferry::ErrorCode::kCorrupt, "frame ", asked.frame, " was asked for, and frame ",
                       captured.frame, " of ", texels.footprint.width, "x", texels.footprint.height, " came");
  }
  if (const std::string difference = drawn.difference(texels.data, pitch); !difference.empty()) {
    std::fprintf(stderr, "frame %llu: %s\n", static_cast<unsigned long long>(asked.frame),
                 difference.c_str());
    all_right_ = false;
  }
  const bool last = asked.frame + options_.every >= options_.frames;
  if (!options_.out.empty() && (save_next_ || last)) {
    const auto path = std::filesystem::path(options_.out) / ferry::text("frame-", asked.frame);
    auto saved = example::save_capture(
        path, {texels.data, pitch, asked.size.width, asked.size.height, options_.format});
    if (!saved) return ferry::fail(saved.error());
    std::printf("wrote %s\n", saved->string().c_str());
  }
  save_next_ = false;
  return {};
}

void Program::report() const {
  const auto number = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
  std::printf("window on %ls, %u back buffers of %s:", dxgi_.adapter_name.c_str(), options_.buffers,
              std::string(ferry::format_name(options_.format)).c_str());
  for (const Size& size : sizes_) std::printf(" %ux%u", size.width, size.height);
  std::printf("\nframes: %llu presented\n", number(presented_));
  std::printf("captures: %llu asked for, %llu arrived, %llu skipped; %s\n", number(asked_count_),
              number(arrived_), number(capture_->skipped()),
              all_right_ ? "every texel is what was drawn" : "NOT all of it is what was drawn");
  if (arrived_ > 0) {
    std::printf(
        "latency: a picture arrives %llu to %llu frames after it was drawn; %llu lived over ResizeBuffers\n",
        number(least_late_), number(most_late_), number(kept_over_resize_));
  }
  std::printf("CPU time of a capture: %s\n", capture_calls_.words().c_str());
  std::printf("CPU time of Present: %s in frames with a capture; %s in the others\n",
              presents_with_.words().c_str(), presents_without_.words().c_str());
  std::printf("when Present returned, %llu of %llu captures were still being copied\n",
              number(still_on_their_way_), number(asked_count_));
  if (options_.checked) {
    ID3D12Device* const device = device_.get();
    std::printf("the checker found %llu errors, %llu portability findings, %llu pieces of advice\n",
                number(ferry::check::finding_count(device, ferry::check::Severity::kError)),
                number(ferry::check::finding_count(device, ferry::check::Severity::kPortability)),
                number(ferry::check::finding_count(device, ferry::check::Severity::kAdvice)));
  }
}

}  // namespace

int main(int count, char** words) {
  const auto options = example::read_options(count, words);
  if (!options) return 2;
  Program program(*options);
  auto done = program.open();
  if (!done && !program.can_present()) {
    std::fprintf(stderr, "this system presents nothing: %s\n", ferry::to_string(done.error()).c_str());
    return kCannotPresent;
  }
  if (done) done = program.run();
  if (!done) {
    std::fprintf(stderr, "%s\n", ferry::to_string(done.error()).c_str());
    return 1;
  }
  program.report();
  return program.all_right() ? 0 : 1;
}
