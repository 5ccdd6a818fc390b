#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ferry::cli {

/// What `ferry bench` measures, in this order.
inline constexpr const char* kBenchTables[] = {"strategies", "bandwidth", "small", "latency", "readback"};

struct BenchOptions {
  std::vector<std::string> tables;  ///< Of kBenchTables, in their order; at least one.
  std::string adapter;              ///< A number or a part of a name; empty: the best.
  std::string report;               ///< The file for the HTML page; empty: none.
  std::uint32_t seconds = 12;       ///< For measuring each table.
  bool quick = false;               ///< As little as shows that everything works.
  bool checked = false;
  bool json = false;
};

}  // namespace ferry::cli
