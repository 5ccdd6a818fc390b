#pragma once

// A plain Win32 window.

#include <cstdint>
#include <memory>
#include <optional>

#include <ferry/base/result.hpp>
#include <ferry/gpu/api_error.hpp>
#include <ferry/gpu/d3d12.hpp>

namespace example {

/// In texels.
struct Size {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  friend bool operator==(const Size&, const Size&) = default;
};

/// Belongs to the thread that opened it.
class Window {
 public:
  /// `inside` is what the window has to draw on, without its frame. A system may give less than that.
  static ferry::Result<std::unique_ptr<Window>> open(const wchar_t* title, Size inside, bool shown) {
    WNDCLASSEXW kind = {};
    kind.cbSize = sizeof kind;
    kind.lpfnWndProc = &Window::on_message;
    kind.hInstance = GetModuleHandleW(nullptr);
    kind.hCursor = LoadCursorW(nullptr, reinterpret_cast<const wchar_t*>(IDC_ARROW));
    kind.lpszClassName = L"ferry example";
    RegisterClassExW(&kind);
    std::unique_ptr<Window> window(new Window());
    const RECT outside = around(inside);
    window->handle_ = CreateWindowExW(0, kind.lpszClassName, title, kStyle, CW_USEDEFAULT, CW_USEDEFAULT,
                                      outside.right - outside.left, outside.bottom - outside.top, nullptr,
                                      nullptr, kind.hInstance, nullptr);
    if (window->handle_ == nullptr) {
      return ferry::fail_api(static_cast<std::int32_t>(HRESULT_FROM_WIN32(GetLastError())),
                             "CreateWindowExW failed; is there a desktop?");
    }
    SetWindowLongPtrW(window->handle_, GWLP_USERDATA, reinterpret_cast<LONG_PTR>(window.get()));
    if (shown) ShowWindow(window->handle_, SW_SHOWNORMAL);
    return window;
  }
  ~Window() {
    if (handle_ != nullptr) DestroyWindow(handle_);
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  [[nodiscard]] HWND handle() const { return handle_; }
  [[nodiscard]] Size inside() const {
    RECT rect = {};
    GetClientRect(handle_, &rect);
    return {static_cast<std::uint32_t>(rect.right), static_cast<std::uint32_t>(rect.bottom)};
  }
  void set_inside(Size size) {
    const RECT outside = around(size);
    SetWindowPos(handle_, nullptr, 0, 0, outside.right - outside.left, outside.bottom - outside.top,
                 SWP_NOMOVE | SWP_NOZORDER | SWP_NOACTIVATE);
  }

  /// Handles the messages that have come. False once somebody closed the window.
  bool handle_messages() {
    MSG message = {};
    while (PeekMessageW(&message, nullptr, 0, 0, PM_REMOVE)) {
      TranslateMessage(&message);
      DispatchMessageW(&message);
    }
    return !closed_;
  }

 private:
  static constexpr DWORD kStyle = WS_OVERLAPPEDWINDOW;

  Window() = default;
  static RECT around(Size inside) {
    RECT rect = {0, 0, static_cast<LONG>(inside.width), static_cast<LONG>(inside.height)};
    AdjustWindowRectEx(&rect, kStyle, FALSE, 0);
    return rect;
  }
  static LRESULT CALLBACK on_message(HWND handle, UINT message, WPARAM word, LPARAM data) {
    auto* window = reinterpret_cast<Window*>(GetWindowLongPtrW(handle, GWLP_USERDATA));
    if (message == WM_CLOSE && window != nullptr) {
      window->closed_ = true;  // The frame that is being drawn still needs the window.
      return 0;
    }
    return DefWindowProcW(handle, message, word, data);
  }

  HWND handle_ = nullptr;
  bool closed_ = false;
};

}  // namespace example
