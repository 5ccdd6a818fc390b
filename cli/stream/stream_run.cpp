#include "stream_run.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <ferry/transfer/transfer_manager.hpp>

#include "../interrupt.hpp"
#include "stream_pictures.hpp"
#include "stream_tiles.hpp"
#include "terrain_renderer.hpp"
#include "tile_streamer.hpp"

namespace ferry::cli {

namespace {

using Clock = std::chrono::steady_clock;

/// Frames of the start that draw without loading, so that drivers have made what they make late.
constexpr std::uint32_t kWarmFrames = 8;
/// Background loading is held back where frames take longer than this times the usual.
constexpr double kFrameGoal = 1.2;

std::uint64_t hash_of(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a, 64 bits
  for (const std::byte byte : bytes) hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3U;
  return hash;
}

class StreamRun {
 public:
  StreamRun(const StreamSetup& setup, StreamMode mode, const StreamProgress& progress)
      : setup_(setup), progress_(progress) {
    run_.result.mode = mode;
  }
  ~StreamRun() {
    streamer_.reset();
    // Tiles are about to go, which frames may still draw. A device that is lost or hangs ends this wait.
    if (renderer_) (void)renderer_->queue()->drain();
  }
  StreamRun(const StreamRun&) = delete;
  StreamRun& operator=(const StreamRun&) = delete;

  Result<StreamRunResult> run() {
    if (auto started = start(); !started) return fail(std::move(started).error());
    if (auto flown = fly(); !flown) return fail(std::move(flown).error());
    if (auto finished = finish(); !finished) return fail(std::move(finished).error());
    return std::move(run_);
  }

 private:
  [[nodiscard]] StreamTime now() const { return Clock::now() - begin_; }
  [[nodiscard]] bool blocking() const { return run_.result.mode == StreamMode::kBlocking; }
  std::vector<FrameRecord>& frames() { return run_.result.frames; }

  Result<void> start() {
    auto manager = TransferManager::create(setup_.device);
    if (!manager) return fail(std::move(manager).error());
    manager_ = *std::move(manager);
    auto renderer = TerrainRenderer::create(setup_.device, *manager_, terrain_options(setup_));
    if (!renderer) return fail(std::move(renderer).error());
    renderer_ = *std::move(renderer);
    if (blocking()) {
      streamer_ = make_blocking_streamer(setup_.device, renderer_->queue(), *setup_.source);
    } else {
      LoaderStreamerOptions options;
      options.threads = setup_.threads;
      options.ring_bytes = setup_.ring_bytes;
      options.trace_events = setup_.trace_events;
      auto streamer = make_loader_streamer(
          setup_.device, run_.result.mode == StreamMode::kDirect ? renderer_->queue() : nullptr,
          *setup_.source, options);
      if (!streamer) return fail(std::move(streamer).error());
      streamer_ = *std::move(streamer);
    }
    pictures_.emplace(setup_, *manager_, *renderer_, run_.result);
    begin_ = Clock::now();
    run_.began = begin_.time_since_epoch();
    tiles_.emplace(setup_, *streamer_, renderer_->views(), run_.result, begin_);
    return {};
  }

  // ------------------------------------------------------------------------------------------------ frames

  /// Frame by frame through the phases.
  Result<void> fly() {
    std::uint32_t in_phase = 0;
    FramePhase phase = FramePhase::kStart;
    const auto next_phase = [&](FramePhase next) {
      phase = next;
      in_phase = 0;
    };
    double t = 0;
    while (true) {
      if (interrupted()) return fail(ErrorCode::kCancelled, "interrupted");
      // What was there when the last frame was drawn decides; the frame itself may bring more.
      if (phase == FramePhase::kStart && in_phase > kWarmFrames && tiles_->complete()) {
        if (auto ready = tiles_->get_ready_to_fly(); !ready) return ready;
        next_phase(FramePhase::kBefore);
      }
      if (phase == FramePhase::kBefore && in_phase == setup_.frames_before) {
        goal_ = std::chrono::duration_cast<StreamTime>(median_before(frames()) * kFrameGoal);
        next_phase(FramePhase::kDuring);
      }
      if (phase == FramePhase::kDuring && in_phase >= setup_.frames_flying && tiles_->complete()) {
        next_phase(FramePhase::kAfter);
      }
      if (phase == FramePhase::kAfter && in_phase == setup_.frames_after) break;
      if (phase == FramePhase::kDuring) {
        t = std::min(1.0, static_cast<double>(in_phase + 1) / setup_.frames_flying);
      }
      tell(phase, in_phase);
      if (auto drawn = one_frame(phase, t); !drawn) return drawn;
      ++in_phase;
    }
    return make_room();
  }

