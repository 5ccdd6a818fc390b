// What one process under `ferry check` has: its options, where its findings go, and its report.
#include "session.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <ferry/base/text.hpp>
#include <ferry/check/check.hpp>

#include "report_line.hpp"
#include "shim_options.hpp"

namespace ferry::check::shim {

namespace {

/// Exit code of a program whose FERRY_CHECK variables are wrong.
constexpr int kExitUsage = 2;

[[noreturn]] void refuse(const std::string& why) {
  complain(why.c_str());
  _exit(kExitUsage);
}

/// The file that a variable names, for appending, each text at once; null where the variable is not there.
std::FILE* file_of(const char* variable) {
  const char* const path = std::getenv(variable);
  if (path == nullptr) return nullptr;
  std::FILE* const file = std::fopen(path, "ae");
  if (file == nullptr) refuse(text(variable, ": '", path, "' cannot be written"));
  std::setvbuf(file, nullptr, _IONBF, 0);
  return file;
}

/// Never destroyed: the program may use its device to the very end.
class Session {
 public:
  Session() {
    const char* const words = std::getenv(kOptionsVariable);
    Result<ShimOptions> options = read_shim_options(words == nullptr ? "" : words);
    if (!options) refuse(options.error().message);
    options_ = *options;
    log_ = file_of(kLogVariable);
    json_ = file_of(kJsonVariable);
    const char* const report = std::getenv(kReportVariable);
    if (report != nullptr) report_ = report;
    note(kLoadedLine);
  }

  [[nodiscard]] WrapOptions options() {
    WrapOptions options = wrap_options(options_);
    options.text = text_file();
    options.json = json_;
    options.on_finding = [this](const Finding& finding) {
      const Violation& violation = finding.violation;
      note(text(kFindingLine, "\t", to_string(violation.severity), "\t", violation.info().name, "\t",
                violation.call, "\t", finding.call_index));
    };
    return options;
  }

  /// Appends a line to the report: one write, which no other process' line cuts in two. The file is opened
  /// for it, for programs close what they did not open.
  void note(std::string_view line) {
    if (report_.empty()) return;
    const int file = open(report_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (file < 0) return;
    const std::string whole = text(line, "\n");
    while (write(file, whole.data(), whole.size()) < 0 && errno == EINTR) {
    }
    close(file);
  }

  void count_presented() noexcept { presented_.fetch_add(1, std::memory_order_relaxed); }

  void end() {
    const std::uint64_t presented = presented_.load(std::memory_order_relaxed);
    if (presented != 0) note(text(kPresentedLine, "\t", presented));
    const std::string living = living_devices_report();
    if (living.empty()) return;
    // A line for each device and for each of its objects.
    note(text(kLivingLine, "\t", std::count(living.begin(), living.end(), '\n')));
    std::fputs(living.c_str(), text_file());
  }

 private:
  [[nodiscard]] std::FILE* text_file() const { return log_ != nullptr ? log_ : stderr; }

  ShimOptions options_;
  std::FILE* log_ = nullptr;
  std::FILE* json_ = nullptr;
  std::string report_;
  std::atomic<std::uint64_t> presented_{0};
};

Session& session() {
  static Session* const one = new Session;
  return *one;
}

/// Says that the checker is there before the program begins, and what lives when its last variables are
/// gone: what was preloaded ends after the program.
[[gnu::constructor]] void begin_session() {
  (void)session();
}

[[gnu::destructor]] void end_session() {
  session().end();
}

template <typename Interface>
Interface* ask(IUnknown* object) {
  void* pointer = nullptr;
  if (FAILED(object->QueryInterface(layer::iid_of<Interface>(), &pointer))) return nullptr;
  return static_cast<Interface*>(pointer);
}

}  // namespace

void complain(const char* what) {
  std::fputs(text("ferry check: ", what, "\n").c_str(), stderr);
}

void count_presented() {
  session().count_presented();
}

HRESULT wrap_created(HRESULT result, REFIID iid, void** device) {
  if (FAILED(result) || device == nullptr || *device == nullptr) return result;
  auto* const created = static_cast<IUnknown*>(*device);
  if (is_wrapped(created)) return result;
  const auto below = layer::Ref<ID3D12Device>::adopt(ask<ID3D12Device>(created));
  if (!below) return result;
  Result<ID3D12Device*> wrapped = wrap(below.get(), session().options());
  if (!wrapped) {
    complain(text("a device is not checked: ", wrapped.error().message).c_str());
    return result;
  }
  session().note(kDeviceLine);
  const auto wrapper = layer::Ref<ID3D12Device>::adopt(*wrapped);
  void* asked = nullptr;
  if (FAILED(wrapper->QueryInterface(iid, &asked))) {
    complain("a device is not checked: the checker does not offer the interface that the program asks for");
    return result;
  }
  created->Release();
  *device = asked;
  return result;
}

}  // namespace ferry::check::shim
