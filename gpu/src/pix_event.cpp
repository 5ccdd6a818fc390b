#include <ferry/gpu/pix_event.hpp>

#include <array>

#include "pix_runtime.hpp"
#include "runtime_library.hpp"

namespace ferry {
namespace {

PixRuntime load_runtime() {
  constexpr const char* kLibrary = "WinPixEventRuntime.dll";
  PixRuntime loaded;
  loaded.begin = runtime_function_as<PixRuntime::Named>(kLibrary, "PIXBeginEventOnCommandList");
  loaded.end = runtime_function_as<PixRuntime::End>(kLibrary, "PIXEndEventOnCommandList");
  loaded.marker = runtime_function_as<PixRuntime::Named>(kLibrary, "PIXSetMarkerOnCommandList");
  return loaded.complete() ? loaded : PixRuntime();
}

PixRuntime& runtime() {
  static PixRuntime loaded = load_runtime();
  return loaded;
}

/// PIX takes a printf format; it has a limit of its own beyond which it cuts.
class Format {
 public:
  explicit Format(std::string_view name) {
    std::size_t length = 0;
    for (const char c : name) {
      if (length + 2 >= text_.size()) break;
      if (c == '%') text_[length++] = '%';
      text_[length++] = c;
    }
  }
  [[nodiscard]] const char* get() const { return text_.data(); }

 private:
  std::array<char, 256> text_ = {};
};

UINT64 number_of(PixColor color) {
  return 0xff000000u | static_cast<UINT64>(color.red) << 16 | static_cast<UINT64>(color.green) << 8 |
         color.blue;
}

}  // namespace

void replace_pix_runtime(const PixRuntime& other) {
  runtime() = other;
}

bool pix_events_are_shown() {
  return runtime().complete();
}

PixEvent::PixEvent(ID3D12GraphicsCommandList* list, std::string_view name, PixColor color) {
  const PixRuntime& pix = runtime();
  if (list == nullptr || !pix.complete()) return;
  pix.begin(list, number_of(color), Format(name).get());
  list_ = list;
}

PixEvent::~PixEvent() {
  if (list_ != nullptr) runtime().end(list_);
}

void set_pix_marker(ID3D12GraphicsCommandList* list, std::string_view name, PixColor color) {
  const PixRuntime& pix = runtime();
  if (list != nullptr && pix.complete()) pix.marker(list, number_of(color), Format(name).get());
}

}  // namespace ferry
