#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <ferry/base/result.hpp>
#include <ferry/gpu/debug_layer.hpp>
#include <ferry/gpu/device.hpp>

namespace ferry::cli {

/// What Direct3D 12's debug layer finds while a command runs. Its errors and warnings go to standard error as
/// they are found, and into the report; infos are not shown.
///
/// Threading: any thread.
class DebugReport {
 public:
  /// Errors as of DebugMessages::open().
  static Result<std::shared_ptr<DebugReport>> open(const Device& device);

  /// One message, as the debug layer gives it.
  void add(const DebugMessage& message);
  /// Takes in what has not come by itself. The others tell what came so far.
  void poll();
  /// No error so far, and nothing that was missed.
  [[nodiscard]] bool good() const;
  /// `debug layer: 2 errors, 1 warning`.
  [[nodiscard]] std::string line() const;
  [[nodiscard]] nlohmann::ordered_json json() const;

 private:
  /// Messages that a report keeps; all are counted.
  static constexpr std::size_t kKept = 200;

  mutable std::mutex mutex_;
  std::uint64_t errors_ = 0;
  std::uint64_t warnings_ = 0;
  std::vector<DebugMessage> kept_;
  // Ends first: messages come until then.
  std::unique_ptr<DebugMessages> messages_;
};

}  // namespace ferry::cli
