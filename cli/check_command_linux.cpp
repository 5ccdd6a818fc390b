#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

#include "check_command.hpp"
#include "check_summary.hpp"
#include "child_process.hpp"
#include "exit_code.hpp"
#include "program_file.hpp"
#include "report.hpp"

namespace ferry::cli {

namespace {

namespace fs = std::filesystem;
namespace shim = check::shim;

constexpr const char* kShimName = "libferry-check.so";
/// What a shell adds to a signal's number.
constexpr int kSignalBase = 128;

int refuse(const std::string& why) {
  std::fputs(fmt::format("ferry check: {}\n", why).c_str(), stderr);
  return kExitUsage;
}

/// The library to preload: beside the command, where it was built, or where it is installed. Empty where it
/// is not.
fs::path find_shim() {
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& candidate : {folder / kShimName, folder / FERRY_SHIM_FROM_COMMAND}) {
    if (fs::exists(candidate, error)) return fs::weakly_canonical(candidate, error);
  }
  return {};
}

/// A file of its own in the system's folder for such; gone with the object.
class ReportFile {
 public:
  ReportFile() {
    std::error_code error;
    path_ = (fs::temp_directory_path(error) / "ferry-check-XXXXXX").string();
    const int file = mkstemp(path_.data());
    made_ = file >= 0;
    if (made_) close(file);
  }
  ~ReportFile() {
    if (made_) unlink(path_.c_str());
  }
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;

  [[nodiscard]] bool made() const { return made_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string read() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

 private:
  std::string path_;
  bool made_ = false;
};

/// A file that the checker will append to: emptied, and by a name that holds wherever the program goes.
std::optional<std::string> begin_file(const std::string& name) {
  if (!std::ofstream(name, std::ios::trunc)) return std::nullopt;
  std::error_code error;
  return fs::absolute(name, error).string();
}

void append(const std::string& path, const std::string& words) {
  std::ofstream(path, std::ios::app | std::ios::binary) << words;
}

std::string why_nothing_was_checked(const CheckSummary& summary, const std::string& program) {
  std::string why = why_nothing_is_preloaded(program);
  if (!why.empty()) return why;
  if (summary.processes == 0) return fmt::format("the checker did not get into '{}'", program);
  return fmt::format(
      "'{}' made no Direct3D 12 device with a libvkd3d that it shares (one that is linked into the program, "
      "or loaded "
      "with RTLD_DEEPBIND or dlmopen, is not seen)",
      program);
}

std::string end_text(const CheckSummary& summary, const ProgramEnd& end, const std::string& program) {
  std::string out;
  if (end.signal != 0) {
    out = fmt::format("ferry check: '{}' was ended by signal {} ({}); what was found before that stands\n",
                      program, end.signal, strsignal(end.signal));
  }
  if (summary.devices == 0) {
    return out +
           fmt::format("ferry check: nothing was checked: {}\n", why_nothing_was_checked(summary, program));
  }
  return out + summary_text(summary);
}

int exit_code(const CheckSummary& summary, const ProgramEnd& end, bool keep) {
  const bool bad = summary.devices == 0 || summary.findings.errors != 0;
  if (bad && !keep) return kExitFailed;
  return end.signal != 0 ? kSignalBase + end.signal : end.exit_code;
}

}  // namespace

int run_check(const CheckOptions& options) {
  const fs::path library = find_shim();
  if (library.empty()) {
    return refuse(
        fmt::format("{} is not where it was built or installed (beside the command, or {} from there); a "
                    "build with sanitizers has none",
                    kShimName, FERRY_SHIM_FROM_COMMAND));
  }
  if (library.string().find_first_of(" :") != std::string::npos) {
    return refuse(
        fmt::format("the system preloads nothing from a path with a space or a colon: {}", library.string()));
  }
  const ReportFile report;
  if (!report.made()) return refuse("no file can be made in the folder for temporary files (TMPDIR)");

  std::string preload = library.string();
  if (const char* const others = std::getenv("LD_PRELOAD"); others != nullptr && *others != '\0') {
    preload += fmt::format(":{}", others);
  }
  std::vector<Variable> variables = {{"LD_PRELOAD", preload},
                                     {shim::kOptionsVariable, shim::to_text(options.shim)},
                                     {shim::kReportVariable, report.path()}};
  const bool only_json = options.json == "-";
  const std::string log_name = only_json && options.log.empty() ? "/dev/null" : options.log;
  for (const auto& [name, variable] :
       {std::pair(log_name, shim::kLogVariable),
        std::pair(only_json ? "/dev/stderr" : options.json, shim::kJsonVariable)}) {
    if (name.empty()) continue;
    const std::optional<std::string> path = begin_file(name);
    if (!path) return refuse(fmt::format("'{}' cannot be written", name));
    variables.push_back({variable, *path});
  }

  const Result<ProgramEnd> end = run_program(options.program, variables);
  if (!end) return refuse(end.error().message);
  const CheckSummary summary = read_check_report(report.read());
  const std::string words = end_text(summary, *end, options.program.front());
  if (log_name.empty()) {
    std::fputs(words.c_str(), stderr);
  } else {
    append(log_name, words);
  }
  if (!options.json.empty()) {
    append(only_json ? "/dev/stderr" : options.json, to_json(summary).dump() + "\n");
  }
  return exit_code(summary, *end, options.keep_exit_code);
}

}  // namespace ferry::cli
