#pragma once

#include <string>
#include <vector>

#include <ferry/base/result.hpp>

namespace ferry {

/// What of DXGI and Direct3D is still alive in the whole process, whoever made it, as Windows itself reports
/// it (IDXGIDebug::ReportLiveObjects with DXGI_DEBUG_ALL, in detail, without what the runtime keeps for
/// itself): a line for each. It goes to the debugger's output too. Ferry's own list, which is there on every
/// system, is LiveObjects.
///
/// To be called at the end of a program, after the last Release: the lines should be none. Objects of
/// Direct3D 12 are named in it where the debug layer was switched on (DeviceOptions::debug_layer) before they
/// were made.
///
/// kUnsupported where DXGI's debug interface is not installed (Windows' 'Graphics Tools'), and on libvkd3d.
/// Threading: any thread; messages that other threads cause meanwhile may be among the lines.
Result<std::vector<std::string>> dxgi_live_objects();

}  // namespace ferry
