#include "stream_json.hpp"

#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "version.hpp"

namespace ferry::cli {

using json = nlohmann::ordered_json;

namespace {

double ms(StreamTime time) {
  // Tenths of a microsecond: more digits are noise.
  return std::round(static_cast<double>(time.count()) / 100) / 10000;
}

json ms(const std::optional<StreamTime>& time) {
  return time ? json(ms(*time)) : json(nullptr);
}

double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

std::string hash_text(std::uint64_t hash) {
  return fmt::format("{:016x}", hash);
}

/// An array of one member of each element.
template <typename Element, typename Get>
json column(const std::vector<Element>& elements, const Get& get) {
  json values = json::array();
  for (const Element& element : elements) values.push_back(get(element));
  return values;
}

json times_object(const LatencySummary& times) {
  return {{"count", times.count},
          {"p50_ms", ms(times.p50)},
          {"p95_ms", ms(times.p95)},
          {"p99_ms", ms(times.p99)},
          {"max_ms", ms(times.max)}};
}

json frames_object(const std::vector<FrameRecord>& frames) {
  return {{"phase", column(frames, [](const FrameRecord& f) { return std::string(to_string(f.phase)); })},
          {"begin_ms", column(frames, [](const FrameRecord& f) { return ms(f.begin); })},
          {"time_ms", column(frames, [](const FrameRecord& f) { return ms(f.time); })},
          {"waited_ms", column(frames, [](const FrameRecord& f) { return ms(f.waited); })},
          {"gpu_ms", column(frames, [](const FrameRecord& f) { return ms(f.gpu); })},
          {"hitch", column(frames, [](const FrameRecord& f) { return f.hitch; })},
          {"streamed_bytes", column(frames, [](const FrameRecord& f) { return f.streamed_bytes; })},
          {"memory_bytes", column(frames, [](const FrameRecord& f) { return f.memory_bytes; })},
          {"visible", column(frames, [](const FrameRecord& f) { return f.visible; })},
          {"textured", column(frames, [](const FrameRecord& f) { return f.textured; })},
          {"sharp", column(frames, [](const FrameRecord& f) { return f.sharp; })},
          {"pending", column(frames, [](const FrameRecord& f) { return f.pending; })}};
}

json requests_object(const std::vector<RequestRecord>& requests) {
  const auto word = [](auto value) { return std::string(to_string(value)); };
  return {
      {"tile", column(requests, [](const RequestRecord& r) { return r.tile; })},
      {"bytes", column(requests, [](const RequestRecord& r) { return r.bytes; })},
      {"first_priority", column(requests, [&](const RequestRecord& r) { return word(r.first_priority); })},
      {"last_priority", column(requests, [&](const RequestRecord& r) { return word(r.last_priority); })},
      {"outcome", column(requests, [&](const RequestRecord& r) { return word(r.outcome); })},
      {"asked_ms", column(requests, [](const RequestRecord& r) { return ms(r.asked); })},
      {"started_ms", column(requests, [](const RequestRecord& r) { return ms(r.started); })},
      {"first_mip_ms", column(requests, [](const RequestRecord& r) { return ms(r.first_mip); })},
      {"ended_ms", column(requests, [](const RequestRecord& r) { return ms(r.ended); })},
      {"in_view_ms", column(requests, [](const RequestRecord& r) { return ms(r.in_view); })},
      {"shown_ms", column(requests, [](const RequestRecord& r) { return ms(r.shown); })},
      {"sharp_ms", column(requests, [](const RequestRecord& r) { return ms(r.sharp); })}};
}

json spans_object(const std::vector<BusySpan>& spans) {
  return {{"begin_ms", column(spans, [](const BusySpan& s) { return ms(s.begin); })},
          {"end_ms", column(spans, [](const BusySpan& s) { return ms(s.end); })},
          {"bytes", column(spans, [](const BusySpan& s) { return s.bytes; })}};
}

json phases_object(const ModeResult& mode) {
  json phases = json::object();
  for (const FramePhase phase :
       {FramePhase::kStart, FramePhase::kBefore, FramePhase::kDuring, FramePhase::kAfter}) {
    const PhaseSummary& summary = mode.phases[static_cast<std::size_t>(phase)];
    phases[std::string(to_string(phase))] = {{"frames", summary.frames},
                                             {"frame_time", times_object(summary.time)},
                                             {"hitches", summary.hitches},
                                             {"wall_ms", ms(summary.wall)},
                                             {"streamed_bytes", summary.bytes},
                                             {"cpu_waited", rounded(summary.waited)},
                                             {"direct_busy", rounded(summary.direct_busy)},
                                             {"copy_busy", rounded(summary.copy_busy)},
                                             {"both_idle", rounded(summary.both_idle)}};
  }
  return phases;
}

json priorities_object(const ModeResult& mode) {
  json priorities = json::object();
  for (std::size_t i = 0; i < kLoadPriorities; ++i) {
    const PrioritySummary& summary = mode.priorities[i];
    priorities[std::string(to_string(static_cast<LoadPriority>(i)))] = {
        {"requests", summary.requests},
        {"ready", summary.ready},
        {"cancelled", summary.cancelled},
        {"failed", summary.failed},
        {"bytes", summary.bytes},
        {"ready_after", times_object(summary.ready_after)},
        {"shown_after", times_object(summary.shown_after)},
        {"sharp_after", times_object(summary.sharp_after)}};
  }
  return priorities;
}

/// Without the empty ends.
json histogram_object(const StreamHistogram& histogram) {
  std::size_t first = 0;
  std::size_t last = histogram.counts.size();
  while (first < last && histogram.counts[first] == 0) ++first;
  while (last > first && histogram.counts[last - 1] == 0) --last;
  json limits = json::array();
  json counts = json::array();
  for (std::size_t i = first; i < last; ++i) {
    const StreamTime limit = histogram.limits[i];
    limits.push_back(limit == StreamTime::max() ? json(nullptr) : json(ms(limit)));
    counts.push_back(histogram.counts[i]);
  }
  return {{"below_ms", std::move(limits)}, {"counts", std::move(counts)}};
}

std::string base64(std::span<const std::byte> bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto at = [&](std::size_t k) {
      return i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0U;
    };
    const std::uint32_t three = at(0) << 16U | at(1) << 8U | at(2);
    out += kDigits[three >> 18U];
    out += kDigits[(three >> 12U) & 63U];
    out += i + 1 < bytes.size() ? kDigits[(three >> 6U) & 63U] : '=';
    out += i + 2 < bytes.size() ? kDigits[three & 63U] : '=';
  }
  return out;
}

json film_array(const std::vector<FilmFrame>& film) {
  json pictures = json::array();
  for (const FilmFrame& frame : film) {
    pictures.push_back({{"frame", frame.frame},
                        {"width", frame.width},
                        {"height", frame.height},
                        {"png_base64", base64(frame.png)}});
  }
  return pictures;
}

json verdict_object(const StreamVerdict& verdict) {
  return {{"bottleneck", to_string(verdict.bottleneck)},
          {"why", verdict.why},
          {"advice", verdict.advice},
          {"page", "docs/diagnoses.md#" + page_of(verdict.bottleneck)}};
}

json mode_object(const ModeResult& mode, bool with_film) {
  json object = {{"mode", std::string(to_string(mode.mode))},
                 {"last_frame_hash", hash_text(mode.last_frame_hash)},
                 {"last_visible", mode.last_visible},
                 {"last_sharp", mode.last_sharp},
                 {"tiles",
                  {{"asked", mode.tiles_asked},
                   {"ready", mode.tiles_ready},
                   {"cancelled", mode.tiles_cancelled},
                   {"failed", mode.tiles_failed},
                   {"evicted", mode.tiles_evicted}}},
                 {"bytes_ready", mode.bytes_ready},
                 {"bytes_copied", mode.bytes_copied},
                 {"bytes_per_second", std::round(mode.bytes_per_second)},
                 {"most_memory_bytes", mode.most_memory_bytes},
                 {"phases", phases_object(mode)},
                 {"priorities", priorities_object(mode)},
                 {"verdict", verdict_object(mode.verdict)},
                 {"errors", mode.errors},
                 {"saved_frames", mode.saved_frames},
                 {"unsaved_frames", mode.unsaved_frames},
                 {"frame_histogram", histogram_object(mode.frame_histogram)},
                 {"ready_histogram", histogram_object(mode.ready_histogram)},
                 {"frames", frames_object(mode.frames)},
                 {"requests", requests_object(mode.requests)},
                 {"queues",
                  {{"error_ms", ms(mode.span_error)},
                   {"draws_from", std::string(to_string(mode.draw_source))},
                   {"copies_from", std::string(to_string(mode.copy_source))},
                   {"direct", spans_object(mode.direct_spans)},
                   {"copy", spans_object(mode.copy_spans)}}}};
  if (with_film) object["film"] = film_array(mode.film);
  return object;
}

}  // namespace

