#pragma once

#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "setting.hpp"
#include "table.hpp"

namespace ferry::measure {

/// The document that `ferry bench --json` prints: the machine, and the tables. `version` is Ferry's.
/// `interrupted`: rows are missing.
nlohmann::ordered_json bench_json(const Setting& setting, std::string_view version,
                                  std::span<const Table> tables, bool interrupted);

/// The line above all tables: adapter, driver, and what is known of the machine.
std::string machine_line(const Setting& setting);

/// The same as one HTML page, which carries `document` and draws its plots from it.
std::string bench_page(const Setting& setting, std::span<const Table> tables,
                       const nlohmann::ordered_json& document);

}  // namespace ferry::measure
