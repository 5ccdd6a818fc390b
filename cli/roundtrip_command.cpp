#include "roundtrip_command.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ferry/assets/file.hpp>
#include <ferry/assets/png.hpp>
#include <ferry/gpu/device.hpp>

#include "checked_device.hpp"
#include "exit_code.hpp"
#include "inputs.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "round_trip.hpp"

namespace ferry::cli {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

/// Fast enough to keep up with what comes back; the pictures are for looking at, not for keeping.
constexpr PngEncoding kEncoding = {.compression = 1, .adaptive_filter = false};

/// How much of the work on a file is over, 0 to 1.
using Fraction = std::function<void(double)>;

constexpr double kDecodeShare = 0.2;

Result<void> make_folder(const fs::path& folder) {
  std::error_code failed;
  const fs::file_status there = fs::status(folder, failed);
  if (fs::is_directory(there)) return {};
  if (fs::exists(there)) return fail(ErrorCode::kIo, path_text(folder), ": is a file, not a folder");
  fs::create_directories(folder, failed);
  if (failed)
    return fail(ErrorCode::kIo, path_text(folder), ": the folder cannot be made: ", failed.message());
  return {};
}

/// One picture on its trips.
class FileRun {
 public:
  FileRun(RoundTrip& trip, const RoundtripOptions& options, const Input& input, const Fraction& fraction)
      : trip_(trip), options_(options), input_(input), fraction_(fraction) {
    report_.input = input.path;
  }

  FileReport run() {
    Result<void> done = input_.problem ? Result<void>(fail(*input_.problem)) : send_and_compare();
    if (!done) {
      report_.outcome = Outcome::kFailed;
      report_.error = std::move(done).error();
    }
    return std::move(report_);
  }

 private:
  Result<void> send_and_compare() {
    const Clock::time_point begin = Clock::now();
    PngInfo info;
    Result<Picture> picture = load_png(input_.path, {}, &info);
    if (!picture) return fail(std::move(picture).error());
    report_.times.decode = Clock::now() - begin;
    const PictureView view = picture->view();
    report_.width = view.width;
    report_.height = view.height;
    report_.format = view.format;
    report_.bytes = picture->pixels.size();
    fraction_(kDecodeShare);

    if (!input_.output.empty()) {
      if (Result<void> made = make_folder(input_.output.parent_path()); !made) return made;
      // The same samples mean the same colours only if the file says the same of them.
      PngEncoding encoding = kEncoding;
      encoding.srgb = info.srgb_chunk;
      encoding.gamma = info.gamma;
      Result<PngWriter> writer =
          PngWriter::create(input_.output, view.width, view.height, view.format, encoding);
      if (!writer) return fail(std::move(writer).error());
      writer_.emplace(*std::move(writer));
    }
    for (std::uint32_t round = 0; round < options_.repeat && !report_.difference; ++round) {
      if (Result<void> gone = one_trip(view, round); !gone) return gone;
    }
    report_.times.staging = median(staging_);
    report_.times.copy = median(copy_);
    if (!draw_.empty()) report_.times.draw = median(draw_);
    report_.times.readback = median(readback_);
    report_.outcome = report_.difference ? Outcome::kDifferent : Outcome::kIdentical;
    return {};
  }

  /// The first trip's rows are written, every trip's are compared.
  Result<void> one_trip(const PictureView& view, std::uint32_t round) {
    const auto take_band = [&](const std::byte* rows, std::uint64_t row_pitch, std::uint32_t first_row,
                               std::uint32_t count) -> Result<void> {
      if (interrupted()) return fail(ErrorCode::kCancelled, "interrupted; nothing was written");
      if (!report_.difference) report_.difference = first_difference(view, first_row, count, rows, row_pitch);
      if (writer_) {
        if (Result<void> wrote = writer_->write_rows(rows, row_pitch, count); !wrote) return wrote;
      }
      const double trip_share = static_cast<double>(first_row + count) / view.height;
      fraction_(kDecodeShare + (1 - kDecodeShare) * (round + trip_share) / options_.repeat);
      return {};
    };
    const Result<TripTimes> times = trip_.run(view, take_band);
    if (!times) return fail(times.error());
    staging_.push_back(times->staging);
    copy_.push_back(times->copy);
    if (times->draw) draw_.push_back(*times->draw);
    readback_.push_back(times->readback);
    if (writer_) {
      if (Result<void> finished = writer_->finish(); !finished) return finished;
      writer_.reset();
      report_.output = input_.output;
    }
    return {};
  }

  RoundTrip& trip_;
  const RoundtripOptions& options_;
  const Input& input_;
  const Fraction& fraction_;
  FileReport report_;
  std::optional<PngWriter> writer_;
  std::vector<std::chrono::nanoseconds> staging_;
  std::vector<std::chrono::nanoseconds> copy_;
  std::vector<std::chrono::nanoseconds> draw_;
  std::vector<std::chrono::nanoseconds> readback_;
};

}  // namespace

int run_roundtrip(const RoundtripOptions& options) {
  const fs::path output_folder = path_from_utf8(options.output);
  if (!options.output.empty()) {
    if (const Result<void> made = make_folder(output_folder); !made)
      return unable(made.error(), options.json, kExitUsage);
  }
  const std::vector<Input> inputs = find_inputs(options.inputs, output_folder);

  const auto opened = open_command_device(options.adapter, options.checked, options.json,
                                          CheckedPace::kSlowest, options.debug);
  if (const int* const code = std::get_if<int>(&opened)) return *code;
  const auto& [own, device, debug] = std::get<CommandDevice>(opened);
  const Result<std::unique_ptr<RoundTrip>> trip = RoundTrip::create(device, options);
  if (!trip) return unable_on(*device, trip.error(), *own, options.json, kExitFailed);

  // A wrapped device cannot tell its adapter; the one below can.
  RunReport run;
  run.adapter = own->adapter().name;
  run.driver = own->adapter().driver;
  run.options = options;
  std::vector<FileReport> reports;
  Output output;
  {
    Progress progress(stderr, inputs.size());
    if (!options.json) output.line(header_line(run));
    for (const Input& input : inputs) {
      if (interrupted()) break;
      const std::string name = path_text(input.path);
      const Fraction fraction = [&](double done) { progress.update(done, name); };
      fraction(0);
      reports.push_back(FileRun(**trip, options, input, fraction).run());
      progress.next();
      if (!options.json) {
        progress.clear();
        output.line(file_line(reports.back()));
      }
    }
  }
  run.not_sent = inputs.size() - reports.size();
  if (options.checked) run.findings = count_findings(*device);
  if (debug) debug->poll();
  const Totals totals = count(reports);
  const auto failed = std::find_if(reports.begin(), reports.end(),
                                   [](const FileReport& file) { return file.outcome == Outcome::kFailed; });
  const bool has_error = failed != reports.end() && failed->error;
  nlohmann::ordered_json document;
  if (options.json) document = to_json(run, reports);
  const bool lost = tell_device_loss(*device, has_error ? &*failed->error : nullptr, *own, &document);
  if (options.json) {
    if (debug) document["debug_layer"] = debug->json();
    output.text(json_text(document));
  } else if (inputs.size() > 1) {
    output.line(totals_line(run, totals));
  }
  if (run.findings && !options.json) output.line(findings_line(*run.findings));
  if (debug && !options.json) output.line(debug->line());
  const bool good = !lost && (!debug || debug->good());
  return output.finish(good ? exit_code(run, totals) : kExitFailed);
}

}  // namespace ferry::cli
