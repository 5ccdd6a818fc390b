// Ferry's loader, as a game would use it.

#include <algorithm>
#include <mutex>
#include <utility>

#include <ferry/loader/loader.hpp>

#include "gpu_stopwatch.hpp"
#include "tile_streamer.hpp"

namespace ferry::cli {

namespace {

class LoaderStreamer final : public TileStreamer {
 public:
  explicit LoaderStreamer(const TileSource& source) : source_(source) {}

  Result<void> start(const std::shared_ptr<Device>& device, const std::shared_ptr<Queue>& queue,
                     const LoaderStreamerOptions& options) {
    LoaderOptions how;
    how.threads = options.threads;
    how.ring_bytes = options.ring_bytes;
    how.queue = queue;
    how.trace_events = options.trace_events;
    how.name = "stream";
    how.on_copied = [this](const CopiedBatch& batch) {
      const std::lock_guard lock(copies_mutex_);
      copies_.push_back(timed_work(0, batch.submitted, batch.seen, std::nullopt, batch.bytes));
    };
    auto loader = Loader::create(device, how);
    if (!loader) return fail(std::move(loader).error());
    loader_ = *std::move(loader);
    return {};
  }

  Result<void> ask(const std::vector<TilePtr>& tiles) override {
    std::vector<LoadRequest> requests;
    requests.reserve(tiles.size());
    for (const TilePtr& tile : tiles) requests.push_back(request_for(tile));
    auto tickets = loader_->load(std::move(requests));
    if (!tickets) return fail(std::move(tickets).error());
    for (std::size_t i = 0; i < tiles.size(); ++i) tiles[i]->ticket = std::move((*tickets)[i]);
    return {};
  }

  void set_priority(const TilePtr& tile, LoadPriority priority) override {
    tile->ticket.set_priority(priority);
  }
  void cancel(const TilePtr& tile) override { tile->ticket.cancel(); }

  Result<std::vector<TilePtr>> update() override {
    if (loader_) loader_->pump();
    return std::exchange(changed_, {});
  }

  void end_frame(std::chrono::nanoseconds frame_time, std::chrono::nanoseconds slack) override {
    loader_->end_frame(frame_time, slack);
  }

  void stop() override {
    if (!loader_) return;
    trace_ = loader_->chrome_trace();
    loader_.reset();
  }

  std::vector<TimedWork> take_copies() override {
    const std::lock_guard lock(copies_mutex_);
    return std::exchange(copies_, {});
  }
  [[nodiscard]] std::string chrome_trace() const override { return trace_; }

 private:
  LoadRequest request_for(const TilePtr& tile) {
    LoadRequest request = source_.request(tile->content);
    request.destination = TextureDestination{tile->texture.resource.get()};
    request.priority = tile->priority;
    request.on_mip = [this, tile](const LoadTicket& /*ticket*/, std::uint32_t mip) {
      tile->usable_mip = std::min(tile->usable_mip, mip);
      changed_.push_back(tile);
    };
    request.on_end = [this, tile](const LoadTicket& ticket) {
      tile->over = true;
      if (ticket.ready()) {
        tile->usable_mip = 0;
      } else {
        const bool cancelled = ticket.state() == LoadState::kCancelled;
        tile->outcome = cancelled ? RequestOutcome::kCancelled : RequestOutcome::kFailed;
        tile->error = ticket.error();
      }
      changed_.push_back(tile);
    };
    return request;
  }

  const TileSource& source_;
  std::vector<TilePtr> changed_;
  std::mutex copies_mutex_;  // The loader's engine writes them.
  std::vector<TimedWork> copies_;
  std::string trace_;
  std::unique_ptr<Loader> loader_;  // Ends first: it calls back.
};

}  // namespace

Result<std::unique_ptr<TileStreamer>> make_loader_streamer(const std::shared_ptr<Device>& device,
                                                           const std::shared_ptr<Queue>& queue,
                                                           const TileSource& source,
                                                           const LoaderStreamerOptions& options) {
  auto streamer = std::make_unique<LoaderStreamer>(source);
  if (auto started = streamer->start(device, queue, options); !started) {
    return fail(std::move(started).error());
  }
  return std::unique_ptr<TileStreamer>(std::move(streamer));
}

}  // namespace ferry::cli
