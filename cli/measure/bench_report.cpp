#include "bench_report.hpp"

#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ferry/gpu/d3d12.hpp>

#include <bench_report_js.hpp>

#include "report_page/report_page.hpp"

namespace ferry::measure {

using json = nlohmann::ordered_json;

namespace {

const char* copy_engine_words(OwnEngine engine) {
  switch (engine) {
    case OwnEngine::kYes:
      return "COPY is an engine of its own";
    case OwnEngine::kNo:
      return "COPY shares its engine with DIRECT";
    case OwnEngine::kUnknown:
      break;
  }
  return "whether COPY is an engine of its own is unknown";
}

}  // namespace

json bench_json(const Setting& setting, std::string_view version, std::span<const Table> tables,
                bool interrupted) {
  const AdapterInfo& adapter = setting.adapter;
  json document = {{"ferry", std::string(version)},
                   {"adapter", adapter.name},
                   {"driver", adapter.driver},
                   {"runtime", kOnLibvkd3d ? "libvkd3d" : "the system's"},
                   {"software", adapter.software},
                   {"uma", setting.device->caps().uma},
                   {"copy_engine", std::string(to_string(setting.copy_engine))},
                   {"cpu_threads", std::thread::hardware_concurrency()},
                   {"quick", setting.quick},
                   {"interrupted", interrupted},
                   {"tables", json::array()}};
  for (const Table& table : tables) document["tables"].push_back(to_json(table));
  return document;
}

std::string machine_line(const Setting& setting) {
  return fmt::format("{}, driver {}; {} CPU threads; {}", setting.adapter.name, setting.adapter.driver,
                     std::thread::hardware_concurrency(), copy_engine_words(setting.copy_engine));
}

std::string bench_page(const Setting& setting, std::span<const Table> tables, const json& document) {
  std::string body =
      fmt::format("<h1>Ferry on this machine</h1>\n<p>{}</p>\n", cli::html_text(machine_line(setting)));
  if (setting.quick)
    body += "<p>Measured with --quick: that everything works is shown, the figures are worth nothing.</p>\n";
  if (document.value("interrupted", false)) body += "<p>Interrupted: rows are missing.</p>\n";
  for (const Table& table : tables) body += table_html(table);
  return cli::report_page("ferry bench", body, document.dump(-1, ' ', false, json::error_handler_t::replace),
                          embedded::bench_report_js);
}

}  // namespace ferry::measure
