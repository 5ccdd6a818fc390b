#pragma once

#include <cstdint>
#include <string_view>

struct ID3D12GraphicsCommandList;

namespace ferry {

/// A colour as PIX takes it: red, green and blue, 0 to 255 each.
struct PixColor {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
};

/// Whether WinPixEventRuntime.dll lies beside the program. It is loaded when first needed; where it is not,
/// and on Linux, events and markers are nothing at all.
[[nodiscard]] bool pix_events_are_shown();

/// Gives a part of a command list a name in PIX: from here to the end of its life
/// (PIXBeginEventOnCommandList, PIXEndEventOnCommandList). The list must still be recording then. Events
/// nest.
///
/// Threading: as the list itself.
class PixEvent {
 public:
  PixEvent(ID3D12GraphicsCommandList* list, std::string_view name, PixColor color = {});
  ~PixEvent();
  PixEvent(const PixEvent&) = delete;
  PixEvent& operator=(const PixEvent&) = delete;

 private:
  ID3D12GraphicsCommandList* list_ = nullptr;
};

/// Gives a moment of a command list a name in PIX (PIXSetMarkerOnCommandList).
void set_pix_marker(ID3D12GraphicsCommandList* list, std::string_view name, PixColor color = {});

}  // namespace ferry