  void tell(FramePhase phase, std::uint32_t in_phase) const {
    const std::uint32_t flown = std::min(in_phase, setup_.frames_flying);
    std::uint32_t done = 0;
    if (phase == FramePhase::kBefore) done = in_phase;
    if (phase == FramePhase::kDuring) done = setup_.frames_before + flown;
    if (phase == FramePhase::kAfter) done = setup_.frames_before + setup_.frames_flying + in_phase;
    const std::uint32_t all = setup_.frames_before + setup_.frames_flying + setup_.frames_after;
    progress_(static_cast<double>(done) / all, to_string(phase));
  }

  /// Waits until there is room for another frame in flight. That is when it begins, and the last one ends.
  Result<void> make_room() {
    StreamTime waited{};
    if (points_.size() == TerrainRenderer::kFramesInFlight) {
      if (auto done = see_frame(frames().size() - points_.size(), waited); !done) return done;
    }
    if (frames().empty()) return {};
    FrameRecord& last = frames().back();
    last.time = now() - last.begin;
    last.waited += waited;
    const StreamTime goal = goal_.count() > 0 ? goal_ : last.time * 2;
    streamer_->end_frame(last.time, goal - last.time);
    return {};
  }

  Result<void> one_frame(FramePhase phase, double t) {
    const std::uint64_t number = frames().size();
    if (auto room = make_room(); !room) return room;
    FrameRecord frame;
    frame.phase = phase;
    frame.begin = number == 0 ? now() : frames().back().begin + frames().back().time;
    const Camera camera = setup_.path.at(t);
    // First, so that nothing is moved to where shaders read it and back within one frame.
    tiles_->drop_far(camera);
    if (auto taken = tiles_->take_news(frame); !taken) return taken;
    const std::vector<WantedTile> wanted = setup_.world.wanted(camera, renderer_->aspect());
    const auto waited_before = streamer_->waited();
    if (auto asked = tiles_->ask(wanted); !asked) return asked;
    frame.waited += streamer_->waited() - waited_before;
    if (blocking()) {
      if (auto taken = tiles_->take_news(frame); !taken) return taken;
    }
    if (auto drawn = draw(number, camera, wanted, frame); !drawn) return drawn;
    manager_->end_frame();
    frame.memory_bytes = tiles_->bytes();
    frames().push_back(frame);
    return {};
  }

  /// Waits for a frame and takes back what it used.
  Result<void> see_frame(std::uint64_t number, StreamTime& waited) {
    const StreamTime from = now();
    auto done = manager_->wait(points_.front());
    if (!done) return done;
    const Clock::time_point seen = Clock::now();
    waited += (seen - begin_) - from;
    const auto ticks =
        renderer_->stopwatch().read(static_cast<std::uint32_t>(number % TerrainRenderer::kFramesInFlight));
    const TimedWork work = timed_work(renderer_->stopwatch().frequency(), submitted_.front(), seen, ticks, 0);
    if (work.gpu_begin) frames()[number].gpu = *work.gpu_end - *work.gpu_begin;
    drawn_.push_back(work);
    points_.pop_front();
    submitted_.pop_front();
    tiles_->frame_completed(number);
    return {};
  }

