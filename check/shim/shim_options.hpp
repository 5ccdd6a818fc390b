#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <ferry/base/result.hpp>
#include <ferry/check/options.hpp>

namespace ferry::check::shim {

/// What `ferry check` tells the preloaded checker, by environment variables: the options in one, and each
/// path in one of its own, for a path may hold any character.
inline constexpr const char* kOptionsVariable = "FERRY_CHECK";
inline constexpr const char* kLogVariable = "FERRY_CHECK_LOG";
inline constexpr const char* kJsonVariable = "FERRY_CHECK_JSON";
inline constexpr const char* kReportVariable = "FERRY_CHECK_REPORT";

/// How the preloaded checker checks. The text of the default is empty.
struct ShimOptions {
  bool advice = false;    ///< Options::advise_on_use.
  bool slow_gpu = false;  ///< GpuPace::kWhenAsked.
  bool shadow = false;    ///< WrapOptions::shadow_upload_memory.
  Severity least = Severity::kAdvice;
  OnViolation on_violation = OnViolation::kReport;
  std::size_t journal = 8;  ///< Lines with each finding, from 1 to kMostJournal.
  /// The call at which each device is lost (DXGI_ERROR_DEVICE_HUNG), counted over the device's calls that give
  /// an HRESULT, from 1; 0: never.
  std::uint64_t lose_device = 0;

  friend bool operator==(const ShimOptions&, const ShimOptions&) = default;
};

inline constexpr std::size_t kMostJournal = 1024;

/// `slow-gpu,least=error,journal=20`: what differs from the default.
std::string to_text(const ShimOptions& options);

/// The other way round. Fails with kInvalidArgument, and a message that names the word, for anything that
/// to_text() does not write; in any order.
Result<ShimOptions> read_shim_options(std::string_view words);

/// What wrap() takes, but for where findings go.
WrapOptions wrap_options(const ShimOptions& options);

}  // namespace ferry::check::shim
