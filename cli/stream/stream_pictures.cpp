#include "stream_pictures.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <ferry/assets/file.hpp>

namespace ferry::cli {

StreamPictures::StreamPictures(const StreamSetup& setup, TransferManager& manager,
                               const TerrainRenderer& renderer, ModeResult& result)
    : setup_(setup), manager_(manager), renderer_(renderer), result_(result) {
  if (setup.save_folder.empty()) return;
  CaptureOptions options;
  options.every_nth = setup.save_every;
  capture_.emplace(manager, options);
}

bool StreamPictures::film_turn(FramePhase phase) {
  if (phase == FramePhase::kStart || setup_.film_frames == 0) return false;
  const std::uint32_t all = setup_.frames_before + setup_.frames_flying + setup_.frames_after;
  const std::uint32_t step = std::max(1U, all / setup_.film_frames);
  return film_counter_++ % step == 0 && film_taken_ < setup_.film_frames;
}

Result<void> StreamPictures::ask_for_film(std::uint64_t number) {
  TextureReadback request;
  request.source = renderer_.small_picture();
  auto ticket = manager_.read_texture(request);
  if (!ticket) return fail(std::move(ticket).error());
  ++film_taken_;
  film_.emplace_back(static_cast<std::uint32_t>(number), *std::move(ticket));
  return {};
}

Result<void> StreamPictures::frame_drawn(std::uint64_t number, FramePhase phase, bool reduced) {
  if (reduced) {
    if (auto asked = ask_for_film(number); !asked) return asked;
  }
  if (capture_ && phase != FramePhase::kStart) {
    TextureReadback request;
    request.source = renderer_.picture();
    auto asked = capture_->frame(request);
    if (!asked) return fail(std::move(asked).error());
    if (*asked == FrameCapture::Outcome::kAsked) captured_.push_back(number);
    if (*asked == FrameCapture::Outcome::kSkippedFull) ++result_.unsaved_frames;
  }
  return collect();
}

Result<void> StreamPictures::collect() {
  while (!film_.empty() && film_.front().second.ready()) {
    if (auto taken = take_film(); !taken) return taken;
  }
  if (!capture_) return {};
  while (auto captured = capture_->next()) {
    if (auto saved = save(*captured); !saved) return saved;
  }
  return {};
}

Result<void> StreamPictures::take_film() {
  auto [number, ticket] = std::move(film_.front());
  film_.pop_front();
  auto pixels = ticket.take();
  if (!pixels) return fail(std::move(pixels).error());
  sink_.add_to_film({*std::move(pixels), renderer_.small_width(), renderer_.small_height()}, number);
  return {};
}

Result<void> StreamPictures::save(const CapturedFrame& captured) {
  const std::uint64_t number = captured_.front();
  captured_.pop_front();
  auto pixels = captured.ticket.take();
  if (!pixels) return fail(std::move(pixels).error());
  const auto path =
      path_from_utf8(setup_.save_folder) / fmt::format("{}-{:05}.png", to_string(result_.mode), number);
  const bool taken = sink_.save({*std::move(pixels), setup_.width, setup_.height}, path);
  ++(taken ? result_.saved_frames : result_.unsaved_frames);
  return {};
}

Result<void> StreamPictures::finish() {
  while (!film_.empty()) {
    if (auto taken = take_film(); !taken) return taken;
  }
  if (auto collected = collect(); !collected) return collected;
  auto film = sink_.finish();
  if (!film) return fail(std::move(film).error());
  result_.film = *std::move(film);
  return {};
}

}  // namespace ferry::cli
