#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <ferry/base/result.hpp>
#include <ferry/gpu/device.hpp>
#include <ferry/transfer/transfer_manager.hpp>

#include "sampling/sampler.hpp"

namespace ferry::measure {

/// Where measuring happens, and how much of it. Owned by the command; outlives what measures.
struct Setting {
  std::shared_ptr<Device> device;
  std::unique_ptr<TransferManager> manager;
  /// Of the device itself, which one with a checking layer around it cannot tell. `adapter.software`: it
  /// computes on the CPU; less work, for the same time.
  AdapterInfo adapter;
  OwnEngine copy_engine = OwnEngine::kUnknown;
  /// As little as shows that everything works; the figures are worth nothing.
  bool quick = false;
  /// For the measured rounds of one table.
  double seconds = 15;
  /// Asked between any two runs: true ends the table with the rows that are done.
  std::function<bool()> stop;
  /// A row of a table is under way: how much of the table is done (0 to 1), and the row's name.
  std::function<void(double done, std::string_view row)> progress;
};

/// Samples row `row` of `rows` of a table, for its share of the table's time. The name is for progress.
Result<Samples> sample_row(const Setting& setting, std::size_t row, std::size_t rows, std::string_view name,
                           std::span<const Contender> contenders, std::size_t warm_ups = 1);

/// kCorrupt, naming `what` and the first place where they differ: a broken path is not measured.
Result<void> expect_same(std::span<const std::byte> got, std::span<const std::byte> wanted,
                         const std::string& what);

double now_seconds();

}  // namespace ferry::measure
