#include "picture_sink.hpp"

#include <utility>

#include <ferry/assets/png.hpp>

namespace ferry::cli {

namespace {

/// Whole pictures that may wait to be written: some hundred MiB at most.
constexpr std::size_t kMostWaiting = 24;

PictureView view_of(const PictureSink::Pixels& pixels) {
  PictureView view;
  view.width = pixels.width;
  view.height = pixels.height;
  view.format = Format::kR8G8B8A8Unorm;
  view.pixels = pixels.rgba.data();
  view.row_pitch = std::uint64_t{pixels.width} * 4;
  return view;
}

}  // namespace

PictureSink::PictureSink() : thread_([this] { work(); }) {}

PictureSink::~PictureSink() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void PictureSink::put(Job job) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  changed_.notify_all();
}

bool PictureSink::save(Pixels pixels, std::filesystem::path path) {
  {
    const std::lock_guard lock(mutex_);
    if (jobs_.size() >= kMostWaiting) return false;
  }
  put({std::move(pixels), std::move(path), 0});
  return true;
}

void PictureSink::add_to_film(Pixels pixels, std::uint32_t frame) {
  put({std::move(pixels), {}, frame});
}

Result<std::vector<FilmFrame>> PictureSink::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return jobs_.empty() && !busy_; });
  if (error_) return fail(*error_);
  return std::exchange(film_, {});
}

void PictureSink::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    busy_ = true;
    lock.unlock();
    const PictureView view = view_of(job.pixels);
    PngEncoding quick;
    quick.compression = 1;
    quick.adaptive_filter = false;
    std::optional<Error> error;
    FilmFrame frame;
    if (!job.path.empty()) {
      if (auto saved = save_png(job.path, view, quick); !saved) error = saved.error();
    } else if (auto made = encode_png(view); made) {
      frame = {job.frame, view.width, view.height, {made->bytes().begin(), made->bytes().end()}};
    } else {
      error = made.error();
    }
    lock.lock();
    if (error && !error_) error_ = std::move(error);
    if (!frame.png.empty()) film_.push_back(std::move(frame));
    busy_ = false;
    changed_.notify_all();
  }
}

}  // namespace ferry::cli
