#include "stream_run.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <ferry/assets/file.hpp>
#include <ferry/gpu/d3d12.hpp>
#include <ferry/transfer/frame_capture.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include "../interrupt.hpp"
#include "picture_sink.hpp"
#include "terrain_renderer.hpp"
#include "tile_streamer.hpp"
#include "tile_textures.hpp"

namespace ferry::cli {

namespace {

using Clock = std::chrono::steady_clock;

/// Nothing arrived for so long: something hangs.
constexpr std::chrono::seconds kPatience{120};
/// Frames of the start that draw without loading, so that drivers have made what they make late.
constexpr std::uint32_t kWarmFrames = 8;
/// Background loading is held back where frames take longer than this times the usual.
constexpr double kFrameGoal = 1.2;
constexpr std::size_t kMostErrors = 10;

std::uint64_t hash_of(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a, 64 bits
  for (const std::byte byte : bytes) hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3U;
  return hash;
}

TerrainOptions terrain_options(const StreamSetup& setup) {
  TerrainOptions options;
  options.width = setup.width;
  options.height = setup.height;
  options.grid = setup.grid;
  options.reach = setup.world.reach();
  options.glow_taps = setup.glow_taps;
  // Each tile may have a new view in each of a few frames, while old ones are still in flight.
  options.views = setup.world.most_kept() * 4 + 64;
  return options;
}

class StreamRun {
 public:
  StreamRun(const StreamSetup& setup, StreamMode mode, const StreamProgress& progress)
      : setup_(setup), progress_(progress), textures_(setup.device) {
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
    if (!setup_.save_folder.empty()) {
      CaptureOptions options;
      options.every_nth = setup_.save_every;
      capture_.emplace(*manager_, options);
    }
    begin_ = Clock::now();
    last_news_ = begin_;
    run_.began = begin_.time_since_epoch();
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
      if (phase == FramePhase::kStart && in_phase > kWarmFrames && complete_) next_phase(FramePhase::kBefore);
      if (phase == FramePhase::kBefore && in_phase == setup_.frames_before) {
        goal_ = std::chrono::duration_cast<StreamTime>(median_before(frames()) * kFrameGoal);
        next_phase(FramePhase::kDuring);
      }
      if (phase == FramePhase::kDuring && in_phase >= setup_.frames_flying && complete_) {
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
    end_last_frame(now());
    return {};
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

  void end_last_frame(StreamTime end) {
    if (frames().empty()) return;
    FrameRecord& last = frames().back();
    last.time = end - last.begin;
    const StreamTime goal = goal_.count() > 0 ? goal_ : last.time * 2;
    streamer_->end_frame(last.time, goal - last.time);
  }

  Result<void> one_frame(FramePhase phase, double t) {
    const std::uint64_t number = frames().size();
    const StreamTime begin = now();
    end_last_frame(begin);
    FrameRecord frame;
    frame.phase = phase;
    frame.begin = begin;
    if (number >= TerrainRenderer::kFramesInFlight) {
      if (auto done = see_frame(number - TerrainRenderer::kFramesInFlight, frame); !done) return done;
    }
    const Camera camera = setup_.path.at(t);
    // First, so that nothing is moved to where shaders read it and back within one frame.
    drop_far(camera);
    if (auto taken = take_news(frame); !taken) return taken;
    const std::vector<WantedTile> wanted = setup_.world.wanted(camera, renderer_->aspect());
    const auto waited_before = streamer_->waited();
    if (auto asked = ask(wanted); !asked) return asked;
    frame.waited += streamer_->waited() - waited_before;
    if (blocking()) {
      if (auto taken = take_news(frame); !taken) return taken;
    }
    if (auto drawn = draw(number, camera, wanted, frame); !drawn) return drawn;
    manager_->end_frame();
    frame.memory_bytes = textures_.bytes();
    frames().push_back(frame);
    return {};
  }

  /// Waits for a frame and takes back what it used.
  Result<void> see_frame(std::uint64_t number, FrameRecord& waiting) {
    const StreamTime from = now();
    auto done = manager_->wait(points_.front());
    if (!done) return done;
    const Clock::time_point seen = Clock::now();
    waiting.waited += (seen - begin_) - from;
    const auto ticks =
        renderer_->stopwatch().read(static_cast<std::uint32_t>(number % TerrainRenderer::kFramesInFlight));
    const TimedWork work = timed_work(renderer_->stopwatch().frequency(), submitted_.front(), seen, ticks, 0);
    if (work.gpu_begin) frames()[number].gpu = *work.gpu_end - *work.gpu_begin;
    drawn_.push_back(work);
    points_.pop_front();
    submitted_.pop_front();
    renderer_->views().frame_completed(number);
    textures_.frame_completed(number);
    return {};
  }

  Result<void> draw(std::uint64_t number, const Camera& camera, const std::vector<WantedTile>& wanted,
                    FrameRecord& frame) {
    std::vector<TileDraw> draws;
    const StreamTime time = now();
    complete_ = pending_ == 0;
    for (const WantedTile& one : wanted) {
      const auto found = tiles_.find(one.tile);
      StreamTile* const tile = found == tiles_.end() ? nullptr : found->second.get();
      if (tile == nullptr || !tile->over) complete_ = false;
      // What is out of view can wait until all of it is there: one barrier then, instead of one for each mip.
      if (tile != nullptr && (one.visible || tile->over)) prepare(*tile);
      if (!one.visible) continue;
      TileDraw draw = {setup_.world.x_of(one.tile), setup_.world.z_of(one.tile), std::nullopt};
      ++frame.visible;
      if (tile != nullptr) {
        draw.view = tile->view;
        note_view(*tile, time, frame);
      }
      draws.push_back(draw);
    }
    frame.pending = pending_;
    const bool small = film_turn(frame.phase);
    const Clock::time_point submitted = Clock::now();
    auto point = renderer_->draw(number, camera, draws, barriers_, small);
    if (!point) return fail(std::move(point).error());
    barriers_.clear();
    points_.push_back(*point);
    submitted_.push_back(submitted);
    if (small) {
      if (auto asked = ask_for_film(number); !asked) return asked;
    }
    return take_pictures(number, frame.phase);
  }

  /// Counts what the camera sees of a tile, and when it did first.
  void note_view(const StreamTile& tile, StreamTime time, FrameRecord& frame) {
    RequestRecord& record = run_.result.requests[tile.record];
    if (!record.in_view) record.in_view = time;
    if (!tile.view) return;
    ++frame.textured;
    if (!record.shown) record.shown = time;
    if (tile.view_mip != 0) return;
    ++frame.sharp;
    if (!record.sharp) record.sharp = time;
  }

  // ------------------------------------------------------------------------------------------------- tiles

  Result<void> ask(const std::vector<WantedTile>& wanted) {
    const StreamTime time = now();
    allowance_ += static_cast<double>(setup_.rate_limit) *
                  std::chrono::duration<double>(time - allowance_time_).count();
    // What was not used for a while does not pile up into a burst.
    allowance_ = std::min(allowance_, static_cast<double>(setup_.rate_limit) * 0.1 + 1);
    allowance_time_ = time;
    for (const WantedTile& one : wanted) {
      const auto found = tiles_.find(one.tile);
      if (found == tiles_.end()) {
        if (setup_.rate_limit != 0 && allowance_ <= 0) continue;
        if (auto asked = ask_for(one); !asked) return asked;
        continue;
      }
      StreamTile& tile = *found->second;
      if (tile.over) continue;
      if (tile.priority != one.priority) {
        tile.priority = one.priority;
        streamer_->set_priority(found->second, one.priority);
        run_.result.requests[tile.record].last_priority = one.priority;
      }
      if (!tile.started && tile.ticket && tile.ticket.state() != LoadState::kQueued) {
        tile.started = true;
        run_.result.requests[tile.record].started = time;
      }
    }
    return {};
  }

  Result<void> ask_for(const WantedTile& wanted) {
    const auto tile = std::make_shared<StreamTile>();
    tile->tile = wanted.tile;
    tile->content = setup_.source->content_of(wanted.tile);
    tile->desc = setup_.source->desc(tile->content);
    tile->bytes = setup_.source->bytes(tile->content);
    tile->priority = wanted.priority;
    tile->usable_mip = tile->desc.mip_levels;
    tile->prepared_mip = tile->desc.mip_levels;
    tile->record = run_.result.requests.size();
    auto texture = textures_.take(tile->desc, blocking());
    if (!texture) return fail(std::move(texture).error());
    tile->texture = *std::move(texture);
    RequestRecord record;
    record.tile = tile->tile;
    record.bytes = tile->bytes;
    record.first_priority = tile->priority;
    record.last_priority = tile->priority;
    record.asked = now();
    if (blocking()) record.started = record.asked;
    run_.result.requests.push_back(record);
    tiles_.emplace(tile->tile, tile);
    ++pending_;
    allowance_ -= static_cast<double>(tile->bytes);
    return streamer_->ask(tile);
  }

  void drop_far(const Camera& camera) {
    for (auto it = tiles_.begin(); it != tiles_.end();) {
      if (setup_.world.keeps(it->first, camera)) {
        ++it;
        continue;
      }
      const TilePtr tile = it->second;
      it = tiles_.erase(it);
      tile->dropped = true;
      if (tile->over) {
        ++run_.result.tiles_evicted;
        let_go(*tile);
      } else {
        streamer_->cancel(tile);
      }
    }
  }

  /// Takes what the streamer has done: new mips, ends.
  Result<void> take_news(FrameRecord& frame) {
    auto changed = streamer_->update();
    if (!changed) return fail(std::move(changed).error());
    if (!changed->empty()) last_news_ = Clock::now();
    if (pending_ > 0 && Clock::now() - last_news_ > kPatience) {
      return fail(ErrorCode::kTimeout, pending_, " textures are still on their way, and nothing arrived for ",
                  kPatience.count(), " s");
    }
    for (const TilePtr& tile : *changed) {
      RequestRecord& record = run_.result.requests[tile->record];
      if (!record.first_mip && tile->usable_mip < tile->desc.mip_levels) record.first_mip = now();
      if (tile->over && !tile->counted) note_end(*tile, frame);
      if (!tile->over) continue;
      if (tile->dropped && !tile->counted) let_go(*tile);
      tile->counted = true;
    }
    return {};
  }

  void note_end(StreamTile& tile, FrameRecord& frame) {
    RequestRecord& record = run_.result.requests[tile.record];
    record.ended = now();
    record.outcome = tile.outcome;
    if (!record.started) record.started = record.ended;
    --pending_;
    if (tile.outcome == RequestOutcome::kReady) frame.streamed_bytes += tile.bytes;
    if (tile.outcome == RequestOutcome::kFailed && run_.result.errors.size() < kMostErrors) {
      run_.result.errors.push_back(
          fmt::format("tile {}: {}", tile.tile, tile.error ? to_string(*tile.error) : "no reason is known"));
    }
  }

  /// Records a change of state of the mips from `first` to before `last` for the next frame.
  void move(const StreamTile& tile, std::uint32_t first, std::uint32_t last, std::uint32_t before,
            std::uint32_t after) {
    if (first == 0 && last == tile.desc.mip_levels) {
      barriers_.push_back({tile.texture.get(), kAllSubresources, before, after});
      return;
    }
    for (std::uint32_t mip = first; mip < last; ++mip) {
      barriers_.push_back({tile.texture.get(), mip, before, after});
    }
  }

  /// New mips are moved to where shaders read them, and looked at by a new view.
  void prepare(StreamTile& tile) {
    // Where too many changed at once, the old view serves for another frame.
    if (tile.usable_mip >= tile.prepared_mip || renderer_->views().free_places() == 0) return;
    const std::uint64_t next_frame = frames().size();
    move(tile, tile.usable_mip, tile.prepared_mip, kStateCommon, D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE);
    tile.prepared_mip = tile.usable_mip;
    const auto view = renderer_->views().add(tile.texture.get(), tile.desc, tile.usable_mip);
    if (!view) return;
    if (tile.view) renderer_->views().remove(*tile.view, next_frame);
    tile.view = *view;
    tile.view_mip = tile.usable_mip;
  }

  /// The next frame moves it back to COMMON and is the last to use it.
  void let_go(StreamTile& tile) {
    const std::uint64_t next_frame = frames().size();
    move(tile, tile.prepared_mip, tile.desc.mip_levels, D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE,
         kStateCommon);
    if (tile.view) renderer_->views().remove(*tile.view, next_frame);
    tile.view.reset();
    textures_.give(std::move(tile.texture), tile.desc, next_frame, blocking());
  }

  // ---------------------------------------------------------------------------------------------- pictures

  /// Whether this frame belongs to the film: they are spread over all frames but those of the start.
  bool film_turn(FramePhase phase) {
    if (phase == FramePhase::kStart || setup_.film_frames == 0) return false;
    const std::uint32_t all = setup_.frames_before + setup_.frames_flying + setup_.frames_after;
    const std::uint32_t step = std::max(1U, all / setup_.film_frames);
    return film_counter_++ % step == 0 && film_taken_ < setup_.film_frames;
  }

  Result<void> ask_for_film(std::uint64_t number) {
    TextureReadback request;
    request.source = renderer_->small_picture();
    auto ticket = manager_->read_texture(request);
    if (!ticket) return fail(std::move(ticket).error());
    ++film_taken_;
    film_.emplace_back(static_cast<std::uint32_t>(number), *std::move(ticket));
    return {};
  }

  Result<void> take_pictures(std::uint64_t number, FramePhase phase) {
    if (capture_ && phase != FramePhase::kStart) {
      TextureReadback request;
      request.source = renderer_->picture();
      auto asked = capture_->frame(request);
      if (!asked) return fail(std::move(asked).error());
      if (*asked == FrameCapture::Outcome::kAsked) captured_.push_back(number);
      if (*asked == FrameCapture::Outcome::kSkippedFull) ++run_.result.unsaved_frames;
    }
    return collect_pictures();
  }

  Result<void> collect_pictures() {
    while (!film_.empty() && film_.front().second.ready()) {
      if (auto taken = take_film(); !taken) return taken;
    }
    if (!capture_) return {};
    while (auto captured = capture_->next()) {
      if (auto saved = save(*captured); !saved) return saved;
    }
    return {};
  }

  Result<void> take_film() {
    auto [number, ticket] = std::move(film_.front());
    film_.pop_front();
    auto pixels = ticket.take();
    if (!pixels) return fail(std::move(pixels).error());
    sink_.add_to_film({*std::move(pixels), renderer_->small_width(), renderer_->small_height()}, number);
    return {};
  }

  Result<void> save(const CapturedFrame& captured) {
    const std::uint64_t number = captured_.front();
    captured_.pop_front();
    auto pixels = captured.ticket.take();
    if (!pixels) return fail(std::move(pixels).error());
    const auto path =
        path_from_utf8(setup_.save_folder) / fmt::format("{}-{:05}.png", to_string(run_.result.mode), number);
    const bool taken = sink_.save({*std::move(pixels), setup_.width, setup_.height}, path);
    ++(taken ? run_.result.saved_frames : run_.result.unsaved_frames);
    return {};
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
    FrameRecord none;
    while (!points_.empty()) {
      if (auto seen = see_frame(frames().size() - points_.size(), none); !seen) return seen;
    }
    while (!film_.empty()) {
      if (auto taken = take_film(); !taken) return taken;
    }
    if (auto collected = collect_pictures(); !collected) return collected;
    // Tiles that fell out of reach may still be on their way: their ends belong to the account.
    streamer_->stop();
    if (auto taken = take_news(none); !taken) return taken;
    run_.loader_trace = streamer_->chrome_trace();
    place_work();
    auto film = sink_.finish();
    if (!film) return fail(std::move(film).error());
    run_.result.film = *std::move(film);
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
  TileTextures textures_;
  std::unique_ptr<TerrainRenderer> renderer_;
  std::optional<FrameCapture> capture_;
  std::deque<std::uint64_t> captured_;  // The frames that capture_ was asked for.
  PictureSink sink_;

  Clock::time_point begin_;
  Clock::time_point last_news_;
  StreamTime goal_{};
  bool complete_ = false;  // All that was wanted in the last frame is there, and nothing else on its way.
  std::deque<FencePoint> points_;
  std::deque<Clock::time_point> submitted_;
  std::vector<TimedWork> drawn_;
  std::vector<Barrier> barriers_;  // For the next frame.

  std::unordered_map<std::uint32_t, TilePtr> tiles_;
  std::uint32_t pending_ = 0;
  double allowance_ = 0;  // Bytes that may be asked for.
  StreamTime allowance_time_{};

  std::deque<std::pair<std::uint32_t, ReadbackTicket>> film_;
  std::uint32_t film_counter_ = 0;
  std::uint32_t film_taken_ = 0;

  std::unique_ptr<TileStreamer> streamer_;
};

}  // namespace

Result<StreamRunResult> run_stream_mode(const StreamSetup& setup, StreamMode mode,
                                        const StreamProgress& progress) {
  return StreamRun(setup, mode, progress).run();
}

Result<std::uint32_t> taps_for(const StreamSetup& setup, std::chrono::nanoseconds frame_time) {
  auto manager = TransferManager::create(setup.device);
  if (!manager) return fail(std::move(manager).error());
  auto renderer = TerrainRenderer::create(setup.device, **manager, terrain_options(setup));
  if (!renderer) return fail(std::move(renderer).error());
  const std::uint64_t frequency = (*renderer)->stopwatch().frequency();
  if (frequency == 0) return 0U;
  std::uint64_t frame = 0;
  // The median of some frames with so many taps, in nanoseconds.
  const auto measure = [&](std::uint32_t taps) -> Result<double> {
    (*renderer)->set_glow_taps(taps);
    std::vector<double> times;
    for (int i = 0; i < 9; ++i, ++frame) {
      auto point = (*renderer)->draw(frame, setup.path.at(0), {}, {}, false);
      if (!point) return fail(std::move(point).error());
      if (auto done = (*manager)->wait(*point); !done) return fail(std::move(done).error());
      const auto ticks =
          (*renderer)->stopwatch().read(static_cast<std::uint32_t>(frame % TerrainRenderer::kFramesInFlight));
      if (ticks)
        times.push_back(static_cast<double>(ticks->end - ticks->begin) * 1e9 /
                        static_cast<double>(frequency));
    }
    if (times.empty()) return 0.0;
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
  };
  constexpr std::uint32_t kFew = 64;
  constexpr std::uint32_t kMany = 1024;
  (void)measure(kFew);  // The first frames find a GPU that sleeps.
  const auto few = measure(kFew);
  if (!few) return fail(few.error());
  const auto many = measure(kMany);
  if (!many) return fail(many.error());
  const double each = (*many - *few) / (kMany - kFew);
  if (each <= 0) return 0U;
  const double fixed = *few - each * kFew;
  const double taps = (static_cast<double>(frame_time.count()) - fixed) / each;
  return static_cast<std::uint32_t>(std::clamp(taps, 0.0, 50000.0));
}

}  // namespace ferry::cli