  Result<void> draw(std::uint64_t number, const Camera& camera, const std::vector<WantedTile>& wanted,
                    FrameRecord& frame) {
    const std::vector<TileDraw> draws = tiles_->draws(wanted, frame);
    const bool reduced = pictures_->film_turn(frame.phase);
    const Clock::time_point submitted = Clock::now();
    auto point = renderer_->draw(number, camera, draws, tiles_->take_barriers(), reduced);
    if (!point) return fail(std::move(point).error());
    points_.push_back(*point);
    submitted_.push_back(submitted);
    return pictures_->frame_drawn(number, frame.phase, reduced);
  }

  // --------------------------------------------------------------------------------------------------- end

  Result<void> finish() {
    TextureReadback request;
    request.source = renderer_->picture();
    auto picture = manager_->read_texture(request);
    if (!picture) return fail(std::move(picture).error());
    auto pixels = picture->take();
    if (!pixels) return fail(std::move(pixels).error());
    run_.result.last_frame_hash = hash_of(pixels->bytes());
    if (auto idle = manager_->wait_idle(); !idle) return idle;
    StreamTime waited{};
    while (!points_.empty()) {
      if (auto seen = see_frame(frames().size() - points_.size(), waited); !seen) return seen;
    }
    // Tiles that fell out of reach may still be on their way: their ends belong to the account.
    streamer_->stop();
    FrameRecord none;
    if (auto taken = tiles_->take_news(none); !taken) return taken;
    run_.loader_trace = streamer_->chrome_trace();
    place_work();
    if (auto done = pictures_->finish(); !done) return done;
    account(run_.result);
    return {};
  }

  /// Where the queues' work lies in time.
  void place_work() {
    ModeResult& result = run_.result;
    std::vector<TimedWork> copies = streamer_->take_copies();
    for (const TimedWork& copy : copies) result.bytes_copied += copy.bytes;
    const auto rebase = [this](std::vector<TimedWork>& work) {
      for (TimedWork& one : work) {
        one.submitted -= run_.began;
        one.seen -= run_.began;
      }
    };
    rebase(drawn_);
    rebase(copies);
    for (TimedWork& one : copies) {
      if (!one.gpu_end && setup_.copy_rate > 0) {
        one.estimate =
            StreamTime(static_cast<std::int64_t>(static_cast<double>(one.bytes) / setup_.copy_rate * 1e9));
      }
    }
    const auto is_timed = [](const TimedWork& one) { return one.gpu_end.has_value(); };
    if (blocking() && std::all_of(copies.begin(), copies.end(), is_timed)) {
      // One queue, one clock.
      drawn_.insert(drawn_.end(), copies.begin(), copies.end());
      copies.clear();
    }
    PlacedWork direct = place(drawn_);
    PlacedWork copied = place(copies);
    result.span_error = std::max(direct.error, copied.error);
    result.draw_source = direct.source;
    result.copy_source = copies.empty() ? direct.source : copied.source;
    if (result.mode != StreamMode::kCopy) {
      direct.spans.insert(direct.spans.end(), copied.spans.begin(), copied.spans.end());
      copied.spans.clear();
    }
    result.direct_spans = std::move(direct.spans);
    result.copy_spans = std::move(copied.spans);
  }

  const StreamSetup& setup_;
  const StreamProgress& progress_;
  StreamRunResult run_;
  std::unique_ptr<TransferManager> manager_;
  std::optional<StreamTiles> tiles_;
  std::unique_ptr<TerrainRenderer> renderer_;
  std::optional<StreamPictures> pictures_;

  Clock::time_point begin_;
  StreamTime goal_{};
  std::deque<FencePoint> points_;
  std::deque<Clock::time_point> submitted_;
  std::vector<TimedWork> drawn_;

  std::unique_ptr<TileStreamer> streamer_;
};

}  // namespace

Result<StreamRunResult> run_stream_mode(const StreamSetup& setup, StreamMode mode,
                                        const StreamProgress& progress) {
  return StreamRun(setup, mode, progress).run();
}

}  // namespace ferry::cli