json to_json(const StreamResults& results, bool with_film) {
  json document = {{"ferry", kVersion},
                   {"adapter", results.adapter},
                   {"driver", results.driver},
                   {"software", results.software},
                   {"copy_engine", results.copy_engine_known ? json(results.copy_engine) : json(nullptr)},
                   {"cpu_threads", results.cpu_threads},
                   {"width", results.width},
                   {"height", results.height},
                   {"frames", results.frames},
                   {"side", results.side},
                   {"reach", rounded(results.reach)},
                   {"path_length", rounded(results.path_length)},
                   {"tiles", results.tiles},
                   {"glow_taps", results.glow_taps},
                   {"rate_limit", results.rate_limit},
                   {"ring_bytes", results.ring_bytes},
                   {"threads", results.threads},
                   {"copy_rate", std::round(results.copy_rate)},
                   {"same_picture", results.modes.size() > 1 ? json(results.same_picture) : json(nullptr)},
                   {"interrupted", results.interrupted}};
  if (results.findings) {
    document["findings"] = {{"error", results.findings->errors},
                            {"portability", results.findings->portability},
                            {"advice", results.findings->advice}};
  }
  document["modes"] = json::array();
  for (const ModeResult& mode : results.modes) document["modes"].push_back(mode_object(mode, with_film));
  return document;
}

}  // namespace ferry::cli
