#include "stream/stream_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <fstream>
#include <set>
#include <string>

#include <ferry/assets/png.hpp>

#include "../../../assets/test/scratch_folder.hpp"
#include "../../report_page/test/browser.hpp"
#include "stream/stream_json.hpp"

namespace ferry::cli {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

/// One picture of the film.
FilmFrame picture(std::uint32_t frame) {
  const std::uint8_t pixels[] = {200, 30, 10, 255, 5, 90, 250, 255};
  const auto png = encode_png({pixels, 8, 2, 1, Format::kR8G8B8A8Unorm});
  FilmFrame film{frame, 2, 1, {}};
  film.png.assign(png->bytes().begin(), png->bytes().end());
  return film;
}

/// A mode in which every frame is known.
ModeResult mode_of(StreamMode mode, std::size_t frames) {
  ModeResult result;
  result.mode = mode;
  StreamTime now{};
  for (std::size_t i = 0; i < frames; ++i) {
    FrameRecord frame;
    frame.phase = i < 5 ? FramePhase::kBefore : i < frames - 5 ? FramePhase::kDuring : FramePhase::kAfter;
    frame.begin = now;
    frame.hitch = mode == StreamMode::kBlocking && i % 7 == 6;
    frame.time = frame.hitch ? 50ms : 10ms + i * 100us;
    frame.waited = 2ms;
    frame.streamed_bytes = i * 1'000'000;
    frame.memory_bytes = i << 20;
    frame.pending = static_cast<std::uint32_t>(i % 4);
    now += frame.time;
    result.frames.push_back(frame);
    result.direct_spans.push_back({frame.begin, frame.begin + 5ms, 0});
    if (i % 3 == 0) result.copy_spans.push_back({frame.begin, frame.begin + 1ms, 4096});
    RequestRecord request;
    request.tile = static_cast<std::uint32_t>(i);
    request.bytes = 1 << 20;
    request.outcome = i % 5 == 4 ? RequestOutcome::kCancelled : RequestOutcome::kReady;
    request.asked = frame.begin;
    if (i + 1 < frames) request.ended = frame.begin + 30ms;
    result.requests.push_back(request);
  }
  result.frame_histogram = {{5ms, 20ms, StreamTime::max()}, {0, frames - 2, 2}};
  result.ready_histogram = {{1ms, 50ms}, {3, frames}};
  result.verdict = {Bottleneck::kRenderThread, "it <waits> & \"waits\"", "do not wait"};
  result.film = {picture(0), picture(static_cast<std::uint32_t>(frames - 1))};
  result.span_error = 300us;
  return result;
}

StreamResults two_modes() {
  StreamResults results;
  results.adapter = "a </script> GPU";
  results.width = 640;
  results.height = 360;
  results.modes = {mode_of(StreamMode::kBlocking, 40), mode_of(StreamMode::kCopy, 34)};
  return results;
}

TEST(StreamReport, CarriesTheDataOfTheJson) {
  const StreamResults results = two_modes();
  const std::string page = stream_report_html(results);
  EXPECT_EQ(json::parse(test::embedded_json(page, "data")), json(to_json(results, true)));
  EXPECT_NE(page.find("it &lt;waits&gt; &amp; &quot;waits&quot;"), std::string::npos);
  EXPECT_NE(page.find("may be off by 300 us"), std::string::npos);
}

TEST(StreamReport, ABrowserDrawsWhatTheJsonHolds) {
  const std::string browser = test::find_browser();
  if (browser.empty()) GTEST_SKIP() << "there is no Chromium here; FERRY_CHROMIUM names one elsewhere";
  const StreamResults results = two_modes();
  const json data = to_json(results, true);
  const ferry::test::ScratchFolder folder;
  const std::filesystem::path path = folder / "page.html";
  std::ofstream(path, std::ios::binary) << stream_report_html(results);
  for (const char* const options : {"--window-size=1200,900", "--window-size=360,700 --force-dark-mode"}) {
    const auto seen = test::open_in_browser(browser, path, folder / ".", options);
    ASSERT_TRUE(seen) << "the browser failed";
    EXPECT_EQ(seen->console, "");
    const std::string summary = test::embedded_json(seen->dom, "drawn");
    ASSERT_NE(summary, "") << seen->dom.substr(0, 2000);
    const json drawn = json::parse(summary);
    EXPECT_EQ(drawn["errors"], json::array());
    // Frame times, four more over frames, two histograms, two timelines.
    ASSERT_EQ(drawn["plots"].size(), 9u);

    const json& times = drawn["plots"][0]["series"];
    ASSERT_EQ(times.size(), 4u);
    EXPECT_EQ(times[0]["label"], "blocking");
    EXPECT_EQ(times[0]["values"], data["modes"][0]["frames"]["time_ms"]);
    // The copy mode has fewer frames: nothing is drawn where it has none.
    ASSERT_EQ(times[1]["values"].size(), 40u);
    for (std::size_t i = 0; i < 40; ++i) {
      EXPECT_EQ(times[1]["values"][i], i < 34 ? data["modes"][1]["frames"]["time_ms"][i] : json());
      EXPECT_EQ(times[2]["values"][i], i % 7 == 6 ? json(50.0) : json());
      EXPECT_EQ(times[3]["values"][i], json()) << "no hitches";
    }
    EXPECT_EQ(drawn["plots"][2]["series"][0]["values"], data["modes"][0]["frames"]["memory_bytes"]);
    // GB/s: bytes over the time of the frames so far, while they are few.
    EXPECT_NEAR(drawn["plots"][1]["series"][0]["values"][1].get<double>(), 1e6 / 20.1e6, 1e-6);
    const json& histogram = drawn["plots"][5];
    EXPECT_EQ(histogram["labels"], (json{"< 20 ms", "more"}));
    EXPECT_EQ(histogram["series"][1]["values"], (json{32, 2}));

    // 40 draws, 14 copies, 40 requests; and of the other mode.
    EXPECT_NE(seen->dom.find("id=\"timeline-blocking\" data-drawn=\"94\""), std::string::npos);
    EXPECT_NE(seen->dom.find("id=\"timeline-copy\" data-drawn=\"80\""), std::string::npos);
    std::size_t pictures = 0;
    for (std::size_t at = seen->dom.find("<img src=\"data:image/png;base64,iVBOR"); at != std::string::npos;
         at = seen->dom.find("<img src=\"data:image/png;base64,iVBOR", at + 1)) {
      ++pictures;
    }
    EXPECT_EQ(pictures, 4u);
  }
}

}  // namespace
}  // namespace ferry::cli
