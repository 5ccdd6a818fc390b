// What a drawing loop feels of the loader. Usage: frame_bench [FRAMES [FRAME_MS [RING_MIB [THREADS]]]]
//
// Frames of about FRAME_MS (9) are drawn on the DIRECT queue, two in flight: alone, then while the loader
// streams on the COPY queue without a pause. Times are from the end of a frame to the end of the next.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <ferry/gpu/d3d12.hpp>
#include <ferry/loader/loader.hpp>

#include <draw_picture.hpp>

#include "must.hpp"

namespace {

using namespace ferry;
using bench::must;
using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

struct FrameTimes {
  double p50 = 0;
  double p95 = 0;
  double p99 = 0;
  double most = 0;
};

FrameTimes summary(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  const auto at = [&](double part) {
    return times[std::min(times.size() - 1,
                          static_cast<std::size_t>(part * static_cast<double>(times.size())))];
  };
  return {at(0.5), at(0.95), at(0.99), times.back()};
}

/// Draws the same picture again and again: a frame is `draws` of it.
class Frames {
 public:
  Frames(std::shared_ptr<Device> device, std::uint32_t size)
      : device_(std::move(device)),
        queue_(must(Queue::create(device_, QueueKind::kDirect, "frames"))),
        drawer_(must(cli::PictureDrawer::create(device_, queue_))) {
    TextureDesc desc;
    desc.width = size;
    desc.height = size;
    picture_ = must(device_->create_texture(desc, "picture"));
    target_ = must(device_->create_texture(desc, "target", D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET));
  }

  /// As many draws as take about this long.
  void calibrate(double frame_ms) {
    run(3);
    draws_ = 8;
    const double each = summary(run(20)).p50 / draws_;
    draws_ = std::max(1, static_cast<int>(std::lround(frame_ms / each)));
  }
  [[nodiscard]] int draws() const { return draws_; }

  std::vector<double> run(int frames) {
    std::deque<std::uint64_t> in_flight;
    std::vector<double> times;
    auto last = Clock::now();
    for (int frame = 0; frame < frames + 2; ++frame) {
      FencePoint point;
      for (int draw = 0; draw < draws_; ++draw) {
        point = must(drawer_->draw(picture_.get(), D3D12_RESOURCE_STATE_COMMON, target_.get()));
      }
      in_flight.push_back(point.value);
      if (in_flight.size() < 2) continue;
      must(queue_->timeline()->wait(in_flight.front()));
      in_flight.pop_front();
      const auto now = Clock::now();
      // The first ones begin with an empty queue.
      if (frame >= 2) times.push_back(milliseconds(now - last));
      last = now;
    }
    must(queue_->wait_idle());
    return times;
  }

 private:
  std::shared_ptr<Device> device_;
  std::shared_ptr<Queue> queue_;
  std::unique_ptr<cli::PictureDrawer> drawer_;
  ComPtr<ID3D12Resource> picture_;
  ComPtr<ID3D12Resource> target_;
  int draws_ = 1;
};

/// Streams until it is told to stop: each load that ends starts another.
class Stream {
 public:
  Stream(const std::shared_ptr<Device>& device, std::uint64_t ring_bytes, std::uint32_t threads)
      : buffer_(must(device->create_buffer(HeapKind::kDefault, 64_MiB, "stream target"))),
        bytes_(32_MiB, std::byte{42}) {
    LoaderOptions options;
    options.ring_bytes = ring_bytes;
    options.threads = threads;
    loader_ = must(Loader::create(device, options));
    begin_ = Clock::now();
    for (int i = 0; i < 32; ++i) next();
  }
  /// Gigabytes a second until now.
  double stop() {
    going_ = false;
    const double took = milliseconds(Clock::now() - begin_) / 1e3;
    const double moved = static_cast<double>(loader_->statistics().bytes_copied);
    loader_.reset();
    return moved / took / 1e9;
  }

 private:
  void next() {
    LoadRequest request;
    request.source = MemorySource{bytes_};
    request.destination = BufferDestination{buffer_.get(), 0};
    request.priority = LoadPriority::kNormal;
    request.callbacks = CallbackThread::kWorker;
    request.on_end = [this](const LoadTicket& ticket) {
      if (going_ && ticket.state() == LoadState::kReady) next();
    };
    (void)loader_->load(std::move(request));
  }

  ComPtr<ID3D12Resource> buffer_;
  std::vector<std::byte> bytes_;
  std::atomic<bool> going_ = true;
  Clock::time_point begin_;
  std::unique_ptr<Loader> loader_;
};

void print(const char* what, const FrameTimes& times, double gbs) {
  std::printf("%-10s p50 %.3f ms, p95 %.3f ms, p99 %.3f ms, max %.3f ms, %.2f GB/s\n", what, times.p50,
              times.p95, times.p99, times.most, gbs);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 300;
  const double frame_ms = argc > 2 ? std::atof(argv[2]) : 9;
  const std::uint64_t ring_bytes = (argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 256) << 20;
  const std::uint32_t threads = argc > 4 ? static_cast<std::uint32_t>(std::atoi(argv[4])) : 4;
  const auto device = must(Device::create());
  Frames frames(device, device->adapter().software ? 512 : 8192);
  frames.calibrate(frame_ms);
  std::printf("%s: %d draws a frame\n", device->adapter().name.c_str(), frames.draws());
  for (int round = 0; round < 3; ++round) {
    const FrameTimes idle = summary(frames.run(count));
    Stream stream(device, ring_bytes, threads);
    const FrameTimes busy = summary(frames.run(count));
    const double gbs = stream.stop();
    print("idle", idle, 0);
    print("streaming", busy, gbs);
    std::printf("p99 while streaming over p99 idle: %.3f\n", busy.p99 / idle.p99);
  }
  return 0;
}
