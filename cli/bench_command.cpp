#include "bench_command.hpp"

#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ferry/assets/file.hpp>

#include "checked_device.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "measure/bench_report.hpp"
#include "measure/tables.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "version.hpp"

namespace ferry::cli {

namespace {

struct Measurement {
  std::string_view name;
  Result<measure::Table> (*measure)(const measure::Setting&);
};
constexpr Measurement kMeasurements[] = {{"strategies", measure::strategies_table},
                                         {"bandwidth", measure::bandwidth_table},
                                         {"small", measure::small_table},
                                         {"latency", measure::latency_table},
                                         {"readback", measure::readback_table}};

Result<measure::Table> measure_table(std::string_view name, const measure::Setting& setting) {
  for (const Measurement& one : kMeasurements) {
    if (one.name == name) return one.measure(setting);
  }
  return fail(ErrorCode::kInvalidArgument, "nothing is called '", name, "'");
}

Result<measure::Setting> make_setting(const BenchOptions& options, const CommandDevice& devices) {
  measure::Setting setting;
  setting.device = devices.used;
  setting.adapter = devices.own->adapter();
  setting.copy_engine = devices.own->caps().copy_engine;
  setting.quick = options.quick;
  setting.seconds = static_cast<double>(options.seconds);
  setting.stop = interrupted;
  auto manager = TransferManager::create(devices.used);
  if (!manager) return fail(std::move(manager).error());
  setting.manager = *std::move(manager);
  setting.manager->prefault();
  return setting;
}

/// The tables that were asked for, each printed when it is done.
Result<std::vector<measure::Table>> measure_all(const BenchOptions& options, measure::Setting& setting,
                                                Output& output) {
  std::vector<measure::Table> tables;
  Progress progress(stderr, options.tables.size());
  for (const std::string& name : options.tables) {
    if (interrupted()) break;
    if (!progress.on_terminal()) std::fprintf(stderr, "ferry bench: %s\n", name.c_str());
    setting.progress = [&](double done, std::string_view row) {
      progress.update(done, fmt::format("{}: {}", name, row));
    };
    auto table = measure_table(name, setting);
    progress.next();
    progress.clear();
    if (!table) return fail(table.error().code, name, ": ", table.error().message);
    if (!options.json) {
      output.text("\n");
      output.text(measure::table_text(*table));
    }
    tables.push_back(*std::move(table));
  }
  return tables;
}

}  // namespace

int run_bench(const BenchOptions& options) {
  // Opened first: after a minute of measuring is too late to find that it cannot be written.
  std::optional<FileWriter> report;
  if (!options.report.empty()) {
    auto writer = FileWriter::create(path_from_utf8(options.report));
    if (!writer) return unable(writer.error(), options.json, kExitUsage);
    report = *std::move(writer);
  }
  const auto opened =
      open_command_device(options.adapter, options.checked, options.json, CheckedPace::kAsItGoes);
  if (const int* const code = std::get_if<int>(&opened)) return *code;
  const CommandDevice& devices = std::get<CommandDevice>(opened);
  auto setting = make_setting(options, devices);
  if (!setting) return unable(setting.error(), options.json, kExitFailed);
  Output output;
  if (!options.json) output.line(printable(measure::machine_line(*setting)));
  const auto tables = measure_all(options, *setting, output);
  if (!tables) return unable(tables.error(), options.json, kExitFailed);
  const nlohmann::ordered_json document = measure::bench_json(*setting, kVersion, *tables, interrupted());
  if (options.json) output.text(json_text(document));
  if (report) {
    const std::string page = measure::bench_page(*setting, *tables, document);
    auto wrote = report->write(std::as_bytes(std::span(page)));
    if (wrote) wrote = report->commit();
    if (!wrote) return unable(wrote.error(), false, kExitFailed);
  }
  bool good = !interrupted();
  if (options.checked) {
    const FindingCounts findings = count_findings(*devices.used);
    if (!options.json) output.line(fmt::format("\n{}", findings_line(findings)));
    good = good && findings.errors == 0 && findings.portability == 0;
  }
  return output.finish(good ? kExitGood : kExitFailed);
}

}  // namespace ferry::cli
