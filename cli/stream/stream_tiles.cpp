#include "stream_tiles.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include <ferry/gpu/d3d12.hpp>

namespace ferry::cli {

namespace {

/// Nothing arrived for so long: something hangs.
constexpr std::chrono::seconds kPatience{120};
constexpr std::size_t kMostErrors = 10;
/// Of the textures in reach: as many more are on their way, or not yet let go of, while the camera flies.
constexpr double kSpareTextures = 0.4;

}  // namespace

StreamTiles::StreamTiles(const StreamSetup& setup, TileStreamer& streamer, TileViews& views,
                         ModeResult& result, std::chrono::steady_clock::time_point begin)
    : setup_(setup),
      streamer_(streamer),
      result_(result),
      begin_(begin),
      last_news_(begin),
      textures_(setup.device, views) {}

std::vector<TileDraw> StreamTiles::draws(const std::vector<WantedTile>& wanted, FrameRecord& frame) {
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
  return draws;
}

Result<void> StreamTiles::get_ready_to_fly() {
  // Creating a texture for each tile is a part of what blocking mode shows.
  if (blocking()) return {};
  for (const auto& [number, tile] : tiles_) {
    if (auto made = textures_.make_views(tile->texture, tile->desc); !made) return made;
  }
  return textures_.make_spare(kSpareTextures);
}

void StreamTiles::frame_completed(std::uint64_t frame) {
  textures_.frame_completed(frame);
}

/// Counts what the camera sees of a tile, and when it did first.
void StreamTiles::note_view(const StreamTile& tile, StreamTime time, FrameRecord& frame) {
  RequestRecord& record = result_.requests[tile.record];
  if (!record.in_view) record.in_view = time;
  if (!tile.view) return;
  ++frame.textured;
  if (!record.shown) record.shown = time;
  if (tile.prepared_mip != 0) return;
  ++frame.sharp;
  if (!record.sharp) record.sharp = time;
}

Result<void> StreamTiles::ask(const std::vector<WantedTile>& wanted) {
  const StreamTime time = now();
  allowance_ +=
      static_cast<double>(setup_.rate_limit) * std::chrono::duration<double>(time - allowance_time_).count();
  // What was not used for a while does not pile up into a burst.
  allowance_ = std::min(allowance_, static_cast<double>(setup_.rate_limit) * 0.1 + 1);
  allowance_time_ = time;
  std::vector<TilePtr> asked;
  for (const WantedTile& one : wanted) {
    const auto found = tiles_.find(one.tile);
    if (found == tiles_.end()) {
      if (setup_.rate_limit != 0 && allowance_ <= 0) continue;
      auto tile = tile_for(one);
      if (!tile) return fail(std::move(tile).error());
      asked.push_back(*std::move(tile));
      continue;
    }
    StreamTile& tile = *found->second;
    if (tile.over) continue;
    if (tile.priority != one.priority) {
      tile.priority = one.priority;
      streamer_.set_priority(found->second, one.priority);
      result_.requests[tile.record].last_priority = one.priority;
    }
    if (!tile.started && tile.ticket && tile.ticket.state() != LoadState::kQueued) {
      tile.started = true;
      result_.requests[tile.record].started = time;
    }
  }
  return asked.empty() ? Result<void>{} : streamer_.ask(asked);
}

Result<TilePtr> StreamTiles::tile_for(const WantedTile& wanted) {
  const auto tile = std::make_shared<StreamTile>();
  tile->tile = wanted.tile;
  tile->content = setup_.source->content_of(wanted.tile);
  tile->desc = setup_.source->desc(tile->content);
  tile->bytes = setup_.source->bytes(tile->content);
  tile->priority = wanted.priority;
  tile->usable_mip = tile->desc.mip_levels;
  tile->prepared_mip = tile->desc.mip_levels;
  tile->record = result_.requests.size();
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
  result_.requests.push_back(record);
  tiles_.emplace(tile->tile, tile);
  ++pending_;
  allowance_ -= static_cast<double>(tile->bytes);
  return tile;
}

void StreamTiles::drop_far(const Camera& camera) {
  for (auto it = tiles_.begin(); it != tiles_.end();) {
    if (setup_.world.keeps(it->first, camera)) {
      ++it;
      continue;
    }
    const TilePtr tile = it->second;
    it = tiles_.erase(it);
    tile->dropped = true;
    if (tile->over) {
      ++result_.tiles_evicted;
      let_go(*tile);
    } else {
      streamer_.cancel(tile);
    }
  }
}

Result<void> StreamTiles::take_news(FrameRecord& frame) {
  auto changed = streamer_.update();
  if (!changed) return fail(std::move(changed).error());
  if (!changed->empty()) last_news_ = Clock::now();
  if (pending_ > 0 && Clock::now() - last_news_ > kPatience) {
    return fail(ErrorCode::kTimeout, pending_, " textures are still on their way, and nothing arrived for ",
                kPatience.count(), " s");
  }
  for (const TilePtr& tile : *changed) {
    RequestRecord& record = result_.requests[tile->record];
    if (!record.first_mip && tile->usable_mip < tile->desc.mip_levels) record.first_mip = now();
    if (tile->over && !tile->counted) note_end(*tile, frame);
    if (!tile->over) continue;
    if (tile->dropped && !tile->counted) let_go(*tile);
    tile->counted = true;
  }
  return {};
}

void StreamTiles::note_end(StreamTile& tile, FrameRecord& frame) {
  RequestRecord& record = result_.requests[tile.record];
  record.ended = now();
  record.outcome = tile.outcome;
  if (!record.started) record.started = record.ended;
  --pending_;
  if (tile.outcome == RequestOutcome::kReady) frame.streamed_bytes += tile.bytes;
  if (tile.outcome == RequestOutcome::kFailed && result_.errors.size() < kMostErrors) {
    result_.errors.push_back(
        fmt::format("tile {}: {}", tile.tile, tile.error ? to_string(*tile.error) : "no reason is known"));
  }
}

/// Records a change of state of the mips from `first` to before `last` for the next frame.
void StreamTiles::move(const StreamTile& tile, std::uint32_t first, std::uint32_t last, std::uint32_t before,
                       std::uint32_t after) {
  if (first == 0 && last == tile.desc.mip_levels) {
    barriers_.push_back({tile.texture.resource.get(), kAllSubresources, before, after});
    return;
  }
  for (std::uint32_t mip = first; mip < last; ++mip) {
    barriers_.push_back({tile.texture.resource.get(), mip, before, after});
  }
}

/// New mips are moved to where shaders read them, and looked at from the next frame on.
void StreamTiles::prepare(StreamTile& tile) {
  if (tile.usable_mip >= tile.prepared_mip) return;
  const auto view = textures_.view(tile.texture, tile.desc, tile.usable_mip);
  if (!view) return;  // Every descriptor is in use: what is seen already serves for another frame.
  move(tile, tile.usable_mip, tile.prepared_mip, kStateCommon, D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE);
  tile.prepared_mip = tile.usable_mip;
  tile.view = *view;
}

/// The next frame moves it back to COMMON and is the last to use it.
void StreamTiles::let_go(StreamTile& tile) {
  move(tile, tile.prepared_mip, tile.desc.mip_levels, D3D12_RESOURCE_STATE_PIXEL_SHADER_RESOURCE,
       kStateCommon);
  tile.view.reset();
  textures_.give(std::move(tile.texture), tile.desc, next_frame(), blocking());
}

}  // namespace ferry::cli
